package diff

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

// TestBothSides verifies that in a large window the figure under the cursor, both samples and the sizes of their rows
// stand beside the list, the sizes of both on one scale.
func TestBothSides(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	viewtest.Press(t, s, "c")
	viewtest.Type(t, s, "x")
	viewtest.Press(t, s, "enter")
	viewtest.RunWork(s, s.Receive(views.SampleLoaded{Source: "x", Sample: viewtest.Hostile().Sample}))
	viewtest.Press(t, s, "v")
	seen := map[string]bool{}
	for i, it := range s.items {
		s.list.SetCursor(i)
		screen := ansi.Strip(s.Draw(200, 56, viewtest.Mono()))
		wants := []string{"BOTH SIDES", "rows read", "ROW SIZES BEFORE", "ROW SIZES AFTER", "largest row read"}
		if it.row.Change != nil && len(it.row.Name) < 40 {
			wants = append(wants, "─ "+it.row.Name+" ─", "before  ", "differs ")
			seen[screen] = true
		}
		for _, want := range wants {
			if !strings.Contains(screen, want) {
				t.Fatalf("line %d: %q is missing:\n%s", i, want, screen)
			}
		}
	}
	if len(seen) < 5 {
		t.Errorf("only %d figures are shown", len(seen))
	}
	lines := strings.Split(ansi.Strip(s.Draw(200, 56, viewtest.Mono())), "\n")
	var axes []string
	for i, l := range lines {
		if strings.Contains(l, "└──") && i+1 < len(lines) {
			axis := strings.TrimSuffix(lines[i+1], "│")
			axes = append(axes, axis[strings.LastIndex(axis, "│"):])
		}
	}
	if len(axes) != 2 || strings.TrimSpace(axes[0]) != strings.TrimSpace(axes[1]) {
		t.Errorf("the axes are %q", axes)
	}
}
