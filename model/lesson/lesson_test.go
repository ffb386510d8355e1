package lesson_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"tabletop/internal/demotest"
	"tabletop/model/lesson"
)

var now = time.Date(2026, 11, 20, 14, 18, 0, 0, time.UTC)

// open makes the bench of a table of a lesson, without an emulator.
func open(l *lesson.Lesson, at time.Time) func(context.Context, lesson.Table) (*lesson.Workbench, error) {
	return func(_ context.Context, table lesson.Table) (*lesson.Workbench, error) {
		s, err := demotest.Sample(l.Source(table), at)
		if err != nil {
			return nil, err
		}
		set, err := table.Measured()
		return lesson.NewWorkbench(s, set), err
	}
}

// TestWalk walks all lessons: each step refuses wrong work, takes right work, and tells what can be measured. The demo
// tables move with the calendar, so it is done on two days, the second after the turn of a year.
func TestWalk(t *testing.T) {
	days := []time.Time{now, now.AddDate(0, 1, 12)}
	if testing.Short() {
		days = days[:1]
	}
	for _, at := range days {
		for i, l := range lesson.All() {
			if testing.Short() && i%3 != 1 {
				continue
			}
			t.Run(l.Name+at.Format(" 2006-01-02"), func(t *testing.T) { walk(t, l, at) })
		}
	}
}

func walk(t *testing.T, l *lesson.Lesson, at time.Time) {
	t.Parallel()
	walked, err := l.Walk(context.Background(), open(l, at))
	if err != nil {
		t.Fatal(err)
	}
	if len(walked) != len(l.Steps) {
		t.Errorf("%d of %d steps were walked", len(walked), len(l.Steps))
	}
	for _, w := range walked {
		for _, fault := range w.Faults {
			t.Errorf("step %d: %s", w.Step+1, fault)
		}
		if w.Wrong == 0 {
			t.Errorf("step %d: nothing wrong was tried", w.Step+1)
		}
	}
}

// TestWalkFindsFaults: what a lesson must not be is found when it is walked.
func TestWalkFindsFaults(t *testing.T) {
	template := func(text string) lesson.Measure {
		return func(context.Context, *lesson.Workbench) (lesson.Figure, error) {
			return lesson.Figure{Unit: lesson.Word, Word: text}, nil
		}
	}
	step := func(s lesson.Step) lesson.Step {
		if s.Check == nil {
			s.Check = lesson.OpenScreen{Screen: "keys"}
		}
		return s
	}
	steps := []lesson.Step{
		step(lesson.Step{Check: lesson.Make{Right: "{ticker}", Wrong: []string{"{key()}"}}}), // takes anything
		step(lesson.Step{Check: lesson.Make{Right: "{ticker}", Conds: []lesson.Cond{lesson.Is("made", template, "", "something else")}}}),
		step(lesson.Step{Check: lesson.Make{Right: "{ticker", Conds: []lesson.Cond{lesson.Zero("lost", lesson.Lost, "")}}}), // cannot be read
		step(lesson.Step{Check: lesson.Make{Where: lesson.InLab, Right: "{ticker}", Wrong: []string{"{hash(ticker)}"}, Conds: []lesson.Cond{
			lesson.Below(lesson.KeyBytes, 1.1, lesson.KeyBytes(""), "it has {nobody} measured")}}}),
		step(lesson.Step{Why: "{nobody} measured this"}),
		step(lesson.Step{Text: "{nobody} measured this"}),
		step(lesson.Step{Assumes: []lesson.Claim{{Of: lesson.Pattern(""), Is: "moving frontier"}}}),
		step(lesson.Step{Check: lesson.Choice{Options: []string{"few", "many"}, Right: lesson.Least(lesson.Rows(""), lesson.Size("")), Answer: 1}}),
	}
	l := &lesson.Lesson{Name: "faulty", Demo: "stocks", Tables: []lesson.Table{{Name: "closing_versions", Layout: "{ticker:text}"}}, Steps: steps}
	walked, err := l.Walk(context.Background(), open(l, now))
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range walked {
		if len(w.Faults) == 0 {
			t.Errorf("nothing is found wrong with step %d", i+1)
		}
	}
	l.Steps = []lesson.Step{step(lesson.Step{Figures: lesson.Measures{"n": lesson.Distinct("nothing")}})}
	if _, err := l.Walk(context.Background(), open(l, now)); err == nil {
		t.Error("a figure that cannot be measured is no error")
	}
	l.Steps, l.Demo = []lesson.Step{step(lesson.Step{})}, "nowhere"
	if _, err := l.Walk(context.Background(), open(l, now)); err == nil {
		t.Error("a table that is not there is no error")
	}
}

