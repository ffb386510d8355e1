package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tabletop/model/audit"
	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/rowkey"
	"tabletop/model/simulate"
	"tabletop/views/report"
)

func (p *program) heatCommand() *cobra.Command {
	var (
		format           report.Format
		metric           string
		windows, buckets int
		layouts          []string
	)
	cmd := &cobra.Command{
		Use:   "heat SOURCE",
		Short: "Show where in the key space cells were written, and when",
		Long: `heat maps the sampled cells by key and by time, and names the pattern of the
writes. It uses cell timestamps only; reads, deletes, and cells since
overwritten or garbage-collected are not visible. --format png writes an image;
redirect it to a file. --layout shows the map that the same writes would make
under another layout, in the syntax of simulate. Read-only.`,
		Example: `  tabletop heat demo:battery/battery_by_time
  tabletop heat demo:battery/battery_by_time --layout '{column(METRIC:USER)}#{reverse(time)}'`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			counted, ok := metrics()[metric]
			if !ok {
				return usageError{fmt.Errorf("invalid value %q for --metric: must be writes, bytes, cells, or garbage",
					metric)}
			}
			opts := heat.Options{Metric: counted, Windows: windows, Buckets: buckets}
			if windows < 1 || windows > 10_000 || buckets < 1 || buckets > 100_000 {
				return usageError{rangeError(windows, buckets)}
			}
			var try *candidate.Candidate
			if len(layouts) > 0 {
				tries, err := candidates(layouts, readSmall)
				if err != nil {
					return err
				}
				if len(tries) > 1 || tries[0].Tables() > 1 {
					return usageError{errors.New("too many layouts: a heat map shows one table under one layout\nto " +
						"compare layouts, run: tabletop simulate")}
				}
				try = tries[0]
				if !cmd.Flags().Changed("value-bytes") &&
					slices.ContainsFunc(tries, (*candidate.Candidate).NeedsValues) {
					p.flags.keep = keptForValues
				}
			}
			return p.heat(cmd.Context(), args[0], opts, try, format)
		},
	}
	cmd.Flags().StringVar(&metric, "metric", string(heat.Writes), "`METRIC` to count: writes, bytes, cells, or garbage")
	cmd.Flags().IntVar(&windows, "windows", 96, "`NUMBER` of time windows, across")
	cmd.Flags().IntVar(&buckets, "buckets", 1024, "`NUMBER` of key buckets, down")
	formatFlag(cmd, &format, report.HeatFormats()...)
	p.flags.written(cmd.Flags())
	p.flags.batch(cmd.Flags())
	cmd.Flags().StringArrayVar(&layouts, "layout", nil, "`TEMPLATE` of another layout, to map the same writes under it")
	p.flags.currentLayout(cmd.Flags())
	p.flags.scope(cmd.Flags())
	return cmd
}

// rangeError names the flag of the size of the map that is out of range.
func rangeError(windows, buckets int) error {
	if windows < 1 || windows > 10_000 {
		return fmt.Errorf("invalid value \"%d\" for --windows: must be a whole number from 1 to 10,000", windows)
	}
	return fmt.Errorf("invalid value \"%d\" for --buckets: must be a whole number from 1 to 100,000", buckets)
}

// metrics returns the values of --metric. The last is the former name of garbage, which JSON keeps.
func metrics() map[string]heat.Metric {
	return map[string]heat.Metric{"writes": heat.Writes, "bytes": heat.Bytes, "cells": heat.Cells,
		"garbage": heat.Garbage, "waste": heat.Garbage}
}

// heat draws the map of the table, or with try the one that its writes would make under that layout.
func (p *program) heat(ctx context.Context, source string, opts heat.Options, try *candidate.Candidate,
	format report.Format) error {
	if f, ok := p.std.out.(*os.File); ok && format == report.PNG && term.IsTerminal(int(f.Fd())) {
		return usageError{fmt.Errorf("cannot write an image to a terminal: it is a binary file\nredirect it, for "+
			"example: %s > heat.png", commandLine("tabletop", "heat", source, "--format", "png"))}
	}
	table, err := p.loadAt(ctx, source, fixedClock(time.Time{}))
	if err != nil {
		return err
	}
	defer table.source.Close()
	ctx = context.WithoutCancel(ctx)
	eligible, err := table.EligibleCells(ctx)
	if err != nil {
		return err
	}
	opts.Now, opts.Design = table.Clock().Now, table.Segments.Design
	opts.Eligible = func(cell int) bool { return eligible[cell] }
	grid, err := table.Figures().Heat(ctx, opts)
	if err != nil {
		return err
	}
	heated := report.HeatInput{Map: grid, KeyAt: table.Sample.Key}
	if try != nil {
		if heated, err = table.project(ctx, try, opts); err != nil {
			return err
		}
		heated.Today = grid
	} else if opts.Metric == heat.Writes {
		judged, err := table.Judge(ctx)
		if err != nil {
			return err
		}
		heated.Findings = judged.About(audit.Writes)
	}
	in := p.input(table)
	if p.picture != nil {
		if err := report.Heat(p.picture, in, heated, report.PNG); err != nil {
			return err
		}
	}
	return p.writeReport(func(w io.Writer) error { return report.Heat(w, in, heated, format) })
}

// project returns the map that the writes of the table would make under another layout.
func (t *table) project(ctx context.Context, try *candidate.Candidate, opts heat.Options) (report.HeatInput, error) {
	base, err := t.Base(ctx)
	if err != nil {
		return report.HeatInput{}, err
	}
	r, err := simulate.Run(ctx, base, try)
	if err != nil {
		return report.HeatInput{}, candidateError(err)
	}
	table := r.Tables[0]
	m, err := table.Heat(ctx, opts)
	return report.HeatInput{Map: m, KeyAt: table.KeyAt, Template: r.Template}, err
}

// candidateError returns a syntax error in a candidate as a usage error.
func candidateError(err error) error {
	var syntax *rowkey.SyntaxError
	if errors.As(err, &syntax) {
		return usageError{fmt.Errorf("invalid --layout: %w", err)}
	}
	return err
}
