package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/internal/slowtest"
	"tabletop/model/lesson"
	"tabletop/views/report/doc"
)

// TestGradeOfAClass grades 30 records, of which one is forged, one of another version and one broken: the others count,
// the broken one is named, and the exit code is that of a partial result.
func TestGradeOfAClass(t *testing.T) {
	t.Parallel()
	students := slowtest.Pick(7, 30)
	dir := t.TempDir()
	l := lesson.Find("versions")
	asOf := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for i := range students {
		name := fmt.Sprintf("s%02d", i)
		a := lesson.Attempt{Student: name, Lesson: l.Name, Hash: l.Hash, Step: 6, Time: asOf, Now: asOf, Seconds: 20,
			Work: lesson.Work{Answer: "1"}, Verdict: lesson.Right}
		wrong := a
		wrong.Work.Answer, wrong.Verdict = "2", lesson.Wrong
		switch i {
		case 3: // forged
			a.Work.Answer = "2"
		case 4:
			a.Hash, wrong.Hash = "0000", "0000"
		}
		var text []byte
		for _, x := range []lesson.Attempt{wrong, a} {
			line, err := x.Line()
			if err != nil {
				t.Fatal(err)
			}
			text = append(text, line...)
		}
		if i == 5 {
			text = text[:len(text)-20]
		}
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, errs, code := tabletop(t, nil, "lesson", "grade", dir)
	lines, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || code != exitPartial || len(lines) != students+1 ||
		!strings.Contains(errs, "s05.jsonl, line 2, student s05: unexpected end of JSON input") {
		t.Fatalf("code %d, %v, %d lines: %s", code, err, len(lines), errs)
	}
	for i, line := range lines[1:] {
		done, attempts, unconfirmed, problem := line[3], line[5], line[10], line[12]
		want := [3]string{"1", "2", "0"}
		switch i {
		case 3:
			want = [3]string{"0", "2", "1"}
		case 4:
			want = [3]string{"0", "0", "0"}
		case 5:
			want = [3]string{"0", "1", "0"}
		}
		if got := [3]string{done, attempts, unconfirmed}; got != want || (problem != "") != (i == 4) {
			t.Errorf("%s: done, attempts, unconfirmed are %v, not %v; problem %q", line[0], got, want, problem)
		}
	}
	out, _, code = tabletop(t, nil, "lesson", "grade", dir, "--format", "json")
	var got doc.LessonGrades
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil || code != exitPartial || len(got.Grades) != students || len(got.Broken) != 1 {
		t.Fatalf("code %d, %v: %s", code, err, out)
	}
	if most := got.Mistakes[0]; most.Lesson != "versions" || most.Step != 6 || most.Students != students-1 ||
		!strings.Contains(most.Mistake, "whole history") {
		t.Errorf("the commonest mistake of %d: %+v", len(got.Mistakes), most)
	}
	if s := got.Grades[0].ByStep[0]; !s.Done || s.Answer != "one row per day" || len(s.Mistakes) != 1 ||
		!strings.Contains(s.Mistakes[0], "whole history") {
		t.Errorf("%+v", s)
	}
}

// TestRecorder verifies that attempts are added to the record with the ID and the time of the tables, and that flags
// which do not go together, an ID that is none and a file that cannot be written are mistakes in the call.
func TestRecorder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s17.jsonl")
	p := &program{}
	if err := p.makeDemosAt("2026-11-20"); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a record continues when the lesson is taken again
		record, err := p.recorder(lessonFlags{student: "s17", record: file}, &lesson.Record{})
		if err != nil {
			t.Fatal(err)
		}
		if err := record(lesson.Attempt{Lesson: "versions", Hash: "h", Step: 1, Verdict: lesson.Right}); err != nil {
			t.Fatal(err)
		}
	}
	read := readRecord(file)
	if got := read.Attempts; len(read.Faults) > 0 || len(got) != 2 || got[1].Student != "s17" ||
		!got[1].Now.Equal(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", read)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"lesson", "versions", "--student", "s17"}, "--student needs --record"},
		{[]string{"lesson", "versions", "--record", file}, "--record needs --student"},
		{[]string{"lesson", "versions", "--record", file, "--student", "a\x1bb"}, "printable"},
		{[]string{"lesson", "versions", "--record", filepath.Join(file, "x"), "--student", "s17"},
			"cannot write --record"},
		{[]string{"lesson", "versions", "--now", "noon"}, "invalid value"},
		{[]string{"lesson", "check", "versions", "--now", "noon"}, "invalid value"},
		{[]string{"lesson", "print", "versions", "--now", "noon"}, "invalid value"},
		{[]string{"lesson", "grade"}, "at least one DIR or RECORD"},
		{[]string{"lesson", "grade", t.TempDir()}, "there is no record in"},
		{[]string{"lesson", "grade", file + "x"}, "name the directory"},
	} {
		if out, errs, code := tabletop(t, nil, c.args...); code != exitUsage || out != "" ||
			!strings.Contains(errs, c.says) || strings.Contains(errs, "\x1b") {
			t.Errorf("%q: code %d, %q, %s", c.args, code, out, errs)
		}
	}
}

// TestLessonCheckOfACycle verifies that lessons which must be taken before each other are refused.
func TestLessonCheckOfACycle(t *testing.T) {
	dir := t.TempDir()
	write := func(name, after string) string {
		path := filepath.Join(dir, name+".yaml")
		text := strings.Replace(lesson.Template, "name: first-lesson", "name: "+name+"\nafter: ["+after+"]", 1)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if _, errs, code := tabletop(t, nil, "lesson", "check", write("one", "two"),
		write("two", "one")); code != exitUsage ||
		!strings.Contains(errs, "one must be taken before itself: one after two after one") {
		t.Errorf("code %d: %s", code, errs)
	}
}

// TestNowFixesFigures verifies that with --now a lesson has the same figures at any time, garbage included, and others
// with another --now.
func TestNowFixesFigures(t *testing.T) {
	long(t)
	figures := func(now string) string {
		t.Helper()
		out, errs, code := tabletop(t, nil, "lesson", "check", "versions", "--now", now, "--format", "json")
		if code != exitOK {
			t.Fatalf("code %d: %s", code, errs)
		}
		return out
	}
	first := figures("2026-11-20T12:00:00Z")
	if again := figures("2026-11-20T12:00:00Z"); again != first {
		t.Errorf("the figures differ:\n%s\n%s", first, again)
	}
	if other := figures("2026-11-21T07:13:00Z"); other == first {
		t.Error("another --now has the same figures")
	}
}
