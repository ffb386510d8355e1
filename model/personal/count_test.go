package personal

import (
	"fmt"
	"slices"
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

// TestFewMatchesAreNoAccident verifies from how many matches on a kind is found: one address, two different telephone
// numbers and names, five different IP addresses, and of numbers with check digits three different ones of which more
// pass, with 95% confidence, than half and than five times as many as chance would.
func TestFewMatchesAreNoAccident(t *testing.T) {
	for _, tt := range []struct {
		kind                   Kind
		form, valid, different int
		chance                 float64
		want                   bool
	}{
		{Email, 1, 1, 1, 0, true}, {Email, 1, 0, 1, 0, false},
		{Phone, 2, 2, 2, 0, true}, {Phone, 9, 9, 1, 0, false},
		{Person, 2, 2, 2, 0, true}, {Person, 9, 9, 1, 0, false},
		{IP, 5, 5, 5, 0, true}, {IP, 9, 9, 4, 0, false},
		{Card, 9, 9, 3, 0.1, true}, {Card, 9, 9, 2, 0.1, false},
		{National, 100, 61, 9, 0.01, true}, {National, 100, 58, 9, 0.01, false},
		{National, 100, 88, 9, 0.15, true}, {National, 100, 75, 9, 0.15, false},
	} {
		x := &tally{form: tt.form, valid: tt.valid, texts: tt.form, chance: tt.chance}
		for i := range tt.different {
			x.differ(hashMatch([]byte(fmt.Sprint(i))))
		}
		if got := x.sure(tt.kind); got != tt.want {
			t.Errorf("%s: %d of %d pass, %d differ, by chance %g: found: %t, want %t", tt.kind, tt.valid, tt.form,
				tt.different, tt.chance, got, tt.want)
		}
	}
}

// TestCountsOfPartsAddUp verifies that what was counted of two parts is that of the whole, whichever is merged into
// which, also if one of them has nothing.
func TestCountsOfPartsAddUp(t *testing.T) {
	counted := func(from, to int) *Count {
		count, finder := &Count{}, NewFinder()
		for i := from; i < to; i++ {
			text := fmt.Appendf(nil, "user%d@example.com", i)
			if i%2 == 0 {
				text = fmt.Appendf(nil, "84.17.39.%d", i)
			}
			count.Add(text, finder.Find(text))
		}
		return count
	}
	want := counted(0, 20).Verdicts()
	if len(want) != 2 {
		t.Fatalf("%+v, want addresses of both kinds", want)
	}
	for _, cut := range []int{0, 1, 10, 20} {
		for _, parts := range [][2]*Count{{counted(0, cut), counted(cut, 20)}, {counted(cut, 20), counted(0, cut)}} {
			parts[0].Merge(parts[1])
			if got := parts[0].Verdicts(); !slices.Equal(got, want) {
				t.Errorf("cut at %d: %+v, want %+v", cut, got, want)
			}
		}
	}
}
