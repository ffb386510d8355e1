package heat

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// TestVerdictIsWhole verifies that the pattern stands over the map and is not cut where there is room for it, and that
// the legend names the brightest place.
func TestVerdictIsWhole(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	want := strings.Join(strings.Fields(s.shown.whole.Summary()), " ")
	for _, size := range [][2]int{{140, 36}, {200, 56}} {
		out := frame(s, size[0], size[1])
		head := strings.Join(strings.Fields(strings.Join(strings.Split(out, "\n")[:s.drawn.top-linesAbove], " ")), " ")
		if head != "· "+want {
			t.Errorf("%v: the verdict is %q, want %q", size, head, want)
		}
		m := s.shown.m
		top := 0.0
		for r := range s.drawn.rows {
			b0, b1 := s.drawn.bucketRange(r)
			for c := range s.drawn.cols {
				w0, w1 := s.drawn.windowRange(c)
				v := 0.0
				for b := b0; b < b1; b++ {
					for w := w0; w < w1; w++ {
						v += m.At(b, w)
					}
				}
				top = max(top, v)
			}
		}
		if !strings.Contains(out, "blank none") ||
			!strings.Contains(out, "most  "+text.MapAmount(m.Metric, top, "")+" in one place") {
			t.Errorf("%v: the legend does not say that the brightest place has %v:\n%s", size, top, out)
		}
		shares := 0.0
		for _, v := range s.sums.shares {
			shares += v
		}
		if shares < 0.999 || shares > 1.001 {
			t.Errorf("%v: the lines have %v of all", size, shares)
		}
		for i, at := range s.sums.busiest {
			if i > 0 && at.value > s.sums.busiest[i-1].value {
				t.Errorf("%v: place %d has more than the one before", size, i)
			}
		}
	}
}

// TestEqualBarsAreNotDrawn verifies that the sums of the lines are bars only if they differ.
func TestEqualBarsAreNotDrawn(t *testing.T) {
	st := viewtest.Mono()
	s := New()
	s.drawn.side = sumWidth
	s.sums.lines = []float64{1, 0.9, 0.95, 0.1} // the last line may be half a line
	if got := s.rowSum(0, st) + s.rowSum(1, st); got != "≈ even" {
		t.Errorf("equal sums are %q", got)
	}
	s.sums.lines = []float64{1, 0.5, 0.95, 0.1}
	if got := s.rowSum(1, st); widget.Width(got) != sumWidth || !strings.Contains(got, "▄") {
		t.Errorf("half of the largest is %q", fmt.Sprint(got))
	}
}
