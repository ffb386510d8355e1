package lesson_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tabletop/model/lesson"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// openNow is open with the time of each record.
func openNow(ctx context.Context, t lesson.Table, at time.Time, _ uint64) (*lesson.Workbench, error) {
	return open(at)(ctx, t)
}

func plainShow(s string, _ lesson.Figures) string { return s }

// attempt is an attempt at a step of versions, recorded as right.
func attempt(l *lesson.Lesson, student string, step int, w lesson.Work) lesson.Attempt {
	return lesson.Attempt{Student: student, Lesson: l.Name, Hash: l.Hash, Step: step, Time: now, Now: now, Seconds: 30,
		Hints: 1, Work: w, Verdict: lesson.Right}
}

// TestWorkOfARecord verifies that every kind of work is read back as it was written.
func TestWorkOfARecord(t *testing.T) {
	set, err := rowkey.ParseSet("{ticker:text}#{day:date(20060102)}")
	if err != nil {
		t.Fatal(err)
	}
	rule, err := retention.Parse("maxversions=1 || maxage=90d")
	if err != nil {
		t.Fatal(err)
	}
	w := lesson.Work{Screen: "heat", Layouts: set, Templates: []string{"{a}", "{b}"}, Queries: []string{"day equal"},
		Rules: map[string]sample.GCRule{"STOCK": rule}, Answer: "1,234"}
	line, err := lesson.Attempt{Student: "s17", Lesson: "x", Hash: "h", Step: 1, Time: now, Now: now, Work: w,
		Verdict: lesson.Wrong, Mistake: "no"}.Line()
	if err != nil || bytes.Count(line, []byte("\n")) != 1 {
		t.Fatalf("%v: %s", err, line)
	}
	r := lesson.ParseRecord("x.jsonl", line)
	if back := r.Attempts; len(r.Faults) > 0 || len(back) != 1 || !back[0].Work.Equal(&w) {
		t.Errorf("%s came back as %+v", line, r)
	}
}

// TestRecordHoldsNothingPersonal verifies that a record has the fields that docs/lessons.md names, of which only
// student tells who it is, and only the work that the step asks for.
func TestRecordHoldsNothingPersonal(t *testing.T) {
	l := lesson.Find("versions")
	set, _ := rowkey.ParseSet("{secret:text}")
	w := l.Steps[0].Relevant(lesson.Work{Screen: "heat", Layouts: set, Templates: []string{"{t}"},
		Queries: []string{"q"}, Answer: "3"})
	line, err := attempt(l, "s17", 1, w).Line()
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(line, &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"student", "lesson", "hash", "step", "time", "now", "seconds", "hints", "work",
		"verdict", "note"} {
		if fields[name] == nil {
			t.Errorf("%s is missing in %s", name, line)
		}
		delete(fields, name)
	}
	if len(fields) > 0 || strings.Contains(string(line), "secret") || strings.Contains(string(line), "{t}") {
		t.Errorf("more than is needed: %v in %s", fields, line)
	}
}

