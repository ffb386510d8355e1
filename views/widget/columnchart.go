package widget

import (
	"math"
	"strings"
)

// ColumnChart is a histogram with axes: columns with a gap between them, the greatest value beside the top, labels
// below.
type ColumnChart struct {
	Values []float64
	Label  func(i int) string // of a value, below its column; escaped
	Top    string             // writes the greatest value
	Mark   int                // one more than the column to mark with ◆ on the axis; 0 for none
}

// widestColumn is the most cells of a column with its gap.
const widestColumn = 9

// Draw draws the chart in exactly h lines of at most w cells; of less than four lines, nothing but the labels is left
// out.
func (c ColumnChart) Draw(st *Styles, w, h int) []string {
	side := Width(c.Top) + 2
	room := w - side
	if len(c.Values) == 0 || room < 1 || h < 1 {
		return make([]string, max(h, 0))
	}
	values := Rebin(c.Values, room)
	step := min(max(room/len(values), 1), widestColumn)
	lines := c.columns(st, values, step, max(h-2, 1))
	for y := range lines {
		left := Spaces(side-1) + "│"
		if y == 0 {
			left = c.Top + " ┤"
		}
		lines[y] = st.Dim(left) + lines[y]
	}
	axis := []rune(strings.Repeat("─", step*len(values)))
	if at := (c.Mark - 1) * step; c.Mark > 0 && len(values) == len(c.Values) && at < len(axis) {
		axis[at] = '◆'
	}
	lines = append(lines, st.Dim(Spaces(side-1)+"└"+string(axis)),
		Spaces(side)+st.Dim(c.labels(len(values), step, room)))
	return Fill(lines, h)
}

// columns are the bars, step cells each with the gap, the top line first.
func (c ColumnChart) columns(st *Styles, values []float64, step, h int) []string {
	bar := step
	if step > 1 {
		bar--
	}
	var wide []float64
	for _, v := range values {
		for i := range step {
			if i >= bar {
				v = 0
			}
			wide = append(wide, v)
		}
	}
	return Histogram(st, wide, h)
}

// labels writes the labels of n columns, as many as fit; the last one ends no farther right than the room.
func (c ColumnChart) labels(n, step, room int) string {
	if c.Label == nil {
		return ""
	}
	last := c.Label(len(c.Values) - 1)
	lastAt := max(min((n-1)*step, room-Width(last)), 0)
	line, at := "", 0
	for i := range n - 1 {
		label := c.Label(i * len(c.Values) / n)
		if i*step < at || i*step+Width(label)+2 > lastAt {
			continue
		}
		line = Pad(line, i*step) + label
		at = Width(line) + 2
	}
	return Truncate(Pad(line, lastAt)+last, room)
}

// binCount is how many bins Bins makes of numbers that are close together, at most.
const binCount = 24

// Bins counts numbers that are not negative in bins from the smallest to the largest: of equal width where the largest
// is less than four times the smallest, else of equal ratio. from returns the least number of a bin.
func Bins(numbers []float64) (counts []float64, from func(i int) float64) {
	if len(numbers) == 0 {
		return nil, nil
	}
	least, most := math.Inf(1), 0.0
	for _, v := range numbers {
		least, most = min(least, v), max(most, v)
	}
	if most-least < 1 {
		return []float64{float64(len(numbers))}, func(int) float64 { return least }
	}
	count := int(min(math.Floor(most-least)+1, binCount))
	width, at := (most-least)/float64(count), func(v float64) float64 { return v - least }
	from = func(i int) float64 { return least + float64(i)*width }
	if most >= 4*max(least, 1) {
		width = math.Log(most+1-least) / float64(count)
		at = func(v float64) float64 { return math.Log(v + 1 - least) }
		from = func(i int) float64 { return math.Exp(float64(i)*width) - 1 + least }
	}
	counts = make([]float64, count)
	for _, v := range numbers {
		counts[min(int(at(v)/width), count-1)]++
	}
	return counts, from
}
