package heat

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views/widget"
)

// TestVerdictIsWhole verifies that the pattern stands over the map and is not cut where there is room for it, and that the
// legend names the brightest place.
func TestVerdictIsWhole(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	want := strings.Join(strings.Fields(s.shown.whole.Summary()), " ")
	for _, size := range [][2]int{{140, 36}, {200, 56}} {
		out := frame(s, size[0], size[1])
		head := strings.Join(strings.Fields(strings.Join(strings.Split(out, "\n")[:s.drawn.top-linesAbove], " ")), " ")
		if strings.TrimPrefix(head, "▲ ") != want {
			t.Errorf("%v: the verdict is %q, want %q", size, head, want)
		}
		if !strings.Contains(out, "blank none") || !strings.Contains(out, "most: about ") {
			t.Errorf("%v: there is no legend:\n%s", size, out)
		}
	}
}

// TestEqualBarsAreNotDrawn verifies that the sums of the lines are bars only if they differ.
func TestEqualBarsAreNotDrawn(t *testing.T) {
	st := viewtest.Mono()
	s := New()
	s.sums.lines = []float64{1, 0.9, 0.95, 0.1} // the last line may be half a line
	if got := s.rowSum(0, st) + s.rowSum(1, st); got != "≈ even" {
		t.Errorf("equal sums are %q", got)
	}
	s.sums.lines = []float64{1, 0.5, 0.95, 0.1}
	if got := s.rowSum(1, st); widget.Width(got) != sumWidth || !strings.Contains(got, "▄") {
		t.Errorf("half of the largest is %q", fmt.Sprint(got))
	}
}
