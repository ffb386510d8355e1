package audit

import (
	"slices"

	"tabletop/model/census"
	"tabletop/model/profile/estimate"
	"tabletop/model/qualifier"
	"tabletop/model/sample"
)

// totals returns the counts of all rows, of which the sample holds some; nil if they were not counted.
func (f *facts) totals() *census.Totals { return f.Profile.Whole.Totals }

// shareOfBytes returns the share of the bytes of the table that part returns of each row. counted returns the same of
// the counts of all rows, or false if these do not have it.
func (f *facts) shareOfBytes(part func(row int) float64, counted func(t *census.Totals) (bytes int64,
	ok bool)) estimate.Figure {
	if t := f.totals(); t != nil {
		if n, ok := counted(t); ok {
			return estimate.CountedShare(n, t.Bytes)
		}
	}
	return f.design.EstimateRatio(f.Sample,
		func(row int) (float64, float64) { return part(row), float64(f.Keys.Bytes[row]) }).Share(f.design)
}

// columns returns the columns of the table with their counts, if all were counted; else false.
func (f *facts) columns() ([]census.Column, bool) {
	if t := f.totals(); t != nil && !t.Cut {
		return t.Columns, true
	}
	return nil, false
}

// columnIDs returns the numbers of the columns in the sample.
func (f *facts) columnIDs() map[sample.Column]sample.ColumnID {
	ids := make(map[sample.Column]sample.ColumnID, len(f.Sample.Columns()))
	for id, c := range f.Sample.Columns() {
		ids[c] = sample.ColumnID(id)
	}
	return ids
}

// folds reports whether qualifiers of a family are data, so that those that no row of the sample has are taken for data
// too.
func (f *facts) folds(family string) bool {
	return slices.ContainsFunc(f.Folds, func(x qualifier.Fold) bool { return x.Family == family })
}

// rowsOver returns the share of rows of more than limit bytes.
func (f *facts) rowsOver(limit float64) estimate.Figure {
	totals := f.totals()
	if totals == nil || totals.Rows == 0 {
		return f.share(func(row int) bool { return float64(f.Keys.Bytes[row]) > limit })
	}
	index := slices.IndexFunc(totals.LargestRows, func(r census.LargeRow) bool { return float64(r.Bytes) <= limit })
	if index < 0 && int64(len(totals.LargestRows)) == totals.Rows {
		index = len(totals.LargestRows)
	}
	if index >= 0 {
		return estimate.CountedShare(int64(index), totals.Rows)
	}
	low, high := totals.RowBytes.Above(limit)
	a, b := estimate.CountedShare(low, totals.Rows).Value, estimate.CountedShare(high, totals.Rows).Value
	return estimate.Between(a, b)
}

// values returns the measure of how many values a segment has: in the table, if that was counted.
func (f *facts) values(name string, distinct int64, ofAll estimate.Figure) Measure {
	if ofAll.Value > 0 {
		return Measure{Name: name, Unit: Count, Figure: ofAll}
	}
	return Measure{Name: name, Unit: Count, Figure: seen(float64(distinct)), Read: f.sampled()}
}
