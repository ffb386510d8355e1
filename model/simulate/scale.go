package simulate

import (
	"context"
	"math"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/estimate"
	"tabletop/model/rekey"
)

// Scale returns the figures of the whole table where the sample is not all of it.
type Scale struct {
	// NoFigureReason states why they are unknown; empty when they are known.
	NoFigureReason string
	// PerRow is how many new rows there are to a row of the current table.
	PerRow estimate.Figure
	// Rows is the number of new rows; Value 0 when the number of current rows is unknown.
	Rows estimate.Figure
	// Table is the size of the current table in bytes, see estimate.Design.Bytes; Bytes, KeyBytes and Saves are parts
	// of it, in its unit.
	Table estimate.Figure
	// Cells and Bytes are those of all new rows; Value 0 where NoBytesReason states why.
	Cells, Bytes  estimate.Figure
	NoBytesReason string
	// KeyBytes are those of all new keys; Value 0 where Bytes is, or rows merge.
	KeyBytes estimate.Figure
	// KeyLength is the mean length of a new key in bytes; Value 0 where KeyBytes is.
	KeyLength estimate.Figure
	// BytesChange is by what part the bytes grow (negative: shrink) against the current layout, judged on the same
	// rows, so that it is surer than Bytes; Saves is the same in bytes, above 0 where they shrink. Both are absent
	// where NoBytesReason states why.
	BytesChange, Saves estimate.Figure
	// Sizes are quantiles of the bytes of rows, for each of SizeQuantiles; nil where NoSizesReason states why.
	Sizes         []estimate.Figure
	NoSizesReason string
}

// SizeQuantiles returns the quantiles of Scale.Sizes.
func SizeQuantiles() []float64 { return []float64{0.5, 0.95, 0.99} }

const (
	// scattered is why nothing is said of groups that a row sample sees in part only.
	scattered = "rows that would share a key are scattered over the current keys, so a sample of rows cannot show " +
		"how many merge"
	inPart = "rows that merge were read only in part, so the sizes seen are lower bounds"
	mixed  = "a sample of rows cannot show which cells of the whole table merge"
)

// Scale works out what the counts of r say of the whole table. It goes over all rows once; then it is known.
func (r *Result) Scale() *Scale {
	s := r.scale.get(func() Scale { return r.Tables[0].base.scale(r) })
	return &s
}

// Scales returns what layouts come to in the whole table, an empty template being the current layout; nil if all rows
// were read. The error is that of Run, or of a template that is none.
func Scales(ctx context.Context, b *Base, templates []string) ([]*Scale, error) {
	if b.Design.IsExact() {
		return nil, nil
	}
	out := make([]*Scale, len(templates))
	for i, text := range templates {
		var c *candidate.Candidate
		var err error
		if text != "" {
			if c, err = candidate.Parse(text); err != nil {
				return nil, err
			}
		}
		r, err := Run(ctx, b, c)
		if err != nil {
			return nil, err
		}
		out[i] = r.Scale()
	}
	return out, nil
}

func (b *Base) scale(r *Result) Scale {
	scale := Scale{PerRow: estimate.CountedIf(ratio(r.Rows, int64(b.Sample.Rows())), b.Design.IsExact())}
	counted := r.Counts()
	switch {
	case counted != nil:
		return counted.scale()
	case b.Design.IsExact():
		scale.Rows, scale.Cells, scale.Bytes, scale.KeyBytes = estimate.Counted(r.Rows), estimate.Counted(r.Cells),
			estimate.Counted(r.Bytes), estimate.Counted(r.KeyBytes)
		scale.KeyLength = estimate.Counted(ratio(r.KeyBytes, r.Rows))
		scale.against(b.Sample.Bytes())
		for _, p := range SizeQuantiles() {
			scale.Sizes = append(scale.Sizes, estimate.Counted(r.RowBytes.Quantile(p)))
		}
		return scale
	case !b.Design.HasIntervals():
		scale.NoFigureReason, scale.NoBytesReason, scale.NoSizesReason = b.Design.NoIntervalReason,
			b.Design.NoIntervalReason, b.Design.NoIntervalReason
		return scale
	}
	scale.rows(b, r)
	scale.bytes(b, r)
	scale.sizes(b, r)
	return scale
}

