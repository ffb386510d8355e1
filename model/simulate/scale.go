package simulate

import (
	"tabletop/model/profile/estimate"
)

// Scale returns the figures of the whole table where the sample is not all of it.
type Scale struct {
	// Untold states why they are unknown; empty when they are known.
	Untold string
	// PerRow is how many new rows there are to a row of the current table.
	PerRow estimate.Figure
	// Rows is the number of new rows; Value 0 when the number of current rows is unknown.
	Rows estimate.Figure
	// Bytes are those of all new rows, by their mean over the current rows; Value 0 when Rows is, or BytesUntold states why.
	Bytes       estimate.Figure
	BytesUntold string
	// BytesChange is by what part the bytes grow (negative: shrink) against the current layout, judged on the same rows, so
	// that it is far surer than Bytes. It has no interval where BytesUntold states why, or where rows merge.
	BytesChange estimate.Figure
	// Sizes are quantiles of the bytes of rows, for each of SizeQuantiles; nil where SizesUntold states why.
	Sizes       []estimate.Figure
	SizesUntold string
}

// SizeQuantiles are those that Scale tells.
func SizeQuantiles() []float64 { return []float64{0.5, 0.95, 0.99} }

const (
	// scattered is why nothing is said of groups that a row sample sees in part only.
	scattered = "rows that would share a key are scattered over the current keys, so a sample of rows cannot show how many merge"
	inPart    = "rows that merge were read only in part, so the sizes seen are lower bounds"
	mixed     = "a sample of rows cannot show which cells of the whole table merge"
)

// Scale works out what the counts of r say of the whole table. It goes over all rows once; then it is known.
func (r *Result) Scale() *Scale {
	s := r.scale.get(func() Scale { return r.Tables[0].base.scale(r) })
	return &s
}

func (b *Base) scale(r *Result) Scale {
	s := Scale{PerRow: estimate.Figure{Value: ratio(r.Rows, int64(b.Sample.Rows())), Exact: b.Design.IsExact()}}
	s.PerRow.Low, s.PerRow.High = s.PerRow.Value, s.PerRow.Value
	switch {
	case r.Whole != nil:
		return r.Whole.scale()
	case b.Design.IsExact():
		s.Rows, s.Bytes = counted(float64(r.Rows)), counted(float64(r.Bytes))
		s.BytesChange = counted(ratio(r.Bytes, b.Sample.Bytes()) - 1)
		for _, p := range SizeQuantiles() {
			s.Sizes = append(s.Sizes, counted(float64(r.RowBytes.Quantile(p))))
		}
		return s
	case !b.Design.HasIntervals():
		s.Untold, s.BytesUntold, s.SizesUntold = b.Design.NoIntervalReason, b.Design.NoIntervalReason, b.Design.NoIntervalReason
		return s
	}
	s.rows(b, r)
	s.bytes(b, r)
	s.sizes(b, r)
	return s
}

func counted(v float64) estimate.Figure {
	return estimate.Figure{Value: v, Low: v, High: v, Exact: true}
}

// times is a figure of each row of the table over all its rows.
func times(all, each estimate.Figure) estimate.Figure {
	return estimate.Figure{Value: all.Value * each.Value, Low: all.Low * each.Low, High: all.High * each.High}
}

// rows returns how many there are.
func (s *Scale) rows(b *Base, r *Result) {
	if r.Candidate == nil {
		s.Rows = b.Design.Rows()
		return
	}
	per, untold := b.perRow(r.Tables)
	if s.Untold = untold; untold != "" {
		return
	}
	s.PerRow = per.Mean(b.Design)
	if all := b.Design.Rows(); all.Value > 0 {
		s.Rows = times(all, s.PerRow)
	}
}

