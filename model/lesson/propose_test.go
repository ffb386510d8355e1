package lesson_test

import (
	"context"
	"strings"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/lesson"
)

// TestProposalsPassCheck proposes lessons from demo tables: each is read again and passes the check, and asks for the
// finding that the guidelines name, for a number, and for a layout where the advisor has a better one.
func TestProposalsPassCheck(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]struct {
		table         lesson.Table
		rule          string
		layout, found bool
	}{
		"hotspot": {lesson.Table{Source: "demo:games/players_by_id", Layout: "{account:pad(8)}"}, "id-sequential", true,
			true},
		"unlimited": {lesson.Table{Source: "demo:devices/devices",
			Layout: "{type:enum}#{device:hex(8)}#{day:date(20060102)}"}, "versions-unlimited", false, true},
		"good": {lesson.Table{Source: "demo:places/places",
			Layout: "{continent:enum}#{country:text}#{city:text}"}, "", false, false},
	} {
		t.Run(source, func(t *testing.T) {
			t.Parallel()
			bench, err := open(now)(t.Context(), want.table)
			if err != nil {
				t.Fatal(err)
			}
			proposed, err := lesson.Propose(t.Context(), bench, "proposed", want.table.Source)
			if err != nil {
				t.Fatal(err)
			}
			text := string(proposed.Text)
			if has := strings.Contains(text, "of: "+want.rule+"\n          right: true"); has != want.found {
				t.Errorf("asks for %q: %t\n%s", want.rule, has, text)
			}
			if strings.Contains(text, "in: lab") != want.layout || !strings.Contains(text, "number:") {
				t.Errorf("a layout is asked for unlike %t, or no number:\n%s\n%q", want.layout, text, proposed.Missing)
			}
			if want.layout != want.found && len(proposed.Missing) == 0 {
				t.Error("it is not said what is missing")
			}
			l, err := lesson.Parse("proposed.yaml", proposed.Text)
			if err != nil {
				t.Fatal(err)
			}
			if len(l.Steps) != proposed.Steps {
				t.Errorf("%d steps, %d are stated", len(l.Steps), proposed.Steps)
			}
			if !slowtest.On() && want.layout {
				return // each step was checked when it was added; the whole once more takes as long
			}
			walked, err := l.Walk(t.Context(), true,
				func(context.Context, lesson.Table) (*lesson.Workbench, error) { return bench, nil })
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range l.Faults(walked) {
				t.Errorf("step %d: %s", f.Step+1, f.Text)
			}
		})
	}
}

// TestNameFor verifies that a lesson is named after any file.
func TestNameFor(t *testing.T) {
	for text, want := range map[string]string{"orders": "orders", "My Orders (2)": "my-orders-2",
		"2026-11": "lesson-2026-11", "": "lesson", "Ünï": "n"} {
		if got := lesson.NameFor(text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}
