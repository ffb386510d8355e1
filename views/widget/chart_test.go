package widget

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// TestBarsAreTrue verifies that bars are as wide as they should be, grow with what they show, hide nothing above 0, and
// are full for a whole only.
func TestBarsAreTrue(t *testing.T) {
	st := &Styles{}
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(1, 60).Draw(t, "w")
		a, b := rapid.Float64Range(0, 1).Draw(t, "a"), rapid.Float64Range(0, 1).Draw(t, "b")
		for _, bar := range []string{ListBar(st, a, w, true), ListBar(st, a, w, false), StackedBar(st, a, b, w),
			GaugeBar(st, Bar, a, w)} {
			if strings.Contains(SizeBar(st, a, w), "█") || Width(SizeBar(st, a, w)) != w {
				t.Fatalf("rows of bars have no gap between them: %q", SizeBar(st, a, w))
			}
			if Width(bar) != w {
				t.Fatalf("%q is %d wide, want %d", bar, Width(bar), w)
			}
		}
		filled := func(share float64) int {
			s := ListBar(st, share, w, false)
			return 2*strings.Count(s, "▄") + strings.Count(s, "▖")
		}
		if (a < b) && filled(a) > filled(b) {
			t.Fatalf("%g has %d, %g has %d", a, filled(a), b, filled(b))
		}
		if (filled(a) > 0) != (a > 0) {
			t.Fatalf("%g has %d", a, filled(a))
		}
		if filled(a) == 2*w && a < 1 && w > 1 {
			t.Fatalf("%g fills all %d cells", a, w)
		}
		if s := StackedBar(st, 1, b, w); strings.Contains(s, "▂") != (b > 0) {
			t.Fatalf("%g can go: %q", b, s)
		}
	})
}

// TestPanel verifies that a panel has exactly its size with any titles.
func TestPanel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(8, 60).Draw(t, "w"), rapid.IntRange(2, 8).Draw(t, "h")
		s := Panel(&Styles{}, rapid.StringMatching(`[a-zé ]{0,70}`).Draw(t, "title"),
			rapid.StringMatching(`[0-9]{0,70}`).Draw(t, "right"),
			rapid.Bool().Draw(t, "focus"), []string{strings.Repeat("x", 80), "y"}, w, h)
		lines := strings.Split(s, "\n")
		if len(lines) != h {
			t.Fatalf("%d lines, want %d", len(lines), h)
		}
		for _, l := range lines {
			if ansi.StringWidth(l) != w {
				t.Fatalf("%q is %d wide, want %d", l, ansi.StringWidth(l), w)
			}
		}
	})
}
