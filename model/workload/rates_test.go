package workload

import (
	"strings"
	"testing"
)

// TestRatesFile verifies what a file of costs changes, and that a mistake is reported with its line.
func TestRatesFile(t *testing.T) {
	r, err := ParseRates([]byte("seeks_per_second: 500\nscan_bytes_per_second: 180e6\n"))
	want := DefaultRates()
	want.Seeks, want.Scan = 500, 180e6
	if err != nil || r != want {
		t.Errorf("%+v, %v", r, err)
	}
	for text, part := range map[string]string{
		"": "the file is empty", "seeks: 5": `line 1: unknown field "seeks": the fields are seeks_per_second, `,
		"row_microseconds: 1\nseeks_per_second: 0": "line 2: seeks_per_second: 0 must be above 0",
		"row_microseconds: -1":                     "must be above 0",
		"row_microseconds: much":                   `line 1: row_microseconds: "much" is not a number`,
		"[1":                                       "not a file of costs", "row_microseconds: .inf": "is not a number",
		"row_microseconds: 1\nrow_microseconds: 2": "line 2: row_microseconds: appears twice",
	} {
		if _, err := ParseRates([]byte(text)); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %v, not %q", text, err, part)
		}
	}
}

// TestRatesVaryWithinTheirRanges verifies that the defaults lie in the ranges, and that a constant set beyond its range
// stays.
func TestRatesVaryWithinTheirRanges(t *testing.T) {
	r := DefaultRates()
	for _, c := range r.all() {
		if *c.at < c.low || *c.at > c.high {
			t.Errorf("%s is %g, outside of %g to %g", c.name, *c.at, c.low, c.high)
		}
	}
	if same := r.Vary(func(string) float64 { return 0.5 }); same != r {
		t.Errorf("in the middle, %+v", same)
	}
	r.Seeks = 500 // of a disk
	low := r.Vary(func(string) float64 { return 0 })
	if low.Seeks != 500 || low.Scan != 110e6 || low.Row != 0 {
		t.Errorf("%+v", low)
	}
}
