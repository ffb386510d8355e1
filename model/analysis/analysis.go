// Package analysis brings together what is known of one sample: one immutable value that the app, the reports and the
// commands share, so that all of them speak of the same rows and nothing is computed twice.
package analysis

import (
	"bytes"
	"context"
	"maps"
	"time"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/audit"
	"tabletop/model/census"
	"tabletop/model/figures"
	"tabletop/model/heat"
	"tabletop/model/infer"
	"tabletop/model/keyspace"
	"tabletop/model/qualifier"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/simulate"
)

// Analysis is a sample and what is known of it. The fields are set when it is made and never change; the methods
// compute more on demand, once each, and keep it. It is safe for concurrent use. Two analyses are the same generation
// if they are the same pointer.
type Analysis struct {
	Sample   *sample.Sample
	Layouts  rowkey.Set // in force: declared, those that all rows were counted by, or inferred
	Declared bool       // the user gave Layouts
	// Inferred is nil if the layouts were declared and none were inferred. While rows are read it may be of an earlier,
	// smaller sample of the table.
	Inferred *infer.Result
	Segments *segments.Table
	Profile  *figures.Profile
	// Neighbors describe tables of the instance that resemble this one; nil if they are not known.
	Neighbors []sample.Table
	Expected  *audit.Expectation // what audits compare the table with; nil for the guidelines only

	now     time.Time
	census  *census.Result // what all rows of the table come to, of which the sample keeps some; nil if not counted
	reports once[map[audit.Limits]*audit.Report]
	*demand
}

// demand is what is computed on demand and does not depend on other tables.
type demand struct {
	clock    once[retention.Clock]
	figures  once[*figures.Table]
	heat     once[*heat.Map]
	review   once[*figures.Review]
	growth   once[[]retention.RowGrowth]
	eligible once[[]bool]
	folds    once[[]qualifier.Fold]
	keys     once[*keyspace.Index]
	base     once[*simulate.Base]
	current  once[*simulate.Result]
	queries  once[*access.Index]
	advice   once[map[int]*advise.Advice] // by record kind
}

// Options say what an analysis is of. The zero value infers the layouts.
type Options struct {
	Layouts  rowkey.Set     // declared; nil takes the inferred ones
	Inferred *infer.Result  // an inference that still holds; nil infers unless layouts are declared
	Infer    bool           // infer even if layouts are declared
	Now      time.Time      // for ages; the zero time is when the sample was read
	Counts   *census.Result // of all rows, if the sample holds only some; nil takes those that the sample carries
	// Neighbors describe tables of the instance that resemble this one; nil if they are not known.
	Neighbors []sample.Table
}

// New analyzes a sample: its layouts, its keys and its profile. The error is ctx's, or describes counts that cannot be
// read.
func New(ctx context.Context, s *sample.Sample, opts Options) (*Analysis, error) {
	analyzed := &Analysis{Sample: s, Layouts: opts.Layouts, Declared: opts.Layouts != nil, Inferred: opts.Inferred,
		Neighbors: opts.Neighbors, now: opts.Now, demand: &demand{}}
	var err error
	if analyzed.census = opts.Counts; analyzed.census == nil {
		if analyzed.census, err = census.ReadResult(s); err != nil {
			return nil, err
		}
	}
	if analyzed.Inferred == nil && (!analyzed.Declared || opts.Infer) {
		if err = analyzed.infer(ctx); err != nil {
			return nil, err
		}
	}
	if !analyzed.Declared {
		if analyzed.census != nil {
			if err = analyzed.follow(ctx, &analyzed.census.Plan); err != nil {
				return nil, err
			}
		}
		analyzed.Layouts = analyzed.Inferred.Set()
	}
	if analyzed.Segments == nil {
		if analyzed.Segments, err = segments.New(ctx, s, analyzed.Layouts); err != nil {
			return nil, err
		}
	}
	analyzed.Layouts = analyzed.Segments.Layouts
	analyzed.Profile, err = figures.NewProfile(ctx, analyzed.Segments,
		figures.ProfileOptions{Now: opts.Now, Counts: analyzed.census})
	if err != nil {
		return nil, err
	}
	return analyzed, nil
}

