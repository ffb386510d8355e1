package spelling

import (
	"strconv"
	"strings"
)

// Integer writes an integer in full with a comma between groups of three digits.
func Integer[N int | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	digits := strings.TrimPrefix(s, "-")
	out := digits
	for i := len(digits) - 3; i > 0; i -= 3 {
		out = out[:i] + "," + out[i:]
	}
	return s[:len(s)-len(digits)] + out
}

// Count writes n with the thing it counts: 1 row, 2,000 rows.
func Count[N int | int64](n N, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Integer(n) + " " + thing
}
