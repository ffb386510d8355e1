package lessons

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/demotest"
	"tabletop/internal/viewtest"
	"tabletop/model/lesson"
)

var now = time.Date(2026, 11, 20, 14, 18, 0, 0, time.UTC)

// named names screens as the app does.
func named(id string) (string, bool) { return strings.ToUpper(id[:1]) + id[1:] + " (f3)", true }

// TestFits draws every step of every lesson with its figures at 80x24 and 200x60, and holds that nothing is cut off: not
// the question, not the hint, not what is told when it is done.
func TestFits(t *testing.T) {
	all := lesson.All()
	if testing.Short() {
		all = all[4:5]
	}
	for _, l := range all {
		walked, err := l.Walk(context.Background(), false, func(_ context.Context, table lesson.Table) (*lesson.Workbench, error) {
			s, err := demotest.Sample(table.Source, now)
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
			p := &Panel{Lesson: l, Course: lesson.LessonProgress{At: i, Steps: make([]lesson.State, len(l.Steps))}, Figures: w.Figures, Screen: named}
			show := func(what string) {
				for _, size := range [][2]int{{80, 24}, {200, 60}} {
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
			p.Asking = p.NeedsAnswer()
			show("the question while it is answered")
			p.Asking = false
			for p.Hint = 1; p.Hint <= len(l.Steps[i].Hints); p.Hint++ {
				show("a hint")
			}
			p.Hint, p.Course.Steps[i] = 0, lesson.Done
			show("what is told when it is done")
		}
	}
}
