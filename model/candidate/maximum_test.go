package candidate

import (
	"math"
	"testing"
)

// TestMaximum verifies which maxima can be subtracted from, at the ends of powers of two and of ten.
func TestMaximum(t *testing.T) {
	for text, want := range map[string]uint64{"2^1-1": 1, "2^31-1": math.MaxInt32, "2^63-1": math.MaxInt64,
		"2^64-1": math.MaxUint64, "10^1-1": 9, "10^13-1": 9_999_999_999_999,
		"10^19-1": 9_999_999_999_999_999_999, "1": 1, "12345": 12345} {
		if got, ok := maximum(text); !ok || got != want {
			t.Errorf("%s is %d, %t; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"2^65-1", "2^0-1", "10^20-1", "3^5-1", "2^-1", "2^x-1", "0", "-5", "", "2^63"} {
		if got, ok := maximum(text); ok {
			t.Errorf("%q is %d, and is no maximum", text, got)
		}
	}
}

// TestMaximumText verifies that a maximum is written as a power where it is one less than one, and reads back.
func TestMaximumText(t *testing.T) {
	for m, want := range map[uint64]string{9: "10^1-1", 9_999_999_999_999: "10^13-1",
		9_999_999_999_999_999_999: "10^19-1", 127: "127", 255: "2^8-1", math.MaxInt32: "2^31-1",
		math.MaxInt64: "2^63-1", math.MaxUint64: "2^64-1", 256: "256", 12345: "12345"} {
		got := maximumText(m)
		if back, ok := maximum(got); got != want || !ok || back != m {
			t.Errorf("%d is written as %s, which is %d; want %s", m, got, back, want)
		}
	}
}