// TestJudgeHostile: whatever the user types is a verdict that says what is wrong, never an error or a panic.
func TestJudgeHostile(t *testing.T) {
	l := lesson.Find("versions")
	b, err := open(l, now)(context.Background(), l.Tables[0])
	if err != nil {
		t.Fatal(err)
	}
	nasty := []string{"", " ", "{", "}", "{}", "{ticker", "{nosuch}", "\x1b[31m", "\xff\x00", "{salt(0, ticker)}", "{bucket(ticker, 1d)}", "{ticker} => ", "maxversions", "a equal", "ticker range 1d",
		"latest x by y", ", ,", strings.Repeat("{ticker}#", 200), "{answer}", "1e400", "-", "∞"}
	checks := []lesson.Check{
		lesson.Number{Of: lesson.Rows("")},
		lesson.Choice{Options: []string{"a", "b"}, Right: lesson.Least(lesson.Rows(""), lesson.Size(""))},
		lesson.Make{Where: lesson.InLab, Conds: []lesson.Cond{lesson.Above(lesson.Rows, 1000, lesson.Rows(""), "no")}},
		lesson.Make{Where: lesson.InQueries, Conds: []lesson.Cond{lesson.Is("access", lesson.AccessOf, "no", "nothing")}},
	}
	for _, text := range nasty {
		for _, c := range checks {
			v, err := c.Judge(context.Background(), b, lesson.Work{Answer: text, Templates: []string{text}, Queries: []string{text}})
			if err != nil || v.Done {
				t.Errorf("%T of %q: %+v, %v", c, text, v, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := checks[2].Judge(ctx, lesson.NewWorkbench(b.Sample, b.Layouts), lesson.Work{Templates: []string{"{ticker}#{celltime()}"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled judgement says %v", err)
	}
}

// TestLessons verifies what lessons are made of: names that are found, tables that there are, five to ten steps, texts short
// enough to be read on a wall, and guidelines cited.
func TestLessons(t *testing.T) {
	ids := map[string]bool{}
	for _, l := range lesson.All() {
		if lesson.Find(strings.ToUpper(l.Name)) == nil || lesson.Find(strings.ToLower(l.ID)) == nil || ids[l.ID] {
			t.Errorf("%s is not found by its name and id", l.Name)
		}
		ids[l.ID] = true
		if n := len(l.Steps); n < 5 || n > 10 {
			t.Errorf("%s has %d steps", l.Name, n)
		}
		if len(l.Cites()) < 3 {
			t.Errorf("%s cites only %v", l.Name, l.Cites())
		}
		for _, table := range l.Tables {
			_, begin := table.Begin()
			_, measured := table.Measured()
			if err := errors.Join(begin, measured); err != nil {
				t.Errorf("%s, table %s: %v", l.Name, table.Name, err)
			}
		}
		for i, s := range l.Steps {
			if s.Task == "" || s.Hint == "" || s.Why == "" || s.Text == "" || s.Check == nil {
				t.Errorf("%s, step %d lacks something", l.Name, i+1)
			}
			if i == 0 && s.Table == "" || s.Table != "" && l.Table(i).Name != s.Table {
				t.Errorf("%s, step %d is on table %q, which is none of the lesson's", l.Name, i+1, s.Table)
			}
		}
	}
	if len(ids) != 14 {
		t.Errorf("%d of the 14 worked examples are lessons", len(ids))
	}
}

func TestParseNumber(t *testing.T) {
	for _, c := range []struct {
		in   string
		unit lesson.Unit
		want float64
	}{
		{"1,234", lesson.Count, 1234}, {" 1.2 k", lesson.Count, 1200}, {"93 rows", lesson.Count, 93}, {"×7.5", lesson.Count, 7.5}, {"38 %", lesson.Share, 0.38}, {"38", lesson.Share, 0.38},
		{"12.5 kB", lesson.Bytes, 12500}, {"1.3MB", lesson.Bytes, 1.3e6}, {"-3", lesson.Count, -3}, {"1e3", lesson.Count, 1000},
	} {
		got, err := lesson.ParseNumber(c.in, c.unit)
		if err != nil || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%q is %v, %v; want %v", c.in, got, err, c.want)
		}
	}
	for _, in := range []string{"", "many", "%", "NaN", "Inf", "1e999", "12 parsecs", "1.2.3"} {
		if v, err := lesson.ParseNumber(in, lesson.Bytes); err == nil {
			t.Errorf("%q is taken for %v", in, v)
		}
	}
}

func TestProgress(t *testing.T) {
	l := lesson.Find("hotspots")
	var p lesson.Progress
	c := p.Course(l)
	if c.At != 0 || len(c.Steps) != len(l.Steps) {
		t.Fatalf("nothing kept is %+v", c)
	}
	c.At, c.Steps[0], c.Steps[1] = 2, lesson.Done, lesson.Skipped
	p = p.With(l, c)
	c.Steps[3] = lesson.Done // p must not change with it
	text, err := p.Text()
	if err != nil {
		t.Fatal(err)
	}
	back, err := lesson.ParseProgress(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := back.Course(l); got.At != 2 || got.Count(lesson.Done) != 1 || got.Count(lesson.Skipped) != 1 {
		t.Errorf("kept and read back: %+v", got)
	}
	for _, broken := range []string{"", "{", "[]", "null", `{"version":2}`, `{"version":1,"lessons":7}`, "\x00\xff"} {
		if _, err := lesson.ParseProgress([]byte(broken)); err == nil {
			t.Errorf("%q is taken for progress", broken)
		}
	}
	// Of a lesson that has other steps by now, what still fits is used.
	odd, err := lesson.ParseProgress([]byte(`{"version":1,"lessons":{"hotspots":{"at":99,"steps":[1,2,7,1,1,1,1,1,1,1,1,1]},"gone":null}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := odd.Course(l); got.At != len(l.Steps)-1 || len(got.Steps) != len(l.Steps) || got.Steps[2] != lesson.Open {
		t.Errorf("of other steps: %+v", got)
	}
}
