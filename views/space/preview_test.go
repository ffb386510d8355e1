package space

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// TestPreviewFollowsTheCursor verifies that the panes below the list show the node under the cursor: its children, its
// own largest row and its first key, and not those of the node before.
func TestPreviewFollowsTheCursor(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	seen := map[string]bool{}
	for i := range s.level.Nodes {
		if i > 0 {
			viewtest.Press(t, s, "down")
		}
		p := s.previewNow()
		if p == nil || p.node != i {
			t.Fatalf("node %d has no preview", i)
		}
		n, sample := s.level.Nodes[i], s.tree.of.Sample
		rows, largest := 0.0, int64(0)
		for _, v := range p.sizes {
			rows += v
		}
		for _, row := range p.large {
			largest = max(largest, sample.RowBytes(row))
		}
		if int64(rows) != n.Rows || largest != n.Largest || sample.RowBytes(p.large[0]) != largest {
			t.Errorf("node %d has %d rows, the largest of %d bytes; shown are %v and %d", i, n.Rows, n.Largest, rows,
				largest)
		}
		screen := frame(s, 200, 56)
		third := "LARGEST ROWS"
		if n.Rows == 1 {
			third = "◆ this row"
		}
		cells, bytes := int64(0), int64(0)
		for _, c := range p.sums {
			cells, bytes = cells+c.cells, bytes+c.bytes
		}
		if cells != n.Cells || bytes != p.bytes {
			t.Errorf("node %d has %d cells of %d bytes; its columns have %d of %d", i, n.Cells, p.bytes, cells, bytes)
		}
		for _, want := range []string{"FIGURES", "BYTES BY COLUMN", "ROW SIZES", third, text.Integer(n.Rows) + " read",
			widget.RowName(s.data.Layouts, sample.Key(n.First), 60)} {
			if !strings.Contains(screen, want) {
				t.Errorf("node %d: %q is missing:\n%s", i, want, screen)
			}
		}
		seen[screen] = true
	}
	if len(seen) != len(s.level.Nodes) {
		t.Errorf("%d nodes are shown in %d ways", len(s.level.Nodes), len(seen))
	}
}

// TestSmallWindowShowsTheNode verifies that where the list leaves lines of a small window free, what the node under the
// cursor holds stands below it, with its figures if they fit.
func TestSmallWindowShowsTheNode(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Hostile())
	out := ansi.Strip(s.Draw(80, 24, viewtest.Mono()))
	for _, want := range []string{" by prefix", "FIGURES", "largest row"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out = ansi.Strip(s.Draw(80, 10, viewtest.Mono())); strings.Contains(out, "FIGURES") {
		t.Errorf("in 10 lines it shows\n%s", out)
	}
}
