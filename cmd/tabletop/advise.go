package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/analysis"
	"tabletop/model/simulate"
	"tabletop/model/workload"
	"tabletop/views/report"
)

func (p *program) adviseCommand() *cobra.Command {
	var (
		format report.Format
		do     adviseFlags
	)
	cmd := &cobra.Command{
		Use:   "advise SOURCE --workload FILE",
		Short: "Search for row keys that serve the queries better",
		Long: `advise searches for row keys that serve the queries of a workload better. It
tries every order of the key's segments and of the columns that queries filter
on, with reversals; for the best orders also salts, segments moved into
qualifiers, times truncated to buckets with events as columns, versions, or
rows, and wide rows made tall; and for the best layouts pairs, as two tables. It
shows the candidates that no other beats in every respect: what they read, how
far writes spread, the largest row, storage, and how far they are from the
current layout. It may recommend the current layout, or find the candidates too
close to call. Of several record kinds each is searched for the queries that ask
for it, and the best layouts of all are given as one. docs/advise.md explains
the comparison. Read-only: the table
itself is never changed.

Costs are those of the size that the table will have: --expect states it, and
without it, the present growth goes on for a year. The recommendation says for
which sizes, frequencies, and constants of the cost model it holds.

The queries come from --workload, a file that docs/workload.md describes, or
SELECT statements in a file that ends in .sql.
Without it, queries are generated from the key's own prefixes; --format queries
prints them as a file to edit.`,
		Example: `  tabletop advise demo:meters/SENSOR_DAY_FIRST --format queries > queries.yaml
  tabletop advise demo:meters/SENSOR_DAY_FIRST --workload queries.yaml
  tabletop advise demo:games --expect 2B --format json`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.advise(cmd.Context(), args[0], do, format)
		},
	}
	cmd.Flags().StringVar(&do.workload, "workload", "",
		"`FILE` of the queries that the table must serve; see docs/workload.md")
	cmd.Flags().StringVar(&do.expect, "expect", "",
		"Number of `ROWS` that the table will have, for example 2000000000 or 2B, instead of what its growth reaches "+
			"in a year")
	cmd.Flags().StringVar(&do.costs, "costs", "", "`FILE` of constants of the cost model; see docs/cost.md")
	pricesFlag(cmd.Flags(), &do.prices)
	formatFlag(cmd, &format, report.AdviceFormats()...)
	p.flags.written(cmd.Flags())
	p.flags.batch(cmd.Flags())
	p.flags.narrowed(cmd.Flags())
	return cmd
}

// adviseFlags are what advise is asked.
type adviseFlags struct{ workload, expect, costs, prices string }

// options reads the flags that state what costs depend on.
func (f *adviseFlags) options() (advise.Options, error) {
	var options advise.Options
	var err error
	if f.expect != "" {
		if options.Rows, err = advise.ParseRows(f.expect); err != nil {
			return options, usageError{fmt.Errorf("invalid value %q for --expect: %w", f.expect, err)}
		}
	}
	if f.costs == "" {
		return options, nil
	}
	text, err := readSmall(f.costs)
	if err != nil {
		return options, fmt.Errorf("cannot read --costs: %w\ncheck the path; docs/cost.md describes the file", err)
	}
	rates, err := workload.ParseRates(text)
	if err != nil {
		return options, usageError{fmt.Errorf("invalid costs file %s: %w", f.costs, err)}
	}
	options.Rates = &rates
	return options, nil
}

// readWorkload reads the file of --workload; nil if the flag is not given.
func readWorkload(file string) ([]byte, error) {
	if file == "" {
		return nil, nil
	}
	text, err := readSmall(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read --workload: %w\ncheck the path; docs/workload.md describes the file", err)
	}
	return text, nil
}

// parseWorkload reads a file of queries; one that ends in .sql holds SELECT statements.
func parseWorkload(file string, text []byte, names []string) (*workload.Workload, error) {
	if strings.EqualFold(filepath.Ext(file), ".sql") {
		return workload.ParseSQL(text, names)
	}
	return workload.Parse(text, names)
}

// workloadError returns a mistake in a workload file as a usage error.
func workloadError(file string, err error) error {
	return usageError{fmt.Errorf("invalid workload file %s: %w", file, err)}
}

func (p *program) advise(ctx context.Context, source string, do adviseFlags, format report.Format) error {
	file := do.workload
	text, err := readWorkload(file)
	if err != nil {
		return err
	}
	options, err := do.options()
	if err != nil {
		return err
	}
	prices, err := readPrices(do.prices)
	if err != nil {
		return err
	}
	table, err := p.load(ctx, source)
	if err != nil {
		return err
	}
	defer table.source.Close()
	// The rows are in memory, so an interrupted read still gets its answer.
	ctx = context.WithoutCancel(ctx)
	queries, err := table.questions(ctx, file, text)
	if err != nil {
		return err
	}
	asked := queries
	if text == nil {
		asked = nil
	}
	list, err := table.Candidates(ctx, asked, options)
	var size *advise.SizeError
	switch {
	case errors.As(err, &size):
		return usageError{fmt.Errorf("invalid value %q for --expect: %w\nexpect at least as many rows", do.expect, err)}
	case err != nil:
		return err
	}
	scales, err := measureScales(ctx, table.Analysis, list.Advice)
	if err != nil {
		return err
	}
	out := report.AdviceInput{Candidates: list, Workload: queries, Proposed: text == nil, Scales: scales}
	in := p.input(table)
	in.Prices = prices
	return p.writeReport(func(w io.Writer) error { return report.Advice(w, in, out, format) })
}

// questions returns the queries of a workload file, or those that the keys suggest if its text is nil.
func (t *table) questions(ctx context.Context, file string, text []byte) (*workload.Workload, error) {
	var kinds []int
	for kind := range t.Layouts {
		kinds = append(kinds, kind)
	}
	queries := advise.DefaultQueries(t.Layouts, kinds)
	if text != nil {
		var err error
		if queries, err = parseWorkload(file, text, access.SegmentNames(t.Layouts)); err != nil {
			return nil, workloadError(file, err)
		}
	}
	facts, err := t.Queries(ctx)
	if err != nil {
		return nil, err
	}
	if err := facts.Prepare(queries); err != nil {
		return nil, workloadError(file, err)
	}
	return queries, nil
}

// measureScales returns what the layouts of an advice come to in the whole table; nil if all rows were read.
func measureScales(ctx context.Context, a *analysis.Analysis, advice *advise.Advice) ([]*simulate.Scale, error) {
	base, err := a.Base(ctx)
	if err != nil {
		return nil, err
	}
	return simulate.Scales(ctx, base, advice.Templates())
}
