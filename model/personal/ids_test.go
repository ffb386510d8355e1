package personal

import (
	"fmt"
	"testing"
)

// TestIssuersOfCards verifies the ranges of leading digits of each length, from the first to the last of each.
func TestIssuersOfCards(t *testing.T) {
	for _, tt := range []struct {
		digits int
		from   []int // of an issuer, and to
		to     int
	}{
		{14, []int{300}, 305}, {14, []int{36}, 36}, {14, []int{38}, 38}, {15, []int{34}, 34}, {15, []int{37}, 37},
		{16, []int{4}, 4}, {16, []int{51}, 55}, {16, []int{2221}, 2720}, {16, []int{6011}, 6011},
		{16, []int{644}, 649}, {16, []int{65}, 65}, {16, []int{3528}, 3589}, {16, []int{62}, 62}, {17, []int{62}, 62},
		{19, []int{62}, 62},
	} {
		card := func(lead int, rest byte) bool {
			number := fmt.Append(nil, lead)
			for len(number) < tt.digits {
				number = append(number, rest)
			}
			return isCard(number)
		}
		for _, lead := range []int{tt.from[0], tt.to} {
			if !card(lead, '0') || !card(lead, '9') {
				t.Errorf("%d digits from %d on are no card", tt.digits, lead)
			}
		}
	}
	for digits, leads := range map[int][]int{13: {4, 51, 62}, 14: {299, 306, 35, 37, 39}, 15: {33, 35, 36, 38},
		16: {50, 56, 2220, 2721, 6010, 6012, 643, 61, 63, 66, 3527, 3590}, 17: {61, 63, 4}, 20: {62, 4}} {
		for _, lead := range leads {
			number := fmt.Append(nil, lead)
			for len(number) < digits {
				number = append(number, '0')
			}
			if isCard(number) {
				t.Errorf("%s is taken for a card", number)
			}
		}
	}
}

// TestIsDate verifies the first and the last month and day.
func TestIsDate(t *testing.T) {
	for date, want := range map[[2]int]bool{{1, 1}: true, {12, 31}: true, {0, 1}: false, {13, 1}: false, {1, 0}: false,
		{1, 32}: false} {
		if got := isDate(date[0], date[1]); got != want {
			t.Errorf("month %d, day %d: %v", date[0], date[1], got)
		}
	}
}
