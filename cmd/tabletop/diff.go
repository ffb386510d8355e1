package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"tabletop/model/diff"
	"tabletop/model/redact"
	"tabletop/views/report"
)

func (p *program) diffCommand() *cobra.Command {
	var (
		format report.Format
		red    redaction
	)
	cmd := &cobra.Command{
		Use:   "diff BEFORE AFTER",
		Short: "Show what changed between two samples",
		Long: `diff compares two saved samples of a table, or any two SOURCEs: layouts, sizes,
columns, garbage, garbage-collection policies, and the values of key segments
that grew, appeared, or disappeared. A difference between samples is reported
with its confidence interval, and as significant only if it exceeds the sampling
error; between full scans it is a count. Read-only.

JSON, Markdown, and HTML are redacted unless you give --redact=false: values in
keys, and names that may identify people, are replaced with strings of the same
format.`,
		Example: `  tabletop sample prod/metrics/METRIC -o monday.tabletop
  tabletop diff monday.tabletop prod/metrics/METRIC
  tabletop diff monday.tabletop friday.tabletop --format markdown`,
		Args: exactly(2, "two SOURCEs, the earlier one first"),
		RunE: func(cmd *cobra.Command, args []string) error {
			red.proposed(format != report.Text)
			if err := red.check(); err != nil {
				return usageError{err}
			}
			return p.diff(cmd.Context(), args[0], args[1], format, red)
		},
	}
	formatFlag(cmd, &format, report.DiffFormats()...)
	p.flags.written(cmd.Flags())
	red.report(cmd.Flags())
	p.flags.batch(cmd.Flags())
	p.flags.narrowed(cmd.Flags())
	return cmd
}

func (p *program) diff(ctx context.Context, before, after string, format report.Format, red redaction) error {
	var sides [2]*diff.Side
	for i, source := range []string{before, after} {
		table, err := p.load(ctx, source)
		if err != nil {
			return err
		}
		defer table.source.Close()
		// The rows are in memory, so an interrupted read still gets its report.
		if sides[i], err = diff.NewSide(context.WithoutCancel(ctx), source, table.Analysis); err != nil {
			return err
		}
	}
	d, err := diff.Compare(context.WithoutCancel(ctx), sides[0], sides[1], diff.Options{})
	if err != nil {
		return err
	}
	if red.wanted() {
		d.Redact(redact.NewStrings(red.options))
	}
	return p.writeReport(func(w io.Writer) error { return report.Diff(w, d, p.width(), format) })
}