// WithSample returns the analysis with a sample of the same rows, of which something else is known. What was computed
// on demand is not taken over.
func (a *Analysis) WithSample(s *sample.Sample) *Analysis {
	next := a.WithNeighbors(a.Neighbors)
	next.Sample, next.demand = s, &demand{}
	return next
}

// WithNeighbors returns the analysis with other tables to compare with. What was computed on demand is shared, but for
// the reports of audits.
func (a *Analysis) WithNeighbors(tables []sample.Table) *Analysis {
	return &Analysis{Sample: a.Sample, Layouts: a.Layouts, Declared: a.Declared, Inferred: a.Inferred,
		Segments: a.Segments, Profile: a.Profile, Neighbors: tables, Expected: a.Expected, now: a.now,
		census: a.census, demand: a.demand}
}

// WithExpectation returns the analysis with what audits are to compare the table with. What was computed on demand is
// shared, but for the reports of audits.
func (a *Analysis) WithExpectation(expected *audit.Expectation) *Analysis {
	next := a.WithNeighbors(a.Neighbors)
	next.Expected = expected
	return next
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
	return a.base.get(ctx, func(context.Context) (*simulate.Base, error) {
		base := simulate.NewBase(a.Segments)
		if a.census != nil {
			base.SetTotals(a.census.Totals)
		}
		return base, nil
	})
}

// Queries returns the sample made ready for costing queries. The error is ctx's.
func (a *Analysis) Queries(ctx context.Context) (*access.Index, error) {
	return a.queries.get(ctx, func(context.Context) (*access.Index, error) {
		index := access.NewIndex(a.Segments)
		index.Largest = a.Profile.LargestBeyond()
		return index, nil
	})
}

// Current returns the sample under the current layout, measured in the same way as a candidate. The error is ctx's.
func (a *Analysis) Current(ctx context.Context) (*simulate.Result, error) {
	return a.current.get(ctx, func(ctx context.Context) (*simulate.Result, error) {
		base, err := a.Base(ctx)
		if err != nil {
			return nil, err
		}
		return simulate.Run(ctx, base, nil)
	})
}

// Clock returns the moment as of which ages are counted and cells are evaluated.
func (a *Analysis) Clock() retention.Clock {
	clock, _ := a.clock.get(context.Background(), func(context.Context) (retention.Clock, error) { // without an error
		return retention.NewClock(a.Sample, a.given()), nil
	})
	return clock
}

// given returns the moment that stands in for the time of the read where the sample does not state it; else the zero
// time.
func (a *Analysis) given() time.Time {
	if a.Sample.How.Started.IsZero() {
		return a.now
	}
	return time.Time{}
}

// Heat returns the map of all writes, on which verdicts about their pattern rest. The error is ctx's.
func (a *Analysis) Heat(ctx context.Context) (*heat.Map, error) {
	return a.heat.get(ctx, func(ctx context.Context) (*heat.Map, error) {
		return a.Figures().Heat(ctx, heat.Options{})
	})
}

// EligibleCells reports for every cell whether it is eligible for garbage collection by the policies in force. The
// error is ctx's.
func (a *Analysis) EligibleCells(ctx context.Context) ([]bool, error) {
	return a.eligible.get(ctx, func(ctx context.Context) ([]bool, error) {
		return retention.NewEvaluator(a.Sample, a.Clock().Now).EligibleCells(ctx,
			retention.CurrentRules(&a.Sample.Table))
	})
}

