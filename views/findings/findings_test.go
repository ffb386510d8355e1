package findings

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
)

func frame(s *Screen, w, h int) string { return ansi.Strip(s.Draw(w, h, viewtest.Mono())) }

// faulty is a table with something to find in its keys, columns and families.
func faulty() *views.Data {
	table := sample.Table{Source: "p/i/log", Project: "p", Instance: "i", Name: "log", Families: []sample.Family{
		{Name: "measurements_of_it"}, {Name: "old", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}}}}
	var rows []viewtest.Row
	for i := range 400 {
		at := viewtest.Now.Add(-time.Duration(400-i) * time.Hour)
		r := viewtest.Row{Key: fmt.Sprintf("%d#user%d@example.org", at.UnixMilli(), i%7)}
		for v := range 3 {
			r.Cells = append(r.Cells, viewtest.Cell{Family: "measurements_of_it", Qualifier: "state",
				At: at.Add(-time.Duration(v) * time.Minute), Value: []string{"on", "off"}[(i+v)%2]})
		}
		rows = append(rows, r)
	}
	return viewtest.Data(viewtest.Build(table, sample.Provenance{Strategy: sample.Everything, Complete: true}, rows),
		"{at:ms}#{who:email}")
}

func TestDraw(t *testing.T) {
	all := viewtest.All()
	all["faulty"] = faulty()
	for name, d := range all {
		t.Run(name, func(t *testing.T) {
			s := New()
			viewtest.CheckSizes(t, s)
			viewtest.SetData(s, d)
			viewtest.CheckSizes(t, s)
			for _, key := range []string{"j", "tab", "j", "enter", "tab", "G", "w", "y", "v", "Y", "d", "x", "enter",
				"d", "d", "esc", "enter"} {
				viewtest.Press(t, s, key)
				viewtest.CheckSizes(t, s)
			}
		})
	}
}

func TestGolden(t *testing.T) {
	s := New()
	viewtest.Golden(t, s, "nothing")
	viewtest.SetData(s, faulty())
	viewtest.Golden(t, s, "faulty")
	viewtest.Press(t, s, "j", "tab")
	viewtest.Golden(t, s, "evidence")
	s = New()
	viewtest.SetData(s, viewtest.Hostile())
	viewtest.Golden(t, s, "hostile")
	s = New()
	viewtest.SetData(s, viewtest.Metrics())
	viewtest.Golden(t, s, "clean")
	s = New()
	viewtest.SetData(s, viewtest.Empty())
	viewtest.Golden(t, s, "empty")
}

// Suppressing takes a reason, puts the finding last, and can be lifted.
func TestSuppress(t *testing.T) {
	s := New()
	viewtest.SetData(s, faulty())
	before := frame(s, 120, 40)
	first := s.finding().ID()
	viewtest.Press(t, s, "d", "enter")
	if !s.Editing() || len(s.suppressed) > 0 {
		t.Fatal("a finding was suppressed without a reason")
	}
	viewtest.Type(t, s, "agreed")
	viewtest.Press(t, s, "enter")
	if s.Editing() || s.suppressed[first] != "agreed" || s.finding().ID() != first ||
		s.list.Cursor() != len(s.lines)-1 {
		t.Fatalf("%v, cursor %d of %d", s.suppressed, s.list.Cursor(), len(s.lines))
	}
	if got := frame(s, 120, 40); !strings.Contains(got, "1 suppressed") || !strings.Contains(got, "agreed") {
		t.Error(got)
	}
	viewtest.Press(t, s, "d", "g")
	if got := frame(s, 120, 40); got != before {
		t.Errorf("lifted again it looks different:\n%s\n%s", before, got)
	}
}

// Every finding has its evidence on a screen, or states why not.
func TestJump(t *testing.T) {
	s := New()
	viewtest.SetData(s, faulty())
	went := map[views.ID]bool{}
	for range s.lines {
		f := s.finding()
		for _, r := range viewtest.Press(t, s, "enter") {
			if g, ok := r.(views.OpenScreen); ok {
				went[g.Screen] = true
				if g.Screen == "row" && g.Key == nil {
					t.Errorf("%s goes to no row", f.ID())
				}
			}
		}
		viewtest.Press(t, s, "j")
	}
	if !went["columns"] && !went["row"] {
		t.Errorf("went to %v", went)
	}
}

