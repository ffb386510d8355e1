package widget

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestChangeBar verifies that better is left of the middle, worse right of it, a tie blank, and any change seen.
func TestChangeBar(t *testing.T) {
	for _, c := range []struct {
		side      int
		magnitude float64
		want      string
	}{{0, 0.5, "         "}, {-1, 1, "▄▄▄▄│    "}, {1, 1, "    │▄▄▄▄"}, {1, 0, "    │▖   "}, {-1, 0.001, "   ▗│    "},
		{-1, 0.5, "  ▄▄│    "}, {1, 0.4, "    │▄▖  "}} {
		if got := ansi.Strip(ChangeBar(&Styles{}, c.side, c.magnitude, 9)); got != c.want {
			t.Errorf("side %d, %g: %q, not %q", c.side, c.magnitude, got, c.want)
		}
	}
	for w := range 12 {
		for side := -1; side <= 1; side++ {
			if n := Width(ChangeBar(&Styles{}, side, 0.7, w)); n != w {
				t.Errorf("%d cells wide, not %d", n, w)
			}
		}
	}
	if got := ASCII(ChangeBar(&Styles{}, -1, 0.4, 9)); strings.Contains(got, "?") {
		t.Errorf("no ASCII: %q", got)
	}
}
