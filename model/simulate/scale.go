package simulate

import (
	"tabletop/model/profile/estimate"
)

// Scale tells the figures of the whole table where the sample is not all of it.
type Scale struct {
	// Untold says why they cannot be told; empty when they can.
	Untold string
	// PerRow is how many new rows there are to a row of today.
	PerRow estimate.Figure
	// Rows is the number of new rows; Value 0 when the number of today's is not known.
	Rows estimate.Figure
}

// scattered is why nothing is said of groups that a row sample sees in part only.
const scattered = "rows that would share a key are scattered over today's keys, so how many meet cannot be told from a sample of rows"

// scale works out what the counts of r say of the whole table.
func (b *Base) scale(r *Result) Scale {
	s := Scale{PerRow: estimate.Figure{Value: ratio(r.Rows, int64(b.Sample.Rows())), Exact: b.Draw.Exact()}}
	s.PerRow.Low, s.PerRow.High = s.PerRow.Value, s.PerRow.Value
	switch {
	case b.Draw.Exact():
		s.Rows = estimate.Figure{Value: float64(r.Rows), Low: float64(r.Rows), High: float64(r.Rows), Exact: true}
		return s
	case !b.Draw.Intervals():
		s.Untold = b.Draw.Untold
		return s
	case r.Candidate == nil:
		s.Rows = b.Draw.Rows()
		return s
	}
	var per estimate.Ratio
	for _, t := range r.Tables {
		one, untold := t.perRow()
		if untold != "" {
			s.Untold = untold
			return s
		}
		if per.M == 0 {
			per = one
		} else { // of the same clusters
			per.Y, per.YY, per.YZ = per.Y+one.Y, per.YY+one.YY, per.YZ+one.YZ
		}
	}
	s.PerRow = per.Mean(b.Draw)
	if all := b.Draw.Rows(); all.Value > 0 {
		s.Rows = estimate.Figure{Value: all.Value * s.PerRow.Value, Low: all.Low * s.PerRow.Low, High: all.High * s.PerRow.High}
	}
	return s
}

func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// perRow estimates how many new rows there are to a row of today. Rows that meet must be neighbours today: then a new
// row begins where the key differs from that of the row before, and all rows that were read with the one before them
// tell how often that is.
func (t *Table) perRow() (estimate.Ratio, string) {
	b := t.base
	rows := b.Sample.Rows()
	if t.Collisions.MergedRows == 0 {
		made := make([]float64, rows)
		for i := range t.Len() {
			made[t.Sources(i)[0]]++
		}
		return b.Draw.RatioOf(b.Sample, func(row int) (float64, float64) { return made[row], 1 }), ""
	}
	begins := make([]float64, rows)
	for i := range t.Len() {
		sources := t.Sources(i)
		if int(sources[len(sources)-1]-sources[0]) != len(sources)-1 {
			return estimate.Ratio{}, scattered
		}
		begins[sources[0]]++
	}
	if !b.Draw.Neighbours() {
		return estimate.Ratio{}, "rows were left out by chance, so how many meet under one key cannot be told"
	}
	first := make([]bool, rows)
	for _, run := range b.Sample.Runs() {
		first[run.First] = true
	}
	return b.Draw.RatioOf(b.Sample, func(row int) (float64, float64) {
		if first[row] {
			return 0, 0
		}
		return begins[row], 1
	}), ""
}
