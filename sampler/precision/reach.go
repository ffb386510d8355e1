package precision

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"tabletop/model/sample"
)

const (
	firstRows  = 5_000 // read before the width of the interval is known for the first time
	keptOfAll  = 20_000
	safety     = 1.2  // as many more rows than the square law asks for
	leastMore  = 1.5  // times as many rows a step
	mostMore   = 20   // times as many rows a step
	fruitful   = 0.85 // by so much the half-width must shrink a step, or the strategy does not get there
	mostSteps  = 20
	nearLimit  = 0.9 // of the limit of rows: so near are plans to what they are asked for
	whollyFrom = 0.5 // share of the table's rows from which on all are read
)

// Reach reads a sample of src until the interval of the target's figure is narrow enough, and stores in its Provenance
// how that ended. It begins with the strategy of opts, and, if that is Auto, continues with one that is more precise
// where more rows of the same kind do not help. The limits of opts are of all that is read. Errors are those of
// src.Sample, with the rows read before them.
func (t Target) Reach(ctx context.Context, src sample.Planner, opts sample.Options,
	tell func(sample.Progress)) (*sample.Sample, error) {
	reading := &reading{target: t, src: src, limits: opts, tell: tell, rows: firstRows, strategy: opts.Strategy}
	if opts.Rows > 0 {
		reading.rows = min(reading.rows, opts.Rows)
	}
	s, err := reading.run(ctx)
	if s != nil {
		s.How.Precision = reading.outcome(ctx)
	}
	return s, err
}

// Plan returns the first step of Reach, with a note of how it continues and what it takes at most.
func (t Target) Plan(ctx context.Context, src sample.Planner, opts sample.Options) (sample.Plan, error) {
	first := opts
	if first.Rows = firstRows; opts.Rows > 0 {
		first.Rows = min(first.Rows, opts.Rows)
	}
	plan, err := src.Plan(ctx, first)
	if err != nil {
		return plan, err
	}
	note := fmt.Sprintf("This is the first step: for %s, reading continues until the interval is as narrow.", t)
	opts.Strategy, opts.Rows = sample.Everything, keptOfAll
	if all, err := src.Plan(ctx, opts); err == nil && all.Scan > 0 {
		note += fmt.Sprintf(" At most, all rows are read: %.3g GB, about %v.", float64(all.Scan)/1e9,
			all.Time.Round(time.Second))
	}
	plan.Notes = append(plan.Notes, note)
	return plan, nil
}

// reading is a read on its way to a target.
type reading struct {
	target   Target
	src      sample.Planner
	limits   sample.Options // as given, for the read as a whole
	tell     func(sample.Progress)
	strategy sample.Strategy // of the next step
	rows     int64           // of the next step
	dropped  int64           // bytes of samples that were read and not used

	half    float64 // of the last step
	known   bool
	reached bool
	why     string // it was not reached
}

// run reads step by step.
func (r *reading) run(ctx context.Context) (s *sample.Sample, err error) {
	for range mostSteps {
		before, half, known := s, r.half, r.known
		if s, err = r.step(ctx, before); s == nil || err != nil {
			if s == nil {
				s = before
			}
			r.why = "reading ended with an error"
			if why, limited := findLimit(ctx); limited && s != nil { // the rows read are within the limit
				r.why, err = why, nil
			}
			return s, err
		}
		var failed error
		if r.half, r.known, failed = r.target.Half(ctx, s); failed != nil {
			r.why = "reading was interrupted"
			if why, limited := findLimit(ctx); limited {
				r.why = why
			}
			return s, nil
		}
		r.reached = r.known && r.half <= r.target.Share
		switch {
		case r.reached:
			return s, nil
		case s.How.Stopped != "":
			r.why = s.How.Stopped
			return s, nil
		case s.How.Complete || s.How.Strategy == sample.Everything:
			r.why = "all rows were read, and the figure has no interval"
			return s, nil
		}
		stuck := before != nil && before.How.Strategy == s.How.Strategy && known && r.known && r.half > fruitful*half &&
			float64(s.Rows()) > leastMore*float64(before.Rows())*fruitful
		// Of an export so many blocks are read and no more.
		stuck = stuck || s.How.Strategy == sample.Blocks && float64(s.Rows()) < nearLimit*float64(r.rows)
		if before != nil && !known && !r.known {
			r.why, r.strategy, r.rows = "the rows read say nothing of it, so only reading all rows can",
				sample.Everything, int64(max(s.Rows(), keptOfAll))
			return s, nil
		}
		if !r.next(ctx, s, stuck) {
			return s, nil
		}
	}
	r.why = "more rows did not narrow the interval"
	return s, nil
}

