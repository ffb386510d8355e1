package space

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/take"
	"tabletop/views/widget"
)

func frame(s *Screen, w, h int) string { return ansi.Strip(s.Draw(w, h, viewtest.Mono())) }

func TestDraw(t *testing.T) {
	viewtest.Walk(t, func() views.Screen { return New() }, "enter", "b", "s", "s", "G", "enter", "s", "s", "h", "/",
		"a", "x", "esc", "b", "b", "w", "y", "esc", "esc")
}

func TestGolden(t *testing.T) {
	s := New()
	viewtest.Golden(t, s, "nothing")
	viewtest.SetData(s, viewtest.Metrics())
	viewtest.Golden(t, s, "root")
	viewtest.Press(t, s, "enter")
	viewtest.Golden(t, s, "inside")
	s = New()
	viewtest.SetData(s, viewtest.Hostile())
	viewtest.Golden(t, s, "hostile")
}

// Going in and out again ends where one began, with the same order.
func TestInAndOut(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	before := frame(s, 200, 56)
	viewtest.Press(t, s, "enter", "enter")
	if frame(s, 200, 56) == before {
		t.Fatal("enter changes nothing")
	}
	viewtest.Press(t, s, "h", "h")
	if got := frame(s, 200, 56); got != before {
		t.Errorf("out again it looks different:\n%s\n%s", before, got)
	}
	if _, ok := s.out().(views.Back); !ok {
		t.Error("out of the root does not go back to the screen before")
	}
}

// A single row opens on the Row screen.
func TestRowOpens(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	for range 12 {
		n, ok := s.node()
		if !ok {
			t.Fatal("nothing under the cursor")
		}
		if n.Rows == 1 {
			if g, ok := s.in().(views.OpenScreen); !ok || g.Screen != "row" || len(g.Key) == 0 {
				t.Fatalf("a row opens as %#v", g)
			}
			return
		}
		viewtest.Press(t, s, "enter")
	}
	t.Fatal("twelve levels down there is still no single row")
}

// Other layouts have other segments: the position in the tree is left, and nothing of the old tree is looked for in the
// new.
func TestOtherLayouts(t *testing.T) {
	s := New()
	d := viewtest.Metrics()
	viewtest.SetData(s, d)
	viewtest.Press(t, s, "enter", "enter")
	other, err := rowkey.ParseSet("{everything}")
	if err != nil {
		t.Fatal(err)
	}
	again := *d
	again.Analysis = viewtest.Analyze(d.Sample, other)
	viewtest.SetData(s, &again)
	if len(s.want.path) > 0 || len(s.trail) > 0 {
		t.Errorf("the place is still %v", s.want.path)
	}
	if got := strings.Split(frame(s, 100, 30), "\n")[0]; !strings.Contains(got, "by everything") {
		t.Errorf("the head is %q", got)
	}
}

// While a node is being looked for in a long list, a newer sample may give the nodes other places.
func TestFindGoesOn(t *testing.T) {
	many := func(n, large int) *views.Data {
		var rows []viewtest.Row
		for i := range 2 * n {
			rows = append(rows, viewtest.Row{Key: fmt.Sprintf("u%06d#%d", i/2*7, i),
				Cells: []viewtest.Cell{{Family: "f", Qualifier: "q", At: viewtest.Now, Value: "v"}}})
		}
		for k := range large { // these come first
			rows[n+2*k].Cells[0].Value = "a large value"
		}
		return viewtest.Data(viewtest.Build(sample.Table{Source: "many"}, sample.Provenance{Complete: true}, rows),
			"{user}#{n:int}")
	}
	s := New()
	viewtest.SetData(s, many(widget.FindNow+10, 1))
	viewtest.Press(t, s, "/")
	viewtest.Type(t, s, "u000070")
	viewtest.SetData(s, many(widget.FindNow+500, 3))
	viewtest.Press(t, s, "enter")
	if n, ok := s.node(); !ok || string(n.Value.Raw) != "u000070" {
		t.Errorf("found %q", n.Value.Raw)
	}
}

