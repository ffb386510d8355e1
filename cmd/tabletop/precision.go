package main

import (
	"context"
	"errors"
	"fmt"

	"tabletop/model/sample"
	"tabletop/sampler/precision"
	"tabletop/views/text"
)

// precisionTarget is the flag value of --precision.
type precisionTarget struct{ precision.Target }

func (t *precisionTarget) Type() string { return "target" }

func (t *precisionTarget) Set(s string) (err error) {
	t.Target, err = precision.Parse(s)
	return err
}

// checkPrecision returns an error if a read with these options cannot have intervals.
func (f *readingFlags) checkPrecision(from place, opts sample.Options) error {
	partial := ""
	switch {
	case !f.precision.Wanted():
		return nil
	case from == inFile:
		return errors.New("cannot use --precision with a saved sample: it is read already\nname the table itself, for example PROJECT/INSTANCE/TABLE")
	case opts.Strategy == sample.Head:
		return errors.New("cannot combine --precision with --strategy head: the first rows have no confidence intervals\nuse another strategy, for example auto")
	case opts.KeyRegex != "":
		partial = "key-regex"
	case len(opts.Families) > 0:
		partial = "family"
	case !opts.Since.IsZero():
		partial = "since"
	case !opts.Until.IsZero():
		partial = "until"
	}
	if partial != "" {
		return fmt.Errorf("cannot combine --precision with --%s: figures of some cells of a row have no confidence intervals\nremove one of the two", partial)
	}
	return nil
}

// sampleOf reads a sample, until the target of precision is reached if there is one.
func (p *program) sampleOf(ctx context.Context, src sample.Source, opts sample.Options, m *meter) (*sample.Sample, error) {
	target := p.flags.precision.Target
	planner, ok := src.(sample.Planner)
	if !target.Wanted() || !ok {
		return src.Sample(ctx, opts, m.show)
	}
	opts.Rows = p.flags.rows // the usual number is no limit here
	s, err := target.Reach(ctx, planner, opts, m.show)
	if s != nil && s.How.Precision != nil {
		m.done()
		fmt.Fprintln(p.std.err, "tabletop: "+safeLine(text.Precision(s.How.Precision)))
	}
	return s, err
}

// planOf returns what sampleOf reads first.
func (p *program) planOf(ctx context.Context, planner sample.Planner, opts sample.Options) (sample.Plan, error) {
	if target := p.flags.precision.Target; target.Wanted() {
		opts.Rows = p.flags.rows
		return target.Plan(ctx, planner, opts)
	}
	return planner.Plan(ctx, opts)
}