// TestForgedVerdictIsWorthNothing verifies that only work that is accepted again counts, whatever the record says,
// and that right work recorded as wrong counts.
func TestForgedVerdictIsWorthNothing(t *testing.T) {
	l := lesson.Find("versions")
	b, err := open(now)(context.Background(), l.Table(0))
	if err != nil {
		t.Fatal(err)
	}
	right, wrong, err := l.Steps[0].Check.Examples(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	forged := attempt(l, "forger", 1, wrong[0])
	modest := attempt(l, "modest", 1, right)
	modest.Verdict = lesson.Wrong
	predicted := attempt(l, "modest", 3, lesson.Work{Answer: "2"})
	predicted.Prediction = true
	grades, err := lesson.GradeRecords(context.Background(), recordsOf(forged, modest, predicted), lesson.Find, openNow,
		plainShow)
	if err != nil || len(grades) != 2 {
		t.Fatalf("%v: %+v", err, grades)
	}
	if s := grades[0].Steps[0]; s.Done || s.Unconfirmed != 1 || s.Attempts != 1 || len(s.Mistakes) != 1 {
		t.Errorf("forged: %+v", s)
	}
	if s := grades[1].Steps[0]; !s.Done || s.Unconfirmed != 0 || s.Answer != right.Answer || s.Seconds != 30 ||
		s.Hints != 1 {
		t.Errorf("right: %+v", s)
	}
	if s := grades[1].Steps[2]; s.Predicted != lesson.Wrong || s.Attempts != 0 || s.Unconfirmed != 1 {
		t.Errorf("prediction: %+v", s)
	}
}

// TestRecordOfAnotherVersion verifies that attempts at another version of a lesson, at no step of it, and at no
// lesson are named and not judged, while the others are.
func TestRecordOfAnotherVersion(t *testing.T) {
	l := lesson.Find("versions")
	old, beyond, unknown := attempt(l, "a", 1, lesson.Work{Answer: "1"}), attempt(l, "b", 99, lesson.Work{}),
		attempt(l, "c", 1, lesson.Work{})
	old.Hash, unknown.Lesson = "0000", "nowhere"
	good := attempt(l, "a", 3, lesson.Work{Rules: map[string]sample.GCRule{"STOCK": mustRule(t, "maxversions=1")}})
	grades, err := lesson.GradeRecords(context.Background(), recordsOf(old, beyond, unknown, good), lesson.Find,
		openNow, plainShow)
	if err != nil {
		t.Fatal(err)
	}
	var problems []string
	for _, g := range grades {
		problems = append(problems, g.Problem)
	}
	want := []string{"attempts at another version of the lesson (0000, not " + l.Hash + ") are not judged",
		"the lesson has no step 99", "there is no lesson nowhere: name its file with --lesson"}
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Error(diff)
	}
	if s := grades[0].Steps; s[0].Attempts != 0 || !s[2].Done {
		t.Errorf("%+v", s)
	}
}

// recordsOf returns a record for each attempt.
func recordsOf(attempts ...lesson.Attempt) []lesson.Record {
	var out []lesson.Record
	for i, a := range attempts {
		out = append(out, lesson.Record{File: fmt.Sprintf("%d.jsonl", i), Attempts: []lesson.Attempt{a}})
	}
	return out
}

// recordOf returns the record that these attempts make, with what is wrong with it.
func recordOf(t *testing.T, file string, attempts ...lesson.Attempt) lesson.Record {
	t.Helper()
	var text []byte
	for _, a := range attempts {
		line, err := a.Line()
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, line...)
	}
	return lesson.ParseRecord(file, text)
}

