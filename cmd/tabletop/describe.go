package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"tabletop/views/report"
)

func (p *program) describeCommand() *cobra.Command {
	var format report.Format
	cmd := &cobra.Command{
		Use:   "describe SOURCE",
		Short: "Show families, policies, and the row-key schema of a table",
		Long: `describe shows what the instance states of a table: its families with their
garbage-collection policies, the row-key schema that it declares, how much is
stored, and whether it is protected against deletion. No row is read.`,
		Example: `  tabletop describe demo:meters
  tabletop describe prod/metrics/METRIC --format json -o metric.json`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.describe(cmd.Context(), args[0], format)
		},
	}
	p.flags.written(cmd.Flags())
	formatFlag(cmd, &format, report.DescribeFormats()...)
	return cmd
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
