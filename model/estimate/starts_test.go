package estimate

import (
	"fmt"
	"testing"

	"tabletop/model/sample"
)

// TestStartsOnly verifies that the share of the bytes of which only first rows were read counts sections by their
// bytes, without those that were read whole or of which a share of all rows was kept, and that strategy accurate leaves
// none out.
func TestStartsOnly(t *testing.T) {
	of := func(strategy sample.Strategy) float64 {
		var parts []*sample.Builder
		for i := range 10 {
			b := sample.NewBuilder(1)
			for k := range 4 {
				b.Row(fmt.Appendf(nil, "%02d-%d", i, k))
				b.Cell("f", []byte("q"), 1000, []byte("value"))
			}
			b.SetSection(1, 100, i < 2 || strategy == sample.Accurate)
			if b.SetStands(100, 0); i == 2 {
				b.SetStands(100, 0.5)
			}
			parts = append(parts, b)
		}
		how := sample.Provenance{Strategy: strategy, Points: 10, TotalBytes: 1000, RowShare: 1, Filter: 1}
		return NewDesign(sample.Assemble(sample.Table{}, how, parts)).StartsOnly
	}
	if got := of(sample.Quick); got < 0.699 || got > 0.701 { // seven sections of ten
		t.Errorf("quick: %v", got)
	}
	if got := of(sample.Accurate); got != 0 {
		t.Errorf("accurate: %v", got)
	}
}
