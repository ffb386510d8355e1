package columns

// areas is how the screen is shared out between the list and the detail, which stands below it or, in a wide window,
// beside it.
type areas struct {
	list       int // lines, with the titles
	detail     int // lines; 0 hides it
	beside     bool
	left       int // width of the list
	bottom     int // lines for letters being typed
	examplesAt int // line of the screen at which the example rows begin; set by Draw
	// the detail is several panes below the list, the example rows in one of them from cell examplesX on
	panes     bool
	examplesX int
}

// leastPanes and leastPanesWidth are the size from which the detail is panes.
const leastPanes, leastPanesWidth = 26, 120

// beside is the width from which the detail stands beside the list.
const beside = 160

// divide shares w by h cells; the list has n lines.
func divide(w, h, n int, typing bool) areas {
	split := areas{left: w}
	if typing && h > 1 {
		split.bottom = 1
	}
	rest := max(h-split.bottom, 0)
	if w >= leastPanesWidth && h >= leastPanes {
		split.panes = true
		split.list = min(n+headLines+1, max(rest*2/5, 10))
		split.detail = rest - split.list
		return split
	}
	if w >= beside {
		split.beside, split.left = true, w*3/5
		split.list, split.detail = rest, rest
		return split
	}
	if rest >= 14 {
		// What the list leaves free is the detail's, which lists example rows.
		split.detail = max(min(max(rest*2/5, 7), 12), rest-n-headLines-1)
	}
	split.list = rest - split.detail
	return split
}

// inDetail reports whether the cell x, y is in the detail.
func (a areas) inDetail(x, y int) bool {
	switch {
	case a.panes:
		return y >= a.list && x >= a.examplesX
	case a.beside:
		return x > a.left
	}
	return a.detail > 0 && y >= a.list
}
