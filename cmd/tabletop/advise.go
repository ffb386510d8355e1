package main

import (
	"bufio"
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/advise"
	"tabletop/model/workload"
	"tabletop/views/report"
)

func (p *program) adviseCommand() *cobra.Command {
	var (
		format report.Format
		file   string
	)
	cmd := &cobra.Command{
		Use:   "advise SOURCE --workload FILE",
		Short: "Search for row keys that serve the queries better",
		Long: `advise tries every order of the key's segments and of the columns that queries ask by, with reversals; of the best orders salts,
segments moved into qualifiers, times cut to buckets with events as columns, versions or rows, and wide rows made tall; and of the
best layouts pairs, as two tables. It shows those that no other beats in every way: what they read, how far writes spread, the
largest row, storage, and how far they are from today. It may answer "keep what you have", and "too close to call". Nothing is
ever written. docs/advise.md says how layouts are judged.

The queries come from --workload, a file as docs/workload.md describes it. Without it, queries by the key's own prefixes are made
up; --format queries prints them as a file to correct.`,
		Example: `  tabletop advise demo:meters/SENSOR_DAY_FIRST --format queries > queries.yaml
  tabletop advise demo:meters/SENSOR_DAY_FIRST --workload queries.yaml
  tabletop advise demo:games --format json`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.advise(cmd.Context(), args[0], file, format)
		},
	}
	cmd.Flags().StringVar(&file, "workload", "", "`file` of the queries the table has to answer (docs/workload.md)")
	formatFlag(cmd, &format, report.AdviceFormats()...)
	p.flags.batch(cmd.Flags())
	p.flags.layout(cmd.Flags())
	return cmd
}

func (p *program) advise(ctx context.Context, source, file string, format report.Format) error {
	var text []byte
	if file != "" {
		var err error
		if text, err = readSmall(file); err != nil {
			return fmt.Errorf("the workload could not be read: %w", err)
		}
	}
	t, err := p.load(ctx, source)
	if err != nil {
		return err
	}
	defer t.source.Close()
	// The rows are here, so a read that was interrupted still gets its answer.
	ctx = context.WithoutCancel(ctx)
	queries := advise.DefaultWorkload(t.layouts)
	if text != nil {
		if queries, err = workload.Parse(text, workload.SegmentNames(t.layouts)); err != nil {
			return usageError{fmt.Errorf("workload file %s: %w", file, err)}
		}
	}
	facts, err := workload.NewIndex(ctx, t.sample, t.layouts)
	if err != nil {
		return err
	}
	if err := facts.Prepare(queries); err != nil {
		return usageError{fmt.Errorf("workload file %s: %w", file, err)}
	}
	advice, err := advise.Search(ctx, facts, queries)
	if err != nil {
		return err
	}
	in, err := t.report(ctx, time.Now())
	if err != nil {
		return err
	}
	in.Width = p.width()
	w := bufio.NewWriter(p.std.out)
	if err := report.Advice(w, in, report.AdviceInput{Advice: advice, Workload: queries, Proposed: text == nil}, format); err != nil {
		return err
	}
	return w.Flush()
}
