package widget

import (
	"math"
	"strings"
)

// Minimap draws in w cells where a part from one value to another is in a whole that goes from 0 to all.
func Minimap(st *Styles, from, to, all float64, w int) string {
	first := max(0, min(int(from/all*float64(w)), w-1))
	last := max(first+1, min(int(math.Ceil(to/all*float64(w))), w))
	return st.Dim(strings.Repeat("·", first)) + st.Accent(strings.Repeat("▬", last-first)) +
		st.Dim(strings.Repeat("·", w-last))
}
