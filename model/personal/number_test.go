package personal

import (
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestNumberIsTheLongest verifies that what Numbers looks at is what the expression of digits and letters in groups
// matches.
func TestNumberIsTheLongest(t *testing.T) {
	want := regexp.MustCompile(`[0-9A-Za-z]+(?:[-. /][0-9A-Za-z]+)*`)
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringOfN(rapid.SampledFrom([]rune("01aZ-. /+#é")), 0, 30, -1).Draw(t, "text"))
		for from := 0; from < len(text); {
			m := want.FindIndex(text[from:])
			next := slices.IndexFunc(text[from:], isAlphanumeric)
			if (m == nil) != (next < 0) {
				t.Fatalf("%q from %d: %v, %d", text, from, m, next)
			}
			if m == nil {
				return
			}
			to, grouped := numberEnd(text, from+next)
			if next != m[0] || to != from+m[1] || grouped != slices.ContainsFunc(text[from+m[0]:to], isSeparator) {
				t.Fatalf("%q from %d: %d to %d, grouped %v; want %v", text, from, from+next, to, grouped, m)
			}
			from = to
		}
	})
}

// TestNothingFoundTakesNoMemory verifies that the usual texts of a table are looked at without memory: this is done for
// every cell of a table.
func TestNothingFoundTakesNoMemory(t *testing.T) {
	f := NewFinder()
	for _, text := range []string{"tenant001#device04711#20261101120000", "20.5", "v2.13.7-stable",
		"0123456789abcdef0123456789abcdef"} {
		b := []byte(text)
		if n := testing.AllocsPerRun(10, func() { f.Find(b) }); n > 0 {
			t.Errorf("%q: %v allocations", text, n)
		}
	}
}

// TestSocialSecurityNumbers verifies which areas, groups and serials are never given out.
func TestSocialSecurityNumbers(t *testing.T) {
	for number, want := range map[string]bool{"001010001": true, "899010001": true, "900010001": false,
		"000010001": false, "666010001": false, "665010001": true, "001000001": false, "001010000": false,
		"123456789": false, "078051120": false, "123456788": true} {
		if ssn(number) != want {
			t.Errorf("%s is a number: %t", number, !want)
		}
	}
}
