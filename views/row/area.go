package row

// areas is how the screen is shared out. The value stands below the cells or, in a wide window, beside them.
type areas struct {
	head   int // lines about the row
	cells  int // lines of the list, its titles included
	value  int // lines of the value, its title included; 0 hides it
	around int // lines of the rows around this one, at the bottom; 0 hides them
	beside bool
	left   int // width of the cells when the value is beside them
}

// beside is the width from which the value stands beside the cells.
const beside = 150

// divide shares w x h cells among head lines about the row, the list and the value.
func divide(w, h, head int) areas {
	a := areas{head: head, left: w}
	if h < 8 {
		a.head = min(head, 1)
	} else {
		a.head = min(head, h/3)
	}
	if h < 3 {
		a.head = 0
	}
	rest := max(h-a.head, 0)
	if w >= beside {
		a.beside, a.left = true, w*3/5
		a.cells, a.value = rest, rest
		return a
	}
	if rest >= 7 {
		a.value = max(rest/3, 3)
	}
	a.cells = rest - a.value
	return a
}

// The least heights of a value and of the rows around; the cells take what they need first.
const leastValue, leastAround = 9, 6

// withAround takes the lines that items cells do not need for the rows around.
func (a areas) withAround(items int) areas {
	cells, value := items+2, leastValue
	if a.beside {
		cells = max(cells, value)
		value = cells
		if a.around = a.cells - cells; a.around < leastAround {
			a.around = 0
			return a
		}
		a.cells, a.value = cells, value
		return a
	}
	if a.around = a.cells + a.value - cells - value; a.value == 0 || a.around < leastAround {
		a.around = 0
		return a
	}
	a.cells, a.value = cells, value
	return a
}

// inValue reports whether the cell x, y is in the value's part.
func (a areas) inValue(x, y int) bool {
	switch {
	case a.value == 0 || y < a.head || y >= a.bottom():
		return false
	case a.beside:
		return x > a.left
	}
	return y >= a.head+a.cells
}

// bottom is the line below the cells and the value.
func (a areas) bottom() int {
	if a.beside {
		return a.head + a.cells
	}
	return a.head + a.cells + a.value
}
