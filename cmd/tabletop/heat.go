package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tabletop/model/heat"
	"tabletop/model/profile/estimate"
	"tabletop/model/retention"
	"tabletop/views/report"
)

func (p *program) heatCommand() *cobra.Command {
	var (
		format           report.Format
		metric           string
		windows, buckets int
	)
	cmd := &cobra.Command{
		Use:   "heat SOURCE",
		Short: "Tell where in the key space cells were written, and when",
		Long: `heat places the sampled cells by key and by time and names the pattern of the writes. It knows cell timestamps only: not
reads, not deletes, and nothing that was overwritten or collected since. --format png writes an image; send it to a file.`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts := heat.Options{Metric: heat.Metric(metric), Windows: windows, Buckets: buckets}
			if !slices.Contains([]heat.Metric{heat.Writes, heat.Bytes, heat.Cells, heat.Waste}, opts.Metric) {
				return usageError{fmt.Errorf("there is no metric %q: choose writes, bytes, cells or waste", metric)}
			}
			if windows < 1 || windows > 10_000 || buckets < 1 || buckets > 100_000 {
				return usageError{fmt.Errorf("--windows goes from 1 to 10,000 and --buckets from 1 to 100,000")}
			}
			return p.heat(cmd.Context(), args[0], opts, format)
		},
	}
	cmd.Flags().StringVar(&metric, "metric", string(heat.Writes), "what to count: writes, bytes, cells or waste")
	cmd.Flags().IntVar(&windows, "windows", 96, "steps of time across")
	cmd.Flags().IntVar(&buckets, "buckets", 1024, "steps of rows down")
	formatFlag(cmd, &format, report.HeatFormats()...)
	p.flags.reading(cmd.Flags())
	p.flags.layout(cmd.Flags())
	return cmd
}

func (p *program) heat(ctx context.Context, source string, opts heat.Options, format report.Format) error {
	if f, ok := p.std.out.(*os.File); ok && format == report.PNG && term.IsTerminal(int(f.Fd())) {
		return usageError{fmt.Errorf("an image is no text for a terminal; send it to a file: tabletop heat %s --format png > heat.png", source)}
	}
	t, err := p.load(ctx, source)
	if err != nil {
		return err
	}
	defer t.source.Close()
	ctx = context.WithoutCancel(ctx)
	condemned, err := retention.Condemned(ctx, t.sample)
	if err != nil {
		return err
	}
	opts.Now, opts.Draw = retention.ClockOf(t.sample, time.Time{}).Now, estimate.Of(t.sample)
	opts.Eligible = func(cell int) bool { return condemned[cell] }
	m, err := heat.Of(ctx, t.sample, opts)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(p.std.out)
	in, err := t.report(ctx, opts.Now)
	if err != nil {
		return err
	}
	in.Width = p.width()
	if err := report.Heat(w, in, m, format); err != nil {
		return err
	}
	return w.Flush()
}
