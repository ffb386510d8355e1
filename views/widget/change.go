package widget

import (
	"cmp"
	"math"
	"strings"
)

// ChangeBar is a bar of w cells for a change beside something: to the left of the middle what is better, to the right
// what is worse, of a magnitude of 0 to 1. Nothing is drawn for a tie (side 0), which so differs from a small change.
func ChangeBar(st *Styles, side int, magnitude float64, w int) string {
	return changeBar(st, side, magnitude, w, Good, Warning)
}

// GrowthBar is a bar of w cells for a change that is neither good nor bad: to the left of the middle what shrank, to
// the right what grew. change is of -1 to 1; nothing is drawn for 0.
func GrowthBar(st *Styles, change float64, w int) string {
	return changeBar(st, cmp.Compare(change, 0), math.Abs(change), w, Bar, Bar)
}

func changeBar(st *Styles, side int, magnitude float64, w int, left, right Token) string {
	half := (w - 1) / 2
	if half < 1 {
		return Spaces(w)
	}
	if side == 0 {
		return Spaces(w)
	}
	full, part := halves(max(magnitude, 1e-9), half)
	bar := strings.Repeat("▄", full)
	if side > 0 {
		bar += strings.Repeat("▖", part)
		return Spaces(half) + st.Dim("│") + st.Text(right, bar) + Spaces(w-half-1-full-part)
	}
	bar = strings.Repeat("▗", part) + bar
	return Spaces(half-full-part) + st.Text(left, bar) + st.Dim("│") + Spaces(w-half-1)
}

// Hints writes keys and what they do, for the right of a title: "c new  d drop". Pairs are a key and a word each.
func Hints(st *Styles, pairs ...string) string {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		if i > 0 {
			b.WriteString("  ")
		}
		b.WriteString(st.Text(Key, pairs[i]) + " " + st.Dim(pairs[i+1]))
	}
	return b.String()
}
