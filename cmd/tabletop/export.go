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
	"tabletop/sampler/bigtable"
	"tabletop/sampler/debuglog"
	"tabletop/sampler/export"
	"tabletop/sampler/files"
	"tabletop/sampler/gcs"
	"tabletop/sampler/rest"
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
func (p *program) checkExport(fs *pflag.FlagSet, args []string) error {
	f := &p.flags.exportFlags
	if len(f.policies) == 0 && f.tableInfo == "" || fs.Lookup("allow") != nil ||
		slices.ContainsFunc(args, func(arg string) bool { return p.where(arg) == inExport }) {
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
// as another form of export, or a folder with Avro files; in Cloud Storage all that is not named as a saved sample.
func isExport(source string) bool {
	if source == standardStream || filepath.Ext(source) == snapshotExt {
		return false
	}
	if export.IsPattern(source) || filepath.Ext(source) == export.Ext || gcs.Is(source) {
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
	return info.Mode().IsRegular() && export.IsFile(source, beginning(source, 4))
}

// beginning returns the first bytes of a file, as many as are enough; none if it cannot be read.
func beginning(name string, enough int) []byte {
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
func (p *program) openExport(ctx context.Context, source string) (sample.Source, error) {
	about, err := p.flags.about()
	if err != nil {
		return nil, err
	}
	found, err := p.exportFiles(ctx, source)
	if err != nil {
		return nil, err
	}
	return export.New(source, found, about), nil
}

// exportFiles returns the files that a SOURCE means.
func (p *program) exportFiles(ctx context.Context, source string) ([]export.File, error) {
	if !gcs.Is(source) {
		return export.Local(source)
	}
	store, err := p.store(ctx)
	if err != nil {
		return nil, err
	}
	return store.Files(ctx, source)
}

// store connects to Cloud Storage, as whom tables are read, unless the environment names an emulator of it.
func (p *program) store(ctx context.Context) (*gcs.Store, error) {
	config, err := p.config()
	if err != nil {
		return nil, err
	}
	api := &rest.Client{Base: gcs.Service, Agent: config.UserAgent, Log: debuglog.From(ctx)}
	out := &gcs.Store{API: api, Retry: p.retry, LoginHint: bigtable.LoginHint}
	if host := p.env[gcs.EnvEmulator]; host != "" {
		api.Base, err = gcs.Emulator(host)
		return out, err
	}
	who, err := config.Identify(ctx, bigtable.Access{Scope: gcs.Scope, Emulator: gcs.EnvEmulator})
	api.Tokens, api.Quota = who.Tokens, who.Quota
	return out, err
}

// openObject opens a saved sample in Cloud Storage.
func (p *program) openObject(ctx context.Context, name string) (io.ReadCloser, error) {
	store, err := p.store(ctx)
	if err != nil {
		return nil, err
	}
	file, err := store.File(ctx, name)
	if err != nil {
		return nil, err
	}
	return file.Open(ctx, 0)
}
