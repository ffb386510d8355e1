package personal

import (
	"fmt"
	"testing"
)

// TestBestIDIsNamed verifies that of several national IDs that fit the same texts the one is named that exceeds chance
// most, whatever the order in which they are looked at, and of equal ones the first by name.
func TestBestIDIsNamed(t *testing.T) {
	for _, c := range []struct {
		valid map[string]int // of 100 texts, by name
		want  string
	}{
		{map[string]int{"a": 80, "b": 99, "c": 90}, "b"},
		{map[string]int{"a": 99, "b": 80}, "a"},
		{map[string]int{"z": 95, "m": 95, "p": 95}, "m"},
		{map[string]int{"a": 30, "b": 40}, ""},
	} {
		for range 20 { // maps have no order
			counts := Count{tallies: map[label]*tally{}}
			for name, n := range c.valid {
				x := &tally{form: 100, valid: n, texts: n, chance: 0.1}
				for i := range 5 {
					x.differ(hashMatch([]byte(fmt.Sprint(i))))
				}
				counts.tallies[label{National, name}] = x
			}
			got := ""
			for _, v := range counts.Verdicts() {
				got += v.Name
			}
			if got != c.want {
				t.Fatalf("of %v: %q, want %q", c.valid, got, c.want)
			}
		}
	}
}

// TestWordBytes verifies which bytes beside a number make it part of something longer.
func TestWordBytes(t *testing.T) {
	for c := range 256 {
		want := false
		for _, w := range "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+" {
			want = want || rune(c) == w
		}
		if isWord(byte(c)) != want {
			t.Errorf("isWord(%q) = %v", rune(c), !want)
		}
	}
}