// What is copied can be pasted: the fix, not the advice, where there is one.
func TestCopy(t *testing.T) {
	s := New()
	viewtest.SetData(s, faulty())
	for range s.lines {
		f := s.finding()
		asked := viewtest.Press(t, s, "y")
		c, ok := asked[0].(views.Copy)
		if !ok || c.Text == "" || f.Fix.Paste != "" && c.Text != f.Fix.Paste {
			t.Errorf("%s: copied %+v, not %+v", f.ID(), asked, f.Fix)
		}
		viewtest.Press(t, s, "j")
	}
}

// A new sample is judged again, with the cursor where it was; another table begins again.
func TestSetData(t *testing.T) {
	s := New()
	d := faulty()
	viewtest.SetData(s, d)
	viewtest.Press(t, s, "j", "d")
	viewtest.Type(t, s, "agreed")
	viewtest.Press(t, s, "enter")
	on := s.finding().ID()
	if got := viewtest.SetData(s, d); len(got) > 0 || s.RequestWork() != nil {
		t.Errorf("the same sample is judged again: %v", got)
	}
	viewtest.SetData(s, faulty())
	if s.finding().ID() != on || len(s.suppressed) != 1 {
		t.Errorf("the cursor went from %s to %s, suppressed %v", on, s.finding().ID(), s.suppressed)
	}
	viewtest.SetData(s, viewtest.Hostile())
	if len(s.suppressed) != 0 {
		t.Error("suppressions of another table were kept")
	}
}

// grouped is a table with one fault in many columns.
func grouped() *views.Data {
	table := sample.Table{Source: "p/i/log",
		Families: []sample.Family{{Name: "f", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}}}}
	var rows []viewtest.Row
	for i := range 200 {
		r := viewtest.Row{Key: fmt.Sprintf("user%03d", i)}
		for c := range 5 {
			r.Cells = append(r.Cells, viewtest.Cell{Family: "f", Qualifier: fmt.Sprintf("mail%d", c), At: viewtest.Now,
				Value: fmt.Sprintf("person%d.%d@example.org", i, c)})
		}
		rows = append(rows, r)
	}
	return viewtest.Data(viewtest.Build(table, sample.Provenance{Strategy: sample.Everything, Complete: true}, rows),
		"{user}")
}

// TestGroupedByRule verifies that the findings of one rule are one line with their count, that right lists them and
// left folds them again with the cursor on their line, and that the counts above are of findings, in words.
func TestGroupedByRule(t *testing.T) {
	s := New()
	viewtest.SetData(s, grouped())
	all := len(s.found.report.Findings)
	byRule := map[string]int{}
	for _, f := range s.found.report.Findings {
		byRule[f.Rule]++
	}
	if len(s.lines) != len(byRule) || all == len(byRule) {
		t.Fatalf("%d lines for %d rules and %d findings", len(s.lines), len(byRule), all)
	}
	for i := range s.lines {
		s.list.SetCursor(i)
		if len(s.lines[i].folded) > 1 {
			break
		}
	}
	rule, n := s.finding().Rule, byRule[s.finding().Rule]
	if got := frame(s, 140, 40); !strings.Contains(got, fmt.Sprintf("▸ %d", n)) ||
		!strings.Contains(got, fmt.Sprintf("%d columns: f:mail0, f:mail1", n)) {
		t.Errorf("no line for %d findings of %s in\n%s", n, rule, got)
	}
	viewtest.Press(t, s, "right")
	if len(s.lines) != len(byRule)+n-1 || !strings.Contains(frame(s, 140, 40), fmt.Sprintf("▾ %d", n)) {
		t.Errorf("unfolded there are %d lines:\n%s", len(s.lines), frame(s, 140, 40))
	}
	viewtest.Press(t, s, "j", "j", "left")
	if len(s.lines) != len(byRule) || s.finding().Rule != rule {
		t.Errorf("folded there are %d lines, with the cursor on %s", len(s.lines), s.finding().Rule)
	}
	notes, warnings := 0, 0
	for _, f := range s.found.report.Findings {
		switch f.Severity {
		case "note":
			notes++
		case "warning":
			warnings++
		}
	}
	for _, want := range []string{"0 errors", text.Count(warnings, "warning"), text.Count(notes, "note")} {
		if !strings.Contains(frame(s, 140, 40), want) {
			t.Errorf("no %q in\n%s", want, frame(s, 140, 40))
		}
	}
	viewtest.CheckSizes(t, s)
}
