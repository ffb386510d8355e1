package widget

import "strings"

// ChangeBar is a bar of w cells for a change beside something: to the left of the middle what is better, to the right
// what is worse, of a magnitude of 0 to 1. Nothing is drawn for a tie (side 0), which so differs from a small change.
func ChangeBar(st *Styles, side int, magnitude float64, w int) string {
	half := (w - 1) / 2
	if half < 1 || side == 0 {
		return Spaces(w)
	}
	full, part := halves(max(magnitude, 1e-9), half)
	bar := strings.Repeat("▄", full)
	if side > 0 {
		bar += strings.Repeat("▖", part)
		return Spaces(half) + st.Dim("│") + st.Text(Warning, bar) + Spaces(w-half-1-full-part)
	}
	bar = strings.Repeat("▗", part) + bar
	return Spaces(half-full-part) + st.Text(Good, bar) + st.Dim("│") + Spaces(w-half-1)
}

// Hints writes keys and what they do, for the right of a title: "c new  d drop". Pairs are a key and a word each.
func Hints(st *Styles, pairs ...string) string {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		if i > 0 {
			b.WriteString("  ")
		}
		b.WriteString(st.Text(Key, KeyName(pairs[i])) + " " + st.Dim(pairs[i+1]))
	}
	return b.String()
}
