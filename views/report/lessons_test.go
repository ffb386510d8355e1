package report

import (
	"strings"
	"testing"

	"tabletop/model/lesson"
)

// TestCheckIsEscaped verifies that nothing of a lesson file reaches the terminal as it is: titles, explanations, faults.
func TestCheckIsEscaped(t *testing.T) {
	const bad = "\x1b[31m"
	checked := &lesson.Lesson{Name: "x", Title: "t" + bad, Steps: []lesson.Step{{Why: "w" + bad, Line: 3}}}
	var b strings.Builder
	if err := LessonChecked(&b, checked, []lesson.StepResult{{Faults: []string{"f" + bad}}}); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); strings.Contains(got, "\x1b") || !strings.Contains(got, "line 3: f") {
		t.Errorf("%q", got)
	}
}
