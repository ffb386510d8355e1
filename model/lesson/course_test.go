package lesson_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"tabletop/model/lesson"
)

// The minutes of a step: the words to read at a slow pace, and what is done, by the kind of its check.
const (
	wordsPerMinute    = 150
	minutesToOpen     = 0.5
	minutesToChoose   = 0.5
	minutesToFind     = 1.0
	minutesToMake     = 2.0
	minutesOfTwoHours = 120
	minutesOfDay      = 6 * 60
	minutesOfLab      = 45
)

// minutes estimates what a lesson takes, and counts the words that everybody reads in it.
func minutes(l *lesson.Lesson) (estimate float64, words int) {
	read := func(text string) { words += len(strings.Fields(text)) }
	options := func(c lesson.Choice) {
		estimate += minutesToChoose
		for _, o := range c.Options {
			read(o.Text)
		}
	}
	for _, s := range l.Steps {
		read(s.Text + " " + s.Task + " " + s.Why)
		if s.Predict != nil {
			read(s.Predict.Ask)
			options(s.Predict.Choice)
		}
		switch check := s.Check.(type) {
		case lesson.OpenScreen:
			estimate += minutesToOpen
		case lesson.Number:
			estimate += minutesToFind
		case lesson.Choice:
			options(check)
		case lesson.Make:
			estimate += minutesToMake
		}
	}
	return math.Ceil(estimate + float64(words)/wordsPerMinute), words
}

// first returns the names of the lessons from the first that fit a time, their number, and their minutes.
func first(all []*lesson.Lesson, limit float64) (names []string, total float64) {
	for _, l := range all {
		m, _ := minutes(l)
		if total+m > limit {
			break
		}
		names, total = append(names, "`"+l.Name+"`"), total+m
	}
	return names, total
}

// TestCoursePage verifies that docs/course.md has the minutes of each lesson and paths that fit their time, in which
// each lesson comes after those that it builds on.
func TestCoursePage(t *testing.T) {
	t.Parallel()
	all := lesson.All()
	var b strings.Builder
	total, words, steps := 0.0, 0, 0
	var rows strings.Builder
	for i, l := range all {
		for _, before := range l.After {
			if !slices.ContainsFunc(all[:i], func(o *lesson.Lesson) bool { return o.Name == before }) {
				t.Errorf("%s comes before %s, which it builds on", l.Name, before)
			}
		}
		m, w := minutes(l)
		total, words, steps = total+m, words+w, steps+len(l.Steps)
		fmt.Fprintf(&rows, "| `%s` | %s | %d | %d | %.0f |\n", l.Name, l.Title, len(l.Steps), w, m)
	}
	fmt.Fprintf(&b, "# A course of the lessons\n\n%d [lessons](lessons.md) with %d steps take about %.0f minutes. "+
		"The minutes are computed, not timed with students: the words\nof texts, questions, tasks and explanations at "+
		"%d per minute, and for each screen to open %g, each choice %g, each\nnumber to find %g, each thing to make %g "+
		"minutes. Hints and second attempts come on top. A test of `model/lesson`\nwrites this page with `-update`.\n\n"+
		"| lesson | title | steps | words | minutes |\n|---|---|---:|---:|---:|\n%s", len(all), steps, total,
		wordsPerMinute, minutesToOpen, minutesToChoose, minutesToFind, minutesToMake, rows.String())
	b.WriteString("\nEach path follows the order of the list, in which a lesson comes after those that it builds on.\n")
	names, sum := first(all, minutesOfTwoHours)
	fmt.Fprintf(&b, "\n## Two hours\n\n%s: %.0f minutes.\n", strings.Join(names, ", "), sum)
	names, sum = first(all, minutesOfDay)
	fmt.Fprintf(&b, "\n## A day\n\n%s: %.0f minutes of at most %d, without breaks.\n", strings.Join(names, ", "), sum,
		minutesOfDay)
	fmt.Fprintf(&b, "\n## A semester lab\n\nWeeks of at most %d minutes.\n\n"+
		"| week | lessons | minutes |\n|---:|---|---:|\n",
		minutesOfLab)
	for week, rest := 1, all; len(rest) > 0; week++ {
		names, sum := first(rest, minutesOfLab)
		if len(names) == 0 {
			t.Fatalf("%s takes more than a week", rest[0].Name)
		}
		fmt.Fprintf(&b, "| %d | %s | %.0f |\n", week, strings.Join(names, ", "), sum)
		rest = rest[len(names):]
	}
	const path = "../../docs/course.md"
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != b.String() {
		t.Errorf("docs/course.md is not what the lessons say (%v): run go test ./model/lesson -run Course -update", err)
	}
}
