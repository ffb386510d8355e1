package lesson_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"tabletop/internal/slowtest"
	"tabletop/model/lesson"
)

// TestLessonsAnswerTheExam verifies that each of twelve questions on the guidelines is answered by a step that says so
// and names the guideline, in words that everybody reads who takes it. The figure of an answer is measured with
// TABLETOP_SLOW.
func TestLessonsAnswerTheExam(t *testing.T) {
	t.Parallel()
	var exam []struct {
		Question, Answer, Point, In, Holds string
		Figure                             float64
	}
	text, err := os.ReadFile(filepath.Join("testdata", "exam.yaml"))
	if err == nil {
		err = yaml.Unmarshal(text, &exam)
	}
	if err != nil {
		t.Fatal(err)
	}
	known := guidelines(t)
	for _, q := range exam {
		name, number, _ := strings.Cut(q.In, "#")
		l := lesson.Find(name)
		at, err := strconv.Atoi(number)
		if l == nil || err != nil || at < 1 || at > len(l.Steps) || !slices.Contains(known, q.Point) {
			t.Errorf("%s: there is no step %s, or no guideline %s", q.Question, q.In, q.Point)
			continue
		}
		step := l.Steps[at-1]
		if said := step.Text + "\n" + step.Task + "\n" + step.Why; !strings.Contains(said, q.Holds) ||
			!strings.Contains(said, q.Point) || q.Answer == "" {
			t.Errorf("%s: %s does not say %q, or does not name %s", q.Question, q.In, q.Holds, q.Point)
		}
		if q.Figure == 0 || !slowtest.On() {
			continue
		}
		b, err := open(now)(context.Background(), l.Table(at-1))
		if err != nil {
			t.Fatal(err)
		}
		if f, err := step.Check.(lesson.Number).Of(context.Background(), b); err != nil || f.Value != q.Figure {
			t.Errorf("%s: %s asks for %v, and %v is the answer: %v", q.Question, q.In, f.Value, q.Figure, err)
		}
	}
	if len(exam) != 12 {
		t.Errorf("the exam has %d questions", len(exam))
	}
}
