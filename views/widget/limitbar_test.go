package widget

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// TestLimitBar verifies that a figure past its limit is drawn past the mark of the limit, that one within is not, that
// an interval is drawn, and that no figure draws past its cells.
func TestLimitBar(t *testing.T) {
	st := NewStyles(Dark, colorprofile.ASCII)
	for _, c := range []struct {
		value, low, high, limit float64
		want                    string
	}{
		{0.5, 0.5, 0.5, 0.25, "▄▄▄▄▄▄▄▄▄┊▄▄▄▄▄▄▄▄··"},
		{0.25, 0.25, 0.25, 0.5, "▄▄▄▄▄▄▄▄▄·········┊·"},
		{0.5, 0.4, 0.6, 0.1, "▄▄▄┊▄▄▄▄▄▄▄▄├──┼──┤·"},
		{0, 0, 0, 10, "··················┊·"},
		{0, 0, 0, 0, "                    "},
	} {
		if got := ansi.Strip(LimitBar(st, c.value, c.low, c.high, c.limit, 20)); got != c.want {
			t.Errorf("%v (%v–%v) of %v: %q, want %q", c.value, c.low, c.high, c.limit, got, c.want)
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), -3, 1e300} {
		for w := range 12 {
			if got := LimitBar(st, v, v, v, 1, w); Width(got) != w || strings.Contains(got, "\n") {
				t.Errorf("%v in %d cells: %q", v, w, got)
			}
		}
	}
}
