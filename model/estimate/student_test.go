package estimate

import (
	"math"
	"testing"
)

// TestStudentIsTheQuantile verifies that the quantile of each number of degrees of freedom leaves 2.5% above it, by
// integrating the density of the distribution.
func TestStudentIsTheQuantile(t *testing.T) {
	for df := 1; df <= 200; df++ {
		n := float64(df)
		high, _ := math.Lgamma((n + 1) / 2)
		low, _ := math.Lgamma(n / 2)
		scale := math.Exp(high-low) / math.Sqrt(n*math.Pi)
		density := func(x float64) float64 { return scale * math.Pow(1+x*x/n, -(n+1)/2) }
		const steps = 4000 // of Simpson's rule
		width := student(df) / steps
		area := density(0) + density(student(df))
		for i := 1; i < steps; i++ {
			area += float64(2+2*(i%2)) * density(float64(i)*width)
		}
		if area *= width / 3; math.Abs(area-0.475) > 1e-5 {
			t.Errorf("%d degrees of freedom: %.5f of the distribution is up to %v, want 0.475", df, area, student(df))
		}
	}
	if got := student(0); !math.IsInf(got, 1) {
		t.Errorf("without degrees of freedom: %v", got)
	}
	if got, want := marginFactor(10), 1.2*2.2281; math.Abs(got-want) > 1e-9 {
		t.Errorf("an interval reaches %v standard errors, want %v", got, want)
	}
}
