package estimate

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"tabletop/model/sample"
)

// TestPartsOfSamples verifies, over draws of four tables, what is claimed of the rows of a range of keys when a sample
// of the whole table is looked at in that range: a number of rows with an interval that holds, where each row of the table
// was drawn by itself; none at all where some places were read.
func TestPartsOfSamples(t *testing.T) {
	const draws = 60
	for name, w := range map[string]*world{"hashed": hashed(20_000, 200, 1), "tenants": tenants(20_000, 200, 1),
		"aged": aged(20_000, 200, 1), "giants": giants(20_000, 200, 1)} {
		from, to := 7_000, 9_500
		within := sample.Options{Start: binary.BigEndian.AppendUint64(nil, uint64(from)),
			End: binary.BigEndian.AppendUint64(nil, uint64(to))}
		covered := 0
		for seed := range uint64(draws) {
			r := rand.New(rand.NewPCG(seed, 2))
			for strategy, drawn := range map[string]*sample.Sample{"quick": w.quick(40, 50, r),
				"accurate": w.accurate(40, 0.2, r)} {
				if rows := rowsIn(t, drawn, within); rows.IsKnown() {
					t.Errorf("%s, %s: a part of a sample of places claims %v rows of the table", name, strategy, rows)
				}
			}
			rows := rowsIn(t, w.small(0.1, r), within)
			if !rows.Interval() {
				t.Fatalf("%s: no interval of rows drawn by themselves: %v", name, rows)
			}
			if want := float64(to - from); rows.Low <= want && want <= rows.High {
				covered++
			}
		}
		if covered < draws*88/100 {
			t.Errorf("%s: the interval of the rows of a part holds %d of %d times", name, covered, draws)
		}
	}
}

// rowsIn is the number of rows that a part of a sample claims.
func rowsIn(t *testing.T, s *sample.Sample, within sample.Options) Figure {
	t.Helper()
	part, err := s.Filter(within)
	if err != nil {
		t.Fatal(err)
	}
	return NewDesign(part).Rows()
}
