package lesson_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"tabletop/internal/demotest"
	"tabletop/internal/slowtest"
	"tabletop/model/lesson"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// editions are the file of a lesson of tabletop, the lesson, and the students' edition of it.
func editions(t *testing.T, file string) (full *lesson.Lesson, text []byte, students *lesson.Lesson) {
	t.Helper()
	original, err := lesson.File(file)
	if err != nil {
		t.Fatal(err)
	}
	if full, err = lesson.Parse(file, original); err != nil {
		t.Fatal(err)
	}
	if text, err = lesson.ForStudents(file, original); err != nil {
		t.Fatal(err)
	}
	if students, err = lesson.Parse(file, text); err != nil {
		t.Fatal(err)
	}
	return full, text, students
}

// leaves calls visit with each field of a file, by its name, and the text in it.
func leaves(n *yaml.Node, field string, visit func(field, text string)) {
	if n.Kind == yaml.ScalarNode {
		visit(field, n.Value)
	}
	for i, child := range n.Content {
		name := field
		if n.Kind == yaml.MappingNode {
			if i%2 == 0 {
				continue
			}
			name = n.Content[i-1].Value
			if field == "figures" {
				name = field
			}
		}
		leaves(child, name, visit)
	}
}

// TestStudentsEditionHoldsNoAnswers verifies of every lesson that the students' edition has no field that tells an
// answer or how it is judged, no text that is shown only when work was judged, and no figure that is one asked for or
// names a layout, query or policy that is right.
func TestStudentsEditionHoldsNoAnswers(t *testing.T) {
	t.Parallel()
	asked := []string{"students_of", "name", "title", "about", "source", "layout", "table", "text", "ask", "task", "open",
		"in", "family", "figures", "points"}
	for _, file := range lesson.Files() {
		full, text, students := editions(t, file)
		original, err := lesson.File(file)
		if err != nil {
			t.Fatal(err)
		}
		secret, shown := map[string]bool{}, map[string]bool{} // what stands in the teacher's fields, and what is asked
		var numbers struct {
			Steps []struct{ Number struct{ Of string } }
		}
		if err := yaml.Unmarshal(original, &numbers); err != nil {
			t.Fatal(err)
		}
		var doc yaml.Node
		if err := yaml.Unmarshal(original, &doc); err != nil {
			t.Fatal(err)
		}
		leaves(&doc, "", func(field, text string) {
			if slices.Contains([]string{"reply", "why", "hints", "say", "like", "because", "right", "refuse", "summary", "use"},
				field) && text != "true" {
				secret[text] = true
			}
			shown[text] = shown[text] || field == "text" // an option may be what another step asks to make
		})
		if err := yaml.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		for _, table := range full.Tables {
			delete(secret, table.Start) // a layout in force may be one to refuse
		}
		leaves(&doc, "", func(field, text string) {
			if !slices.Contains(asked, field) || field == "open" && text != "any" || secret[text] && !shown[text] {
				t.Errorf("%s: the students' edition has %s: %s", file, field, text)
			}
			if field == "figures" && strings.Contains(text, " of ") {
				t.Errorf("%s: a figure is of a layout: %s", file, text)
			}
			for _, s := range numbers.Steps {
				if field == "figures" && text == s.Number.Of {
					t.Errorf("%s: a figure is an answer: %s", file, text)
				}
			}
		})
		for i, table := range students.Tables {
			if start := full.Tables[i].Start; start != "" && table.Layout != start {
				t.Errorf("%s: the students' edition has the layout to be found, %s", file, table.Layout)
			}
		}
		if !students.ForStudents || !students.Exam || students.Hash != full.Hash || len(students.Steps) != len(full.Steps) {
			t.Errorf("%s: the students' edition is %+v", file, students)
		}
	}
}

// TestStudentsEditionHandsInTheSame verifies of every step that the work which the students' edition records is what the
// teacher's file judges.
func TestStudentsEditionHandsInTheSame(t *testing.T) {
	t.Parallel()
	set, err := rowkey.ParseSet("{a}#{b}")
	if err != nil {
		t.Fatal(err)
	}
	work := lesson.Work{Screen: "heat", Layouts: set, Templates: []string{"{a}", "{b}"}, Queries: []string{"a", "b equal"},
		Rules: map[string]sample.GCRule{"STOCK": {Kind: sample.GCMaxVersions, Versions: 2}}, Answer: "2"}
	for _, file := range lesson.Files() {
		full, _, students := editions(t, file)
		for i := range full.Steps {
			want, got := full.Steps[i].Final(work), students.Steps[i].Final(work)
			if !got.Equal(&want) || full.Steps[i].Summary(want) != students.Steps[i].Summary(got) ||
				full.Steps[i].Points != students.Steps[i].Points {
				t.Errorf("%s#%d records %+v, and %+v is judged", full.Name, i+1, got, want)
			}
			if len(got.Templates) > 1 || len(got.Queries) > 1 {
				t.Errorf("%s#%d: more than what was made last is handed in: %+v", full.Name, i+1, got)
			}
		}
	}
}

