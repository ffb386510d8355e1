package figures

import (
	"fmt"
	"testing"

	"tabletop/internal/demotest"
	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// TestRowsOver verifies the share of the rows over a limit, of a table that was read whole, and of one of which a few
// rows were kept: by its largest rows where these settle it, to the row at the limit, otherwise within bounds.
func TestRowsOver(t *testing.T) {
	for _, rows := range []int{10, 1000} { // of which the 20 largest are listed
		b := sample.NewBuilder(0)
		for i := range rows {
			b.Row(fmt.Appendf(nil, "row%04d", i))
			b.CellPrefix("f", []byte("q"), 1, 1000*(i+1), nil)
		}
		all := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true,
			RowShare: 1, Filter: 1}, []*sample.Builder{b})
		kept, err := demotest.Counted(all, census.Plan{Options: sample.Options{Rows: 5}})
		if err != nil {
			t.Fatal(err)
		}
		counts, err := census.ReadResult(kept)
		if err != nil {
			t.Fatal(err)
		}
		whole, counted := of(t, all, ProfileOptions{}), of(t, kept, ProfileOptions{Counts: counts})
		size := func(row int) float64 { return float64(all.RowBytes(row)) }
		for name, tt := range map[string]struct {
			limit float64
			over  int
		}{
			"all": {size(0) - 1, rows}, "but the least": {size(0), rows - 1}, "the largest": {size(rows-1) - 1, 1},
			"none": {size(rows - 1), 0}, "five": {size(rows - 6), 5},
		} {
			want := estimate.CountedShare(int64(tt.over), int64(rows))
			if got := whole.RowsOver(tt.limit); got != want {
				t.Errorf("%s of %d rows: %+v, want %+v", name, rows, got, want)
			}
			got := counted.RowsOver(tt.limit)
			if got.Low > want.Value || got.High < want.Value || (tt.over <= 19 || rows <= 20) && got != want {
				t.Errorf("%s of %d counted rows: %+v, want %+v", name, rows, got, want)
			}
		}
	}
}