// TestFaultsOfRecords verifies that what is wrong with a record is listed by student and kind, in few words
// however much it is, and keeps no other attempt from being graded.
func TestFaultsOfRecords(t *testing.T) {
	l := lesson.Find("versions")
	of := func(student string, change func(*lesson.Attempt)) lesson.Attempt {
		a := attempt(l, student, 1, lesson.Work{Answer: "1"})
		if change != nil {
			change(&a)
		}
		return a
	}
	many := func(n int, change func(*lesson.Attempt, int)) []lesson.Attempt {
		var out []lesson.Attempt
		for i := range n {
			out = append(out, of("s1", func(a *lesson.Attempt) { change(a, i) }))
		}
		return out
	}
	day := func(a *lesson.Attempt, i int) { a.Now = now.AddDate(0, 0, -i) }
	same := func(*lesson.Attempt, int) {}
	first := of("s1", nil)
	for name, c := range map[string]struct {
		attempts []lesson.Attempt
		judged   int // of all students
		want     []lesson.Fault
	}{
		"none": {[]lesson.Attempt{first}, 1, nil},
		"before all tables": {[]lesson.Attempt{first, of("s2", func(a *lesson.Attempt) { a.Now = time.Unix(-1, 0) })},
			1, []lesson.Fault{{Student: "s2", Line: 2, Lines: 1, Reason: "no table was made as of 1969-12-31"}}},
		"after all tables": {[]lesson.Attempt{of("s1",
			func(a *lesson.Attempt) { a.Now = time.Date(2201, 1, 1, 0, 0, 0, 0, time.UTC) }), first}, 1,
			[]lesson.Fault{{Student: "s1", Line: 1, Lines: 1, Reason: "no table was made as of 2201-01-01"}}},
		"hints below 0": {[]lesson.Attempt{first, of("s1", func(a *lesson.Attempt) { a.Hints = -1 })}, 1,
			[]lesson.Fault{{Student: "s1", Line: 2, Lines: 1, Reason: "-1 hints in 30 seconds are none"}}},
		"seconds of days": {[]lesson.Attempt{first, of("s1", func(a *lesson.Attempt) { a.Seconds = 86_401 })}, 1,
			[]lesson.Fault{{Student: "s1", Line: 2, Lines: 1, Reason: "1 hints in 86401 seconds are none"}}},
		"hints of no step": {[]lesson.Attempt{first, of("s1", func(a *lesson.Attempt) { a.Hints = 4 })}, 1,
			[]lesson.Fault{{Student: "s1", Line: 2, Lines: 1, Reason: "4 hints of step 1, which has 3"}}},
		"as many times": {many(lesson.MaxTimes, day), 10, nil},
		"too many times": {many(lesson.MaxTimes+3, day), 10,
			[]lesson.Fault{{Student: "s1", Line: 11, Lines: 3,
				Reason: "tables as of more than 10 times: attempts as of the others are not judged"}}},
		"as many attempts": {many(lesson.MaxAttempts, same), 100, nil},
		"too many attempts": {many(lesson.MaxAttempts+2, same), 100,
			[]lesson.Fault{{Student: "s1", Line: 101, Lines: 2,
				Reason: "more than 100 attempts at a step: the others are not judged"}}},
		"of several students": {[]lesson.Attempt{first, first, of("s2", nil)}, 3,
			[]lesson.Fault{{Line: 3, Lines: 1,
				Reason: "the file has attempts of 2 students, and one hand may have written them all: s1 (2), s2 " +
					"(1)"}}},
	} {
		t.Run(name, func(t *testing.T) {
			records := []lesson.Record{recordOf(t, "x.jsonl", c.attempts...), recordOf(t, "y.jsonl", of("other", nil))}
			opened := map[time.Time]bool{}
			open := func(ctx context.Context, table lesson.Table, at time.Time, _ uint64) (*lesson.Workbench, error) {
				opened[at] = true
				return openNow(ctx, table, now, 0)
			}
			grades, err := lesson.GradeRecords(context.Background(), records, lesson.Find, open, plainShow)
			if err != nil {
				t.Fatal(err)
			}
			judged := 0
			for _, g := range grades {
				judged += g.Steps[0].Attempts
			}
			for i := range c.want {
				c.want[i].File = "x.jsonl"
			}
			if diff := cmp.Diff(c.want, records[0].Faults, cmpopts.IgnoreUnexported(lesson.Fault{})); diff != "" ||
				judged != c.judged+1 || len(records[1].Faults) > 0 {
				t.Errorf("%d attempts were judged, want %d, and of another student %v: %s", judged-1, c.judged,
					records[1].Faults, diff)
			}
			if len(opened) > lesson.MaxTimes {
				t.Errorf("tables were opened as of %d times", len(opened))
			}
		})
	}
}

// TestTableThatCannotBeMade verifies that a table which cannot be opened is a fault of the records that need it,
// and of no other.
func TestTableThatCannotBeMade(t *testing.T) {
	l := lesson.Find("versions")
	early := attempt(l, "a", 1, lesson.Work{Answer: "1"})
	early.Now = now.AddDate(-1, 0, 0)
	records := []lesson.Record{recordOf(t, "a.jsonl", early),
		recordOf(t, "b.jsonl", attempt(l, "b", 1, lesson.Work{Answer: "1"}))}
	open := func(ctx context.Context, table lesson.Table, at time.Time, _ uint64) (*lesson.Workbench, error) {
		if !at.Equal(now) {
			return nil, errors.New("no such time")
		}
		return openNow(ctx, table, at, 0)
	}
	grades, err := lesson.GradeRecords(context.Background(), records, lesson.Find, open, plainShow)
	if err != nil || len(grades) != 2 || grades[0].Refused != 1 || grades[1].Refused != 0 ||
		grades[1].Steps[0].Attempts != 1 {
		t.Fatalf("%v: %+v", err, grades)
	}
	want := "its table cannot be read as of " + early.Now.UTC().Format(time.RFC3339) + ": no such time"
	if f := records[0].Faults; len(f) != 1 || f[0].Reason != want || f[0].Student != "a" || len(records[1].Faults) > 0 {
		t.Errorf("%+v, %+v", f, records[1].Faults)
	}
}

