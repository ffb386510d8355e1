package keys

// areas is how many lines each part of the screen gets.
type areas struct {
	verdict int // the line of the verdict above all others
	kinds   int // the list of record kinds, its line of titles included; 0 hides it
	keys    int
	detail  int // the key under the cursor as it is, with braces
	layout  int // the template, and the syntax error in it
	width   int // of all of them, where the layout stands beside them
	rules   int // thin lines: 1 below the kinds, 1 above the detail or layout
}

// divide shares h lines. The keys come first; the others give way as the window gets lower. kinds is the number of
// lines the list of kinds wants; focus states that the cursor is in it; editing, that a template is being typed, which
// needs a line for the syntax error. Of no kinds there is no list.
func divide(h, kinds int, focus, editing bool) areas {
	split := areas{layout: 1}
	if editing {
		split.layout = 2
	}
	left := h - split.layout
	if left < 1 {
		if editing {
			return areas{layout: max(h, 0)}
		}
		return areas{keys: max(h, 0)}
	}
	if left >= 5 {
		split.rules++
		left--
	}
	if left >= 11 {
		split.detail = 2
		left -= 2
	}
	switch want := kinds + 1; {
	case kinds == 0 && left >= 8:
		split.rules++
		left--
	case left >= 8:
		share := left / 3
		if focus {
			share = left / 2
		}
		split.kinds = min(want, max(share, 3))
		split.rules++
		left--
	case focus && left >= 3:
		split.kinds = min(want, left-1)
	}
	split.keys = left - split.kinds
	return split
}
