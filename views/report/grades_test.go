package report

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/lesson"
)

// someGrades are those of a student in two lessons and of one in one, and of a lesson that there is not.
func someGrades() []lesson.Grade {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	steps := func(done ...bool) []lesson.StepGrade {
		out := make([]lesson.StepGrade, len(done))
		for i := range done {
			out[i] = lesson.StepGrade{Step: i + 1, Points: i + 1, Done: done[i], Attempts: 1, Replies: []string{"… is too small."}}
		}
		return out
	}
	return []lesson.Grade{
		{Student: "ann, b", Lesson: "keys", Exam: true, Started: noon, Last: noon.Add(time.Hour), Steps: steps(true, false)},
		{Student: "ann, b", Lesson: "heat", Steps: steps(false, false, true)},
		{Student: "=cy", Lesson: "keys", Steps: steps(true, true)},
		{Student: "dan", Lesson: "nosuch", Problem: "there is no lesson nosuch"},
	}
}

func gradesAs(t *testing.T, format Format) string {
	t.Helper()
	var b bytes.Buffer
	if err := Grades(&b, someGrades(), nil, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestGradebooks verifies the forms that gradebooks import. Canvas wants the columns Student, ID, SIS User ID, SIS Login
// ID and Section before those of the assignments, and below their names the points possible; Moodle would take such a
// line for a user. Both leave a grade alone where nothing stands.
func TestGradebooks(t *testing.T) {
	for format, want := range map[Format][][]string{
		Canvas: {
			{"Student", "ID", "SIS User ID", "SIS Login ID", "Section", "heat", "keys"},
			{"Points Possible", "", "", "", "", "6", "3"},
			{"ann, b", "", "ann, b", "ann, b", "", "3", "1"},
			{"'=cy", "", "'=cy", "'=cy", "", "", "3"},
		},
		Moodle: {{"idnumber", "heat", "keys"}, {"ann, b", "3", "1"}, {"'=cy", "", "3"}},
	} {
		got, err := csv.NewReader(strings.NewReader(gradesAs(t, format))).ReadAll()
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", format, err, diff)
		}
	}
}

// TestGradesAsText verifies the lines of students, the commonest mistakes, and that it says what records do not prove.
func TestGradesAsText(t *testing.T) {
	const want = `ann, b            keys                1 of 3 points  1 of 2 steps
ann, b            heat                3 of 6 points  1 of 3 steps
=cy               keys                3 of 3 points  2 of 2 steps
dan               nosuch              0 of 0 points  0 of 0 steps  there is no lesson nosuch

The commonest mistakes:
  2 students  keys#1: … is too small.
  2 students  keys#2: … is too small.
  1 student  heat#1: … is too small.
  1 student  heat#2: … is too small.
  1 student  heat#3: … is too small.

A record proves no authorship: whoever has the file can write one.
`
	if diff := cmp.Diff(want, gradesAs(t, Text)); diff != "" {
		t.Error(diff)
	}
}

// TestGradesHavePointsAndTimes verifies the points and times of an exam in CSV and JSON.
func TestGradesHavePointsAndTimes(t *testing.T) {
	lines, err := csv.NewReader(strings.NewReader(gradesAs(t, CSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(lines[1][15:], " "); got != "1 3 2026-11-20T12:00:00Z 2026-11-20T13:00:00Z" {
		t.Errorf("points and times are %s", got)
	}
	for _, text := range []string{`"points_possible": 3`, `"started": "2026-11-20T12:00:00Z"`, `"exam": true`, `"started": ""`,
		`"note": "a record proves no authorship: whoever has the file can write one"`} {
		if out := gradesAs(t, JSON); !strings.Contains(out, text) {
			t.Errorf("%s is missing in\n%s", text, out)
		}
	}
}
