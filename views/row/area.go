package row

// areas is how the screen is shared out. The value stands below the cells or, in a wide window, beside them.
type areas struct {
	head   int // lines about the row
	cells  int // lines of the list, its titles included
	value  int // lines of the value, its title included; 0 hides it
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

// inValue says that the cell x, y is in the value's part.
func (a areas) inValue(x, y int) bool {
	switch {
	case a.value == 0 || y < a.head:
		return false
	case a.beside:
		return x > a.left
	}
	return y >= a.head+a.cells
}