const examFile = `name: garden-exam
title: Gardens
about: An exam.
exam: true
tables:
  - {source: "demo:stocks/closing_versions", layout: "{ticker:text}"}
steps:
  - {text: t, task: "How many rows?", points: 3, why: w, number: {of: rows, within: 1%}}
  - {text: t, task: "Which?", why: w, choose: {options: [{text: a, right: true}, {text: b, reply: not b}]}}
exercise: {text: t, task: "Which?", points: 2, why: w, choose: {options: [{text: a, reply: not a}, {text: b, right: true}]}}
`

// openFor opens a demo table with the rows that a seed leaves.
func openFor(_ context.Context, table lesson.Table, at time.Time, seed uint64) (*lesson.Workbench, error) {
	s, err := demotest.SampleFor(table.Source, at, seed)
	if err != nil {
		return nil, err
	}
	set, err := table.Measured()
	return lesson.NewWorkbench(s, set), err
}

// TestExamIsGraded verifies what counts in an exam: of each step the work handed in last, on the tables of the student;
// no work outside of the exam, none of another file's student; and that a second file of a student is listed.
func TestExamIsGraded(t *testing.T) {
	t.Parallel()
	l, err := lesson.Parse("exam", []byte(examFile))
	if err != nil {
		t.Fatal(err)
	}
	find := func(string) *lesson.Lesson { return l }
	rows := func(student string) string {
		b, err := openFor(t.Context(), l.Tables[0], now, l.Seed(student))
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(b.Sample.Rows())
	}
	hand := func(student string, step int, answer string) lesson.Attempt {
		a := attempt(l, student, step, lesson.Work{Answer: answer})
		a.Verdict, a.Exam, a.Hints, a.Started = "", true, 0, now.Add(-time.Hour)
		return a
	}
	if rows("ann") == rows("bob") {
		t.Fatal("two students have the same number of rows")
	}
	practice := hand("cy", 2, "1")
	practice.Exam = false
	records := []lesson.Record{
		recordOf(t, "ann", hand("ann", 1, rows("ann")), hand("ann", 2, "1"), hand("ann", 3, "2"), hand("ann", 3, "1")),
		recordOf(t, "bob", hand("bob", 1, rows("ann")), hand("bob", 2, "2"), hand("bob", 2, "1"), hand("ann", 2, "2")),
		recordOf(t, "cy", practice),
		recordOf(t, "cy2", hand("dan", 1, rows("dan")), hand("dan", 3, "2")),
		recordOf(t, "dan", hand("dan", 2, "1")),
	}
	grades, err := lesson.GradeRecords(t.Context(), records, find, openFor, plainShow)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range grades {
		earned, possible := g.Points()
		got = append(got, fmt.Sprintf("%s %d of %d, %d attempts, %d refused", g.Student, earned, possible,
			g.Steps[0].Attempts+g.Steps[1].Attempts+g.Steps[2].Attempts, g.Refused))
		if g.Student != "cy" && (!g.Started.Equal(now.Add(-time.Hour)) || !g.Last.Equal(now) || !g.Exam) {
			t.Errorf("%s began at %v and made the last attempt at %v", g.Student, g.Started, g.Last)
		}
	}
	want := "ann 4 of 6, 4 attempts, 1 refused; bob 1 of 6, 3 attempts, 0 refused; cy 0 of 6, 0 attempts, 1 refused; " +
		"dan 6 of 6, 3 attempts, 0 refused"
	if strings.Join(got, "; ") != want {
		t.Errorf("grades:\n%s\nnot\n%s", strings.Join(got, "; "), want)
	}
	if grades[2].Problem != "attempts outside of the exam are not judged" {
		t.Errorf("practice in an exam: %q", grades[2].Problem)
	}
	if f := records[1].Faults; len(f) != 1 || !strings.Contains(f[0].Reason, "2 students") {
		t.Errorf("another's name in a file: %+v", f)
	}
	if f := records[4].Faults; len(f) != 1 || f[0].Reason != "the student's work in this exam is in cy2 too" {
		t.Errorf("a second file: %+v", f)
	}
	for _, mistake := range lesson.CommonMistakes(grades) {
		if mistake.Step == 1 && mistake.Students != 1 || strings.Contains(mistake.Mistake, rows("ann")) {
			t.Errorf("%+v", mistake)
		}
	}
	l.Exam = false
	if grades, _ = lesson.GradeRecords(t.Context(), records[:1], find, openFor, plainShow); grades[0].Problem !=
		"attempts in an exam are judged with --exam" {
		t.Errorf("an exam taken for a lesson: %+v", grades[0])
	}
}

