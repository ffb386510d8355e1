package widget

import (
	"math"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// TestChangeAxis verifies where a change and its interval stand on an axis of eleven cells from -10% to 10%.
func TestChangeAxis(t *testing.T) {
	st := NewStyles(Mono, colorprofile.Ascii)
	for want, c := range map[string][3]float64{"     ●     ": {0, 0, 0}, "     ┊ ●   ": {0.04, 0.04, 0.04},
		"   ├─┼─┤   ": {0, -0.04, 0.04}, "     ┊├─┼─▸": {0.06, 0.02, 0.5}, "◂    ┊     ": {-0.9, -0.9, -0.9},
		"◂─┼────┤   ": {-0.06, -0.5, 0.04}} {
		if got := ansi.Strip(ChangeAxis(st, Strong, c[0], c[1], c[2], 0.1, 11)); got != want {
			t.Errorf("%v: %q, want %q", c, got, want)
		}
	}
	for _, odd := range []string{ChangeAxis(st, Strong, math.NaN(), 0, 0, 0.1, 7), ChangeAxis(st, Strong, 1, 1, 1, 0, 7),
		ChangeAxis(st, Strong, 1, 1, 1, 0.1, 4) + "   "} {
		if odd != "       " {
			t.Errorf("%q of nothing", odd)
		}
	}
}
