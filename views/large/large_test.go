package large

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/analysis"
	"tabletop/model/figures"
	"tabletop/model/retention"
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
	if out := ansi.Strip(s.Draw(80, 24, viewtest.Mono())); !strings.Contains(out, "none is near 100 MB: the largest has 126 B") ||
		strings.Contains(out, "100 MB in") {
		t.Errorf("how near the limit is stands not there, or when rows reach it that never do:\n%s", out)
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

// TestRowsThatGrow verifies that when rows reach the limit is listed where one grows to it, and how the largest row
// stands to that.
func TestRowsThatGrow(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	s.growth.rows[3] = retention.RowGrowth{Window: time.Hour, PerDay: 1e6, Level: math.Inf(1)}
	if out := ansi.Strip(s.Draw(120, 30, viewtest.Mono())); !strings.Contains(out, "100 MB in") {
		t.Errorf("a row grows to the limit, and when is not said:\n%s", out)
	}
	d, profile := *s.data, *s.data.Profile
	d.Analysis = &analysis.Analysis{Sample: d.Sample, Layouts: d.Layouts, Profile: &profile}
	s.data = &d
	for size, want := range map[int64]string{50e6: "the largest has 50.0 MB of at most 100 MB",
		150e6: "a row should have at most 100 MB: the largest has 150 MB",
		300e6: "over 256 MB a row cannot be read: the largest has 300 MB"} {
		profile.LargestRows = []figures.LargeRow{{Key: []byte("k"), Bytes: size}}
		if got := s.verdict(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
