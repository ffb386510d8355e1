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

// asked is what a lesson file says of a number that is asked for.
type asked struct {
	Task   string
	Hints  []string
	Number *struct{ Of string }
}

// askedIn reads what a lesson asks, step by step.
func askedIn(t *testing.T, file string) []asked {
	t.Helper()
	text, err := lesson.File(file)
	if err != nil {
		t.Fatal(err)
	}
	var f struct {
		Steps    []asked
		Exercise *asked
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
	measured    = regexp.MustCompile(`^([a-z ]+?)(?: \[([^\]]*)\])?(?: of (.+))?$`)
)

// draws returns all that the screen of a step draws in each of the sizes, once what the step asks for is made there.
func (a *appTest) draws(s asked, sizes [][2]int) []string {
	a.t.Helper()
	m := measured.FindStringSubmatch(s.Number.Of)
	screen, query := "lab", m[2]
	if named := namedScreen.FindStringSubmatch(s.Task + strings.Join(s.Hints, " ")); named != nil {
		screen = named[1]
	}
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
	if screen == "lab" && query != "" {
		focus("QUERIES")
		press("c")
		a.types(query)
		focus("LAYOUTS")
	}
	if m[3] != "" && (screen == "lab" || screen == "retention") {
		press("i")
		a.types(m[3])
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
		if screen == "heat" {
			press("w") // the whole sentence
			out[i] += a.frame()
			press("esc")
		}
	}
	return out
}

// narrow are the steps whose number smaller windows draw only in a pane that has the focus, or behind w.
func narrow() []string {
	return []string{"places#5", "buckets#4", "buckets#8", "newest-first#5", "domains#4", "domains#6", "friends#1",
		"market#6", "migration#5", "whole-schema#4"}
}

// TestLessonNumbersAreDrawn: the screen that a step sends to draws the number that the step asks for, as the lesson
// writes it; Heat rounds to whole percents. With TABLETOP_SLOW that is every step, at three sizes on two dates.
func TestLessonNumbersAreDrawn(t *testing.T) {
	t.Parallel()
	days, sizes := []time.Time{noon()}, [][2]int{{200, 60}}
	if slowtest.On() {
		days, sizes = append(days, noon().AddDate(0, 1, 12)), [][2]int{{80, 24}, {100, 30}, {200, 60}}
	}
	for _, at := range days {
		for _, file := range lesson.Files() {
			if !slowtest.On() && !slices.Contains([]string{"06-versions.yaml", "20-policies.yaml"}, file) {
				continue
			}
			for i, step := range askedIn(t, file) {
				if step.Number != nil {
					drawn(t, lesson.Find(strings.TrimSuffix(file, ".yaml")[3:]), i, step, at, sizes)
				}
			}
		}
	}
}

// drawn verifies that the number of a step is drawn.
func drawn(t *testing.T, l *lesson.Lesson, at int, step asked, day time.Time, sizes [][2]int) {
	t.Helper()
	r := rigOf(t, Options{Lesson: l, LessonStep: at, Now: func() time.Time { return day },
		Open: func(_ context.Context, name string) (sample.Source, error) {
			made, err := demotest.Sample(name, day)
			return demoSource{made}, err
		}, Progress: &fakeProgress{}}, true)
	r.settle()
	figure, err := l.Steps[at].Check.(lesson.Number).Of(context.Background(), r.app.tutor.taking.bench)
	if err != nil {
		t.Fatal(err)
	}
	name, want := fmt.Sprintf("%s#%d", l.Name, at+1), lessons.Figure(figure)
	whole := fmt.Sprintf("%.0f%%", 100*figure.Value)
	for i, frame := range r.draws(step, sizes) {
		rounded := strings.HasPrefix(step.Number.Of, "heat ") && strings.Contains(frame, whole)
		listed := sizes[i][0] < 200 && slices.Contains(narrow(), name)
		if !strings.Contains(frame, want) && !rounded && !listed {
			t.Errorf("%s: %s is %s, which no frame of %v has", name, step.Number.Of, want, sizes[i])
		}
	}
}
