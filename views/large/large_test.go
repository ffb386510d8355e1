package large

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

func TestDraw(t *testing.T) {
	viewtest.Walk(t, func() views.Screen { return New() }, "G", "tab", "G", "w", "tab", "g", "y")
}

func TestGolden(t *testing.T) {
	s := New()
	viewtest.Golden(t, s, "nothing")
	viewtest.SetData(s, viewtest.Metrics())
	viewtest.Golden(t, s, "rows")
	s = New()
	viewtest.SetData(s, viewtest.Hostile())
	viewtest.Golden(t, s, "hostile")
}

func TestOpensTheRow(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	if g, ok := viewtest.Press(t, s, "enter")[0].(views.OpenScreen); !ok ||
		string(g.Key) != string(s.data.Profile.LargestRows[0].Key) {
		t.Errorf("enter asks for %#v", g)
	}
	viewtest.Press(t, s, "tab", "j")
	if g, ok := viewtest.Press(t, s, "enter")[0].(views.OpenScreen); !ok ||
		string(g.Key) != string(s.data.Profile.LargestCells[1].Key) {
		t.Errorf("enter on a cell asks for %#v", g)
	}
	if out := ansi.Strip(s.Draw(80, 24, viewtest.Mono())); !strings.Contains(out, "100 MB in") {
		t.Errorf("the projection is not on screen:\n%s", out)
	}
}

// TestSortsByTitle verifies that the lists sort by key and by a click on a title, that the cursor stays on its row, and
// that enter opens the row that is shown there.
func TestSortsByTitle(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	s.Draw(140, 40, viewtest.Mono())
	before := string(s.key())
	s.Click(4, 1) // the title of the keys
	if s.rowList.Sort != rowKey || s.rowList.Down || string(s.key()) != before {
		t.Fatalf("sorted by %d, down %v, the cursor on %q and not on %q", s.rowList.Sort, s.rowList.Down, s.key(),
			before)
	}
	viewtest.Press(t, s, "g")
	keys := s.data.Profile.LargestRows
	for i := range s.rows[1:] {
		if string(keys[s.rows[i]].Key) > string(keys[s.rows[i+1]].Key) {
			t.Errorf("%q is before %q", keys[s.rows[i]].Key, keys[s.rows[i+1]].Key)
		}
	}
	open, ok := viewtest.Press(t, s, "enter")[0].(views.OpenScreen)
	if !ok || string(open.Key) != string(keys[s.rows[0]].Key) {
		t.Errorf("enter opens %q, not %q", open.Key, keys[s.rows[0]].Key)
	}
	viewtest.Press(t, s, "s")
	if s.rowList.Sort != rowBytes || !s.rowList.Down {
		t.Errorf("s sorts by %d, down %v", s.rowList.Sort, s.rowList.Down)
	}
	viewtest.Press(t, s, "S")
	if s.rowList.Down {
		t.Error("S does not turn the order around")
	}
}
