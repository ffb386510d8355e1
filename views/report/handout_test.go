package report_test

import (
	"context"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"tabletop/internal/demotest"
	"tabletop/internal/slowtest"
	"tabletop/model/lesson"
	"tabletop/views/lessons"
	"tabletop/views/report"
)

// TestStudentsCopyHoldsNoAnswer verifies that the student's copy of a step holds no answer, hint, reply or solution of
// the step but what its own text and task state, shows no map of what was to be predicted, and is titled by what the
// step asks. Without TABLETOP_SLOW three lessons are printed.
func TestStudentsCopyHoldsNoAnswer(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 14, 18, 0, 0, time.UTC)
	for i, l := range lesson.All() {
		if !slowtest.On() && i%7 != 4 {
			continue
		}
		sections, walked := studentsCopy(t, l, at)
		for k, r := range walked {
			if len(r.Faults) > 0 {
				t.Errorf("%s#%d: %q", l.Name, k+1, r.Faults)
			}
			for _, leak := range leaks(sections[k], &l.Steps[k], r) {
				t.Errorf("%s#%d: %s in\n%s", l.Name, k+1, leak, sections[k])
			}
		}
	}
}

// studentsCopy returns the sections of the student's copy, one per step, and the steps as they were measured.
func studentsCopy(t *testing.T, l *lesson.Lesson, at time.Time) ([]string, []lesson.StepResult) {
	t.Helper()
	benches := map[lesson.Table]*lesson.Workbench{}
	walked, err := l.Walk(t.Context(), false, func(_ context.Context, table lesson.Table) (*lesson.Workbench,
		error) {
		if benches[table] != nil {
			return benches[table], nil
		}
		rows, err := demotest.Sample(table.Source, at)
		if err != nil {
			return nil, err
		}
		set, err := table.Measured()
		benches[table] = lesson.NewWorkbench(rows, set)
		return benches[table], err
	})
	if err != nil {
		t.Fatal(err)
	}
	pictures := make([]lesson.Illustration, len(walked))
	for i := range walked {
		if _, ok := l.Steps[i].Check.(lesson.OpenScreen); ok { // only these have a picture without answers
			if pictures[i], err = l.Steps[i].Illustrate(t.Context(), benches[l.Table(i)]); err != nil {
				t.Fatal(err)
			}
		}
	}
	var out strings.Builder
	if err := report.Handout(&out, l, walked, pictures, false, report.Markdown); err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(out.String(), "\n## ")[1:]
	if len(sections) != len(walked) {
		t.Fatalf("%s: %d sections of %d steps", l.Name, len(sections), len(walked))
	}
	return sections, walked
}

// leaks are the parts of an answer that stand in the student's copy of a step.
func leaks(section string, s *lesson.Step, r lesson.StepResult) []string {
	var out []string
	filled := func(text string) string {
		return plainText(lessons.Fill(text, r.Figures, report.ScreenTitle))
	}
	lines := "\n" + unescaped(section) + "\n"
	section, stated := plainText(section), filled(s.Text+" "+s.Task)
	title, asks := strings.SplitN(lines, "\n", 3)[1], s.Task
	secret := func(what, text string) {
		text = filled(text)
		word := regexp.MustCompile(`(^|[^\w.,])` + regexp.QuoteMeta(text) + `($|[^\w.,%]|[.,](\D|$))`)
		if text != "" && word.MatchString(section) && !word.MatchString(stated) {
			out = append(out, fmt.Sprintf("%s %q", what, text))
		}
	}
	options := func(c lesson.Choice) {
		for _, o := range c.Options {
			if line := "- " + filled(o.Text); !strings.Contains(lines, "\n"+line+"\n") {
				out = append(out, fmt.Sprintf("no line %q", line))
			}
			secret("the reply", o.Reply)
		}
	}
	for _, hint := range s.Hints {
		if !strings.HasPrefix(hint, "{@") { // where to look is the task
			secret("the hint", hint)
		}
	}
	secret("why", s.Why)
	if s.Predict != nil {
		asks = s.Predict.Ask
		options(s.Predict.Choice)
		if strings.Contains(section, "Writes by key") {
			out = append(out, "the map of what is to be predicted")
		}
	}
	if !strings.HasSuffix(plainText(title), filled(asks)) {
		out = append(out, fmt.Sprintf("the title is not %q", asks))
	}
	switch c := s.Check.(type) {
	case lesson.Number:
		secret("the number", "{answer}")
		for _, m := range c.Mistakes {
			secret("the reply", m.Say)
		}
	case lesson.Choice:
		options(c)
	case lesson.Make:
		secret("the solution", "`"+c.Right+"`")
		for _, m := range c.Mistakes {
			secret("the reply", m.Say)
		}
	}
	return out
}

// unescaped is Markdown without its marks.
func unescaped(s string) string {
	return html.UnescapeString(strings.NewReplacer("`", "", `\`, "", "*", "").Replace(s))
}

// plainText is Markdown on one line, without its marks.
func plainText(s string) string { return strings.Join(strings.Fields(unescaped(s)), " ") }
