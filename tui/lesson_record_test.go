package tui

import (
	"errors"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/lesson"
)

// recorded is a record in memory.
type recorded struct {
	mu  sync.Mutex
	all []lesson.Attempt
	err error
}

func (r *recorded) add(a lesson.Attempt) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, a)
	return r.err
}

// TestLessonIsRecorded verifies that each attempt is recorded once, in order: predictions, wrong and right work, with
// the reply, the hints shown and the hash of the lesson; and that looking around and repeating are no attempts.
func TestLessonIsRecorded(t *testing.T) {
	t.Parallel()
	rec, n := &recorded{}, &fakeProgress{}
	l := lesson.Find("hotspots")
	r := rigOf(t, Options{Lesson: l, LessonStep: -1, Open: openDemo, Progress: n, Record: rec.add}, true)
	r.settle()
	press := func(keys ...string) {
		t.Helper()
		for _, k := range keys {
			r.keys(k)
			r.settle()
		}
	}
	press("ctrl+a", "down", "enter") // predicts wrongly
	press("2", "6", "ctrl+n")        // looks around, then does the step
	press("ctrl+t", "ctrl+t", "ctrl+a")
	r.types("55")
	press("1", "2") // looks around with the wrong answer standing
	press("ctrl+a")
	r.types("55") // again
	press("ctrl+a")
	r.types("100")
	var got []string
	for _, a := range rec.all {
		kind := "work"
		if a.Prediction {
			kind = "prediction"
		}
		got = append(got, strings.Join([]string{kind, string(rune('0' + a.Step)), a.Verdict,
			a.Work.Answer + a.Work.Screen, string(rune('0' + a.Hints))}, " "))
		if a.Hash != l.Hash || a.Lesson != "hotspots" || a.Time.IsZero() || a.Student != "" ||
			(a.Mistake == "") == (a.Verdict == lesson.Wrong) {
			t.Errorf("%+v", a)
		}
	}
	want := "prediction 1 wrong 2 0, work 1 right heat 0, work 2 wrong 55 2, work 2 right 100 2"
	if strings.Join(got, ", ") != want {
		t.Errorf("recorded:\n%s\nnot\n%s", strings.Join(got, ", "), want)
	}
	if s := n.course("hotspots").Steps[1]; s.State != lesson.Done || s.Attempts != 2 || s.Hints != 2 ||
		s.Answer != "100" || s.Last.IsZero() {
		t.Errorf("progress: %+v", s)
	}
}

// TestLeavesATrace: a copy of the current layout is no attempt; once the answer was shown, the progress and each attempt
// tell, and that the lesson was presented.
func TestLeavesATrace(t *testing.T) {
	t.Parallel()
	rec, n := &recorded{}, &fakeProgress{}
	r := rigOf(t, Options{Lesson: lesson.Find("prefixes"), LessonStep: 4, Open: openDemo, Progress: n, Record: rec.add,
		Present: true}, true)
	r.settle()
	press := func(keys ...string) {
		t.Helper()
		for _, k := range keys {
			r.keys(k)
			r.settle()
		}
	}
	press("ctrl+a", "2", "8", "c")
	if len(rec.all) != 1 || !rec.all[0].Prediction || rec.all[0].Revealed || !rec.all[0].Presented {
		t.Errorf("beside the prediction, a copy is an attempt: %+v", rec.all)
	}
	press("ctrl+e")
	r.shows("Keys and prefixes, step 5")
	press("esc", "i")
	r.types("{day}#{device}#{type}")
	if last := rec.all[len(rec.all)-1]; len(rec.all) != 2 || !last.Revealed || last.Prediction {
		t.Errorf("after the answer was shown: %+v", rec.all)
	}
	if s := n.course("prefixes").Steps[4]; !s.Revealed || s.State != lesson.Open {
		t.Errorf("progress: %+v", s)
	}
}

