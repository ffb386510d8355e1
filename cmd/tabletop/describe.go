package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tabletop/model/redact"
	"tabletop/model/spec"
	"tabletop/views/report"
	"tabletop/views/text"
)

func (p *program) describeCommand() *cobra.Command {
	var format report.Format
	asSpec := false
	cmd := &cobra.Command{
		Use:   "describe SOURCE",
		Short: "Show families, policies, and the row-key schema of a table",
		Long: `describe shows what the instance states of a table: its families with their
garbage-collection policies, the row-key schema that it declares, how much is
stored, and whether it is protected against deletion. No row is read.

--as-spec reads a sample instead and writes a specification of the table, from
which generate makes rows of the same layout, distributions, sizes, versions,
and write rate. No value is in it: strings that are data, and names that do not
stay, are replaced as sample --redact replaces them.`,
		Example: `  tabletop describe demo:meters
  tabletop describe prod/metrics/METRIC --format json -o metric.json
  tabletop describe prod/metrics/METRIC --as-spec -o metric.yaml`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !asSpec {
				if err := onlyAsSpec(cmd.Flags()); err != nil {
					return usageError{err}
				}
				return p.describe(cmd.Context(), args[0], format)
			}
			if format != report.Text {
				return usageError{errors.New("cannot combine --as-spec with --format: a specification is YAML\n" +
					"remove one of the two")}
			}
			return p.describeAsSpec(cmd.Context(), args[0])
		},
	}
	cmd.Flags().BoolVar(&asSpec, "as-spec", false, "Read a sample and write a specification for generate")
	p.flags.written(cmd.Flags())
	p.flags.batch(cmd.Flags())
	p.flags.narrowed(cmd.Flags())
	formatFlag(cmd, &format, report.DescribeFormats()...)
	return cmd
}

// onlyAsSpec reports a flag about rows, of which none is read without --as-spec.
func onlyAsSpec(given *pflag.FlagSet) (err error) {
	reads := pflag.NewFlagSet("", pflag.ContinueOnError)
	other := &flags{}
	other.reading(reads)
	other.narrowed(reads)
	other.precise(reads)
	given.Visit(func(f *pflag.Flag) {
		if reads.Lookup(f.Name) != nil {
			err = fmt.Errorf("cannot use --%s without --as-spec: describe reads no row\nadd --as-spec, or remove --%s",
				f.Name, f.Name)
		}
	})
	return err
}

// describeAsSpec writes the specification of a table, made of a redacted sample of it.
func (p *program) describeAsSpec(ctx context.Context, source string) error {
	table, err := p.load(ctx, source)
	if err != nil {
		return err
	}
	defer table.source.Close()
	rows, layouts := table.Sample, table.Layouts
	notes := []string{"Made by tabletop describe --as-spec; docs/spec.md describes it. No value of the table is in it."}
	if rows.How.Redacted == "" {
		done, err := redact.Apply(ctx, rows, redact.Options{Layouts: layouts, Inferred: !table.Declared, Report: true})
		if err != nil {
			return err
		}
		rows, layouts = done.Sample, done.Layouts
		notes = append(notes, "Strings and names that were read are replaced, but for these names.")
		notes = append(notes, text.KeptNames(done.Kept)...)
	}
	made, err := spec.Describe(ctx, rows, layouts)
	if err != nil {
		return err
	}
	made.Notes = append(append(notes, spec.Losses()...), made.Notes...)
	for i := range made.Notes {
		made.Notes[i] = safeLine(made.Notes[i])
	}
	return p.writeReport(func(w io.Writer) error {
		_, err := w.Write(made.Text())
		return err
	})
}

// describe prints what the instance states of a table.
func (p *program) describe(ctx context.Context, source string, format report.Format) error {
	src, err := p.open(ctx, source)
	if err != nil {
		return err
	}
	defer src.Close()
	table, err := src.Describe(ctx)
	if err != nil {
		return err
	}
	return p.writeReport(func(w io.Writer) error { return report.Describe(w, src.Name(), &table, p.width(), format) })
}
