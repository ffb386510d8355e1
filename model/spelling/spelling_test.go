package spelling

import (
	"math"
	"testing"
)

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

// TestCount verifies the groups of digits and the plural.
func TestCount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 rows", 1: "1 row", -1: "-1 rows", 999: "999 rows", 1000: "1,000 rows", -20_000: "-20,000 rows",
		123_456: "123,456 rows", 1_000_000: "1,000,000 rows",
		math.MinInt64: "-9,223,372,036,854,775,808 rows",
	} {
		if got := Count(n, "row"); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}