// TestRecordFails verifies that a record that cannot be written is reported, and the lesson continues.
func TestRecordFails(t *testing.T) {
	rec := &recorded{err: errors.New("no room on the disk")}
	r := rigOf(t, Options{Lesson: lesson.Find("hotspots"), LessonStep: -1, Open: openDemo, Record: rec.add}, true)
	r.settle()
	r.keys("ctrl+a", "down", "enter")
	r.settle()
	r.shows("the attempt is not recorded: no room on the disk", "open Heat (6)")
}

// TestLessonIsPresented verifies that a lesson that is presented leaves the whole screen but two lines to the map, that
// a key reveals question, answer and why, which does no step, and that hints and answers work as usual.
func TestLessonIsPresented(t *testing.T) {
	t.Parallel()
	n := &fakeProgress{}
	r := rigOf(t, Options{Lesson: lesson.Find("hotspots"), LessonStep: -1, Open: openDemo, Progress: n, Present: true},
		true)
	for _, size := range [][2]int{{80, 24}, {140, 40}} {
		r.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		r.settle()
		r.keys("1")
		r.hides("1 Overview") // no tabs
		lines := strings.Split(r.frame(), "\n")
		if len(lines) != size[1] || !strings.Contains(lines[size[1]-2], "Hotspots  1 of 9") ||
			!strings.Contains(lines[size[1]-1], "^e reveal") {
			t.Errorf("%v: the last lines are\n%s", size, strings.Join(lines[len(lines)-3:], "\n"))
		}
		r.keys("ctrl+t")
		r.settle()
		r.shows("Hint")
		for range 3 {
			r.keys("ctrl+t")
		}
		r.keys("ctrl+e")
		r.settle()
		r.shows("Hotspots, step 1", "Predict: Where do all writes", "→ to the end of the list", "✓ One diagonal")
		r.keys("esc")
	}
	if c := n.course("hotspots"); c.Count(lesson.Done) != 0 {
		t.Errorf("revealing does steps: %+v", c)
	}
	r.keys("ctrl+n", "ctrl+n", "ctrl+e")
	r.settle()
	r.shows("Hotspots, step 2", "→ 100%")
	r.keys("esc", "ctrl+n", "ctrl+n", "ctrl+e")
	r.settle()
	r.shows("→ BATTERY#{reverse(at)}")
	r.keys("esc", "6")
	r.settle()
	if c := n.course("hotspots"); c.Count(lesson.Done) != 0 {
		t.Errorf("revealing does steps: %+v", c)
	}
}

// TestReview: a review in the list asks a step again that went wrong, on its table, is recorded as that step, and leaves
// the progress as it is.
func TestReview(t *testing.T) {
	t.Parallel()
	l := lesson.Find("prefixes")
	course := lesson.LessonProgress{Steps: make([]lesson.StepProgress, len(l.Steps))}
	for i := range course.Steps {
		course.Steps[i] = lesson.StepProgress{State: lesson.Done, Attempts: 1}
	}
	course.Steps[2].Attempts = 4
	n, rec := &fakeProgress{progress: lesson.Progress{}.With(l, course)}, &recorded{}
	r := rigOf(t, Options{Open: openDemo, Progress: n, Record: rec.add, Catalog: someEntries()}, true)
	r.settle()
	r.send(tea.KeyPressMsg{Code: tea.KeyF3})
	r.settle()
	r.keys("j", "j", "j", "j")
	r.shows("Review 1", "1 step")
	r.keys("enter")
	r.settle()
	r.shows("Review 1", "1 of 1", "^a answer")
	r.keys("ctrl+a")
	r.types("1")
	r.settle()
	rec.mu.Lock()
	all := rec.all
	rec.mu.Unlock()
	if len(all) != 1 || all[0].Lesson != "prefixes" || all[0].Step != 3 || all[0].Hash != l.Hash {
		t.Errorf("recorded: %+v", all)
	}
	if got := n.course("prefixes"); got.Steps[2].Attempts != 4 || len(n.progress.Lessons) != 1 {
		t.Errorf("the progress became %+v", n.progress.Lessons)
	}
	r.send(tea.KeyPressMsg{Code: tea.KeyF3})
	r.shows("left the review")
}