// TestExamShufflesOptions verifies that each student has an order of options of their own, the same each time, in which
// every option keeps its number.
func TestExamShufflesOptions(t *testing.T) {
	t.Parallel()
	orders := map[string]bool{}
	for _, student := range []string{"ann", "bob", "cy", "dan", "ann"} {
		l, err := lesson.Parse("lesson.yaml", []byte(lesson.Template))
		if err != nil {
			t.Fatal(err)
		}
		if l.Shuffle(student); !slices.Contains(l.Steps[0].Predict.Choice.Order, 0) {
			t.Fatalf("an option is missing: %v", l.Steps[0].Predict.Choice.Order)
		}
		c := &l.Steps[0].Predict.Choice
		orders[fmt.Sprint(c.Order)] = true
		if place := slices.Index(c.Order, c.Answer); c.At(place) != c.Answer {
			t.Errorf("%v draws option %d at place %d", c.Order, c.At(place), place)
		}
	}
	if len(orders) != 2 {
		t.Errorf("two options are drawn in the orders %v for four students", orders)
	}
}

// TestExamResumes verifies that a record tells how far its student has come, and on which tables.
func TestExamResumes(t *testing.T) {
	l, err := lesson.Parse("exam", []byte(examFile))
	if err != nil {
		t.Fatal(err)
	}
	a := attempt(l, "ann", 2, lesson.Work{Answer: "2"})
	practice := a
	a.Exam, practice.Step = true, 1
	record := recordOf(t, "ann", practice, a)
	course, first := record.Resumed(l)
	if course.At != 1 || course.Steps[0].State != lesson.Open || course.Steps[1].State != lesson.HandedIn ||
		course.Steps[1].Answer != "b" || !first.Now.Equal(now) || record.Owner() != "ann" {
		t.Errorf("%+v, %+v", course, first)
	}
	if _, first = record.Resumed(lesson.Find("versions")); first.Lesson != "" {
		t.Errorf("another lesson was begun: %+v", first)
	}
}

// TestForStudentsRefuses verifies that the students' edition has no edition of its own, and faults of points are found.
func TestForStudentsRefuses(t *testing.T) {
	_, text, _ := editions(t, "06-versions.yaml")
	if _, err := lesson.ForStudents("x.yaml", text); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("an edition of an edition: %v", err)
	}
	bad := strings.Replace(examFile, "points: 3", "points: -3", 1)
	if _, err := lesson.Parse("x.yaml", []byte(bad)); err == nil || !strings.Contains(err.Error(), "points must be 0 to") {
		t.Errorf("points below 0: %v", err)
	}
}

// TestLessonsHoldForSeeds verifies that lessons are right on the tables of students too, whose rows differ.
func TestLessonsHoldForSeeds(t *testing.T) {
	t.Parallel()
	all, seeds := lesson.All(), []uint64{7, 99, 1 << 40}
	if !slowtest.On() {
		all, seeds = all[3:4], seeds[:1]
	}
	for _, l := range all {
		for _, seed := range seeds {
			walked, err := l.Walk(t.Context(), slowtest.On(), func(ctx context.Context, table lesson.Table) (*lesson.Workbench,
				error) {
				return openFor(ctx, table, now, seed)
			})
			if err != nil {
				t.Errorf("%s, seed %d: %v", l.Name, seed, err)
			}
			for _, w := range walked {
				for _, fault := range w.Faults {
					t.Errorf("%s, seed %d, step %d: %s", l.Name, seed, w.Step+1, fault)
				}
			}
		}
	}
}

// TestUntimedOfAnEndedRead verifies that the times of a table are not judged once nobody waits for the answer.
func TestUntimedOfAnEndedRead(t *testing.T) {
	b, err := openFor(t.Context(), lesson.Table{Source: "demo:stocks/closing_versions", Layout: "{ticker:text}"}, time.Now(), 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if why, err := b.Untimed(ctx); why != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("%q, %v", why, err)
	}
}
