package lesson_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"tabletop/internal/slowtest"
	"tabletop/model/lesson"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// attack is a work at a step that somebody wrote who did not write its checks.
type attack struct {
	Step      int    `yaml:"step"`
	Form      string `yaml:"form"` // of the work: templates, queries, policies, layouts
	Class     string `yaml:"class"`
	Right     bool   `yaml:"right"`
	Debatable bool   `yaml:"debatable"` // whether it is right may be seen either way
	Work      string `yaml:"work"`
	Why       string `yaml:"why"`
}

// handed is the work as the app hands it to a check. The error is that of a text that the app does not take.
func (a *attack) handed(check lesson.Check) (lesson.Work, error) {
	switch a.Form {
	case "queries":
		return lesson.Work{Queries: []string{a.Work}}, nil
	case "policies":
		rule, err := retention.Parse(a.Work)
		return lesson.Work{Rules: map[string]sample.GCRule{check.(lesson.Make).Family: rule}}, err
	case "layouts":
		set, err := rowkey.ParseSet(a.Work)
		return lesson.Work{Layouts: set}, err
	}
	return lesson.Work{Templates: []string{a.Work}}, nil
}

// attacked is what came of the attacks of a class.
type attacked struct{ wrong, accepted, right, refused, debatable, taken int }

func (c *attacked) add(a *attack, done bool) {
	count := func(of, when *int, is bool) {
		*of++
		if is {
			*when++
		}
	}
	switch {
	case a.Debatable:
		count(&c.debatable, &c.taken, done)
	case a.Right:
		count(&c.right, &c.refused, !done)
	default:
		count(&c.wrong, &c.accepted, done)
	}
}

// TestAttacks: no wrong work is accepted, and no right work is refused. With TABLETOP_SLOW all works are tried, else
// those at some lessons whose tables are small.
func TestAttacks(t *testing.T) {
	t.Parallel()
	classes := map[string]*attacked{"all": {}}
	for _, file := range lesson.Files() {
		if !slowtest.On() && !slices.Contains([]string{"05-overwriting.yaml", "17-sequential-ids.yaml"}, file) {
			continue
		}
		l, works := attacksOn(t, file)
		tables := map[lesson.Table]*lesson.Workbench{}
		for i := range works {
			a := &works[i]
			done := a.try(t, l, tables)
			if classes[a.Class] == nil {
				classes[a.Class] = &attacked{}
			}
			classes[a.Class].add(a, done)
			classes["all"].add(a, done)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(classes)) {
		t.Logf("%-16s %+v", name, *classes[name])
	}
}

// TestEveryStepIsAttacked: there are at least 12 wrong works and three right ones, of different kinds, for each step
// at which something is made. A query of few conditions can be put together in few orders.
func TestEveryStepIsAttacked(t *testing.T) {
	t.Parallel()
	for _, file := range lesson.Files() {
		l, works := attacksOn(t, file)
		for i, s := range l.Steps {
			made, ok := s.Check.(lesson.Make)
			if !ok {
				continue
			}
			wrong, right, kinds := 0, 0, map[string]bool{}
			for _, a := range works {
				switch {
				case a.Step != i+1 || a.Debatable:
				case a.Right:
					right++
					kinds[a.Class] = true
				default:
					wrong++
				}
			}
			least, different := 3, 2
			if made.Where == lesson.InQueries {
				least, different = min(3, strings.Count(made.Right, ",")+1), 1
			}
			if wrong < 12 || right < least || len(kinds) < different {
				t.Errorf("%s#%d: %d wrong works, and %d right ones of %d kinds", l.Name, i+1, wrong, right, len(kinds))
			}
		}
	}
}

// attacksOn reads a lesson of tabletop, and the attacks on it.
func attacksOn(t *testing.T, file string) (*lesson.Lesson, []attack) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "attacks", file))
	if err != nil {
		t.Fatal(err)
	}
	var works []attack
	if err := yaml.Unmarshal(text, &works); err != nil {
		t.Fatal(err)
	}
	if text, err = lesson.File(file); err != nil {
		t.Fatal(err)
	}
	l, err := lesson.Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}
	return l, works
}

// try reports whether a step accepts the work, and whether it should.
func (a *attack) try(t *testing.T, l *lesson.Lesson, tables map[lesson.Table]*lesson.Workbench) bool {
	t.Helper()
	table := l.Table(a.Step - 1)
	if tables[table] == nil {
		bench, err := open(now)(context.Background(), table)
		if err != nil {
			t.Fatal(err)
		}
		tables[table] = bench
	}
	check := l.Steps[a.Step-1].Check
	work, err := a.handed(check)
	if err != nil {
		return false
	}
	verdict, err := check.Judge(context.Background(), tables[table], work)
	if err != nil {
		t.Fatalf("%s#%d: %q: %v", l.Name, a.Step, a.Work, err)
	}
	if verdict.Done != a.Right && !a.Debatable {
		t.Errorf("%s#%d: %s: %q: done is %v, %s\n\tit is %v: %s", l.Name, a.Step, a.Class, a.Work, verdict.Done,
			lesson.PlainFill(verdict.Say, verdict.Figures), a.Right, a.Why)
	}
	return verdict.Done
}
