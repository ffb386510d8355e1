package figures

import (
	"math/rand/v2"
	"testing"

	"tabletop/model/census"
	"tabletop/model/sample"
)

// TestCellsOfTheTable verifies that the cells of the table, of its families, and of its columns are covered by their
// intervals, where rows were kept by chance.
func TestCellsOfTheTable(t *testing.T) {
	whole := table(20_000, 3, 40, 4)
	want := of(t, whole, ProfileOptions{})
	if c := want.Whole.Cells; !c.IsExact() || c.Value != float64(whole.NumCells()) ||
		want.Columns[0].TableCells.Value != float64(want.Columns[0].Cells) {
		t.Fatalf("a full scan has %+v cells", c)
	}
	const draws = 40
	tried, held := 0, 0
	for seed := range uint64(draws) {
		r := rand.New(rand.NewPCG(seed, 3))
		kept := sample.NewBuilder(0)
		for row := range whole.Rows() {
			if r.Float64() < 0.05 {
				copyRow(kept, whole, row)
			}
		}
		got := of(t, sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Small, RowShare: 0.05,
			Filter: 0.05}, []*sample.Builder{kept}), ProfileOptions{})
		check := func(name string, f Figure, truth float64) {
			tried++
			if f.Low <= truth && truth <= f.High {
				held++
			}
			if f.IsExact() || !f.Interval() || f.Value < truth/2 || f.Value > truth*2 {
				t.Errorf("%s: %+v, the table has %v", name, f, truth)
			}
		}
		check("all", got.Whole.Cells, want.Whole.Cells.Value)
		for i, f := range got.Families {
			check("family "+f.Name, f.TableCells, want.Families[i].TableCells.Value)
		}
	}
	if held < tried*93/100 {
		t.Errorf("%d of %d intervals hold the cells of the table", held, tried)
	}
}

// TestCellsOfATableOfKnownSize verifies that where the bytes of the table are known, it has as many cells as its bytes
// are times those of the sample, of every column and family too.
func TestCellsOfATableOfKnownSize(t *testing.T) {
	s := drawnTable(1)
	p := of(t, s, ProfileOptions{})
	perByte := float64(s.NumCells()) / float64(s.Bytes())
	for name, cells := range map[string]Figure{"table": p.Whole.Cells, "column": p.Columns[0].TableCells,
		"family": p.Families[0].TableCells} {
		// Rows weigh the less, the larger they are, so cells are more than by the bytes read.
		if cells.IsExact() || cells.Value < perByte*400_000_000 || cells.Value > 10*perByte*400_000_000 {
			t.Errorf("the %s has %+v cells, at %g per byte", name, cells, perByte)
		}
	}
}

// TestNothingCountedLeavesTheSample verifies that a census which has not counted a row yet changes no figure.
func TestNothingCountedLeavesTheSample(t *testing.T) {
	kept := *table(100, 3, 4, 2)
	kept.How = sample.Provenance{Strategy: sample.Small, RowShare: 0.5, Filter: 0.5}
	want, got := of(t, &kept, ProfileOptions{}),
		of(t, &kept, ProfileOptions{Counts: &census.Result{Totals: census.NewTally().Totals()}})
	if got.Whole.Rows != want.Whole.Rows || got.FoundBytes != want.FoundBytes || got.KeyShare != want.KeyShare {
		t.Errorf("%+v, want %+v", got.Whole, want.Whole)
	}
}
