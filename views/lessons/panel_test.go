package lessons

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/demotest"
	"tabletop/internal/slowtest"
	"tabletop/internal/viewtest"
	"tabletop/model/lesson"
)

var now = time.Date(2026, 11, 20, 14, 18, 0, 0, time.UTC)

// named names screens as the app does.
func named(id string) (string, bool) { return strings.ToUpper(id[:1]) + id[1:] + " (f3)", true }

// TestFits draws every step of every lesson with its figures at 80x24, 140x40 and 200x60, and verifies that nothing is
// cut off: not the question, not a hint, not a reply to what is wrong, not what is told when it is done. With
// TABLETOP_SLOW it does so on two days, the second after the turn of a year.
func TestFits(t *testing.T) {
	all, days := lesson.All(), []time.Time{now}
	switch {
	case slowtest.On():
		days = append(days, now.AddDate(0, 1, 12))
	default:
		all = all[5:6]
	}
	for _, at := range days {
		for _, l := range all {
			fits(t, l, at)
		}
	}
}

// replies are what a step says of wrong work.
func replies(s *lesson.Step) []string {
	var out []string
	switch c := s.Check.(type) {
	case lesson.Choice:
		for _, o := range c.Options {
			out = append(out, o.Reply)
		}
	case lesson.Number:
		for _, m := range c.Mistakes {
			out = append(out, m.Say)
		}
	case lesson.Make:
		for _, m := range c.Mistakes {
			out = append(out, m.Say)
		}
		for _, m := range c.Conds {
			out = append(out, m.Say)
		}
	}
	return out
}

func fits(t *testing.T, l *lesson.Lesson, at time.Time) {
	walked, err := l.Walk(context.Background(), false, func(_ context.Context, table lesson.Table) (*lesson.Workbench,
		error) {
		s, err := demotest.Sample(table.Source, at)
		if err != nil {
			return nil, err
		}
		set, err := table.Measured()
		return lesson.NewWorkbench(s, set), err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range walked {
		p := &Panel{Lesson: l, Course: lesson.LessonProgress{At: i, Steps: make([]lesson.StepProgress, len(l.Steps))},
			Figures: w.Figures, Screen: named, KeyOf: keyOf}
		show := func(what string) {
			for _, size := range [][2]int{{80, 24}, {140, 40}, {200, 60}} {
				h := Height(size[1] - 4)
				frame := p.Draw(size[0], h, viewtest.Mono())
				viewtest.CheckFrame(t, frame, size[0], h)
				if p.Truncated() {
					t.Errorf("%s, step %d: %s is cut at %v:\n%s", l.Name, i+1, what, size, ansi.Strip(frame))
				}
				if strings.Contains(strings.NewReplacer("{at}", "", "{day}", "").Replace(frame), "{answer") {
					t.Errorf("%s, step %d: a figure is missing:\n%s", l.Name, i+1, frame)
				}
			}
		}
		show("the question")
		if predict := l.Steps[i].Predict; predict != nil {
			for guess := range predict.Choice.Options {
				p.Guess = guess + 1
				show("the task after a prediction")
			}
		}
		for _, reply := range replies(p.Step()) {
			p.Verdict.Say = reply
			show("a reply")
		}
		p.Verdict.Say = ""
		p.Asking = p.NeedsAnswer()
		show("the question while it is answered")
		p.Asking = false
		for p.Hint = 1; p.Hint <= len(l.Steps[i].Hints); p.Hint++ {
			show("a hint")
		}
		p.Hint, p.Course.Steps[i].State = 0, lesson.Done
		show("what is told when it is done")
	}
}

// keyOf gives the keys that actions of a lesson have by default.
func keyOf(name string) string {
	return map[string]string{"next": "ctrl+n", "answer": "ctrl+a", "tip": "ctrl+t", "step back": "ctrl+o",
		"leave the lesson": "f3", "reveal": "ctrl+e"}[name]
}
