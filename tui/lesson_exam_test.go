package tui

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/internal/demotest"
	"tabletop/model/lesson"
	"tabletop/model/sample"
)

const examFile = `name: devices-exam
title: Devices
about: An exam.
exam: true
tables:
  - {source: "demo:devices/devices", layout: "{type:enum}#{device:hex(8)}#{day:date(20060102)}"}
steps:
  - {text: "A row is a device's day.", task: "How many rows are there?", points: 3, hints: [a, b, Secret hint.],
     why: Secret why., number: {of: rows, within: 0.1%}}
  - text: Keys.
    predict: {ask: "Which is it?", options: [{text: this, right: true}, {text: that, reply: Secret reply.}]}
    task: "In {@lab}, put the device first."
    why: w
    make: {in: lab, right: "{device}#{type}#{day}", require: [{figure: "access [device equal]", is: [prefix], say: "Not: {mine}"}]}
exercise: {text: t, task: "Open the screen of writes.", why: w, open: heat}
`

// sitting is a student taking an exam.
type sitting struct {
	*appTest
	record *recorded
	rows   int
}

// sit starts the students' edition of an exam on the tables of a student.
func sit(t *testing.T, edition *lesson.Lesson, student string, resumed lesson.LessonProgress) *sitting {
	t.Helper()
	s, err := demotest.SampleFor(edition.Tables[0].Source, noon(), edition.Seed(student))
	if err != nil {
		t.Fatal(err)
	}
	record := &recorded{}
	open := func(context.Context, string) (sample.Source, error) { return demoSource{s}, nil }
	r := rigOf(t, Options{Lesson: edition, LessonStep: -1, Open: open, Progress: &fakeProgress{}, Resumed: resumed,
		Record: func(a lesson.Attempt) error {
			a.Student, a.Now = student, noon()
			return record.add(a)
		}}, true)
	r.settle()
	return &sitting{r, record, s.Rows()}
}

func (s *sitting) press(keys ...string) {
	s.t.Helper()
	for _, k := range keys {
		s.keys(k)
		s.settle()
	}
}

// TestExamOfTwoStudents takes an exam with the keys a person presses, as two students whose tables differ: the same
// number is right for one alone, nothing is judged, hinted or revealed, what is handed in last counts, and the teacher's
// file grades it.
func TestExamOfTwoStudents(t *testing.T) {
	t.Parallel()
	text, err := lesson.ForStudents("exam.yaml", []byte(examFile))
	if err != nil {
		t.Fatal(err)
	}
	edition, err := lesson.Parse("students.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	none := lesson.LessonProgress{Steps: make([]lesson.StepProgress, 3)}
	ann, bob := sit(t, edition, "ann", none), sit(t, edition, "bob", none)
	if ann.rows == bob.rows {
		t.Fatalf("both have %d rows", ann.rows)
	}
	number := fmt.Sprint(ann.rows) // bob copies it
	for _, s := range []*sitting{ann, bob} {
		s.shows("Devices", "1 of 3", "3 points", "^a answer")
		s.hides("^t tip", "^e reveal")
		s.press("ctrl+t")
		s.shows("an exam has no hints")
		s.press("ctrl+a")
		s.types(number)
		s.shows("Recorded: "+number, "the last counts")
		s.press("ctrl+n", "ctrl+a", "2")
		s.shows("You predict: that.", "^a hand in")
		s.press("8", "ctrl+a")
		s.shows("nothing to hand in")
		for _, layout := range []string{"{day}#{device}#{type}", "{device}#{type}#{day}"} {
			s.press("i")
			s.types(layout)
			s.hides("Recorded: " + layout)
			s.press("ctrl+a")
			s.shows("Recorded: " + layout)
		}
		s.press("ctrl+n", "6", "ctrl+a")
		s.shows("Recorded: heat")
		s.press("1")
		s.shows("Recorded: heat") // looking around hands nothing in
		for _, secret := range []string{"Secret", "✓ w", "Not:"} {
			s.hides(secret)
		}
	}
	bob.press("ctrl+n")
	bob.shows("End of Devices", "3 of 3 steps handed in")
	bob.press("esc", "enter")
	bob.shows("1 of 3", "Recorded: "+number) // no other lesson is taken during an exam
	var records []lesson.Record
	for _, s := range []*sitting{ann, bob} {
		var lines strings.Builder
		for _, a := range s.record.all {
			line, err := a.Line()
			if err != nil {
				t.Fatal(err)
			}
			if lines.Write(line); a.Verdict != "" || a.Mistake != "" || !a.Exam {
				t.Errorf("an exam is judged: %+v", a)
			}
		}
		records = append(records, lesson.ParseRecord("x.jsonl", []byte(lines.String())))
	}
	graded(t, records)
	course, _ := records[0].Resumed(edition)
	again := sit(t, edition, "ann", course)
	again.shows("3 of 3", "••▸", "Recorded: heat")
}

// TestExamDrawsOptionsInItsOrder verifies that options stand in the student's order, that keys choose what is drawn at
// their place, and that the record numbers the option as the file does.
func TestExamDrawsOptionsInItsOrder(t *testing.T) {
	t.Parallel()
	text, err := lesson.ForStudents("exam.yaml", []byte(examFile))
	if err != nil {
		t.Fatal(err)
	}
	edition, err := lesson.Parse("students.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	edition.Steps[1].Predict.Choice.Order = []int{1, 0}
	ann := sit(t, edition, "ann", lesson.LessonProgress{Steps: make([]lesson.StepProgress, 3), At: 1})
	ann.shows("• that   • this")
	ann.press("ctrl+a", "1")
	ann.shows("You predict: that.")
	if got := ann.record.all[0].Work.Answer; got != "2" {
		t.Errorf("the record has %q for the second option of the file", got)
	}
}

// graded verifies what the teacher's file makes of the records of TestExamOfTwoStudents.
func graded(t *testing.T, records []lesson.Record) {
	t.Helper()
	full, err := lesson.Parse("exam.yaml", []byte(examFile))
	if err != nil {
		t.Fatal(err)
	}
	grades, err := lesson.GradeRecords(t.Context(), records, func(string) *lesson.Lesson { return full },
		func(_ context.Context, table lesson.Table, at time.Time, seed uint64) (*lesson.Workbench, error) {
			s, err := demotest.SampleFor(table.Source, at, seed)
			if err != nil {
				return nil, err
			}
			set, err := table.Measured()
			return lesson.NewWorkbench(s, set), err
		}, func(s string, _ lesson.Figures) string { return s })
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range grades {
		earned, possible := g.Points()
		got = append(got, fmt.Sprintf("%s %d of %d, predicted %s, %d handed in at the second", g.Student, earned, possible,
			g.Steps[1].Predicted, g.Steps[1].Attempts))
	}
	want := "ann 5 of 5, predicted wrong, 2 handed in at the second; bob 2 of 5, predicted wrong, 2 handed in at the second"
	if strings.Join(got, "; ") != want {
		t.Errorf("grades:\n%s\nnot\n%s", strings.Join(got, "; "), want)
	}
}