// TestJunkIsCounted verifies that a file of junk has few faults, in few words.
func TestJunkIsCounted(t *testing.T) {
	l := lesson.Find("versions")
	good, err := attempt(l, "s1", 1, lesson.Work{Answer: "1"}).Line()
	if err != nil {
		t.Fatal(err)
	}
	named := strings.Repeat(`{"student":"s%d","work":{"policies":{"f":"`+strings.Repeat("(", 2000)+`"}}}`+"\n", 2000)
	var ids []any
	for i := range 2000 {
		ids = append(ids, i)
	}
	for name, c := range map[string]struct {
		text  string
		lines int
	}{
		"no JSON":          {strings.Repeat("junk\n", 50_000), 50_000},
		"one long line":    {strings.Repeat("x", 1<<20), 1},
		"objects":          {strings.Repeat("{}\n", 50_000), 50_000},
		"of many students": {fmt.Sprintf(named, ids...), 2000},
		"many students that can be graded": {func() string {
			var b strings.Builder
			for i := range 1500 {
				b.WriteString(strings.Replace(string(good), `"s1"`, fmt.Sprintf(`"s%d"`, i), 1))
			}
			return b.String()
		}(), 1000 + 499},
	} {
		r := lesson.ParseRecord("x.jsonl", []byte(c.text))
		size, lines := 0, 0
		for _, f := range r.Faults {
			size += len(f.Reason) + len(f.Student)
			lines += f.Lines
		}
		if lines != c.lines || len(r.Faults) > 12 || size > 4000 || len(r.Attempts) > 500 {
			t.Errorf("%s: %d faults of %d lines, %d bytes, %d attempts", name, len(r.Faults), lines, size,
				len(r.Attempts))
		}
	}
}

func mustRule(t *testing.T, text string) sample.GCRule {
	t.Helper()
	rule, err := retention.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return rule
}

// TestBrokenRecord verifies that lines that are no attempt are named, and the others are read.
func TestBrokenRecord(t *testing.T) {
	l := lesson.Find("versions")
	good, err := attempt(l, "s17", 1, lesson.Work{Answer: "1"}).Line()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text, says string
		attempts   int
	}{
		"empty":        {"", "no attempt", 0},
		"blank":        {"\n\n", "no attempt", 0},
		"cut":          {string(good) + string(good[:len(good)/2]), "line 2", 1},
		"no JSON":      {"hello\n" + string(good), "line 1", 1},
		"binary":       {"\x00\xff\x1f\n" + string(good), "line 1", 1},
		"no student":   {strings.Replace(string(good), "s17", "", 1), "the ID of the student is empty", 0},
		"long student": {strings.Replace(string(good), "s17", strings.Repeat("s", 65), 1), "64 printable", 0},
		"step 0":       {strings.Replace(string(good), `"step":1`, `"step":0`, 1), "a step from 1", 0},
		"a policy":     {strings.Replace(string(good), `"answer":"1"`, `"policies":{"f":"maxage"}`, 1), "line 1", 0},
		"a layout":     {strings.Replace(string(good), `"answer":"1"`, `"layouts":"{a:nosuch}"`, 1), "line 1", 0},
	} {
		got := lesson.ParseRecord("x.jsonl", []byte(c.text))
		if len(got.Faults) != 1 ||
			!strings.Contains(fmt.Sprintf("line %d: %s", got.Faults[0].Line, got.Faults[0].Reason), c.says) ||
			len(got.Attempts) != c.attempts {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// FuzzParseRecord: no record makes ParseRecord panic, and what it reads can be written.
func FuzzParseRecord(f *testing.F) {
	good, _ := attempt(lesson.Find("versions"), "s17", 1, lesson.Work{Answer: "1", Templates: []string{"{a}"}}).Line()
	f.Add(good)
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, a := range lesson.ParseRecord("x.jsonl", text).Attempts {
			if _, err := a.Line(); err != nil && a.Time.Year() < 10000 && a.Now.Year() < 10000 {
				t.Errorf("%+v: %v", a, err)
			}
		}
	})
}

