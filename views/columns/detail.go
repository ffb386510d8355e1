package columns

import (
	"context"
	"math"
	"slices"
	"sort"

	"tabletop/model/analysis"
	"tabletop/model/profile"
	"tabletop/model/sample"
	"tabletop/views"
)

// detail is what is looked up of one column when the cursor is on it. A profile does not hold it: there may be 100,000
// columns.
type detail struct {
	of      *analysis.Analysis
	column  sample.Column
	sizes   []profile.Bin // of its values, in bytes
	ages    []profile.Bin // of its cells, in seconds before now; those in the future are left out
	future  int
	rows    []int32 // that have it, spread over the sample, at most maxExamples
	hasRows int
}

// maxExamples is how many rows are listed as examples of a column.
const maxExamples = 200

// lookUp is the Work that finds out the detail of a column.
func lookUp(of *analysis.Analysis, c sample.Column, now int64) views.Request {
	return views.Work{Name: "columns/detail", Run: func(ctx context.Context) any {
		if d := detailOf(ctx, of, c, now); d != nil {
			return d
		}
		return nil
	}}
}

// detailOf goes through all cells of the sample. now is in micros. It returns nil when ctx is cancelled.
func detailOf(ctx context.Context, of *analysis.Analysis, c sample.Column, now int64) *detail {
	s, d := of.Sample, &detail{of: of, column: c}
	id, ok := columnID(s, c)
	if !ok {
		return d
	}
	var sizes, ages []int64
	var rows []int32
	for i := range s.Rows() {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil
		}
		from, to := s.Cells(i)
		has := false
		for j := from; j < to; j++ {
			cell := s.Cell(j)
			if cell.Column != id {
				continue
			}
			has = true
			sizes = append(sizes, int64(cell.Size))
			if age := now - cell.Micros; age >= 0 {
				ages = append(ages, age/1e6)
			} else {
				d.future++
			}
		}
		if has {
			rows = append(rows, int32(i))
		}
	}
	d.sizes, d.ages = bins(sizes), bins(ages)
	d.hasRows = len(rows)
	step := max(len(rows)/maxExamples, 1)
	for i := 0; i < len(rows) && len(d.rows) < maxExamples; i += step {
		d.rows = append(d.rows, rows[i])
	}
	return d
}

// columnID finds a column in the dictionary of a sample, which is sorted.
func columnID(s *sample.Sample, c sample.Column) (sample.ColumnID, bool) {
	all := s.Columns()
	i := sort.Search(len(all), func(i int) bool {
		return all[i].Family > c.Family || all[i].Family == c.Family && all[i].Qualifier >= c.Qualifier
	})
	return sample.ColumnID(i), i < len(all) && all[i] == c
}

// bins is a histogram whose bars grow with the numbers: from the smallest to the largest in at most barCount steps of
// equal ratio, or of equal width where the numbers are close together.
func bins(values []int64) []profile.Bin {
	if len(values) == 0 {
		return nil
	}
	least, most := slices.Min(values), slices.Max(values)
	const barCount = 24
	edge := func(i int) int64 {
		if most < 4*(least+1) || most-least < barCount {
			return least + int64(math.Ceil(float64(most-least+1)*float64(i)/barCount))
		}
		low := float64(least + 1)
		return int64(math.Ceil(low*math.Pow(float64(most+2)/low, float64(i)/barCount))) - 1
	}
	var out []profile.Bin
	for i := range barCount {
		from, to := edge(i), edge(i+1)-1
		if i == barCount-1 {
			to = most
		}
		if to >= from {
			out = append(out, profile.Bin{From: from, To: to})
		}
	}
	for _, v := range values {
		i := sort.Search(len(out), func(i int) bool { return out[i].To >= v })
		out[i].Count++
	}
	return out
}
