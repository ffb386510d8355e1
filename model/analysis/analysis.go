// Package analysis brings together what is known of one sample: one immutable value that the app, the reports and the
// commands share, so that all of them speak of the same rows and nothing is computed twice.
package analysis

import (
	"context"
	"time"

	"tabletop/model/audit"
	"tabletop/model/infer"
	"tabletop/model/keyspace"
	"tabletop/model/profile"
	"tabletop/model/qualifier"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/simulate"
	"tabletop/model/tally"
	"tabletop/model/workload"
)

// Analysis is a sample and what is known of it. The fields are set when it is made and never change; the methods compute
// more on demand, once each, and keep it. It is safe for concurrent use. Two analyses are the same generation if they are
// the same pointer.
type Analysis struct {
	Sample   *sample.Sample
	Layouts  rowkey.Set // in force: inferred, or declared
	Declared bool       // the user gave Layouts
	// Inferred is nil if the layouts were declared and none were inferred. While rows are read it may be of an earlier,
	// smaller sample of the table.
	Inferred *infer.Result
	Segments *segments.Table
	Profile  *profile.Profile

	now      time.Time
	review   once[*retention.Review]
	input    once[audit.Input]
	reports  once[map[auditOf]*audit.Report]
	eligible once[[]bool]
	folds    once[[]qualifier.Fold]
	keys     once[*keyspace.Index]
	base     once[*simulate.Base]
	queries  once[*workload.Index]
}

// Options say what an analysis is of. The zero value infers the layouts.
type Options struct {
	Layouts  rowkey.Set    // declared; nil takes the inferred ones
	Inferred *infer.Result // an inference that still holds; nil infers unless layouts are declared
	Infer    bool          // infer even if layouts are declared
	Now      time.Time     // for ages; the zero time is when the sample was read
	Totals   *tally.Totals // of all rows, if the sample holds only some; nil takes those that the sample carries
}

