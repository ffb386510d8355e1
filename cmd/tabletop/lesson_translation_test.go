package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/model/lesson"
)

// TestTranslationIsCompared: of a folder each file is compared with the lesson of its name, and what has no file is
// listed; a translation that is not finished is none with a fault.
func TestTranslationIsCompared(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	check := func(want int, texts ...string) {
		t.Helper()
		out, errs, code := tabletop(t, nil, "lesson", "check", folder)
		if code != want {
			t.Errorf("exit code %d:\n%s%s", code, out, errs)
		}
		for _, said := range texts {
			if !strings.Contains(out+errs, said) {
				t.Errorf("no %q in\n%s%s", said, out, errs)
			}
		}
	}
	write := func(name string, text []byte, old, new string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		changed := strings.Replace(string(text), old, new, 1)
		if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	check(exitUsage, "holds no translation of a lesson", "tabletop lesson export hotspots")
	text, err := lesson.FileOf("hotspots")
	if err != nil {
		t.Fatal(err)
	}
	path := write("04-hotspots.yaml", text, "title: Hotspots", "title: Brennpunkte")
	check(exitOK, "ok     "+path, "not translated: sorted-keys, prefixes")
	write("04-hotspots.yaml", text, "{@heat}.", "{@space}.")
	check(exitCheck, "FAULT  "+path, path+":21: steps 1 task: lacks {@heat}", "2 faults in the translation")
	write("04-hotspots.yaml", text, "", "")
	write("bad.yaml", text, "name: hotspots", "name: nosuch")
	check(exitCheck, "ok     "+path, `bad.yaml: tabletop has no lesson "nosuch"`, "1 fault in the translation")
}

// TestReviewIsALesson: check, print and export take a review by its name, and the exported file is a lesson.
func TestReviewIsALesson(t *testing.T) {
	t.Parallel()
	text, errs, code := tabletop(t, nil, "lesson", "export", "review-2")
	if code != exitOK {
		t.Fatal(errs)
	}
	review, err := lesson.Parse("review-2.yaml", []byte(text))
	if err != nil || review.Name != "review-2" || len(review.Steps) != 4 {
		t.Fatalf("%v: %s", err, text)
	}
	if again, err := lesson.FindReview("review-2", lesson.Progress{}).ReviewText(); err != nil || string(again) != text {
		t.Error("the review of no progress is another", err)
	}
	p := &program{}
	all, err := p.lessonsToCheck([]string{"review-2"})
	if err != nil || len(all) != 1 || !all[0].IsReview() || lesson.CheckOrder([]*lesson.Lesson{review}) != nil {
		t.Errorf("%v, %v", all, err)
	}
	if asked, err := p.answered("review-2"); err != nil || asked.Name != "review-2" {
		t.Error(err)
	}
}
