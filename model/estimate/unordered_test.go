package estimate

import (
	"testing"

	"tabletop/model/sample"
)

// TestUnorderedRowsHaveNoIntervals verifies that rows whose keys redaction put in another order still have a mean size,
// by their weights, but neither an interval nor a number of rows of the table.
func TestUnorderedRowsHaveNoIntervals(t *testing.T) {
	for _, strategy := range []sample.Strategy{sample.Quick, sample.Accurate, sample.Small, sample.Everything} {
		ordered := runsOf(20, func(run, _ int) int { return 10 + run })
		how := ordered.How
		how.Strategy, how.Unordered, how.RowShare = strategy, true, 0.5
		design := NewDesign(ordered.Described(ordered.Table, how))
		mean, rows := design.MeanRow(), design.Rows()
		if mean.Value < 29 || mean.Value > 48 || mean.Interval() {
			t.Errorf("%s: a mean row of %+v", strategy, mean)
		}
		if rows.Certainty != Unknown || design.NoIntervalReason == "" {
			t.Errorf("%s: %+v rows, and the reason %q", strategy, rows, design.NoIntervalReason)
		}
	}
}
