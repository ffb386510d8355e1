package retention

import (
	"context"

	"tabletop/model/estimate"
)

// LargeRow is the row size in bytes above which guideline G18 warns: 100 MB.
const LargeRow = 100_000_000

// Sizes holds the sizes of rows before and after garbage collection. A row left without cells is not in After.
type Sizes struct {
	Before, After Spread
}

// Spread summarizes row sizes in bytes, keys included.
type Spread struct {
	Rows     int64
	Mean     estimate.Figure
	P50, P95 estimate.Figure
	Max      int64
	Large    int64 // rows over LargeRow
}

// Sizes returns the sizes of rows before and after garbage collection by rules. The error is ctx's.
func (e *Evaluator) Sizes(ctx context.Context, rules Rules) (Sizes, error) {
	ready := e.ready(rules)
	before, after := newSizeSeries(e), newSizeSeries(e)
	for i := range e.s.Rows() {
		if i%1024 == 0 && ctx.Err() != nil {
			return Sizes{}, ctx.Err()
		}
		stored, gone := e.amounts(i, ready)
		key := int64(len(e.s.Key(i)))
		before.add(i, key+stored.Bytes)
		if gone.Cells < stored.Cells {
			after.add(i, key+stored.Bytes-gone.Bytes)
		}
	}
	return Sizes{before.spread(), after.spread()}, nil
}

type sizeSeries struct {
	*estimate.Series
	large int64
}

func newSizeSeries(j *Evaluator) *sizeSeries {
	return &sizeSeries{Series: j.design.NewSeries(j.s.Rows())}
}

func (s *sizeSeries) add(i int, bytes int64) {
	s.Add(i, bytes)
	if bytes > LargeRow {
		s.large++
	}
}

func (s *sizeSeries) spread() Spread {
	q := s.Quantiles(0.5, 0.95)
	return Spread{Rows: s.N, Mean: s.Mean(), P50: q[0], P95: q[1], Max: s.Max, Large: s.large}
}
