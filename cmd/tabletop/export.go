package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tabletop/model/sample"
	"tabletop/sampler/export"
	"tabletop/sampler/files"
	"tabletop/views/report"
)

// exportFlags hold what an export does not state of its table.
type exportFlags struct {
	policies  []string
	tableInfo string
}

func (f *exportFlags) add(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.policies, "gc", nil,
		"`FAMILY=POLICY` of the table that an export is of, which does not state it; can be repeated")
	fs.StringVar(&f.tableInfo, "table-info", "",
		"`FILE` of the table that an export is of, as describe --format json writes it")
}

// checkExport reports flags that only an export needs, where no argument is one.
func (f *exportFlags) checkExport(fs *pflag.FlagSet, args []string) error {
	if len(f.policies) == 0 && f.tableInfo == "" || fs.Lookup("allow") != nil || slices.ContainsFunc(args, isExport) {
		return nil
	}
	return errors.New("cannot use --gc or --table-info without an export: tables and saved samples state their own " +
		"families and policies\nto evaluate another policy, use gc --policy")
}

// about returns what the flags state of the table.
func (f *exportFlags) about() (about sample.Table, err error) {
	if f.tableInfo != "" {
		text, err := files.Read(f.tableInfo, files.LargeLimit)
		if err == nil {
			about, err = report.ReadDescription(text)
		}
		if err != nil {
			return about, usageError{fmt.Errorf("cannot use %s as --table-info: %w\nwrite it with: tabletop describe "+
				"PROJECT/INSTANCE/TABLE --format json -o FILE", f.tableInfo, err)}
		}
	}
	stated, err := policies("gc", f.policies)
	if err != nil {
		return about, err
	}
	for _, one := range stated {
		at := slices.IndexFunc(about.Families, func(f sample.Family) bool { return f.Name == one.Family })
		if at < 0 {
			at = len(about.Families)
			about.Families = append(about.Families, sample.Family{Name: one.Family})
		}
		about.Families[at].GC = one.Rule
	}
	slices.SortFunc(about.Families, func(a, b sample.Family) int { return strings.Compare(a.Name, b.Name) })
	return about, nil
}

// isExport reports whether source means the files of an export: a pattern, an Avro file, a file that begins as one or
// as another form of export, or a folder with Avro files.
func isExport(source string) bool {
	if source == standardStream || filepath.Ext(source) == snapshotExt {
		return false
	}
	if export.IsPattern(source) || filepath.Ext(source) == export.Ext {
		return true
	}
	info, err := os.Stat(source)
	switch {
	case err != nil:
		return false
	case info.IsDir():
		found, _ := filepath.Glob(filepath.Join(source, "*"+export.Ext))
		return len(found) > 0 || looksLikePath(source) || strings.HasSuffix(filepath.ToSlash(source), "/")
	}
	// What is read from a pipe to look at it would be lost to who reads it.
	return info.Mode().IsRegular() && export.IsFile(source, beginning(source))
}

// beginning returns the first bytes of a file; none if it cannot be read.
func beginning(name string) []byte {
	const enough = 4
	file, err := files.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	head := make([]byte, enough)
	n, _ := io.ReadFull(file, head)
	return head[:n]
}

// openExport opens the files of an export.
func (p *program) openExport(_ context.Context, source string) (sample.Source, error) {
	about, err := p.flags.about()
	if err != nil {
		return nil, err
	}
	found, err := export.Local(source)
	if err != nil {
		return nil, err
	}
	return export.New(source, found, about), nil
}
