package overview

import (
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/model/analysis"
	"tabletop/model/sample"
	"tabletop/views"
)

func TestDraw(t *testing.T) {
	for name, d := range viewtest.All() {
		t.Run(name, func(t *testing.T) {
			s := New()
			viewtest.CheckSizes(t, s)
			s.SetData(d)
			viewtest.CheckSizes(t, s)
			viewtest.Press(t, s, "G")
			viewtest.CheckSizes(t, s)
		})
	}
}

func TestGolden(t *testing.T) {
	for name, d := range viewtest.All() {
		s := New()
		s.SetData(d)
		viewtest.Golden(t, s, name)
	}
}

// TestEveryLineAnswers walks the cursor over the whole page: it must stop on every line that says something, and what
// a stop offers must be there.
func TestEveryLineAnswers(t *testing.T) {
	s := New()
	s.SetData(viewtest.Metrics())
	s.Draw(80, 24, viewtest.Mono())
	viewtest.Press(t, s, "g")
	whys, opens := 0, 0
	for range s.lines {
		l := s.current()
		if l.id == "" {
			t.Fatalf("the cursor stops on %q, which is nothing to stop at", l.text)
		}
		if l.why != "" {
			whys++
			asked := viewtest.Press(t, s, "w")
			if e, ok := asked[0].(views.Explain); !ok || e.Title == "" || e.Text != l.why {
				t.Errorf("%s: w asks for %#v", l.id, asked)
			}
		}
		if l.open != nil {
			opens++
			if _, ok := viewtest.Press(t, s, "enter")[0].(views.OpenScreen); !ok {
				t.Errorf("%s: enter does not go anywhere", l.id)
			}
		}
		viewtest.Press(t, s, "j")
	}
	if whys < 10 || opens < 10 {
		t.Errorf("only %d lines tell why and %d lead on", whys, opens)
	}
	if on := s.current(); on.id != s.lines[len(s.lines)-1].id {
		t.Errorf("the walk ends on %q, not on the last line", on.id)
	}
}

// TestCursorStays holds that new figures do not move the cursor away from what it is on.
func TestCursorStays(t *testing.T) {
	s := New()
	s.SetData(viewtest.Metrics())
	s.Draw(80, 24, viewtest.Mono())
	for !strings.HasPrefix(s.current().id, "family/info") {
		viewtest.Press(t, s, "j")
	}
	s.SetData(viewtest.Metrics())
	s.Draw(60, 12, viewtest.Mono())
	if id := s.current().id; !strings.HasPrefix(id, "family/info") {
		t.Errorf("the cursor is on %q", id)
	}
}

func BenchmarkDraw(b *testing.B) {
	s := New()
	d := viewtest.Metrics()
	st := viewtest.Colours()
	for b.Loop() {
		s.SetData(d)
		s.lines = nil // as if the data were new
		s.Draw(200, 60, st)
	}
}

// TestPlanAndPause: what is to be read is told from before the first row on, in full when asked, and so is a pause.
func TestPlanAndPause(t *testing.T) {
	d := *viewtest.Metrics()
	d.Plan = &views.Plan{Plan: sample.Plan{Strategy: sample.Quick, Places: make([]sample.ReadRange, 7), Rows: 350, Notes: []string{"Why \x1b."}}}
	d.Reading, d.Paused = true, true
	for _, a := range []*analysis.Analysis{{}, d.Analysis} {
		d := d
		d.Analysis = a
		s := New()
		s.SetData(&d)
		drawn := s.Draw(120, 60, viewtest.Mono())
		if !strings.Contains(drawn, "planned  quick: about 350 rows in 7 key ranges") || strings.Contains(drawn, "paused: space goes on") != (a.Sample != nil) {
			t.Errorf("the page is\n%s", drawn)
		}
		for s.current().id != "sample/plan" {
			viewtest.Press(t, s, "j")
		}
		asked := viewtest.Press(t, s, "w")
		if e, ok := asked[0].(views.Explain); !ok || !strings.Contains(e.Text, "strategy   quick") || !strings.Contains(e.Text, `Why \x1b.`) {
			t.Errorf("w asks for %#v", asked)
		}
	}
}
