package heat

import (
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views/widget"
)

// TestRowsComeToTheirPlaces verifies that while rows arrive the map keeps its key ranges, its times, its height and its
// cross-hair, that what was read whole is drawn as before, and that the figures are said to be of the part that is read;
// and that none of that is said of the whole.
func TestRowsComeToTheirPlaces(t *testing.T) {
	for _, size := range [][2]int{{78, 20}, {138, 36}} {
		s := New()
		viewtest.SetData(s, viewtest.Arriving(5))
		before := strings.Split(frame(s, size[0], size[1]), "\n")
		row, col := s.row, s.col
		for done := 6; done < viewtest.ArrivingRanges; done += 4 {
			viewtest.SetData(s, viewtest.Arriving(done))
			now := strings.Split(frame(s, size[0], size[1]), "\n")
			if row != s.row || col != s.col {
				t.Errorf("%v: the cross-hair moved from %d, %d to %d, %d", size, row, col, s.row, s.col)
			}
			if words := s.axes().words(); !strings.Contains(strings.Join(now, "\n"), words) ||
				!strings.HasPrefix(strings.TrimLeft(now[0], "✓ ·"), "So far: ") {
				t.Errorf("%v: not said to be of %s\n%s", size, words, strings.Join(now, "\n"))
			}
			for line := s.drawn.top - 1; line < s.drawn.top+(s.drawn.rows+s.drawn.perLine-1)/s.drawn.perLine; line++ {
				end := s.drawn.left + s.drawn.width
				old, drawn := []rune(widget.Pad(before[line], end))[:end], []rune(widget.Pad(now[line], end))[:end]
				label := s.drawn.left - 1
				if string(old[:label]) != string(drawn[:label]) || old[label] == '│' && string(old) != string(drawn) {
					t.Errorf("%v: with %d ranges a line moved\n%s\n%s", size, done, string(old), string(drawn))
				}
			}
			before = now
		}
		viewtest.SetData(s, viewtest.Arriving(viewtest.ArrivingRanges))
		if out := frame(s, size[0], size[1]); strings.Contains(out, "So far") || strings.Contains(out, "┊") {
			t.Errorf("%v: of a whole table it says\n%s", size, out)
		}
	}
}

// TestZoomIsKeptWhileRowsArrive verifies that a part that was zoomed in stays what is shown when more rows come.
func TestZoomIsKeptWhileRowsArrive(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Arriving(20))
	frame(s, 100, 30)
	viewtest.Press(t, s, "G", "+")
	first := string(s.shown.base.of.Sample.Key(s.shown.m.Rows[0]))
	viewtest.SetData(s, viewtest.Arriving(30))
	frame(s, 100, 30)
	if got := string(s.shown.base.of.Sample.Key(s.shown.m.Rows[0])); got != first || len(s.trail) != 1 {
		t.Errorf("zoomed in at %q, with more rows it is %q, %d steps deep", first, got, len(s.trail))
	}
}
