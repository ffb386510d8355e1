package widget_test

import (
	"testing"

	"tabletop/views/widget"
)

// TestSignsOfIntervals verifies that signs of intervals keep their meaning in ASCII, and that columns stay where they are.
func TestSignsOfIntervals(t *testing.T) {
	for in, want := range map[string]string{
		"12 B ±15 %     │x": "12 B +/-15 %   |x",
		"≤ 22 %  │":         "<= 22 % |",
		"≥ 5   \n±1 a b  c": ">= 5  \n+/-1 a b c",
	} {
		if got := widget.ASCII(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}
