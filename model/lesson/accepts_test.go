package lesson

import "testing"

// TestAccepts verifies that queries are accepted in any order of their conditions, and others than those named, or texts
// that are none, are not.
func TestAccepts(t *testing.T) {
	queries := Make{Where: InQueries, Accept: []Accepted{{Text: "user: equal, day: range 7d"}}}
	for text, want := range map[string]bool{
		"user: equal, day: range 7d": true, "day: range 7d, user: equal": true,
		"user: equal, day: range 1d": false, "user: equal": false, "user: nothing of that": false, "": false,
	} {
		if got := queries.accepts(text); got != want {
			t.Errorf("query %q is accepted: %v, want %v", text, got, want)
		}
	}
	damaged := Make{Where: InQueries, Accept: []Accepted{{Text: "user: nothing of that"}}}
	for _, text := range []string{"user: equal", "user: nothing of this"} {
		if damaged.accepts(text) {
			t.Errorf("%q is accepted in place of what is no query", text)
		}
	}
	layouts := Make{Where: InLab, Right: "{a}#{b}"}
	if !layouts.accepts("{a}#{b}") || layouts.accepts("{b}#{a}") {
		t.Error("layouts are accepted by something else than their text")
	}
}
