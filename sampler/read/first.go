package read

import (
	"context"
	"errors"

	"tabletop/model/analysis"
	"tabletop/model/census"
	"tabletop/model/sample"
	"tabletop/sampler"
)

// firstRows is the maximum number of rows of the sample that a census is planned from: as many as a sample of a live
// table has.
const firstRows = 20_000

// FirstSample reads the sample that a census is planned from, by the strategy that suits the table. Where that is to
// read all rows, they are not counted, because the census counts them. Errors and canceling are as in sample.Source.
func FirstSample(
	ctx context.Context, src sample.Planner, opts sample.Options, progress func(sample.Progress),
) (*sample.Sample, error) {
	opts.Strategy, opts.Rows = sample.Auto, firstRows
	plan, err := src.Plan(ctx, opts)
	if err != nil {
		return nil, err
	}
	if plan.Strategy == sample.Everything {
		opts.Strategy = sample.Small
	}
	return src.Sample(ctx, opts, progress)
}

// PlanCensus plans a census from a first sample of the table, by which its rows are read and kept as opts ask. The
// sample is read here if first is nil. It is returned too.
func PlanCensus(
	ctx context.Context, src sample.Planner, first *sample.Sample, opts sample.Options, progress func(sample.Progress),
) (census.Plan, *sample.Sample, error) {
	if first == nil {
		var err error
		if first, err = FirstSample(ctx, src, opts, progress); err == nil && first.Partial() != "" {
			err = errors.New(first.Partial())
		}
		if err != nil {
			return census.Plan{}, first, err
		}
	}
	analyzed, err := analysis.New(ctx, first, analysis.Options{})
	if err != nil {
		return census.Plan{}, first, err
	}
	plan, err := analyzed.CensusPlan(ctx, opts)
	if err == nil {
		err = plan.Validate()
	}
	return plan, first, err
}

// Thins reports whether opts ask for all rows of which few are kept, so that the others are counted by a plan. A limit
// of bytes or time is for one read.
func Thins(opts sample.Options) bool {
	return opts.Strategy == sample.Everything && opts.Rows > 0 && opts.Bytes == 0 && opts.Time == 0
}

// CountAll reads all rows of a table, keeps some, and counts all by a plan that is made from known, a sample of the
// same rows, or from a sample that is read here if known is nil. Where no plan can be made, noPlan states why, and keys
// are not counted. Errors and canceling are as in sample.Source: if the sample is canceled, what was read of it is
// returned.
func CountAll(
	ctx context.Context, src sampler.Table, known *sample.Sample, opts sample.Options, progress func(sample.Progress),
) (counted *sample.Sample, noPlan, err error) {
	if progress == nil {
		progress = func(sample.Progress) {}
	}
	plan, first, err := PlanCensus(ctx, src, known, opts, func(p sample.Progress) {
		p.Stage = "sample for a plan: " + p.Stage
		p.Fraction, p.Planned, p.Expected, p.Left = -1, 0, 0, 0 // of the read that is to come, nothing is done
		progress(p)
	})
	switch {
	case ctx.Err() != nil && known == nil && first != nil && first.Rows() > 0:
		return beforeCounting(first, opts), nil, nil
	case ctx.Err() != nil:
		return nil, nil, context.Cause(ctx)
	case err != nil:
		counted, noPlan = nil, err
		counted, err = src.Sample(ctx, opts, progress)
		return counted, noPlan, err
	case first.How.Complete && int64(first.Rows()) <= opts.Rows:
		counted, err = src.Sample(ctx, opts, progress) // which keeps all rows
		return counted, nil, err
	}
	counted, err = src.Count(ctx, first.Table, plan, opts, func(p sample.Progress) {
		if p.Sample != nil && int64(p.Sample.Rows()) < min(opts.Rows, int64(first.Rows())) {
			p.Sample = nil // fewer rows than were shown
		}
		progress(p)
	})
	return counted, nil, err
}

// beforeCounting returns the sample that a census was to be planned from as one of a read that ended before it counted.
func beforeCounting(first *sample.Sample, opts sample.Options) *sample.Sample {
	ended := *first
	ended.How.Options.Strategy, ended.How.Options.Rows = opts.Strategy, opts.Rows
	ended.How.Complete, ended.How.Ending = false, sample.EndInterrupt
	ended.How.Stopped = "the read was interrupted before all rows were counted"
	return &ended
}

// BeforeCounting reports whether a sample is of a read of all rows that ended before it counted them: it is the sample
// that they were to be counted by.
func BeforeCounting(how *sample.Provenance) bool {
	return Thins(how.Options) && how.Strategy != sample.Everything
}
