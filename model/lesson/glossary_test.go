package lesson_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tabletop/model/lesson"
)

// TestGlossary verifies that every term has a text, a lesson that exists and a screen, in the order of the alphabet,
// and that docs/glossary.md is the same glossary.
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
	page(t, "glossary.md", glossaryPage())
}

func glossaryPage() string {
	var b strings.Builder
	b.WriteString("# Glossary\n\nThe terms of the lessons, and of the app. `:` in the app finds them too. G-numbers " +
		"are those of [guidelines.md](guidelines.md).\n\n| term | | screen | lesson |\n|---|---|---|---|\n")
	for _, term := range lesson.Glossary() {
		fmt.Fprintf(&b, "| %s | %s | %s | `%s` |\n", term.Term, term.Text, strings.ToUpper(term.See[:1])+term.See[1:],
			term.Lesson)
	}
	return b.String()
}

// TestGuidelines verifies that the guidelines of the app are those of docs/guidelines.md, word for word.
func TestGuidelines(t *testing.T) {
	text, err := os.ReadFile("../../docs/guidelines.md")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, g := range lesson.Guidelines() {
		ids = append(ids, g.ID)
		row := "| " + g.ID + " | " + g.Text + " |"
		if !strings.Contains(string(text), row+" "+g.Limit+" |\n") && !strings.Contains(string(text), row+" |\n") &&
			!strings.Contains(string(text), row+"\n") {
			t.Errorf("docs/guidelines.md does not have the row %s", row)
		}
	}
	if want := guidelines(t); !slices.Equal(ids, want) {
		t.Errorf("the app knows %v, docs/guidelines.md has %v", ids, want)
	}
}

// TestTermsIn verifies that terms are found as words, in the plural too, and not inside other words.
func TestTermsIn(t *testing.T) {
	for text, want := range map[string]string{
		"Two moving hotspots; a window.": "hotspot moving hotspot window",
		"a FULL TABLE SCAN of the rows":  "full table scan row",
		"arrow windowed prefixed":        "",
		"keys: the row key":              "row row key",
		"":                               "",
	} {
		var got []string
		for _, term := range lesson.TermsIn(text, lesson.Glossary()) {
			got = append(got, term.Term)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q uses %v, want %s", text, got, want)
		}
	}
	if got := lesson.Cited("G40, (G51) and G40 but not XG12 or G123"); !slices.Equal(got, []string{"G40", "G51"}) {
		t.Errorf("cited: %v", got)
	}
}
