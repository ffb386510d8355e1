package text

import (
	"testing"

	"tabletop/model/gaps"
)

// TestGapSummary verifies what is said of the gaps of all rows and of those of a sample, where it names what was searched
// and what not.
func TestGapSummary(t *testing.T) {
	within := [][2]int{{0, 99}, {200, 219}}
	for _, c := range []struct {
		found gaps.Result
		want  string
	}{
		{gaps.Result{Regular: 1}, "Nothing is missing."},
		{gaps.Result{Irregular: 1}, "The values do not follow each other at regular steps, so nothing can be missing."},
		{gaps.Result{Few: 1}, "There are too few values to tell."},
		{gaps.Result{By: "shop", Regular: 2, Few: 1, Missing: 6, Gaps: make([]gaps.Gap, 1)}, "6 values at the usual steps " +
			"are missing, in 1 gap of 2 groups at regular steps; 1 group with too few values to tell."},
		{gaps.Result{Regular: 2, Missing: 6, Gaps: make([]gaps.Gap, 1), Within: within}, "6 values at the usual steps are " +
			"missing, in 1 gap, within 2 key ranges read whole, 120 rows; of what is between them nothing is known."},
		{gaps.Result{Irregular: 2, Within: within}, "In no key range that was read whole do values follow each other at " +
			"regular steps in the order of the keys, so nothing can be said to be missing."},
	} {
		if got := GapSummary(&c.found); got != c.want {
			t.Errorf("%+v: %s\nwant %s", c.found, got, c.want)
		}
	}
}
