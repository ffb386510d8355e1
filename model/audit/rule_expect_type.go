package audit

import (
	"tabletop/model/estimate"
	"tabletop/model/sample"
	"tabletop/model/value"
)

// expectTypeRule is the rule expect-type.
func expectTypeRule() Rule {
	return Rule{
		ID: "expect-type", Guidelines: []string{"G02"}, Title: "Values are not of the expected type",
		Why:   "Bigtable stores bytes and checks no type: a reader fails on such a value, or reads another number.",
		needs: anyRow, check: expectType, about: []Harm{Correctness},
	}
}

// mostMisfits is the share of values of another type from which it is an error. It is our own choice.
const mostMisfits = 0.01

// expectType finds values that are not of the expected type. Empty ones fit every type.
func expectType(f *facts) []Finding {
	var out []Finding
	for _, expected := range f.expected.Columns {
		if expected.Type == "" || expected.Use == Forbidden {
			continue
		}
		of, _ := f.columnsOf(expected.matcher())
		if len(of) == 0 {
			continue
		}
		share, misfits := f.misfits(of, expected.Type)
		if share.Value == 0 {
			continue
		}
		found := Finding{Severity: f.seenShare(share, mostMisfits), Subject: expected.subject(),
			Measures: []Measure{{Name: "values that are not " + string(expected.Type), Unit: Share, Figure: share}},
			Fix:      Fix{Text: "Correct what writes these values" + orExpect}}
		f.show(&found, func(row int) bool { return misfits[row] })
		out = append(out, found)
	}
	return out
}

// misfits returns the share of the values of columns that are not of a type, and the rows that have such a value.
func (f *facts) misfits(of map[sample.ColumnID]bool, want value.Codec) (share estimate.Figure, rows map[int]bool) {
	rows = map[int]bool{}
	share = f.design.EstimateRatio(f.Sample, func(row int) (float64, float64) {
		bad, all := 0, 0
		for from, to := f.Sample.Cells(row); from < to; from++ {
			if !of[f.Sample.CellColumn(from)] {
				continue
			}
			cell := f.Sample.Cell(from)
			if all++; cell.Size > 0 && !value.Fits(want, cell) {
				bad++
			}
		}
		if bad > 0 {
			rows[row] = true
		}
		return float64(bad), float64(all)
	}).Share(f.design)
	return share, rows
}
