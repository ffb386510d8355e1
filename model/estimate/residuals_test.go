package estimate

import (
	"math"
	"testing"
)

// TestRoundingIsNoVariance verifies that sizes that are the same in all rows have no variance, whatever their weights add
// up to, and that a difference that is larger than rounding has one.
func TestRoundingIsNoVariance(t *testing.T) {
	variance := func(size, last float64) float64 {
		var r Ratio
		for i := range 1000 {
			if i == 999 {
				size += last
			}
			weight := 1 + math.Sqrt(float64(i))
			r.Add(Cluster{}, weight*size, weight)
		}
		v, ok := r.variance(r.Y / r.Z)
		if !ok {
			t.Fatal("the variance is not known")
		}
		return v
	}
	for n := range 200 {
		size := float64(n+1) / 3
		if got := variance(size, 0); got != 0 {
			t.Errorf("a variance of %g, of rounding %g", got, size)
		}
		if got := variance(size, 0.01); got <= 0 {
			t.Errorf("a variance of %g, of a row that differs from %g", got, size)
		}
	}
}
