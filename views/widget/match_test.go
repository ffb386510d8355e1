package widget

import (
	"strings"
	"testing"
)

// TestFindWhatIsTyped verifies what stands first: the name itself, names that begin so, words that do, names that hold
// it, what else is known; entries that fit as well keep their order; letters in order count only where nothing holds
// it.
func TestFindWhatIsTyped(t *testing.T) {
	entries := []FindEntry{{Name: "vegetables"}, {Name: "a table"}, {Name: "tablet#2"}, {Name: "tablet#1"},
		{Name: "phone", More: "no tab"}, {Name: "TAB"}, {Name: "t_a_b"}, {Name: "phone#tab"}}
	for typed, want := range map[string]string{
		"tab":     "TAB, tablet#2, tablet#1, a table, phone#tab, vegetables, phone",
		" tab ":   "TAB, tablet#2, tablet#1, a table, phone#tab, vegetables, phone",
		"Tablet#": "tablet#2, tablet#1",
		"t1":      "tablet#1",
		"pt":      "phone#tab, phone",
		"zzz":     "",
	} {
		var got []string
		for _, hit := range Find(typed, entries) {
			got = append(got, entries[hit.Index].Name)
			text := entries[hit.Index].text()
			marked := ""
			for _, at := range hit.At {
				marked += text[at : at+1]
			}
			if !strings.EqualFold(marked, strings.TrimSpace(typed)) {
				t.Errorf("%q: %q is marked in %q", typed, marked, text)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q finds %q, want %q", typed, got, want)
		}
	}
}

// TestHolds verifies the offset at which a text holds what was typed, and that letters whose other case has another
// length are compared as they are.
func TestHolds(t *testing.T) {
	for _, c := range []struct {
		typed, text string
		fit         Fit
		at          int
		ok          bool
	}{
		{"x", "", 0, 0, false}, {"ab", "AB", FitExact, 0, true}, {"a", "ab", FitPrefix, 0, true},
		{"b", "ab b", FitWord, 3, true}, {"b", "abc", FitInside, 1, true}, {"ä", "xÄ", FitInside, 1, true},
		{"İ", "xİ", FitInside, 1, true}, {"a", "İa", FitInside, 2, true}, {"A", "İa", 0, 0, false},
	} {
		if fit, at, ok := Holds(c.typed, c.text); fit != c.fit || at != c.at || ok != c.ok {
			t.Errorf("%q in %q: %d at %d, %t", c.typed, c.text, fit, at, ok)
		}
	}
}
