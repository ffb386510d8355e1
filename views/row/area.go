package row

import "tabletop/views/widget"

// rect is a part of the screen, in cells.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// areas is how the screen is shared out: the row at the top, then its cells, the value under the cursor below or, in a
// wide window, beside them, and at the bottom the rows around and what takes the bytes of the row. A part without lines
// is hidden.
type areas struct {
	boxed                       bool
	head                        int // lines about the row, its frame included
	cells, value, around, bytes rect
	forms, column, sizes        rect // below a value that stands beside the cells
}

// beside is the width from which parts stand beside each other.
const beside = 150

// The least heights of a value, of the parts at the bottom, and of the chart of sizes, frames included; the cells take
// what they need first.
const leastValue, leastBelow, leastSizes = 5, 8, 9

// The lines of the frame of a box, and of the titles of a list.
const boxFrame, titles = 2, 1

// needs are the lines that parts would fill, without their frames and titles; columns are those of the row.
type needs struct{ head, cells, value, forms, column, columns int }

// divide shares w x h cells among the parts.
func divide(w, h int, n needs) areas {
	if widget.Boxed(w, h) {
		return divideBoxed(w, h, n)
	}
	split := areas{head: min(n.head, h/3)}
	if h < 8 {
		split.head = min(n.head, 1)
	}
	if h < 3 {
		split.head = 0
	}
	rest := max(h-split.head, 0)
	value := 0
	if rest >= 7 {
		value = max(min(rest/3, n.value+1), 3)
	}
	cells := rest - value
	if below := rest - (n.cells + 1) - leastValue; value > 0 && below >= leastBelow {
		cells, value = n.cells+1, leastValue
		split.around = rect{0, h - below, w, below}
	}
	split.cells = rect{0, split.head, w, cells}
	split.value = rect{0, split.head + cells, w, value}
	return split
}

// divideBoxed shares w x h cells among boxes.
func divideBoxed(w, h int, n needs) areas {
	split := areas{boxed: true, head: min(n.head, h/3) + boxFrame}
	if w >= beside {
		return divideBeside(w, h, n, split)
	}
	rest := h - split.head
	cells := n.cells + titles + boxFrame
	value := max(min(n.value+boxFrame, rest/2), leastValue)
	below := rest - cells - value
	if below < leastBelow {
		value = max(min(value, rest-cells), min(max(min(rest/3, n.value+boxFrame), leastValue), rest))
		below = 0
	}
	split.cells = rect{0, split.head, w, rest - value - below}
	split.value = rect{0, split.head + split.cells.h, w, value}
	if below > 0 {
		left := w * 3 / 5
		split.around, split.bytes = rect{0, h - below, left, below}, rect{left, h - below, w - left, below}
	}
	return split
}

// divideBeside shares what is below the head among boxes: the cells and the rows around on the left, all else on the
// right.
func divideBeside(w, h int, n needs, a areas) areas {
	left, rest := w*3/5, h-a.head
	cells := max(n.cells+titles+boxFrame, leastBelow)
	if rest-cells < leastBelow {
		cells = rest
	}
	a.cells = rect{0, a.head, left, cells}
	if cells < rest {
		a.around = rect{0, a.head + cells, left, rest - cells}
	}
	line := a.head
	take := func(lines int) rect {
		r := rect{left, line, w - left, lines}
		line += lines
		return r
	}
	others := n.forms + n.column + 2*boxFrame + leastBelow
	a.value = take(min(max(min(n.value+boxFrame, rest-others), leastValue), rest))
	if n.forms > 0 && h-line >= n.forms+boxFrame+leastBelow {
		a.forms = take(n.forms + boxFrame)
	}
	if n.column > 0 && h-line >= n.column+boxFrame+leastBelow {
		a.column = take(n.column + boxFrame)
	}
	switch below := h - line; {
	case below < leastBelow:
		a.value.h += below
		for _, r := range []*rect{&a.forms, &a.column} {
			r.y += below
		}
	case below < n.columns+titles+boxFrame+leastSizes:
		a.bytes = take(below)
	default:
		a.bytes = take(n.columns + titles + boxFrame)
		a.sizes = take(h - line)
	}
	return a
}
