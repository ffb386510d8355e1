package tui

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"go.yaml.in/yaml/v3"

	"tabletop/internal/demotest"
	"tabletop/internal/slowtest"
	"tabletop/model/lesson"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/lessons"
)

// writtenStep is a step as its lesson file has it, as far as figures go.
type writtenStep struct {
	Text, Task, Why string
	Hints           []string
	Figures         map[string]string
	Number          *struct{ Of string }
	Make            *writtenMake
}

type writtenMake struct {
	In, Right, Asks string
	Require         []struct{ Figure, As, Than, Same string }
	Show            map[string]string
}

// writtenSteps reads the steps of a lesson file.
func writtenSteps(t *testing.T, file string) []writtenStep {
	t.Helper()
	text, err := lesson.File(file)
	if err != nil {
		t.Fatal(err)
	}
	var f struct {
		Steps    []writtenStep
		Exercise *writtenStep
	}
	if err := yaml.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	if f.Exercise != nil {
		f.Steps = append(f.Steps, *f.Exercise)
	}
	return f.Steps
}

var (
	namedScreen = regexp.MustCompile(`\{@(\w+)\}`)
	namedFigure = regexp.MustCompile(`\{([a-z_]+)\}`)
	backquoted  = regexp.MustCompile("`[^`]*`")
	measured    = regexp.MustCompile(`^([a-z ]+?)(?: \[(.*?)\])?(?: of (.+))?$`)
)

// shownFigure is a figure of a text: what it measures, of what, and as the lesson writes it.
type shownFigure struct {
	name, measure, argument, of string
	want                        lesson.Figure
}

// measures are the measures of a step by the names of their figures; those of what is made are of what is right.
func (s *writtenStep) measures() map[string]string {
	out := map[string]string{}
	if s.Make != nil {
		right := s.Make.Right
		if right == "" {
			right = s.Make.Asks
		}
		made := func(measure string) string {
			if rest, ok := strings.CutPrefix(measure, "query "); ok {
				return rest + " [" + right + "]"
			}
			return measure + " of " + right
		}
		for _, q := range s.Make.Require {
			name := q.As
			if name == "" {
				name = "mine"
			}
			out[name] = made(q.Figure)
			if than := q.Than + q.Same; than != "" {
				out["than"] = than
			}
		}
		for name, measure := range s.Make.Show {
			out[name] = made(measure)
		}
	}
	for name, measure := range s.Figures {
		out[name] = measure
	}
	if s.Number != nil {
		out["answer"] = s.Number.Of
	}
	return out
}

// figures are those that the texts of a step name, with their values.
func (s *writtenStep) figures(t *testing.T, step *lesson.Step, bench *lesson.Workbench) []shownFigure {
	t.Helper()
	ctx := context.Background()
	values, err := step.Figures.Take(ctx, bench)
	if err != nil {
		t.Fatal(err)
	}
	work, _, err := step.Check.Examples(ctx, bench)
	if err != nil {
		t.Fatal(err)
	}
	verdict, err := step.Check.Judge(ctx, bench, work)
	if err != nil || !verdict.Done {
		t.Fatal(verdict, err)
	}
	for name, f := range verdict.Figures {
		values[name] = f
	}
	if s.Number != nil {
		values["answer"] = verdict.Figures["answer"]
	}
	measures := s.measures()
	var out []shownFigure
	for _, m := range namedFigure.FindAllStringSubmatch(backquoted.ReplaceAllString(s.Text+s.Task+s.Why, ""), -1) {
		if parts := measured.FindStringSubmatch(measures[m[1]]); parts != nil {
			out = append(out, shownFigure{m[1], parts[1], parts[2], parts[3], values[m[1]]})
		}
	}
	if s.Number != nil && !slices.ContainsFunc(out, func(f shownFigure) bool { return f.name == "answer" }) {
		parts := measured.FindStringSubmatch(s.Number.Of)
		out = append(out, shownFigure{"answer", parts[1], parts[2], parts[3], values["answer"]})
	}
	return out
}

// screen is where a figure is drawn: where the step sends to for what it asks, else where the measure stands.
func (f *shownFigure) screen(s *writtenStep) string {
	if f.name == "answer" {
		if named := namedScreen.FindStringSubmatch(s.Task + strings.Join(s.Hints, " ")); named != nil {
			return named[1]
		}
	}
	switch f.measure {
	case "distinct":
		return "keys"
	case "columns", "versions":
		return "columns"
	case "key length", "row length", "rows", "columns per row":
		if f.of == "" {
			return "overview"
		}
	case "rows below", "share below":
		return "space"
	case "kept", "garbage", "kept cells", "missed":
		return "retention"
	}
	if strings.HasPrefix(f.measure, "heat ") {
		return "heat"
	}
	return "lab"
}