// The position in the tree survives a newer sample of the same table.
func TestPlaceIsKept(t *testing.T) {
	s := New()
	d := viewtest.Metrics()
	viewtest.SetData(s, d)
	viewtest.Press(t, s, "enter", "enter")
	before := strings.Split(frame(s, 100, 30), "\n")[0]
	again := *d
	again.Analysis = viewtest.Metrics().Analysis
	viewtest.SetData(s, &again)
	if got := strings.Split(frame(s, 100, 30), "\n")[0]; got != before {
		t.Errorf("the place was %q and is %q", before, got)
	}
}

// TestFewWritesAreNotHot verifies that the newest writes are given, and call a node hot, only where they are many
// enough to say where writes go.
func TestFewWritesAreNotHot(t *testing.T) {
	for _, n := range []int{12, 2000} {
		var rows []viewtest.Row
		for i := range n {
			rows = append(rows, viewtest.Row{Key: fmt.Sprintf("%02d#%06d", i*20/n, i),
				Cells: []viewtest.Cell{{Family: "f", Qualifier: "q",
					At: viewtest.Now.Add(-time.Duration(i) * time.Hour), Value: "x"}}})
		}
		s := New()
		viewtest.SetData(s, viewtest.Data(viewtest.Build(sample.Table{Source: "p/i/t", Name: "t"},
			sample.Provenance{Complete: true}, rows), "{bucket}#{n:pad(6)}"))
		screen := s.Draw(128, 40, viewtest.Mono())
		if many := n > 100; strings.Contains(screen, "hot") != many ||
			strings.Contains(screen, "newest writes") != many {
			t.Errorf("of %d rows:\n%s", n, screen)
		}
	}
}

// TestCopiesRowsWhereARangeHoldsThem verifies that a node whose rows are those of a range of keys is copied with that
// range, and that one of rows which stand between others is copied as its path alone.
func TestCopiesRowsWhereARangeHoldsThem(t *testing.T) {
	var rows []viewtest.Row
	for i := range 200 {
		rows = append(rows, viewtest.Row{Key: fmt.Sprintf("k%c#%05d", 'a'+i/100, i%100), Cells: []viewtest.Cell{
			{Family: "f", Qualifier: "a", At: viewtest.Now, Value: "x"}}})
	}
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Build(sample.Table{Source: "p/i/t", Name: "t"},
		sample.Provenance{Strategy: sample.Everything, Complete: true}, rows), "{kind}#{n:pad(5)}"))
	frame(s, 120, 36)
	if copied := viewtest.Press(t, s, "y")[0].(views.Copy); copied.Rows != (take.Rows{Prefix: "ka#"}) {
		t.Errorf("%+v", copied)
	}
	viewtest.Press(t, s, "b")
	frame(s, 120, 36)
	if copied := viewtest.Press(t, s, "y")[0].(views.Copy); !copied.Rows.Zero() {
		t.Errorf("the rows of %q are said to be %+v", copied.Text, copied.Rows)
	}
}

// TestLeadingValue verifies that the top line of a list of values names the one with most bytes, and only there.
func TestLeadingValue(t *testing.T) {
	var rows []viewtest.Row
	for i := range 40 {
		name := "small"
		if i%4 > 0 {
			name = "large"
		}
		rows = append(rows, viewtest.Row{Key: fmt.Sprintf("%s#%02d", name, i),
			Cells: []viewtest.Cell{{Family: "f", Qualifier: "q", At: viewtest.Now, Value: "x"}}})
	}
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Build(sample.Table{Source: "x", Families: []sample.Family{{Name: "f"}}},
		sample.Provenance{Strategy: sample.Everything, Complete: true}, rows), "{name}#{n:pad(2)}"))
	head := func() string { return strings.Split(s.Draw(100, 20, viewtest.Mono()), "\n")[0] }
	if got := head(); !strings.Contains(got, "all rows: large holds 75.0% of the bytes") {
		t.Errorf("the top line is %q", got)
	}
	viewtest.Press(t, s, "s")
	if got := head(); strings.Contains(got, "holds") {
		t.Errorf("sorted by rows, the top line is %q", got)
	}
}
