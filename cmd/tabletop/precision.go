package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/precision"
	"tabletop/sampler/shards"
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
	if table, all := src.(sampler.Table); all && p.thins(opts) {
		return p.countAll(ctx, table, opts, m)
	}
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

// thins reports whether all rows are to be read and few of them kept, so that the others are counted. A limit of bytes or time is for one
// read, and may end it before all rows are counted.
func (p *program) thins(opts sample.Options) bool {
	return opts.Strategy == sample.Everything && opts.Rows > 0 && opts.Bytes == 0 && opts.Time == 0 && !p.flags.precision.Wanted()
}

// countAll reads all rows of a table, keeps some, and counts all by a plan that is made from a sample before. Where no plan can be made, keys
// are not counted.
func (p *program) countAll(ctx context.Context, src sampler.Table, opts sample.Options, m *meter) (*sample.Sample, error) {
	job, pilot, err := shards.NewJob(ctx, src, opts, func(pr sample.Progress) {
		pr.Stage = "sample for a plan: " + pr.Stage
		m.show(pr)
	})
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err == nil && pilot.How.Complete && int64(pilot.Rows()) <= opts.Rows:
		return src.Sample(ctx, opts, m.show) // which keeps all rows
	case err != nil:
		s, readErr := src.Sample(ctx, opts, m.show)
		if s != nil && readErr == nil {
			m.done()
			p.remark("keys, writes, and personal data are not counted, because no sample can be read to make a plan from: " + firstLine(err))
		}
		return s, readErr
	}
	s, err := src.Count(ctx, job.Table, job.Plan, job.All(opts), m.show)
	if s != nil {
		s = shards.Final(s)
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

// firstLine returns an error without its next step.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
