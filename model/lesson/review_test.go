package lesson_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/model/lesson"
)

// TestReviewsAskWhatWentWrong verifies that a review comes behind each four lessons, that it asks the steps that went
// wrong, the worst first and at most six, on their tables, and the exercises if nothing did.
func TestReviewsAskWhatWentWrong(t *testing.T) {
	t.Parallel()
	all := lesson.All()
	at := func(name string, steps map[int]lesson.StepProgress) (lesson.Progress, *lesson.Lesson) {
		l := lesson.Find(name)
		course := lesson.LessonProgress{Steps: make([]lesson.StepProgress, len(l.Steps))}
		for i := range course.Steps {
			course.Steps[i] = lesson.StepProgress{State: lesson.Done, Attempts: 1}
		}
		for i, s := range steps {
			course.Steps[i-1] = s
		}
		return lesson.Progress{}.With(l, course), l
	}
	review := func(p lesson.Progress) *lesson.Lesson { return lesson.WithReviews(all, p)[4] }
	asked := func(l *lesson.Lesson) []int {
		var out []int
		for i := range l.Steps {
			if l.Origin(i).Lesson.Table(l.Origin(i).Step).Source != l.Table(i).Source ||
				l.Origin(i).Lesson.Table(l.Origin(i).Step).Layout != l.Table(i).Layout {
				t.Errorf("step %d of %s is on another table than where it is from", i+1, l.Name)
			}
			out = append(out, l.Origin(i).Step+1)
		}
		return out
	}
	right := lesson.StepProgress{State: lesson.Done, Attempts: 1}
	hint, wrong, twice, skipped, revealed := right, right, right, right, right
	hint.Hints, wrong.Attempts, twice.Attempts, skipped.State, revealed.Revealed = 1, 2, 3, lesson.Skipped, true
	skipped.Attempts = 0
	for _, tt := range []struct {
		steps map[int]lesson.StepProgress
		want  []int
	}{
		{map[int]lesson.StepProgress{2: wrong}, []int{2}},
		{map[int]lesson.StepProgress{1: hint, 2: wrong, 3: twice}, []int{3, 2, 1}},
		{map[int]lesson.StepProgress{4: wrong, 5: skipped, 6: revealed}, []int{5, 6, 4}},
		{map[int]lesson.StepProgress{1: hint, 2: hint, 3: hint, 4: hint, 5: hint, 6: hint, 7: wrong},
			[]int{7, 1, 2, 3, 4, 5}},
	} {
		p, l := at("prefixes", tt.steps)
		r := review(p)
		if got := asked(r); !slices.Equal(got, tt.want) || !strings.Contains(r.About, "went wrong in "+all[0].Title) ||
			r.Origin(0).Lesson.Name != l.Name {
			t.Errorf("%v asks steps %v, want %v: %s", tt.steps, got, tt.want, r.About)
		}
	}
	p, _ := at("prefixes", nil)
	for _, nothing := range []lesson.Progress{{}, p} {
		r := review(nothing)
		if len(r.Steps) != 4 || !strings.Contains(r.About, "Nothing went wrong") {
			t.Errorf("with nothing wrong %d steps are asked: %s", len(r.Steps), r.About)
		}
		for i, s := range r.Steps {
			if !s.Unaided || r.Origin(i).Lesson != all[i] {
				t.Errorf("step %d is not the exercise of %s", i+1, all[i].Name)
			}
		}
		asked(r)
	}
	withReviews := lesson.WithReviews(all, lesson.Progress{})
	for i, l := range withReviews {
		if l.IsReview() != (i%5 == 4) {
			t.Errorf("%s stands at place %d", l.Name, i+1)
		}
	}
	if len(withReviews) != len(all)+len(all)/4 || all[0].Origin(2).Step != 2 || all[0].Origin(2).Lesson != all[0] {
		t.Errorf("%d lessons have %d with reviews", len(all), len(withReviews))
	}
}
