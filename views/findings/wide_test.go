package findings

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/lesson"
	"tabletop/views/text"
)

// TestBehindAFinding verifies that in a large window each finding stands beside its limits, its guidelines, what is
// known of the evidence under the cursor, and every rule that found nothing.
func TestBehindAFinding(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	guidelines := map[string]string{}
	for _, g := range lesson.Guidelines() {
		guidelines[g.ID] = g.Text
	}
	for i := range s.lines {
		s.list.SetCursor(i)
		f := s.finding()
		screen := strings.Join(strings.Fields(ansi.Strip(s.Draw(300, 120, viewtest.Mono()))), " ")
		wants := []string{"OTHER RULES", "FROM THE GUIDELINES",
			f.Guidelines[0] + " " + strings.Fields(guidelines[f.Guidelines[0]])[0]}
		for _, m := range f.Measures {
			if m.Limit > 0 {
				wants = append(wants, "┊ limit "+text.MeasureFormat(m)(m.Limit))
			}
		}
		for _, id := range s.found.report.Passed {
			wants = append(wants, "✓ "+id)
		}
		for _, u := range s.found.report.Skipped {
			wants = append(wants, "? "+u.Rule+" not evaluated: ")
		}
		if e := f.Evidence; len(e) > 0 && e[0].Key != nil && e[0].Masked == nil {
			wants = append(wants, "ROW", "└", "written")
		}
		for _, want := range wants {
			if !strings.Contains(strings.NewReplacer(" ", "").Replace(screen), strings.ReplaceAll(want, " ", "")) {
				t.Errorf("%s: %q is missing:\n%s", f.Rule, want, ansi.Strip(s.Draw(300, 120, viewtest.Mono())))
			}
		}
	}
}

// TestRulesStandWhereNothingIsFound verifies that a wide screen without findings lists every rule, with its sign.
func TestRulesStandWhereNothingIsFound(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	if s.lines = nil; len(s.found.report.Passed) < 10 || len(s.found.report.Skipped) == 0 {
		t.Fatal("too few rules passed or were skipped")
	}
	for _, size := range [][2]int{{140, 36}, {200, 56}} {
		out := strings.Join(strings.Fields(ansi.Strip(s.Draw(size[0], size[1], viewtest.Mono()))), " ")
		wants := []string{"no rule found anything"}
		for _, id := range s.found.report.Passed {
			wants = append(wants, "✓ "+id+" ")
		}
		for _, u := range s.found.report.Skipped {
			wants = append(wants, "? "+u.Rule+" not evaluated: ")
		}
		for _, want := range wants {
			if !strings.Contains(out, want) {
				t.Errorf("%v: no %q in\n%s", size, want, out)
			}
		}
	}
}
