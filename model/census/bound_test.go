package census

import (
	"fmt"
	"math"
	"testing"

	"tabletop/model/sample"
)

// TestBoundOfRows verifies which share of the hashes a bound leaves: a fifth more than wanted, and a margin for chance.
func TestBoundOfRows(t *testing.T) {
	for _, tt := range []struct {
		kept int64
		rows float64
		want float64 // share of the hashes
	}{
		{10_000, 100_000, 0.128}, {100, 100_000, 0.002}, {1, 1000, 0.0092}, {10_000, 1e9, 12.8e-6},
		{10_000, 12_801, 12_800. / 12_801},
		{10_000, 12_800, 0}, {10_000, 5000, 0}, {0, 1000, 0}, {10, 0, 0}, // which leave out nothing
	} {
		if got := float64(Bound(tt.kept, tt.rows)) / math.Ldexp(1, 64); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%d of %g rows: %g of the hashes, want %g", tt.kept, tt.rows, got, tt.want)
		}
	}
}

// TestBoundKeepsTheSameRows verifies that a census by a plan with a bound keeps the rows that one without it does, and
// that a part of it holds little more than its share of them.
func TestBoundKeepsTheSameRows(t *testing.T) {
	const rows, kept = 10_000, 100
	part := func(from, to int) *sample.Sample {
		b := sample.NewBuilder(0)
		for i := from; i < to; i++ {
			b.Row(fmt.Appendf(nil, "row%06d", i))
			b.Cell("f", []byte("q"), 1, nil)
		}
		return sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
	}
	for seed := range uint64(20) {
		keys := map[uint64][]string{}
		for _, bound := range []uint64{0, Bound(kept, rows)} {
			plan := Plan{Options: sample.Options{Rows: kept, Seed: seed}, Bound: bound}
			whole, err := New(plan)
			if err != nil {
				t.Fatal(err)
			}
			for from := 0; from < rows; from += rows / 10 {
				one, err := New(plan)
				if err != nil {
					t.Fatal(err)
				}
				one.Add(part(from, from+rows/10))
				if n := one.Rows().Rows(); bound == 0 && n != kept || bound > 0 && n > 60 {
					t.Errorf("a tenth of the table with bound %x holds %d rows", bound, n)
				}
				if err := whole.Merge(one); err != nil {
					t.Fatal(err)
				}
			}
			for row := range whole.Rows().Rows() {
				keys[bound] = append(keys[bound], string(whole.Rows().Key(row)))
			}
		}
		if got, want := fmt.Sprint(keys[Bound(kept, rows)]), fmt.Sprint(keys[0]); got != want || len(keys[0]) != kept {
			t.Errorf("seed %d: kept %s, without a bound %s", seed, got, want)
		}
	}
}