// New analyzes a sample: its layouts, its keys and its profile. The error is ctx's, or describes totals that cannot be read.
func New(ctx context.Context, s *sample.Sample, opts Options) (*Analysis, error) {
	a := &Analysis{Sample: s, Layouts: opts.Layouts, Declared: opts.Layouts != nil, Inferred: opts.Inferred, now: opts.Now}
	var err error
	if a.Inferred == nil && (!a.Declared || opts.Infer) {
		if err = a.infer(ctx); err != nil {
			return nil, err
		}
	}
	if !a.Declared {
		a.Layouts = a.Inferred.Set()
	}
	if a.Segments == nil {
		if a.Segments, err = segments.New(ctx, s, a.Layouts); err != nil {
			return nil, err
		}
	}
	a.Layouts = a.Segments.Layouts
	if opts.Totals == nil {
		if opts.Totals, err = tally.FromSample(s); err != nil {
			return nil, err
		}
	}
	a.Profile, err = profile.New(ctx, a.Segments, profile.Options{Now: opts.Now, Totals: opts.Totals})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// WithSample returns the analysis with a sample of the same rows, of which something else is known. What was computed on
// demand is not taken over.
func (a *Analysis) WithSample(s *sample.Sample) *Analysis {
	return &Analysis{Sample: s, Layouts: a.Layouts, Declared: a.Declared, Inferred: a.Inferred, Segments: a.Segments, Profile: a.Profile, now: a.now}
}

// infer sets Inferred, and Segments if the inferred layouts are those in force.
func (a *Analysis) infer(ctx context.Context) error {
	var found infer.Result
	var err error
	if a.Declared {
		found, err = infer.Sample(ctx, a.Sample, infer.Options{})
	} else {
		found, a.Segments, err = infer.Decoded(ctx, a.Sample, infer.Options{})
	}
	a.Inferred = &found
	return err
}

// Keys returns the rows by the segments of their keys. The error is ctx's.
func (a *Analysis) Keys(ctx context.Context) (*keyspace.Index, error) {
	return a.keys.get(ctx, func(context.Context) (*keyspace.Index, error) { return keyspace.New(a.Segments), nil })
}

// Base returns the sample made ready for trying layouts. The error is ctx's.
func (a *Analysis) Base(ctx context.Context) (*simulate.Base, error) {
	return a.base.get(ctx, func(context.Context) (*simulate.Base, error) { return simulate.NewBase(a.Segments), nil })
}

// Queries returns the sample made ready for costing queries. The error is ctx's.
func (a *Analysis) Queries(ctx context.Context) (*workload.Index, error) {
	return a.queries.get(ctx, func(context.Context) (*workload.Index, error) { return workload.NewIndex(a.Segments), nil })
}

// EligibleCells reports for every cell whether it is eligible for garbage collection by the policies in force. The error
// is ctx's.
func (a *Analysis) EligibleCells(ctx context.Context) ([]bool, error) {
	return a.eligible.get(ctx, func(ctx context.Context) ([]bool, error) { return retention.EligibleCells(ctx, a.Sample) })
}

// Folds returns the patterns of the qualifiers that hold data. The error is ctx's.
func (a *Analysis) Folds(ctx context.Context) ([]qualifier.Fold, error) {
	return a.folds.get(ctx, func(ctx context.Context) ([]qualifier.Fold, error) { return qualifier.Folds(ctx, a.Sample) })
}

// Review returns the retention of the sample by the policies in force. The error is ctx's.
func (a *Analysis) Review(ctx context.Context) (*retention.Review, error) {
	return a.review.get(ctx, func(ctx context.Context) (*retention.Review, error) {
		opts := retention.Options{Segments: a.Segments}
		if a.Sample.How.Started.IsZero() {
			opts.Now = a.now
		}
		return retention.NewReview(ctx, a.Sample, opts)
	})
}

// AuditInput returns what audits look at: the profile, the review and the map of writes. The error is ctx's.
func (a *Analysis) AuditInput(ctx context.Context) (audit.Input, error) {
	return a.input.get(ctx, func(ctx context.Context) (audit.Input, error) {
		review, err := a.Review(ctx)
		if err != nil {
			return audit.Input{}, err
		}
		return audit.InputOf(ctx, a.Segments, a.inferredInForce(), a.Profile, review)
	})
}

// inferredInForce returns the inference if its layouts are those in force; else nil.
func (a *Analysis) inferredInForce() *infer.Result {
	if a.Declared {
		return nil
	}
	return a.Inferred
}

// auditOf is what the report of an audit depends on beside the analysis.
type auditOf struct {
	limits    audit.Limits
	neighbors *sample.Table // the first of them
	n         int
}

// Audit checks the table. It keeps the report for each value of opts, of which Neighbors must not be changed afterwards.
// The error is ctx's.
func (a *Analysis) Audit(ctx context.Context, opts audit.Options) (*audit.Report, error) {
	in, err := a.AuditInput(ctx)
	if err != nil {
		return nil, err
	}
	of := auditOf{limits: opts.Limits, n: len(opts.Neighbors)}
	if of.n > 0 {
		of.neighbors = &opts.Neighbors[0]
	}
	all, err := a.reports.update(ctx, func(ctx context.Context, known map[auditOf]*audit.Report) (map[auditOf]*audit.Report, error) {
		if known[of] != nil {
			return known, nil
		}
		r, err := audit.Run(ctx, in, opts)
		if err != nil {
			return known, err
		}
		return extended(known, of, r), nil
	})
	return all[of], err
}

// extended returns a copy of known with one more report: others may read known meanwhile.
func extended(known map[auditOf]*audit.Report, of auditOf, r *audit.Report) map[auditOf]*audit.Report {
	out := map[auditOf]*audit.Report{of: r}
	for k, v := range known {
		out[k] = v
	}
	return out
}