// Growth returns the growth of the largest rows, in the order of Profile.LargestRows. It is zero for a row that the
// sample does not hold. The error is ctx's.
func (a *Analysis) Growth(ctx context.Context) ([]retention.RowGrowth, error) {
	return a.growth.get(ctx, func(ctx context.Context) ([]retention.RowGrowth, error) {
		now, rules := a.Clock().Now, retention.CurrentRules(&a.Sample.Table)
		all := make([]retention.RowGrowth, len(a.Profile.LargestRows))
		for i, r := range a.Profile.LargestRows {
			if row := a.Sample.Find(r.Key); row < a.Sample.Rows() && bytes.Equal(a.Sample.Key(row), r.Key) {
				all[i] = retention.MeasureGrowth(a.Sample, row, rules, now)
			}
		}
		return all, ctx.Err()
	})
}

// Folds returns the patterns of the qualifiers that hold data. The error is ctx's.
func (a *Analysis) Folds(ctx context.Context) ([]qualifier.Fold, error) {
	return a.folds.get(ctx, func(ctx context.Context) ([]qualifier.Fold, error) {
		return qualifier.Folds(ctx, a.Sample)
	})
}

// Review returns the retention of the table by the policies in force. The error is ctx's.
func (a *Analysis) Review(ctx context.Context) (*figures.Review, error) {
	return a.review.get(ctx, func(ctx context.Context) (*figures.Review, error) {
		return a.ReviewWith(ctx, figures.ReviewOptions{Now: a.given()})
	})
}

// ReviewWith returns the retention of the table by options. The error is ctx's.
func (a *Analysis) ReviewWith(ctx context.Context, opts figures.ReviewOptions) (*figures.Review, error) {
	return a.Figures().Review(ctx, opts)
}

// Garbage returns the GC-eligible data by the policies in force. The error is ctx's.
func (a *Analysis) Garbage(ctx context.Context) (*retention.Garbage, error) {
	return a.Figures().Garbage(ctx)
}

// AuditInput returns what audits look at. The error is ctx's.
func (a *Analysis) AuditInput(ctx context.Context) (in audit.Input, err error) {
	in = audit.Input{Table: a.Segments, Inferred: a.inferredInForce(), Profile: a.Profile, Figures: a.Figures()}
	if in.Review, err = a.Review(ctx); err != nil {
		return in, err
	}
	if in.Heat, err = a.Heat(ctx); err != nil {
		return in, err
	}
	if in.Folds, err = a.Folds(ctx); err != nil {
		return in, err
	}
	if in.Keys, err = a.Keys(ctx); err != nil {
		return in, err
	}
	in.Queries = a.Queries
	in.Advice = func(ctx context.Context, kind int) (*advise.Advice, error) {
		return a.likely(ctx, kind, advise.Options{})
	}
	in.Base, err = a.Base(ctx)
	return in, err
}

// inferredInForce returns the inference if its layouts are those in force; else nil.
func (a *Analysis) inferredInForce() *infer.Result {
	if a.Declared {
		return nil
	}
	return a.Inferred
}

// Judge checks the table without trying other layouts, and so takes much less time than Audit. The error is ctx's.
func (a *Analysis) Judge(ctx context.Context) (*audit.Report, error) {
	in, err := a.AuditInput(ctx)
	if err != nil {
		return nil, err
	}
	return audit.Judge(ctx, in, audit.Options{Neighbors: a.Neighbors, Expected: a.Expected})
}

// Audit checks the table, beside Neighbors. It keeps the report for each value of limits. The error is ctx's.
func (a *Analysis) Audit(ctx context.Context, limits audit.Limits) (*audit.Report, error) {
	all, err := a.reports.update(ctx,
		func(ctx context.Context, known map[audit.Limits]*audit.Report) (map[audit.Limits]*audit.Report, error) {
			if known[limits] != nil {
				return known, nil
			}
			in, err := a.AuditInput(ctx)
			if err != nil {
				return known, err
			}
			report, err := audit.Run(ctx, in, audit.Options{Limits: limits, Neighbors: a.Neighbors,
				Expected: a.Expected})
			if err != nil {
				return known, err
			}
			next := maps.Clone(known) // others may read known meanwhile
			if next == nil {
				next = map[audit.Limits]*audit.Report{}
			}
			next[limits] = report
			return next, nil
		})
	return all[limits], err
}
