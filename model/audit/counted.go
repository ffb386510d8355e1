package audit

import (
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/qualifier"
)

// shareOfCells returns the share of the bytes of the table that so many bytes of each cell of a column come to. The
// columns are those of Profile.AllColumns.
func (f *facts) shareOfCells(bytes func(column int, c *figures.Column) int64) estimate.Figure {
	all, exact := f.allColumns()
	part, each := int64(0), make([]float64, len(all))
	for i := range all {
		n := bytes(i, &all[i])
		part, each[i] = part+n*int64(all[i].FoundCells.Value), float64(n)
	}
	if exact {
		return estimate.CountedShare(part, int64(f.Profile.FoundBytes.Value))
	}
	return f.design.EstimateRatio(f.Sample, func(row int) (float64, float64) {
		sum := 0.0
		for from, to := f.Sample.Cells(row); from < to; from++ {
			sum += each[f.Sample.CellColumn(from)]
		}
		return sum, float64(f.Keys.Bytes[row])
	}).Share(f.design)
}

// allColumns returns the columns that are known of the table, and whether there are no others and their figures are
// exact.
func (f *facts) allColumns() (all []figures.Column, exact bool) {
	return f.Profile.AllColumns(), f.Profile.FoundRows.IsExact() && !f.Profile.MoreColumns
}

// folds reports whether qualifiers of a family are data, so that those that no row of the sample has are taken for data
// too.
func (f *facts) folds(family string) bool {
	return slices.ContainsFunc(f.Folds, func(x qualifier.Fold) bool { return x.Family == family })
}

// distinct returns the measure of how many values of a segment were found.
func (f *facts) distinct(name string, of *figures.Segment) Measure {
	found := estimate.Seen(float64(of.Distinct))
	if of.Found.IsExact() {
		found = of.AllDistinct
	}
	return f.found(name, found)
}

// found returns the measure of a number of things that were found: in the rows read, unless the figure is surer.
func (f *facts) found(name string, number estimate.Figure) Measure {
	if number.Certainty == estimate.AtLeast {
		return Measure{Name: name, Unit: Count, Figure: seen(number.Value), Read: f.sampled()}
	}
	return Measure{Name: name, Unit: Count, Figure: number}
}
