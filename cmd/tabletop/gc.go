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
	"github.com/spf13/pflag"

	"tabletop/model/figures"
	"tabletop/model/price"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views/report"
)

func (p *program) gcCommand() *cobra.Command {
	var (
		format report.Format
		do     gcFlags
	)
	cmd := &cobra.Command{
		Use:   "gc SOURCE",
		Short: "Report garbage, and evaluate other policies",
		Long: `gc evaluates every sampled cell against the garbage-collection policy of its
family. Cells that it may take are garbage, and can remain stored, billed, and
readable for up to about a week; --filter adds the read filter that leaves them
out. gc also reports what becomes garbage within 1, 7, and 30 days.

Use --policy to evaluate another policy, in cbt setgcpolicy syntax, and
--workload for the policy of each family that saves most without taking what
the queries return. --tier reports what moves to the infrequent access tier
and, with --workload, which queries read there. The table itself is never
changed. With --strategy everything all rows are read and the counts are exact.`,
		Example: `  tabletop gc demo:meters
  tabletop gc prod/metrics/METRIC --policy 'm=maxversions=1 || maxage=14d' --policy m=maxversions=2
  tabletop gc demo:tenants --tier 90d --workload queries.yaml --filter go`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ask, err := do.asked()
			if err != nil {
				return err
			}
			return p.gc(cmd.Context(), args[0], ask, format)
		},
	}
	do.add(cmd.Flags())
	formatFlag(cmd, &format, report.GCFormats()...)
	p.flags.written(cmd.Flags())
	p.flags.batch(cmd.Flags())
	p.flags.narrowed(cmd.Flags())
	return cmd
}

// gcFlags are the flags of gc.
type gcFlags struct {
	policies                            []string
	now, tier, workload, filter, prices string
}

func (f *gcFlags) add(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.policies, "policy", nil,
		"`FAMILY=POLICY` to evaluate, for example 'm=maxversions=2 || maxage=30d'; can be repeated")
	flags.StringVar(&f.now, "now", "",
		"`TIME` at which cells are evaluated, for example 2026-11-20T14:00:00Z, instead of when the rows were read")
	flags.StringVar(&f.tier, "tier", "",
		"`AGE` from which cells are on the infrequent access tier, at least 30d, for example 90d")
	flags.StringVar(&f.workload, "workload", "",
		"`FILE` of the queries that policies and tiers must serve; see docs/workload.md")
	flags.StringVar(&f.filter, "filter", "",
		"Show the read filters that return only what is kept, in `LANGUAGE`: "+strings.Join(filterLanguages(), ", "))
	pricesFlag(flags, &f.prices)
}

// filterLanguages lists the values of --filter.
func filterLanguages() []string {
	var names []string
	for _, tool := range retention.FilterTools() {
		names = append(names, strings.ToLower(tool))
	}
	return names
}

// gcQuestion is what gc is asked.
type gcQuestion struct {
	review   figures.ReviewOptions
	tier     time.Duration // 0 for none
	file     string        // of the workload
	workload []byte        // nil for none
	filter   string
	prices   *price.Prices // nil for none
}

// asked reads the flags.
func (f *gcFlags) asked() (ask gcQuestion, err error) {
	if ask.review.Try, err = policies("policy", f.policies); err != nil {
		return ask, err
	}
	if ask.review.Now, err = instant(f.now); err != nil {
		return ask, err
	}
	if f.tier != "" {
		if ask.tier, err = age(f.tier); err != nil || ask.tier < figures.MinTierAge {
			return ask, usageError{fmt.Errorf("invalid value %q for --tier: must be an age of at least 30d, the least "+
				"of the infrequent access tier, for example 90d", f.tier)}
		}
	}
	if f.filter != "" && !slices.Contains(filterLanguages(), f.filter) {
		return ask, usageError{fmt.Errorf("invalid value %q for --filter: must be one of %s", f.filter,
			strings.Join(filterLanguages(), ", "))}
	}
	if ask.prices, err = readPrices(f.prices); err != nil {
		return ask, err
	}
	ask.filter, ask.file = f.filter, f.workload
	ask.workload, err = readWorkload(f.workload)
	return ask, err
}

func (p *program) gc(ctx context.Context, source string, ask gcQuestion, format report.Format) error {
	table, err := p.loadAt(ctx, source, fixedClock(ask.review.Now))
	if err != nil {
		return err
	}
	defer table.source.Close()
	if err := known(table.Sample, ask.review.Try); err != nil {
		return err
	}
	// The rows are in memory, so an interrupted read still gets its report.
	answer, err := table.retention(context.WithoutCancel(ctx), ask)
	if err != nil {
		return err
	}
	in := p.input(table)
	in.Prices = ask.prices
	return p.writeReport(func(w io.Writer) error { return report.GC(w, in, answer, format) })
}

// retention answers what gc is asked of a table.
func (t *table) retention(ctx context.Context, ask gcQuestion) (out report.GCInput, err error) {
	out.Language = ask.filter
	if out.Review, err = t.ReviewWith(ctx, ask.review); err != nil {
		return out, err
	}
	if out.Ahead, err = out.Review.Ahead(ctx); err != nil {
		return out, err
	}
	if ask.tier > 0 {
		if out.Tier, out.Others, err = out.Review.Tiers(ctx, ask.tier); err != nil {
			return out, err
		}
	}
	if ask.workload != nil {
		err = t.servedBy(ctx, ask, &out)
	}
	return out, err
}

// servedBy adds what the queries of a workload need of the cells.
func (t *table) servedBy(ctx context.Context, ask gcQuestion, out *report.GCInput) error {
	reads, err := t.reader(ctx, ask.file, ask.workload)
	if err != nil {
		return workloadError(ask.file, err)
	}
	review := out.Review
	if ask.tier > 0 {
		out.Reads, err = reads.facts.Older(reads.queries, review.Clock.Now.Add(-ask.tier).UnixMicro())
		if err != nil {
			return workloadError(ask.file, err)
		}
	}
	if out.Needed, err = reads.facts.Needed(ctx, reads.queries, review); err != nil {
		return workloadError(ask.file, err)
	}
	for _, needed := range out.Needed {
		if needed.Withheld != "" {
			continue
		}
		trial, err := review.Try(ctx, retention.Proposal{Family: needed.Family, Rule: needed.Rule})
		if err != nil {
			return err
		}
		review.Trials = append(review.Trials, *trial)
	}
	return nil
}

// proposals parses the --policy flags.
func policies(flag string, values []string) ([]retention.Proposal, error) {
	var out []retention.Proposal
	for _, value := range values {
		family, rule, ok := strings.Cut(value, "=")
		if !ok || family == "" {
			return nil, usageError{fmt.Errorf("invalid value %q for --%s: must be FAMILY=POLICY, for example "+
				"m=maxversions=2", value, flag)}
		}
		parsed, err := retention.Parse(rule)
		if err != nil {
			return nil, usageError{fmt.Errorf("invalid --%s for family %s: %w", flag, family, err)}
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