// against compares counted bytes with those of the current table.
func (s *Scale) against(current int64) {
	s.Table, s.BytesChange, s.Saves = s.Bytes, s.Bytes, s.Bytes // with their certainty
	set := func(f *estimate.Figure, v float64) { f.Value, f.Low, f.High = v, v, v }
	set(&s.Table, float64(current))
	set(&s.Saves, float64(current)-s.Bytes.Value)
	set(&s.BytesChange, 0)
	if current > 0 {
		set(&s.BytesChange, s.Bytes.Value/float64(current)-1)
	}
}

// rows returns how many there are.
func (s *Scale) rows(b *Base, r *Result) {
	if r.Candidate == nil {
		s.Rows = b.Design.Rows()
		return
	}
	per, reason := b.perRow(r.Tables)
	if s.NoFigureReason = reason; reason != "" {
		return
	}
	s.PerRow = per.Mean(b.Design)
	if all := b.Design.Rows(); all.Value > 0 {
		s.Rows = s.PerRow.Of(all)
	}
}

// bytes estimates cells and bytes. Where rows become one, more of them do in the whole table than in the sample: there
// are no more bytes than the sample's rows have on average, and no fewer than their cells have without any key.
func (s *Scale) bytes(b *Base, r *Result) {
	if s.Table = b.Design.Bytes(); s.Table.Value <= 0 {
		s.NoBytesReason = "the size of the table is unknown"
		return
	}
	merged := r.Collisions.MergedRows > 0
	if merged && (r.Collisions.OverwrittenCells > 0 || r.serializes()) {
		s.NoBytesReason = mixed
		return
	}
	rows := b.Sample.Rows()
	made, bytes, keys, cells := make([]float64, rows), make([]float64, rows), make([]float64, rows),
		make([]float64, rows)
	for _, table := range r.Tables {
		for i := range table.Len() {
			sources := table.Sources(i)
			count, size, key := float64(len(sources)), float64(table.BytesAt(i)), float64(len(table.Key(i)))
			var ofBytes, ofCells float64
			for _, row := range sources {
				ofBytes, ofCells = ofBytes+float64(b.Bytes[row]), ofCells+float64(b.CellsAt(int(row)))
			}
			for _, row := range sources {
				// Each source has a part by its own size: with equal parts, rows would be weighed by sizes that their
				// weights depend on.
				part := float64(b.Bytes[row]) / ofBytes
				bytes[row] += size * part
				keys[row] += key * part
				made[row] += 1 / count
				cells[row] += float64(table.CellsAt(i)) * float64(b.CellsAt(int(row))) / math.Max(1, ofCells)
			}
		}
	}
	s.Cells = b.total(cells)
	s.BytesChange = b.change(func(row int) float64 { return bytes[row] })
	if merged {
		ofCells := b.change(func(row int) float64 { return bytes[row] - keys[row] })
		s.BytesChange = b.mergedChange(r, s.BytesChange, ofCells)
	} else {
		s.KeyBytes = b.total(keys)
		s.KeyLength = b.Design.EstimateRatio(b.Sample, func(row int) (float64, float64) {
			return keys[row], made[row]
		}).Mean(b.Design)
	}
	s.Saves = estimate.Within(0, math.Inf(-1), math.Inf(1))
	if !s.BytesChange.Vague() {
		s.Saves = s.BytesChange.Minus().Of(s.Table)
	}
	if s.Bytes = s.Table; r.Candidate == nil {
		return
	}
	part := s.BytesChange
	part.Value, part.Low, part.High = 1+part.Value, 1+part.Low, 1+part.High
	s.Bytes = part.Of(s.Table)
}

// total estimates the sum over the table of numbers of rows: for each byte of the table if its size is known without an
// interval, else for each of its rows.
func (b *Base) total(of []float64) estimate.Figure {
	all, each := b.Design.Bytes(), func(row int) float64 { return float64(b.Bytes[row]) }
	if all.IsExact() || all.Interval() {
		all, each = b.Design.Rows(), func(int) float64 { return 1 }
	}
	return b.Design.EstimateRatio(b.Sample, func(row int) (float64, float64) {
		return of[row], each(row)
	}).Mean(b.Design).Of(all)
}