// TestProgressIsReadable verifies that the file of the progress names states in words and has attempts, hints,
// answers and times, and that files of the first version, whose states are numbers in base64 or not, are read.
func TestProgressIsReadable(t *testing.T) {
	l := lesson.Find("versions")
	c := lesson.Progress{}.Course(l)
	c.Steps[0] = lesson.StepProgress{State: lesson.Done, Attempts: 2, Hints: 1, Seconds: 40, Answer: "250", Last: now}
	text, err := lesson.Progress{}.With(l, c).Text()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"state": "done"`, `"state": "open"`, `"attempts": 2`, `"hints": 1`, `"seconds": 40`,
		`"answer": "250"`, `"last": "2026-11-20T14:18:00Z"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is missing in %s", want, text)
		}
	}
	back, err := lesson.ParseProgress(text)
	if err != nil || back.Course(l).Steps[0] != c.Steps[0] {
		t.Errorf("%v: %+v", err, back.Course(l))
	}
	for _, steps := range []string{`"AQIA"`, `[1,2,0]`} {
		old, err := lesson.ParseProgress([]byte(`{"version":1,"lessons":{"versions":{"at":2,"steps":` + steps + `}}}`))
		if c := old.Course(l); err != nil || c.At != 2 || c.Steps[0].State != lesson.Done ||
			c.Steps[1].State != lesson.Skipped || c.Steps[2].State != lesson.Open {
			t.Errorf("%s: %v, %+v", steps, err, c)
		}
	}
}

// TestCheckOrder verifies that a cycle of prerequisites and a lesson that is not there are reported.
func TestCheckOrder(t *testing.T) {
	lessons := func(after ...string) []*lesson.Lesson {
		var out []*lesson.Lesson
		for i, name := range []string{"a", "b", "c"} {
			out = append(out, &lesson.Lesson{Name: name, After: strings.Fields(after[i])})
		}
		return out
	}
	for _, c := range []struct {
		all  []*lesson.Lesson
		says string
	}{
		{lessons("", "a", "a b"), ""},
		{lessons("hotspots", "a", "b"), ""},
		{lessons("c", "a", "b"), "a must be taken before itself: a after c after b after a"},
		{lessons("", "c", "b"), "b must be taken before itself"},
		{lessons("", "nowhere", ""), `b comes after "nowhere"`},
		{[]*lesson.Lesson{{Name: "x", Next: "y"}}, `next to x is "y"`},
		{lesson.All(), ""},
	} {
		err := lesson.CheckOrder(c.all)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v; want %q", err, c.says)
		}
	}
}

// TestGradeHasTheMostHintsAndSeconds verifies that the attempts at a step count together: the most hints and seconds
// of any, and done with the first right one, whose answer stays.
func TestGradeHasTheMostHintsAndSeconds(t *testing.T) {
	l := lesson.Find("versions")
	b, err := open(now)(context.Background(), l.Table(0))
	if err != nil {
		t.Fatal(err)
	}
	right, wrong, err := l.Steps[0].Check.Examples(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	first, second, third := attempt(l, "s", 1, wrong[0]), attempt(l, "s", 1, right), attempt(l, "s", 1, wrong[0])
	first.Hints, second.Hints, third.Hints = 1, 2, 0
	first.Seconds, second.Seconds, third.Seconds = 10, 70, 20
	first.Verdict, third.Verdict = lesson.Wrong, lesson.Wrong
	grades, err := lesson.GradeRecords(context.Background(), recordsOf(first, second, third), lesson.Find, openNow,
		plainShow)
	if err != nil || len(grades) != 1 {
		t.Fatalf("%v: %+v", err, grades)
	}
	if s := grades[0].Steps[0]; s.Hints != 2 || s.Seconds != 70 || s.Attempts != 3 || !s.Done ||
		s.Answer != right.Answer || len(s.Mistakes) != 1 {
		t.Errorf("%+v", s)
	}
}
