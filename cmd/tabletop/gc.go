package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views/report"
)

func (p *program) gcCommand() *cobra.Command {
	var (
		format   report.Format
		policies []string
		now      string
	)
	cmd := &cobra.Command{
		Use:   "gc SOURCE",
		Short: "Report GC-eligible data, and evaluate other policies",
		Long: `gc evaluates every sampled cell against the garbage-collection policy of its
family. Cells eligible for garbage collection can remain stored, billed, and
readable for up to about a week. Use --policy to evaluate another policy, in cbt
setgcpolicy syntax; the table itself is never changed. With --strategy
everything all rows are read and the counts are exact.`,
		Example: `  tabletop gc demo:meters
  tabletop gc prod/metrics/METRIC --policy 'm=maxversions=1 || maxage=14d' --policy m=maxversions=2`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts := figures.ReviewOptions{}
			var err error
			if opts.Try, err = proposals(policies); err != nil {
				return err
			}
			if opts.Now, err = instant(now); err != nil {
				return err
			}
			return p.gc(cmd.Context(), args[0], opts, format)
		},
	}
	cmd.Flags().StringArrayVar(&policies, "policy", nil,
		"`FAMILY=POLICY` to evaluate, for example 'm=maxversions=2 || maxage=30d'; can be repeated")
	cmd.Flags().StringVar(&now, "now", "",
		"`TIME` at which cells are evaluated, for example 2026-11-20T14:00:00Z, instead of when the rows were read")
	formatFlag(cmd, &format, report.GCFormats()...)
	p.flags.batch(cmd.Flags())
	p.flags.layout(cmd.Flags())
	return cmd
}

func (p *program) gc(ctx context.Context, source string, opts figures.ReviewOptions, format report.Format) error {
	table, err := p.loadAt(ctx, source, fixedClock(opts.Now))
	if err != nil {
		return err
	}
	defer table.source.Close()
	if err := known(table.Sample, opts.Try); err != nil {
		return err
	}
	// The rows are in memory, so an interrupted read still gets its report.
	r, err := table.ReviewWith(context.WithoutCancel(ctx), opts)
	if err != nil {
		return err
	}
	in := p.input(table)
	return p.write(standardStream, func(w io.Writer) error { return report.GC(w, in, r, format) })
}

// proposals parses the --policy flags.
func proposals(flags []string) ([]retention.Proposal, error) {
	var out []retention.Proposal
	for _, flag := range flags {
		family, rule, ok := strings.Cut(flag, "=")
		if !ok || family == "" {
			return nil, usageError{fmt.Errorf("invalid value %q for --policy: must be FAMILY=POLICY, for example "+
				"m=maxversions=2", flag)}
		}
		parsed, err := retention.Parse(rule)
		if err != nil {
			return nil, usageError{fmt.Errorf("invalid --policy for family %s: %w", family, err)}
		}
		out = append(out, retention.Proposal{Family: strings.TrimSpace(family), Rule: parsed})
	}
	return out, nil
}

// known returns an error if a family of the proposals exists neither in the description nor in the cells.
func known(s *sample.Sample, try []retention.Proposal) error {
	var names []string
	for _, f := range s.Table.Families {
		names = append(names, f.Name)
	}
	for _, c := range s.Columns() {
		if !slices.Contains(names, c.Family) {
			names = append(names, c.Family)
		}
	}
	for _, p := range try {
		if !slices.Contains(names, p.Family) {
			return usageError{fmt.Errorf("unknown family %q in --policy: the table has %s", p.Family,
				strings.Join(names, ", "))}
		}
	}
	return nil
}

// instant parses a time: RFC 3339, a date, or a number of seconds, milliseconds, or microseconds since 1970,
// distinguished by its number of digits. Empty is the zero time.
func instant(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999",
		time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	count, err := strconv.ParseInt(s, 10, 64)
	switch {
	case err != nil || count <= 0:
		return time.Time{}, usageError{fmt.Errorf("invalid value %q for --now: must be a time, for example "+
			"2026-11-20T14:00:00Z", s)}
	case len(s) >= 16:
		return time.UnixMicro(count), nil
	case len(s) >= 13:
		return time.UnixMilli(count), nil
	}
	return time.Unix(count, 0), nil
}
