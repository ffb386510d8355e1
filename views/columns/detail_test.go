package columns

import (
	"testing"

	"pgregory.net/rapid"
)

// TestBins verifies that bars follow each other without gap or overlap and count every number once.
func TestBins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.OneOf(rapid.Int64Range(0, 50), rapid.Int64Range(0, 1<<50)), 1, 200).Draw(t,
			"values")
		got := bins(values)
		sum := 0.0
		for i, b := range got {
			sum += b.Count
			if b.To < b.From || i > 0 && b.From != got[i-1].To+1 {
				t.Fatalf("bar %d is %+v after %+v", i, b, got[max(i-1, 0)])
			}
		}
		if int(sum) != len(values) {
			t.Fatalf("%d numbers in bars, %d given", int(sum), len(values))
		}
		for _, v := range values {
			if v < got[0].From || v > got[len(got)-1].To {
				t.Fatalf("%d is outside of %d to %d", v, got[0].From, got[len(got)-1].To)
			}
		}
	})
}
