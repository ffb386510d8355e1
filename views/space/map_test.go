package space

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
)

// tenants is Space on a table of 40 tenants, each with fewer rows than the one before.
func tenants(t *testing.T) *Screen {
	t.Helper()
	var rows []viewtest.Row
	for tenant := range 40 {
		for i := range 400 / (tenant + 1) {
			rows = append(rows, viewtest.Row{Key: fmt.Sprintf("tenant%02d#%04d", tenant, i),
				Cells: []viewtest.Cell{{Family: "f", Qualifier: "q", At: viewtest.Now, Value: "value"}}})
		}
	}
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Build(sample.Table{Source: "x"}, sample.Provenance{Complete: true}, rows),
		"{tenant}#{n:pad(4)}"))
	return s
}

// TestMap verifies that a wide window shows the largest nodes as a map beside the list, with their shares, that the tile
// of the cursor is marked, and that a click on a tile goes to its node; and that there is none where room is short.
func TestMap(t *testing.T) {
	s := tenants(t)
	viewtest.Press(t, s, "j")
	got := ansi.Strip(s.Draw(140, 36, viewtest.Mono()))
	for _, want := range []string{"│ tenant00", "│▸tenant01", "others"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for i := range s.level.largest.nodes[:3] {
		share := text.Percent(measure(s.level, &s.level.Nodes[i]).Value)
		if strings.Count(got, share) < 2 {
			t.Errorf("the share of node %d, %s, is not in its tile:\n%s", i, share, got)
		}
	}
	lines := strings.Split(got, "\n")
	y := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "│ tenant00") })
	s.Click(ansi.StringWidth(lines[y][:strings.Index(lines[y], "│ tenant00")])+3, y)
	if s.table.Cursor() != 0 {
		t.Errorf("a click on the first tile goes to node %d", s.table.Cursor())
	}
	viewtest.Press(t, s, "G")
	if got := ansi.Strip(s.Draw(140, 36, viewtest.Mono())); !strings.Contains(got, "▸"+text.Count(s.level.largest.others,
		"other")) {
		t.Errorf("a node without a tile is not among the others:\n%s", got)
	}
	if got := ansi.Strip(s.Draw(100, 30, viewtest.Mono())); strings.Contains(got, "┌") || s.mapAt != 0 {
		t.Errorf("a map where there is no room:\n%s", got)
	}
	viewtest.CheckSizes(t, s)
}

// TestTilesAreTheLargest verifies that the nodes of the map are the largest, whatever the list is sorted by, and that
// their shares and the rest are all.
func TestTilesAreTheLargest(t *testing.T) {
	s := tenants(t)
	for range metrics {
		level := s.level
		order := make([]int, len(level.Nodes))
		for i := range order {
			order[i] = i
		}
		share := func(node int) float64 { return measure(level, &level.Nodes[node]).Value }
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(share(b), share(a)) })
		total := level.largest.rest
		for i, node := range level.largest.nodes {
			if share(node) != share(order[i]) {
				t.Errorf("%s: tile %d has %g, want %g", level.at.sort, i, share(node), share(order[i]))
			}
			total += share(node)
		}
		if known := share(order[0]) > 0; known && (total < 0.999 || total > 1.001) {
			t.Errorf("%s: all tiles have %g", level.at.sort, total)
		}
		if len(level.largest.nodes)+level.largest.others != len(level.Nodes) {
			t.Errorf("%s: %d tiles and %d others of %d", level.at.sort, len(level.largest.nodes), level.largest.others,
				len(level.Nodes))
		}
		viewtest.Press(t, s, "s")
	}
}

// TestWheelZooms verifies that the wheel goes into the node under the cursor and out again where there is a map, with
// a minimap of where its keys are, never into a row or out of the screen; and that it moves the cursor of a list alone.
func TestWheelZooms(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Arriving(20))
	frame := func(w, h int) string { return ansi.Strip(s.Draw(w, h, viewtest.Mono())) }
	turn := func(lines int) []views.Request { return viewtest.RunWork(s, s.Wheel(lines)) }
	if out := frame(140, 36); strings.Contains(out, "keys  ·") || turn(1) != nil {
		t.Errorf("the whole has a minimap, or the wheel leads out of it\n%s", out)
	}
	turn(-1)
	if out := frame(140, 36); len(s.trail) != 1 || !strings.Contains(out, "▬") {
		t.Errorf("%d steps deep, without a minimap\n%s", len(s.trail), out)
	}
	for range 3 {
		if asked := turn(-1); asked != nil {
			t.Errorf("the wheel asks for %v", asked)
		}
		frame(140, 36)
	}
	for len(s.trail) > 0 {
		turn(1)
		frame(140, 36)
	}
	frame(78, 20)
	if turn(3); len(s.trail) > 0 || s.table.Cursor() != 3 {
		t.Errorf("of a list alone the cursor is at %d", s.table.Cursor())
	}
}
