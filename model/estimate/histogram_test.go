package estimate

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestHistogram(t *testing.T) {
	for i := range 3000 {
		low, high := Bounds(i)
		next, _ := Bounds(i + 1)
		if bucket(low) != i || bucket(high) != i || next != high+1 || high-low > low/64 {
			t.Fatalf("bucket %d is %d to %d, the next from %d", i, low, high, next)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.Int64Range(0, 1<<40), 1, 200).Draw(t, "numbers")
		var h Histogram
		for _, v := range numbers {
			h.Add(v)
		}
		slices.Sort(numbers)
		for percent := 0; percent <= 100; percent++ {
			low, high := h.Quantile(float64(percent) / 100)
			want := numbers[max(0, (len(numbers)*percent+99)/100-1)]
			if want < low || want > high || high-low > low/64 {
				t.Fatalf("p%d of %v is told to be %d to %d, is %d", percent, numbers, low, high, want)
			}
		}
	})
}

// TestAbove verifies that the bounds of how many numbers are over a limit hold it, and are equal where the limit is
// between buckets.
func TestAbove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var h Histogram
		list := rapid.SliceOfN(rapid.Int64Range(0, 5000), 1, 50).Draw(t, "numbers")
		limit := rapid.Int64Range(0, 5000).Draw(t, "limit")
		over := int64(0)
		for _, v := range list {
			h.Add(v)
			if v > limit {
				over++
			}
		}
		least, most := h.Above(float64(limit))
		if least > over || most < over || limit < 128 && least != most {
			t.Fatalf("%d numbers of %v are over %d, and %d to %d are said to be", over, list, limit, least, most)
		}
	})
}
