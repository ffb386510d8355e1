package lesson_test

import (
	"testing"

	"tabletop/model/lesson"
)

// TestFill verifies that names are replaced, that what nobody knows stays, and that text between backquotes is left
// alone.
func TestFill(t *testing.T) {
	figure := func(name string) (string, bool) { return "7", name == "n" }
	screen := func(name string) (string, bool) { return "Heat (6)", name == "heat" }
	for text, want := range map[string]string{
		"":                           "",
		"{n} rows on {@heat}":        "7 rows on Heat (6)",
		"declare `{n}#{at:ms}`, {n}": "declare {n}#{at:ms}, 7",
		"`a``b`{n}":                  "ab7",
		"{what} and {@n}":            "{what} and {@n}",
		"an open `{n}":               "an open `{n}",
		"an open {n":                 "an open {n",
	} {
		if got := lesson.Fill(text, figure, screen); got != want {
			t.Errorf("Fill(%q) = %q, want %q", text, got, want)
		}
	}
}
