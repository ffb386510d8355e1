package estimate

import (
	"testing"

	"pgregory.net/rapid"
)

// TestShareOfCountIsCount verifies that the exact share of a count is a whole number again, so that no report shows one
// byte less than there is, and that a fraction stays one.
func TestShareOfCountIsCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.Int64Range(1, 1e13).Draw(t, "total")
		part := rapid.Int64Range(0, total).Draw(t, "part")
		got := Counted(float64(part) / float64(total)).Of(Counted(total))
		if got.Value != float64(part) || !got.IsExact() {
			t.Fatalf("%d of %d became %v", part, total, got)
		}
	})
	if got := Counted(0.25).Of(Counted(10)); got.Value != 2.5 {
		t.Errorf("a quarter of 10 became %v", got)
	}
}

// TestShareOfAnEstimate verifies that an exact share of an estimate has its relative error.
func TestShareOfAnEstimate(t *testing.T) {
	got := CountedShare(1, 4).Of(Within(100, 80, 140))
	if want := (Within(25, 20, 35)); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