// draws returns all that the screen of a figure draws in each of the sizes, once what it is of is made there.
func (a *appTest) draws(screen string, f *shownFigure, sizes [][2]int) []string {
	a.t.Helper()
	press := func(keys ...string) {
		for _, key := range keys {
			a.keys(key)
			a.settle()
		}
	}
	press(a.app.screenKey(a.app.find(views.ID(screen))))
	focus := func(pane string) {
		for range 4 {
			if strings.Contains(a.frame(), "▸ "+pane) {
				return
			}
			press("tab")
		}
	}
	if screen == "lab" && f.argument != "" {
		focus("QUERIES")
		press("c")
		a.types(f.argument)
		if a.app.current.Editing() { // a query stands in the list once, and is in it already
			press("esc")
		}
		focus("LAYOUTS")
	}
	if f.of != "" && (screen == "lab" || screen == "retention") {
		press("i")
		a.types(f.of)
	}
	out := make([]string, len(sizes))
	for i, size := range sizes {
		a.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		a.settle()
		for range 2 { // the Lab has two views, of maps and of figures
			press("g")
			for range 8 {
				out[i] += a.frame()
				press("pgdown")
			}
			if screen != "lab" {
				break
			}
			press("v")
		}
		switch screen {
		case "heat":
			press("w") // the whole sentence
			out[i] += a.frame()
			press("esc")
		case "lab":
			out[i] += a.explained(f)
		}
	}
	return out
}

// explained returns what the Lab says at length: of the layout, and of each of its figures.
func (a *appTest) explained(f *shownFigure) (out string) {
	page := func(key string) {
		a.keys(key)
		a.settle()
		out += a.frame()
		if a.app.over != nil { // else esc leaves the screen
			a.keys("esc")
		}
	}
	page("enter")
	if !slices.Contains([]string{"bytes read", "rows returned", "ranges"}, f.measure) {
		return out
	}
	a.keys("v")
	for range 3 { // panes
		if !strings.Contains(a.frame(), "▸ CURRENT") {
			a.keys("tab")
		}
	}
	a.keys("g")
	for range 12 {
		page("w")
		a.keys("down")
	}
	a.keys("v")
	return out
}

// notDrawn are the figures of texts that no screen draws beside a lesson, with the reason.
func notDrawn() map[string]string {
	return map[string]string{
		"prefixes#3 value":    "the Lab averages by data; the text says that this average is another",
		"buckets#1 key":       "Overview draws it where it has more lines than beside a lesson",
		"buckets#8 mean":      "as this one",
		"migration#3 cells":   "verify is a command",
		"migration#4 times":   "as this one",
		"migration#4 volumes": "as this one",
		"migration#5 cells":   "as this one",
	}
}

// narrow are the steps whose number smaller windows draw only in a pane that has the focus, or behind w.
func narrow() []string {
	return []string{"prefixes#3", "places#1", "places#5", "large-rows#3", "tall-or-wide#5", "meters#5", "buckets#4", "buckets#8",
		"newest-first#5", "domains#4", "domains#6", "friends#1",
		"market#6", "migration#5", "whole-schema#4"}
}

// TestLessonFiguresAreDrawn: each figure that a text of a lesson names, and each number that a step asks for, stands on
// the screen that draws it, as the lesson writes it; Heat rounds to whole percents. With TABLETOP_SLOW that is every
// step, at three sizes on two dates.
func TestLessonFiguresAreDrawn(t *testing.T) {
	t.Parallel()
	days, sizes := []time.Time{noon()}, [][2]int{{200, 60}}
	if slowtest.On() {
		days, sizes = append(days, noon().AddDate(0, 1, 12)), [][2]int{{80, 24}, {100, 30}, {200, 60}}
	}
	for _, file := range lesson.Files() {
		for _, at := range days {
			if !slowtest.On() && !slices.Contains([]string{"06-versions.yaml", "20-policies.yaml"}, file) {
				continue
			}
			t.Run(fmt.Sprintf("%s as of %s", file, at.Format(time.DateOnly)), func(t *testing.T) {
				t.Parallel()
				for i, step := range writtenSteps(t, file) {
					drawn(t, lesson.Find(strings.TrimSuffix(file, ".yaml")[3:]), i, &step, at, sizes)
				}
			})
		}
	}
}

// drawn verifies that the figures of a step are drawn.
func drawn(t *testing.T, l *lesson.Lesson, at int, step *writtenStep, day time.Time, sizes [][2]int) {
	t.Helper()
	start := func() *appTest {
		r := rigOf(t, Options{Lesson: l, LessonStep: at, Now: func() time.Time { return day },
			Open: func(_ context.Context, name string) (sample.Source, error) {
				made, err := demotest.Sample(name, day)
				return demoSource{made}, err
			}, Progress: &fakeProgress{}}, true)
		r.settle()
		return r
	}
	r := start()
	for _, f := range step.figures(t, &l.Steps[at], r.app.tutor.taking.bench) {
		name, want := fmt.Sprintf("%s#%d", l.Name, at+1), lessons.Figure(f.want)
		whole := fmt.Sprintf("%.0f%%", 100*f.want.Value)
		if notDrawn()[name+" "+f.name] != "" {
			continue
		}
		for i, frame := range r.draws(f.screen(step), &f, sizes) {
			rounded := strings.HasPrefix(f.measure, "heat ") && strings.Contains(frame, whole)
			listed := sizes[i][0] < 200 && slices.Contains(narrow(), name)
			if !stands(want, frame) && !rounded && !listed {
				t.Errorf("%s: %s, %s [%s] of %s is %s, which no frame of %v has", name, f.name, f.measure, f.argument, f.of,
					want, sizes[i])
			}
		}
	}
}

// stands reports whether a frame has a figure that is no part of another.
func stands(figure, frame string) bool {
	return regexp.MustCompile(`(?:^|[^\d.,])` + regexp.QuoteMeta(figure) + `(?:$|[^\d])`).MatchString(frame)
}
