package widget

import (
	"math"
	"strings"
)

// ChangeAxis is an axis of w cells for a change with its interval, low to high: no change stands in the middle as ┊,
// and top, which many changes share, at both ends. An exact change, or an interval of less than two cells, is a ●; what
// lies past an end is an arrow there.
func ChangeAxis(st *Styles, token Token, value, low, high, top float64, w int) string {
	if w < 5 || !(top > 0) || math.IsNaN(value) {
		return Spaces(max(w, 0))
	}
	middle := (w - 1) / 2
	at := func(change float64) int {
		return max(-1, min(middle+int(math.Round(change/top*float64(middle))), 2*middle+1))
	}
	cells := []rune(strings.Repeat(" ", w))
	cells[middle] = '┊'
	put := func(cell int, mark rune) {
		switch {
		case cell < 0:
			cells[0] = '◂'
		case cell > 2*middle:
			cells[2*middle] = '▸'
		default:
			cells[cell] = mark
		}
	}
	from, to := at(low), at(high)
	if to-from < 2 {
		put(at(value), '●')
	} else {
		for cell := max(from, 0); cell <= min(to, 2*middle); cell++ {
			cells[cell] = '─'
		}
		put(at(value), '┼')
		put(from, '├')
		put(to, '┤')
	}
	return st.Text(token, string(cells))
}
