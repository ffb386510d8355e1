package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/precision"
	"tabletop/sampler/read"
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
		return errors.New("cannot use --precision with a saved sample: it is read already\nname the table itself, " +
			"for example PROJECT/INSTANCE/TABLE")
	case opts.Strategy == sample.Head:
		return errors.New("cannot combine --precision with --strategy head: the first rows have no confidence " +
			"intervals\nuse another strategy, for example auto")
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
		return fmt.Errorf("cannot combine --precision with --%s: figures of some cells of a row have no confidence "+
			"intervals\nremove one of the two", partial)
	}
	return nil
}

// readSample reads a sample, until the target of precision is reached if there is one.
func (p *program) readSample(ctx context.Context, src sample.Source, opts sample.Options, m *meter) (*sample.Sample,
	error) {
	target := p.flags.precision.Target
	planner, ok := src.(sample.Planner)
	if table, all := src.(sampler.Table); all && read.Thins(opts) && !target.Wanted() {
		return p.countAll(ctx, table, opts, m)
	}
	if !target.Wanted() || !ok {
		return src.Sample(ctx, opts, m.show)
	}
	opts.Rows = p.flags.rows // the usual number is no limit here
	s, err := target.Reach(ctx, planner, opts, m.show)
	if s != nil && s.How.Precision != nil {
		m.done()
		m.warn(text.Precision(s.How.Precision))
	}
	return s, err
}

// lean is the percentage of the memory in use that is filled before it is collected while all rows of a table are read:
// what is made of them takes little, and none for long.
const lean = 60

// countAll reads all rows of a table, keeps some, and counts all. It states where keys are not counted.
func (p *program) countAll(ctx context.Context, src sampler.Table, opts sample.Options, m *meter) (*sample.Sample,
	error) {
	defer debug.SetGCPercent(debug.SetGCPercent(lean))
	counted, noPlan, err := read.CountAll(ctx, src, nil, opts, m.show)
	if noPlan != nil && counted != nil && err == nil {
		m.done()
		m.warn("keys, writes, and personal data are not counted, because no sample can be read to make a plan from: " +
			firstLine(noPlan))
	}
	return counted, err
}

// makePlan returns what readSample reads first.
func (p *program) makePlan(ctx context.Context, planner sample.Planner, opts sample.Options) (sample.Plan, error) {
	if target := p.flags.precision.Target; target.Wanted() {
		opts.Rows = p.flags.rows
		return target.Plan(ctx, planner, opts)
	}
	return planner.Plan(ctx, opts)
}

// firstLine returns an error without its next step.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
