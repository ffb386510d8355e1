package estimate

import (
	"math/rand/v2"
	"testing"
)

// TestRichness verifies, on populations of values of unequal frequency, that the estimate is nearer the truth than the
// number seen, that the lower end of its interval is a lower bound, and that nothing is told of values that do not
// recur.
func TestRichness(t *testing.T) {
	const values, places = 200, 60
	covered, nearer, told := 0, 0, 0
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 9))
		in := map[int]int{}
		for range places {
			here := map[int]bool{}
			for range 8 {
				here[int(values*r.Float64()*(0.3+0.7*r.Float64()))] = true
			}
			for v := range here {
				in[v]++
			}
		}
		var once, twice, met int64
		for _, n := range in {
			met += int64(n)
			switch n {
			case 1:
				once++
			case 2:
				twice++
			}
		}
		f, ok := Richness(int64(len(in)), once, twice, met)
		if !ok {
			continue
		}
		told++
		if f.Low < float64(len(in)) || f.Low > f.Value || f.Value > f.High {
			t.Fatalf("%d seen: %+v", len(in), f)
		}
		if f.Value-values < values-float64(len(in)) && values-f.Value < values-float64(len(in)) {
			nearer++
		}
		if f.Low <= values {
			covered++
		}
	}
	if told < 90 || nearer < told*9/10 || covered < told*95/100 {
		t.Errorf("of %d estimates %d are nearer than the number seen and %d are above a lower bound", told, nearer,
			covered)
	}
	for _, c := range [][4]int64{{100, 100, 0, 100}, {11, 0, 3, 50}, {0, 0, 0, 0}, {10, 1, 0, 40}} {
		if f, ok := Richness(c[0], c[1], c[2], c[3]); ok {
			t.Errorf("%v: %+v", c, f)
		}
	}
}
