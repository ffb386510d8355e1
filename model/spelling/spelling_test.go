package spelling

import "testing"

func TestClosest(t *testing.T) {
	known := []string{"meters", "market", "games", "be", "hex"}
	for word, want := range map[string]string{
		"meter": "meters", "METERS": "meters", "markt": "market", "gmaes": "games", "he": "be", "hx": "hex",
		"weather": "", "zzzzzz": "", "": "", "x": "",
	} {
		if got := Closest(word, known); got != want {
			t.Errorf("Closest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"same", "same", 0}} {
		if got, back := edits(c.a, c.b), edits(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%q and %q: %d and %d edits, want %d", c.a, c.b, got, back, c.want)
		}
	}
}
