package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/demo"
	"tabletop/model/sample"
	"tabletop/model/spec"
	"tabletop/sampler"
	"tabletop/sampler/dataset"
	"tabletop/sampler/files"
	"tabletop/views/text"
)

// specExts are the extensions of specifications.
func specExts() []string { return []string{".yaml", ".yml"} }

// isSpec reports whether source means a specification of a table.
func isSpec(source string) bool { return slices.Contains(specExts(), filepath.Ext(source)) }

// generating holds the flags of the generate command.
type generating struct {
	out               string
	rows, times, keep int
}

func (p *program) generateCommand() *cobra.Command {
	do := generating{}
	cmd := &cobra.Command{
		Use:   "generate SPEC -o FILE",
		Short: "Generate a table of a specification",
		Long: `generate makes the rows of a table that does not exist, from a specification in
YAML: row-key layouts, how many values their segments have, columns with types,
sizes, and versions, and when rows are written. -o saves the rows as a sample,
for every other command. Without it generate checks SPEC and shows the table in
short. The same SPEC gives the same rows.

SPEC is also a SOURCE: tabletop SPEC opens the app on the table, and tabletop
emulator SPEC serves it to other clients. docs/spec.md describes the format.`,
		Example: `  tabletop generate shop.yaml
  tabletop generate shop.yaml -o shop.tabletop
  tabletop audit shop.yaml`,
		Args: exactly(1, "one SPEC"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if do.keep < 0 || do.rows < 0 || do.times < 1 {
				return usageError{errors.New("--value-bytes and --rows must not be negative, and --times not below 1")}
			}
			return p.generate(cmd.Context(), args[0], do)
		},
	}
	fs := cmd.Flags()
	fs.StringVarP(&do.out, "output", "o", "", "Save the rows as a sample in `FILE`")
	fs.IntVar(&do.rows, "rows", 0, "`NUMBER` of rows in place of that in SPEC; 0 means that in SPEC")
	fs.IntVar(&do.times, "times", 1, "Generate for `N` times the duration in SPEC, and as many times its rows")
	fs.IntVar(&do.keep, "value-bytes", sample.DefaultKeep, "`NUMBER` of first bytes to keep of each value")
	return cmd
}

// readSpec reads a specification and prepares its table.
func (p *program) readSpec(file string) (*spec.Spec, demo.Table, error) {
	return p.readSpecOf(file, generating{times: 1})
}

// parseSpec reads a specification. Its table is not prepared, which takes seconds for a million rows.
func (p *program) parseSpec(file string) (*spec.Spec, error) {
	text, err := files.Read(file, files.SmallLimit)
	if err != nil {
		return nil, usageError{err}
	}
	read, err := spec.Parse(text)
	if err != nil {
		return nil, cannotGenerate(file, err)
	}
	return read, nil
}

func cannotGenerate(file string, err error) error {
	return usageError{&sampler.Error{What: fmt.Sprintf("cannot generate %s", file), Err: err,
		Next: "docs/spec.md describes specifications"}}
}

// readSpecOf is readSpec with as many rows as the flags say.
func (p *program) readSpecOf(file string, do generating) (*spec.Spec, demo.Table, error) {
	read, err := p.parseSpec(file)
	if err != nil {
		return nil, demo.Table{}, err
	}
	if do.rows > 0 {
		err = read.SetRows(do.rows)
	}
	if err == nil && do.times > 1 {
		err = read.Lengthen(do.times)
	}
	var table demo.Table
	if err == nil {
		table, err = read.Table()
	}
	if err != nil {
		return nil, table, cannotGenerate(file, err)
	}
	return read, table, nil
}

// openSpec opens the table of a specification.
func (p *program) openSpec(ctx context.Context, file string) (sampler.Table, error) {
	read, table, err := p.readSpec(file)
	if err != nil {
		return nil, err
	}
	return dataset.OpenTable(ctx, file, table, read.EndAt(p.generatedAsOf()))
}

// generate saves the rows of a specification, or shows what they would be.
func (p *program) generate(ctx context.Context, file string, do generating) error {
	read, table, err := p.readSpecOf(file, do)
	if err != nil {
		return err
	}
	at := read.EndAt(p.generatedAsOf())
	p.showSpec(file, read, table, at)
	if do.out == "" {
		return nil
	}
	made, err := table.Sample(ctx, table.At(at), at, do.keep)
	if err != nil {
		return err
	}
	made.Table.Source = file
	return p.writeSample(do.out, made)
}

// showSpec writes what a table will be.
func (p *program) showSpec(file string, read *spec.Spec, table demo.Table, at time.Time) {
	fmt.Fprintf(p.std.out, "%s: table %s, %s of about %s, written in %s until %s\n", safeLine(file), read.Name,
		text.Count(table.Rows, "row"), text.Bytes(read.MeanRow()), sample.AgeInText(read.Duration),
		at.UTC().Format(time.RFC3339))
	for _, family := range read.Families {
		policy := family.GC.String()
		if family.Aggregate != "" {
			policy = family.Aggregate + " " + policy
		}
		fmt.Fprintf(p.std.out, "  family %s: %s\n", family.Name, policy)
	}
	for _, kind := range read.Layouts() {
		fmt.Fprintf(p.std.out, "  keys %s\n", safeLine(kind.String()))
	}
	for _, row := range table.First(at, 3) {
		fmt.Fprintf(p.std.out, "    for example %s\n", text.Escape(row.Key))
	}
}
