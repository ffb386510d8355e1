package bigtable

import (
	"maps"
	"math"
	"slices"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/sample"
	"tabletop/sampler/internal/skewed"
)

// TestOneGiantRow verifies that a row which holds a seventh of the bytes, all old versions, is in the figures of every
// strategy, wherever it is: its section stands out, and rows like the others do not fill it.
func TestOneGiantRow(t *testing.T) {
	seeds, cover := 3, 0.6
	if slowtest.On() {
		seeds, cover = 20, 0.8
	}
	for _, sections := range []int{300, 1600} {
		w := skewed.Giant(24_000, sections)
		for _, strategy := range []sample.Strategy{sample.Quick, sample.Accurate, sample.Small} {
			got := measureWorld(t, w, strategy, 3_000, seeds)
			for _, figure := range slices.Sorted(maps.Keys(got)) {
				a := got[figure]
				t.Logf("%-12s %-9s %-6s %v", w.Name, strategy, figure, a)
				if a.Coverage < cover || math.Abs(a.Bias) > 0.1 {
					t.Errorf("%s of %d sections, %s: %s has %v", w.Name, sections, strategy, figure, a)
				}
			}
		}
	}
}
