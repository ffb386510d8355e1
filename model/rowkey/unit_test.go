package rowkey

import (
	"fmt"
	"testing"
	"time"
)

// TestLengthOfUnits verifies how long units are, in words, and when those end that differ in length.
func TestLengthOfUnits(t *testing.T) {
	for unit, want := range map[Unit]struct {
		length, longest string
		next            string // after 2023-02-01
	}{
		Nanosecond:  {"1ns", "1ns", "2023-02-01T00:00:00.000000001Z"},
		Microsecond: {"1µs", "1µs", "2023-02-01T00:00:00.000001Z"},
		Millisecond: {"1ms", "1ms", "2023-02-01T00:00:00.001Z"},
		Second:      {"1s", "1s", "2023-02-01T00:00:01Z"},
		Minute:      {"1m0s", "1m0s", "2023-02-01T00:01:00Z"},
		Hour:        {"1h0m0s", "1h0m0s", "2023-02-01T01:00:00Z"},
		Day:         {"1 days", "1 days", "2023-02-02T00:00:00Z"},
		Week:        {"7 days", "7 days", "2023-02-08T00:00:00Z"},
		Month:       {"30 days", "31 days", "2023-03-01T00:00:00Z"},
		Year:        {"365 days", "366 days", "2024-02-01T00:00:00Z"},
		"":          {"0s", "0s", "2023-02-01T00:00:00Z"},
	} {
		from := time.Date(2023, 2, 1, 0, 0, 0, 0, time.UTC)
		if got := inDays(unit.Length()); got != want.length {
			t.Errorf("a %s is %s long, want %s", unit, got, want.length)
		}
		if got := inDays(unit.Longest()); got != want.longest {
			t.Errorf("a %s is at most %s long, want %s", unit, got, want.longest)
		}
		if got := unit.Next(from).Format(time.RFC3339Nano); got != want.next {
			t.Errorf("the next %s begins at %s, want %s", unit, got, want.next)
		}
	}
	for i, unit := range Units() {
		if i > 0 && unit.Length() <= Units()[i-1].Length() {
			t.Errorf("a %s is no longer than a %s", unit, Units()[i-1])
		}
	}
}

// inDays writes a length, in days if it has some.
func inDays(length time.Duration) string {
	if length >= day && length%day == 0 {
		return fmt.Sprintf("%d days", length/day)
	}
	return length.String()
}
