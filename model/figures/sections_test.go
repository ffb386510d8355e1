package figures

import (
	"fmt"
	"testing"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// TestLargeSectionsOfSamples verifies that sections that stand out by their size are told of samples alone: of all rows,
// and of the first ones, nothing is estimated from them.
func TestLargeSectionsOfSamples(t *testing.T) {
	table := sample.Table{}
	for i := range 25 {
		table.Splits = append(table.Splits, sample.Split{Key: fmt.Appendf(nil, "k%02d", i), Offset: int64(i+1) * 1e6})
	}
	table.Splits = append(table.Splits, sample.Split{Offset: 25e6 + 5e8})
	for scope, want := range map[estimate.Scope]bool{estimate.Sample: true, estimate.All: false, estimate.Head: false} {
		b := sample.NewBuilder(0)
		b.Row([]byte("k01"))
		how := map[estimate.Scope]sample.Provenance{estimate.All: {Strategy: sample.Everything, Complete: true},
			estimate.Head: {Strategy: sample.Head}, estimate.Sample: {Strategy: sample.Small, Filter: 0.5, RowShare: 0.5}}[scope]
		s := sample.Assemble(table, how, []*sample.Builder{b})
		design := estimate.NewDesign(s)
		if design.Scope != scope {
			t.Fatalf("the scope is %v, want %v", design.Scope, scope)
		}
		got := whole(s, design)
		if (got.LargestSection == 5e8) != want || (got.LargeSections > 0.9) != want || got.Bytes != 25e6+5e8 {
			t.Errorf("scope %v: large sections %v, of %d bytes", scope, got.LargeSections, got.LargestSection)
		}
	}
}