// bytes returns how many there are. Where rows become one, more of them do in the whole table than in the sample: there are
// no more bytes than the sample's rows have on average, and no fewer than their cells have without any key.
func (s *Scale) bytes(b *Base, r *Result) {
	all := b.Design.Rows()
	if all.Value <= 0 {
		s.BytesUntold = "the number of rows of the table is unknown"
		return
	}
	merged := r.Collisions.MergedRows > 0
	if merged && (r.Collisions.OverwrittenCells > 0 || r.serializes()) {
		s.BytesUntold = mixed
		return
	}
	with, without := make([]float64, b.Sample.Rows()), make([]float64, b.Sample.Rows())
	for _, t := range r.Tables {
		for i := range t.Len() {
			sources := t.Sources(i)
			n, key := float64(len(sources)), float64(len(t.Key(i)))
			size := float64(t.BytesOf(i))
			for _, row := range sources {
				with[row] += size / n
				without[row] += (size - key) / n
			}
		}
	}
	mean := func(of []float64) estimate.Figure {
		return b.Design.RatioOf(b.Sample, func(row int) (float64, float64) { return of[row], 1 }).Mean(b.Design)
	}
	s.Bytes = times(all, mean(with))
	if !merged {
		s.BytesChange = b.change(with)
	}
	if merged {
		s.Bytes.Low = times(all, mean(without)).Low
	}
}

// change returns by what part the rows grow that come to so many bytes. The ratio of both sizes is taken of each row: what
// one row is larger than another cancels.
func (b *Base) change(bytes []float64) estimate.Figure {
	f := b.Design.RatioOf(b.Sample, func(row int) (float64, float64) { return bytes[row], float64(b.Bytes[row]) }).Mean(b.Design)
	return estimate.Figure{Value: f.Value - 1, Low: f.Low - 1, High: f.High - 1}
}

// serializes reports whether cells become one.
func (r *Result) serializes() bool {
	for _, t := range r.Tables {
		if t.bound == nil {
			continue
		}
		for _, rule := range t.bound.rules {
			if rule.Serialize != "" {
				return true
			}
		}
	}
	return false
}

// sizes returns the quantiles of row sizes. A new row is as likely to be in the sample as the row that it is made of.
func (s *Scale) sizes(b *Base, r *Result) {
	switch {
	case r.Rows == 0:
		s.SizesUntold = "no row is left"
		return
	case r.Collisions.MergedRows > 0:
		s.SizesUntold = inPart
		return
	}
	made := make([][]int64, b.Sample.Rows())
	for _, t := range r.Tables {
		for i := range t.Len() {
			row := t.Sources(i)[0]
			made[row] = append(made[row], t.BytesOf(i))
		}
	}
	series := b.Design.NewSeries(b.Sample.Rows())
	for row, sizes := range made {
		for _, n := range sizes {
			series.Add(row, n)
		}
	}
	s.Sizes = series.Quantiles(SizeQuantiles()...)
}

func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// perRow estimates how many new rows of some tables there are to a row of the current table. Rows that meet must be
// neighbors in the current table: then a new row begins where the key differs from that of the row before, and all rows
// that were read with the one before them tell how often that is.
func (b *Base) perRow(tables []*Table) (estimate.Ratio, string) {
	made := make([]float64, b.Sample.Rows())
	first := make([]bool, len(made)) // of its run, where the row before is unknown
	for _, t := range tables {
		if t.Collisions.MergedRows > 0 && b.Design.RowsAreConsecutive() {
			for _, run := range b.Sample.Runs() {
				first[run.First] = true
			}
		}
		for i := range t.Len() {
			sources := t.Sources(i)
			if int(sources[len(sources)-1]-sources[0]) != len(sources)-1 {
				return estimate.Ratio{}, scattered
			}
			made[sources[0]]++
		}
		if t.Collisions.MergedRows > 0 && !b.Design.RowsAreConsecutive() {
			return estimate.Ratio{}, "rows were sampled individually, so how many share a key is unknown"
		}
	}
	return b.Design.RatioOf(b.Sample, func(row int) (float64, float64) {
		if first[row] {
			return 0, 0
		}
		return made[row], 1
	}), ""
}
