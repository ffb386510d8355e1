package diff

import (
	"math"
	"testing"

	"tabletop/model/estimate"
)

// TestCompareRounds: a size that every row met has alike is the same in any sample, whatever its weights add up to.
func TestCompareRounds(t *testing.T) {
	exact := estimate.Counted(25)
	for _, c := range []struct {
		after float64
		want  Verdict
	}{{25, WithinError}, {25 + 3e-14, WithinError}, {25.001, Undetermined}} {
		got := compare(exact, estimate.Point(c.after), 10)
		if got.Verdict != c.want || c.want == WithinError && got.Delta.Value != 0 {
			t.Errorf("25 and %v: %s, by %v", c.after, got.Verdict, got.Delta.Value)
		}
	}
}

// TestIntervalsWidenWithTheirNumber verifies that one interval stays as it is, and that each of several is that of
// Bonferroni.
func TestIntervalsWidenWithTheirNumber(t *testing.T) {
	for of, want := range map[int]float64{0: 1, 1: 1, 2: 2.2414 / 1.96, 10: 2.8070 / 1.96} {
		if got := wider(of); math.Abs(got-want) > 1e-4 {
			t.Errorf("one of %d: %.5f times as wide, want %.5f", of, got, want)
		}
	}
}
