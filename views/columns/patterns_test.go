package columns

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/views"
)

// friends is a table whose qualifiers are times, beside a name.
func friends() *views.Data {
	r := rand.New(rand.NewPCG(1, 1))
	var rows []viewtest.Row
	for i := range 100 {
		row := viewtest.Row{Key: fmt.Sprintf("user%03d", i)}
		var times []string
		for range 1 + r.IntN(6) {
			times = append(times, fmt.Sprint(viewtest.Now.UnixMilli()-r.Int64N(1e10)))
		}
		slices.Sort(times)
		for _, q := range slices.Compact(times) {
			row.Cells = append(row.Cells, viewtest.Cell{Family: "f", Qualifier: q, At: viewtest.Now, Value: "met"})
		}
		row.Cells = append(row.Cells, viewtest.Cell{Family: "f", Qualifier: "name", At: viewtest.Now, Value: "someone"})
		rows = append(rows, row)
	}
	return viewtest.Data(viewtest.Build(sample.Table{Source: "demo:friends", Families: []sample.Family{{Name: "f"}}},
		sample.Provenance{Strategy: sample.Everything, Complete: true}, rows), "{user}")
}

func TestPatterns(t *testing.T) {
	s := open(t, friends())
	if len(s.lines) != 3 {
		t.Fatalf("a family, a pattern and a name take %d lines:\n%s", len(s.lines), frame(s, 100, 20))
	}
	viewtest.Golden(t, s, "patterns")
	viewtest.Press(t, s, "g", "j")
	f := s.pattern()
	if f == nil || len(f.Columns) < 100 {
		t.Fatalf("the second line is the pattern %+v", f)
	}
	if e, ok := viewtest.Press(t, s, "w")[0].(views.Explain); !ok || !strings.Contains(e.Text, "G17") {
		t.Errorf("w explains %+v", e)
	}
	if c, ok := viewtest.Press(t, s, "y")[0].(views.Copy); !ok || !strings.Contains(c.Text, "{") {
		t.Errorf("y copies %+v", c)
	}
	viewtest.CheckSizes(t, s)
	// Opened, the columns follow; from one of them left folds them again.
	viewtest.Press(t, s, "enter")
	if len(s.lines) != 3+len(f.Columns) || s.pattern() == nil {
		t.Errorf("opened there are %d lines", len(s.lines))
	}
	viewtest.CheckSizes(t, s)
	viewtest.Press(t, s, "j", "j")
	if _, c, _ := s.current(); c == nil {
		t.Error("below the open pattern is no column")
	}
	viewtest.Press(t, s, "left")
	if len(s.lines) != 3 || s.pattern() == nil {
		t.Errorf("folded again there are %d lines", len(s.lines))
	}
	// What is searched for is listed by itself.
	viewtest.Press(t, s, "/")
	viewtest.Type(t, s, f.First[:6])
	if len(s.lines) < 2 || s.pattern() != nil {
		t.Errorf("a search lists %v", names(s))
	}
	viewtest.Press(t, s, "esc")
	if len(s.lines) != 3 {
		t.Errorf("after the search there are %d lines", len(s.lines))
	}
	viewtest.RunWork(s, s.OpenAt([]byte("f:"+f.First)))
	if _, c, _ := s.current(); c == nil || c.Qualifier != f.First {
		t.Errorf("shown a folded column, the cursor is on %v", c)
	}
}

func TestPatternsOfNewData(t *testing.T) {
	s := open(t, friends())
	viewtest.Press(t, s, "g", "j")
	viewtest.SetData(s, friends()) // the same again, as when more rows were read
	if len(s.lines) != 3 || s.pattern() == nil {
		t.Errorf("after new data there are %d lines, the cursor on %v", len(s.lines), s.pattern())
	}
	viewtest.SetData(s, viewtest.Metrics())
	if s.pattern() != nil || s.patterns != nil {
		t.Error("the patterns of another table are kept")
	}
}