// change returns by what part the rows grow that come to so many bytes. The ratio of both sizes is taken of each row:
// what one row is larger than another cancels.
func (b *Base) change(bytes func(row int) float64) estimate.Figure {
	f := b.Design.EstimateRatio(b.Sample, func(row int) (float64, float64) {
		return bytes(row), float64(b.Bytes[row])
	}).Mean(b.Design)
	f.Value, f.Low, f.High = f.Value-1, f.Low-1, f.High-1
	return f
}

// mergedChange returns by what part the rows grow of which some become one, between what they come to with as few
// merged as in the sample, and without any key. The sample has too few that merge: what keys come to is taken of rows
// that were read with the one before them, or, where that does not tell, half of both.
func (b *Base) mergedChange(r *Result, most, least estimate.Figure) estimate.Figure {
	value := (most.Value + least.Value) / 2
	made, reason := b.beginnings(r.Tables, func(t *Table, i int) float64 { return float64(len(t.Key(i))) })
	if reason == "" {
		keys := b.Design.EstimateRatio(b.Sample, func(row int) (float64, float64) {
			if made[row] < 0 {
				return 0, 0
			}
			return made[row], float64(b.Bytes[row])
		})
		if keys.Z > 0 {
			value = least.Value + keys.Y/keys.Z
		}
	}
	most.Value, most.Low = min(max(value, least.Low), most.High), least.Low
	return most
}

// serializes reports whether cells become one.
func (r *Result) serializes() bool {
	return slices.ContainsFunc(r.Tables, func(t *Table) bool {
		return slices.ContainsFunc(t.of, func(of *rekey.Template) bool {
			return slices.ContainsFunc(of.Of.Rules, func(rule candidate.Rule) bool { return rule.Serialize != "" })
		})
	})
}

// sizes returns the quantiles of row sizes. A new row is as likely to be in the sample as the row that it is made of.
func (s *Scale) sizes(b *Base, r *Result) {
	switch {
	case r.Rows == 0:
		s.NoSizesReason = "no row is left"
		return
	case r.Collisions.MergedRows > 0:
		s.NoSizesReason = inPart
		return
	}
	made := make([][]int64, b.Sample.Rows())
	for _, t := range r.Tables {
		for i := range t.Len() {
			row := t.Sources(i)[0]
			made[row] = append(made[row], t.BytesAt(i))
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

// perRow estimates how many new rows of some tables there are to a row of the current table.
func (b *Base) perRow(tables []*Table) (estimate.Ratio, string) {
	made, reason := b.beginnings(tables, func(*Table, int) float64 { return 1 })
	if reason != "" {
		return estimate.Ratio{}, reason
	}
	return b.Design.EstimateRatio(b.Sample, func(row int) (float64, float64) {
		if made[row] < 0 {
			return 0, 0
		}
		return made[row], 1
	}), ""
}

// beginnings sums up, by the row that each new row of some tables begins with, a value of new rows. Rows that meet must
// be neighbors in the current table: then a new row begins where the key differs from that of the row before, and all
// rows that were read with the one before them show how often that is. Others have -1. reason is why none shows it.
func (b *Base) beginnings(tables []*Table, value func(t *Table, i int) float64) (made []float64, reason string) {
	made = make([]float64, b.Sample.Rows())
	first := make([]bool, len(made)) // of its run, where the row before is unknown
	for _, table := range tables {
		if table.Merged > 0 && b.Design.RowsAreConsecutive() {
			for _, run := range b.Sample.Runs() {
				first[run.First] = true
			}
		}
		for i := range table.Len() {
			sources := table.Sources(i)
			if int(sources[len(sources)-1]-sources[0]) != len(sources)-1 {
				return nil, scattered
			}
			made[sources[0]] += value(table, i)
		}
		if table.Merged > 0 && !b.Design.RowsAreConsecutive() {
			return nil, "rows were sampled individually, so how many share a key is unknown"
		}
	}
	for row, unknown := range first {
		if unknown {
			made[row] = -1
		}
	}
	return made, ""
}