// step reads r.rows rows in all: more of the sample before if its strategy stays, else again.
func (r *reading) step(ctx context.Context, before *sample.Sample) (*sample.Sample, error) {
	opts := r.limits
	opts.Strategy, opts.Rows = r.strategy, r.rows
	if before != nil && before.How.Strategy == sample.Quick &&
		(r.strategy == sample.Auto || r.strategy == "" || r.strategy == sample.Quick) {
		return r.src.Continue(ctx, before, opts, r.tell)
	}
	if before != nil {
		r.dropped += before.How.BytesSeen
	}
	if r.limits.Bytes > 0 {
		opts.Bytes = max(1, r.limits.Bytes-r.dropped)
	}
	return r.src.Sample(ctx, opts, r.tell)
}

// next chooses the next step. It returns false if there is none within the limits.
func (r *reading) next(ctx context.Context, s *sample.Sample, stuck bool) bool {
	rows := int64(s.Rows())
	if rows == 0 {
		r.why = "no rows were read"
		return false
	}
	more := 4.0
	if r.known {
		more = math.Min(mostMore, math.Max(leastMore, safety*math.Pow(r.half/r.target.Share, 2)))
	}
	r.rows = int64(math.Ceil(float64(rows) * more))
	if limit := r.limits.Rows; limit > 0 && float64(rows) >= nearLimit*float64(limit) {
		r.why = "the limit of rows was reached"
		return false
	}
	if auto := r.limits.Strategy == sample.Auto || r.limits.Strategy == ""; auto && stuck {
		switch s.How.Strategy {
		case sample.Quick:
			r.strategy = sample.Accurate
		default:
			r.strategy = sample.Everything
		}
	} else if stuck && s.How.Strategy == sample.Blocks {
		r.why, r.strategy, r.rows = "no more blocks of an export are read", sample.Everything, max(rows, keptOfAll)
		return false
	} else if stuck {
		r.why = "more rows with strategy " + string(s.How.Strategy) + " did not narrow the interval"
		return false
	}
	if all, err := r.src.Plan(ctx, sample.Options{Strategy: sample.Everything, Prefix: r.limits.Prefix,
		Start: r.limits.Start, End: r.limits.End}); err == nil &&
		all.Rows > 0 && float64(r.rows) > whollyFrom*float64(all.Rows) &&
		(r.limits.Strategy == sample.Auto || r.limits.Strategy == "") {
		r.strategy = sample.Everything
	}
	if limit := r.limits.Rows; limit > 0 && r.strategy != sample.Everything {
		r.rows = min(r.rows, limit)
	}
	if r.strategy == sample.Everything {
		r.rows = max(rows, keptOfAll)
	}
	return true
}

// findLimit returns the time limit that ended ctx, if one did.
func findLimit(ctx context.Context) (why string, limited bool) {
	var limit sample.TimeLimit
	if errors.As(context.Cause(ctx), &limit) {
		return limit.Error(), true
	}
	return "", false
}

// costTime is the time to find out what reaching the target would cost.
const costTime = time.Second

// outcome describes how the read ended and, where the target was not reached, what reaching it would cost.
func (r *reading) outcome(ctx context.Context) *sample.Precision {
	out := &sample.Precision{Of: r.target.Of, Target: r.target.Share, Reached: r.reached, Half: r.half,
		HalfKnown: r.known, Why: r.why}
	if r.reached {
		return out
	}
	opts := r.limits
	opts.Strategy, opts.Rows, opts.Bytes, opts.Time = r.strategy, r.rows, 0, 0
	// What it would cost follows from what is known of the table: a server that is silent is not waited for.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), costTime)
	defer cancel()
	if plan, err := r.src.Plan(ctx, opts); err == nil {
		out.Cost = &sample.PrecisionCost{Strategy: plan.Strategy, Rows: plan.Rows, Bytes: plan.Bytes, Scan: plan.Scan,
			Time: plan.Time}
	}
	return out
}
