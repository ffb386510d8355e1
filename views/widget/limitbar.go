package widget

import (
	"math"
	"strings"
)

// LimitBar is a bar of w cells for a figure beside its limit, which stands as ┊: what is past the limit is in the color
// of a warning. The interval from low to high is drawn as a whisker if it is wider than a cell.
func LimitBar(st *Styles, value, low, high, limit float64, w int) string {
	top := max(finite(value), finite(high), limit)
	if !(top > 0) || w < 4 {
		return Spaces(max(w, 0))
	}
	top *= 1.1 // the limit and the end of the whisker do not touch the edge
	at := func(v float64) int { return max(0, min(int(math.Round(finite(v)/top*float64(w))), w-1)) }
	cells := []rune(strings.Repeat("·", w))
	for i := range at(value) {
		cells[i] = '▄'
	}
	if value > 0 && at(value) == 0 {
		cells[0] = '▖'
	}
	if from, to := at(low), at(high); to-from > 1 {
		for i := from; i <= to; i++ {
			cells[i] = '─'
		}
		cells[from], cells[to], cells[at(value)] = '├', '┤', '┼'
	}
	mark := w
	if limit > 0 {
		mark = at(limit)
		cells[mark] = '┊'
	}
	var b strings.Builder
	for i, cell := range cells {
		token := Bar
		switch {
		case cell == '·':
			token = Track
		case i == mark:
			token = Strong
		case i > mark:
			token = Warning
		}
		b.WriteString(st.Text(token, string(cell)))
	}
	return b.String()
}
