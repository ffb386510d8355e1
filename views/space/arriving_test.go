package space

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/figures"
)

// TestNodesKeepTheirPlaces verifies that while rows arrive nodes keep their places in the list and on the map, with new
// ones behind them, until there are twice as many rows; that the screen says so; and that the nodes of a table that was
// read are sorted.
func TestNodesKeepTheirPlaces(t *testing.T) {
	s := New()
	frame := func() string { return ansi.Strip(s.Draw(140, 36, viewtest.Mono())) }
	names := func() (out []string) {
		for i := range s.level.Nodes {
			out = append(out, label(s.level, i))
		}
		return out
	}
	sorted := func() bool {
		return slices.IsSortedFunc(s.level.Nodes, func(a, b figures.Node) int {
			return -int(1e9 * (a.Share.Bytes.Value - b.Share.Bytes.Value))
		})
	}
	viewtest.SetData(s, viewtest.Arriving(12))
	before, out := names(), frame()
	if !sorted() || !strings.Contains(out, "12 here so far ") {
		t.Errorf("the first nodes are\n%s", out)
	}
	areas := slices.Clone(s.mapped[:12])
	viewtest.SetData(s, viewtest.Arriving(23))
	out = frame()
	if now := names(); len(now) != 23 || !slices.Equal(now[:12], before) || !slices.Equal(s.mapped[:12], areas) {
		t.Errorf("the nodes were %v, and are %v; their tiles %v and %v", before, now, areas, s.mapped)
	}
	if sorted() || !strings.Contains(out, "23 here so far, in the order of 288 rows") {
		t.Errorf("they are not said to be in their former order\n%s", out)
	}
	leads := label(s.level, s.level.leader) + " holds "
	if !strings.Contains(out, leads) || s.level.leader < 12 {
		t.Errorf("the largest is not said to be %s\n%s", leads, out)
	}
	for done, words := range map[int]string{24: "24 here so far ", viewtest.ArrivingRanges: "42 here "} {
		viewtest.SetData(s, viewtest.Arriving(done))
		out = frame()
		if !sorted() || !strings.Contains(out, words) || strings.Contains(out, "in the order of") {
			t.Errorf("%d ranges are not sorted\n%s", done, out)
		}
	}
	if strings.Contains(out, "so far") != s.data.Reading {
		t.Errorf("reading %v:\n%s", s.data.Reading, out)
	}
}
