package lesson_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tabletop/model/lesson"
)

// TestGlossary verifies that every term has a text, a lesson that exists and a screen, in the order of the alphabet, and
// that docs/glossary.md is the same glossary.
func TestGlossary(t *testing.T) {
	screens := " keys columns row space heat retention lab findings overview "
	last := ""
	for _, term := range lesson.Glossary() {
		if term.Term <= last || term.Text == "" {
			t.Errorf("%q comes after %q, or has no text", term.Term, last)
		}
		last = term.Term
		if lesson.Find(term.Lesson) == nil {
			t.Errorf("%s: there is no lesson %q", term.Term, term.Lesson)
		}
		if !strings.Contains(screens, " "+term.See+" ") {
			t.Errorf("%s: there is no screen %q", term.Term, term.See)
		}
	}
	want := glossaryPage()
	got, err := os.ReadFile("../../docs/glossary.md")
	if err != nil || string(got) != want {
		t.Errorf("docs/glossary.md is not the glossary (%v); it should be:\n%s", err, want)
	}
}

func glossaryPage() string {
	var b strings.Builder
	b.WriteString("# Glossary\n\nThe terms of the lessons, and of the app. `:` in the app finds them too. G-numbers are those of [guidelines.md](guidelines.md).\n\n| term | | screen | lesson |\n|---|---|---|---|\n")
	for _, term := range lesson.Glossary() {
		fmt.Fprintf(&b, "| %s | %s | %s | `%s` |\n", term.Term, term.Text, strings.ToUpper(term.See[:1])+term.See[1:], term.Lesson)
	}
	return b.String()
}
