package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/lesson"
)

const rowsExam = `name: rows-exam
title: Rows
about: An exam.
exam: true
now: 2026-11-20
tables:
  - {source: "demo:stocks/closing_versions", layout: "{ticker:text}"}
steps:
  - {text: t, task: "How many rows?", points: 3, why: w, number: {of: rows, within: 1%}}
`

// TestExam takes an exam from the teacher's file to a gradebook: the students' edition is exported, an exam continues
// with the tables that it was begun with, and the number that is right for one student is right for no other.
func TestExam(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(file(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("exam.yaml", rowsExam)
	out, errs, code := tabletop(t, nil, "lesson", "export", file("exam.yaml"), "--for", "students")
	if code != exitOK || strings.Contains(out, "within") {
		t.Fatalf("code %d: %s\n%s", code, errs, out)
	}
	write("students.yaml", out)
	if !strings.Contains(out, "now: \"2026-11-20\"") {
		t.Errorf("the students' edition has tables as of another time:\n%s", out)
	}
	edition, err := readLesson(file("students.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var rows string // that ann counts, and bob copies
	if err := os.Mkdir(file("records"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, student := range []string{"ann", "bob"} {
		flags := lessonFlags{student: student, record: file("records/" + student + ".jsonl"), now: "2026-11-20"}
		for _, start := range []time.Time{time.Unix(1_800_000_000, 0), time.Unix(1_800_009_999, 0)} {
			p := &program{started: start}
			if err := p.makeDemosAt(flags.now); err != nil {
				t.Fatal(err)
			}
			written := kept(flags.record)
			course, err := p.beginExam(edition, flags, &written)
			if err != nil || p.examStarted.Unix() != 1_800_000_000 || p.demosAsOf.Day() != 20 {
				t.Fatalf("%v: began at %v, tables as of %v", err, p.examStarted, p.demosAsOf)
			}
			if handed := course.Steps[0].State == lesson.HandedIn; handed != (flags.now == "") {
				t.Errorf("of a step that %s hands in later, the record says %v", student, handed)
			}
			if rows == "" {
				bench, err := p.bench(t.Context(), edition.Tables[0])
				if err != nil {
					t.Fatal(err)
				}
				rows = fmt.Sprint(bench.Sample.Rows())
			}
			record, err := p.recorder(flags, &written)
			if err != nil {
				t.Fatal(err)
			}
			if err := record(lesson.Attempt{Lesson: edition.Name, Hash: edition.Hash, Step: 1, Exam: true,
				Work: lesson.Work{Answer: rows}}); err != nil {
				t.Fatal(err)
			}
			flags.now = "" // and the record knows
		}
	}
	out, errs, code = tabletop(t, nil, "lesson", "grade", file("records"), "--lesson", file("exam.yaml"), "--format", "canvas")
	lines, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if !strings.Contains(errs, "a record proves no authorship") {
		t.Errorf("nobody says what the points for Canvas do not prove: %s", errs)
	}
	if code != exitOK || err != nil || len(lines) != 4 || !slices.Equal(lines[2], []string{"ann", "", "ann", "ann", "", "3"}) ||
		!slices.Equal(lines[3], []string{"bob", "", "bob", "bob", "", "0"}) {
		t.Errorf("code %d, %v: %s\n%s", code, err, errs, out)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"lesson", file("students.yaml")}, "an exam needs --student and --record"},
		{[]string{"lesson", "versions", "--exam"}, "an exam needs --student and --record"},
		{[]string{"lesson", "review-1", "--exam"}, "review-1 cannot be an exam: what it asks depends on your"},
		{[]string{"lesson", file("exam.yaml"), "--present"}, "an exam cannot be presented"},
		{[]string{"lesson", "versions", "--student", "bob", "--record", file("records/ann.jsonl")},
			"ann.jsonl is the record of ann\nname a file of its own for bob"},
		{[]string{"lesson", "check", file("students.yaml")}, "is a students' edition, which holds no answers"},
		{[]string{"lesson", "print", file("students.yaml")}, "is a students' edition, which holds no answers"},
		{[]string{"lesson", "grade", file("records"), "--lesson", file("students.yaml")}, "is a students' edition"},
		{[]string{"lesson", "export", file("students.yaml"), "--for", "students"}, "a students' edition already"},
		{[]string{"lesson", "export", "versions", "--for", "teachers"}, "students"},
	} {
		if out, errs, code := tabletop(t, nil, c.args...); code != exitUsage || out != "" || !strings.Contains(errs, c.says) {
			t.Errorf("%q: code %d, %q, %s", c.args, code, out, errs)
		}
	}
}

// TestReviewByName verifies that a review starts by its name, as a lesson does.
func TestReviewByName(t *testing.T) {
	p := &program{}
	if l := p.review("review-1"); l == nil || !l.IsReview() || len(l.Steps) == 0 {
		t.Errorf("review-1 is %+v", l)
	}
	for _, name := range []string{"hotspots", "e11", "review-99", "x.yaml"} {
		if l := p.review(name); l != nil {
			t.Errorf("%s is a review: %+v", name, l)
		}
	}
}
