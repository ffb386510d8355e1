package row

import "tabletop/views/widget"

// rect is a part of the screen, in cells.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// areas is how the screen is shared out: the row at the top, then its cells, the value under the cursor below or, in a wide
// window, beside them, and at the bottom the rows around and what takes the bytes of the row. A part without lines is hidden.
type areas struct {
	boxed                       bool
	head                        int // lines about the row, its frame included
	cells, value, around, bytes rect
}

// beside is the width from which parts stand beside each other.
const beside = 150

// The least heights of a value and of the parts at the bottom, frames included; the cells take what they need first.
const leastValue, leastBelow = 5, 8

// needs are the lines that parts would fill, without their frames and titles.
type needs struct{ head, cells, value int }

// divide shares w x h cells among the parts.
func divide(w, h int, n needs) areas {
	if widget.Boxed(w, h) {
		return divideBoxed(w, h, n)
	}
	a := areas{head: min(n.head, h/3)}
	if h < 8 {
		a.head = min(n.head, 1)
	}
	if h < 3 {
		a.head = 0
	}
	rest := max(h-a.head, 0)
	value := 0
	if rest >= 7 {
		value = max(rest/3, 3)
	}
	cells := rest - value
	if below := rest - (n.cells + 1) - leastValue; value > 0 && below >= leastBelow {
		cells, value = n.cells+1, leastValue
		a.around = rect{0, h - below, w, below}
	}
	a.cells = rect{0, a.head, w, cells}
	a.value = rect{0, a.head + cells, w, value}
	return a
}

// divideBoxed shares w x h cells among boxes.
func divideBoxed(w, h int, n needs) areas {
	const frame, title = 2, 1
	a := areas{boxed: true, head: min(n.head, h/3) + frame}
	rest := h - a.head
	cells := n.cells + title + frame
	value := max(min(n.value+frame, rest/2), leastValue)
	if w >= beside {
		left := w * 3 / 5
		upper := max(cells, value, leastBelow)
		if rest-upper < leastBelow {
			upper = rest
		}
		a.cells, a.value = rect{0, a.head, left, upper}, rect{left, a.head, w - left, upper}
		if below := rest - upper; below > 0 {
			a.around, a.bytes = rect{0, h - below, left, below}, rect{left, h - below, w - left, below}
		}
		return a
	}
	below := rest - cells - value
	if below < leastBelow {
		value = max(min(value, rest-cells), min(max(rest/3, leastValue), rest))
		below = 0
	}
	a.cells = rect{0, a.head, w, rest - value - below}
	a.value = rect{0, a.head + a.cells.h, w, value}
	if below > 0 {
		left := w * 3 / 5
		a.around, a.bytes = rect{0, h - below, left, below}, rect{left, h - below, w - left, below}
	}
	return a
}
