package columns

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"sort"

	"tabletop/model/analysis"
	"tabletop/model/figures"
	"tabletop/model/sample"
	"tabletop/views"
)

// subject is what a detail is of: a column, a family or the columns of a pattern.
type subject struct {
	family, qualifier string
	pattern           string // patternKey; empty for none
	column            bool   // else all of the family or pattern
}

// detail is what is looked up of the columns under the cursor. A profile does not hold it: there may be 100,000
// columns.
type detail struct {
	of       *analysis.Analysis
	subject  subject
	in       []bool        // by column of the sample: it is of the subject
	sizes    []figures.Bin // of its values, in bytes
	perRow   []figures.Bin // of the rows that have it, by number of cells
	ages     []figures.Bin // of its cells, in seconds before now; those in the future are left out
	future   int
	rows     []int32 // that have it, spread over the sample, at most maxExamples
	hasRows  int
	common   []common // values of a column, the most common first, at most maxCommon
	distinct int      // values that were distinguished
	looked   int      // cells whose values were counted
	others   bool     // there were more distinct values than are counted
	largest  []int    // cells by value size, largest first, at most maxCommon
	rowOf    []int32  // of largest
}

// common is a value and in how many cells it is. Values are distinguished by the bytes kept of them and by their size.
type common struct {
	bytes string
	size  int
	cells int
}

// maxExamples is how many rows are listed as examples of a column, maxCommon how many values, and maxDistinct how many
// distinct values are counted.
const maxExamples, maxCommon, maxDistinct = 200, 40, 20_000

// lookUp is the Work that finds out the detail of a subject; in are its columns.
func lookUp(of *analysis.Analysis, sub subject, in []bool, now int64) views.Request {
	return views.Work{Name: "columns/detail", Run: func(ctx context.Context) any {
		if d := newDetail(ctx, of, sub, in, now); d != nil {
			return d
		}
		return nil
	}}
}

// newDetail goes through all cells of the sample. now is in micros. It returns nil when ctx is canceled.
func newDetail(ctx context.Context, of *analysis.Analysis, sub subject, in []bool, now int64) *detail {
	detail := &detail{of: of, subject: sub, in: in}
	tally := tally{d: detail, now: now, values: map[string]int{}}
	for i := range of.Sample.Rows() {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil
		}
		tally.row(of.Sample, i)
	}
	detail.sizes, detail.ages, detail.perRow = bins(tally.sizes), bins(tally.ages), bins(tally.perRow)
	detail.hasRows = len(tally.rows)
	step := max(len(tally.rows)/maxExamples, 1)
	for i := 0; i < len(tally.rows) && len(detail.rows) < maxExamples; i += step {
		detail.rows = append(detail.rows, tally.rows[i])
	}
	tally.rank()
	return detail
}

// countedLargest returns the largest cells of all rows that are of the family; nil where rows were not counted, or for
// a pattern.
func (d *detail) countedLargest() []figures.LargeCell {
	p := d.of.Profile
	if p == nil || p.LargestOf == p.Scope || d.subject.pattern != "" {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.LargestCells),
		func(x figures.LargeCell) bool { return x.Family != d.subject.family })
}

// tally adds up the cells of a subject.
type tally struct {
	d                   *detail
	now                 int64
	sizes, ages, perRow []int64
	rows                []int32
	cells               []sized
	floor               int            // the least size of a cell that is among the largest
	values              map[string]int // by size and first bytes
	key                 []byte
}

// sized is a cell, its row and the size of its value.
type sized struct {
	cell, size int
	row        int32
}

func (t *tally) row(s *sample.Sample, i int) {
	from, to := s.Cells(i)
	count := int64(0)
	for j := from; j < to; j++ {
		cell := s.Cell(j)
		if !t.d.in[cell.Column] {
			continue
		}
		count++
		t.sizes = append(t.sizes, int64(cell.Size))
		if age := t.now - cell.Micros; age >= 0 {
			t.ages = append(t.ages, age/1e6)
		} else {
			t.d.future++
		}
		t.large(sized{j, cell.Size, int32(i)})
		if t.d.subject.column {
			t.value(cell)
		}
	}
	if count > 0 {
		t.rows, t.perRow = append(t.rows, int32(i)), append(t.perRow, count)
	}
}

// large keeps the largest cells: twice as many as are shown, so that they are seldom sorted.
func (t *tally) large(c sized) {
	if c.size < t.floor {
		return
	}
	if t.cells = append(t.cells, c); len(t.cells) == 2*maxCommon {
		t.sortCells()
	}
}

func (t *tally) sortCells() {
	slices.SortStableFunc(t.cells, func(a, b sized) int { return cmp.Compare(b.size, a.size) })
	if len(t.cells) > maxCommon {
		t.cells = t.cells[:maxCommon]
		t.floor = t.cells[maxCommon-1].size + 1
	}
}

func (t *tally) value(c sample.Cell) {
	t.d.looked++
	t.key = append(binary.BigEndian.AppendUint64(t.key[:0], uint64(c.Size)), c.Value...)
	n, known := t.values[string(t.key)]
	if !known && len(t.values) >= maxDistinct {
		t.d.others = true
		return
	}
	t.values[string(t.key)] = n + 1
}

// rank sorts what was counted.
func (t *tally) rank() {
	t.sortCells()
	for _, c := range t.cells {
		t.d.largest, t.d.rowOf = append(t.d.largest, c.cell), append(t.d.rowOf, c.row)
	}
	for key, n := range t.values {
		t.d.common = append(t.d.common, common{key[8:], int(binary.BigEndian.Uint64([]byte(key[:8]))), n})
	}
	slices.SortFunc(t.d.common, func(a, b common) int {
		return cmp.Or(cmp.Compare(b.cells, a.cells), cmp.Compare(a.bytes, b.bytes), cmp.Compare(a.size, b.size))
	})
	t.d.distinct = len(t.values)
	t.d.common = t.d.common[:min(len(t.d.common), maxCommon)]
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
func bins(values []int64) []figures.Bin {
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
	var out []figures.Bin
	for i := range barCount {
		from, to := edge(i), edge(i+1)-1
		if i == barCount-1 {
			to = most
		}
		if to >= from {
			out = append(out, figures.Bin{From: from, To: to})
		}
	}
	for _, v := range values {
		i := sort.Search(len(out), func(i int) bool { return out[i].To >= v })
		out[i].Count++
	}
	return out
}
