package census

import (
	"fmt"
	"runtime"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/sample"
)

// TestMemoryIsBounded verifies that a census of any table, merged with another one and written, takes under 256 MB: of
// as many different columns, and of as many different first segments, as no table has. Short tests take fewer of both.
func TestMemoryIsBounded(t *testing.T) {
	columns, segments := 20_000, 100_000
	if slowtest.On() {
		columns, segments = 10_000_000, 100_000_000
	}
	plan := testPlan()
	plan.Options.Rows = 200_000
	plan.Layouts = "{tenant}#{device}"
	c := must[*Census](t)(New(plan))
	other := must[*Census](t)(New(plan))
	before := reachable()
	most := uint64(0)
	for i, half := range []*Census{c, other} {
		for from := i * segments / 2; from < (i+1)*segments/2; from += 1000 {
			b := sample.NewBuilder(8)
			for row := from; row < from+1000; row++ {
				b.Row(fmt.Appendf(nil, "tenant%012d#d", row))
				b.Cell("f", fmt.Appendf(nil, "column%09d", row%columns), now.UnixMicro(), []byte("value"))
			}
			half.Add(sample.Finish(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}))
			if from%100_000 == 0 {
				most = max(most, reachable())
			}
		}
	}
	if err := c.Merge(other); err != nil {
		t.Fatal(err)
	}
	data := written(t, c)
	most = max(most, reachable())
	// Two censuses were held while there were two readers.
	if each := (most - before) / 2; each > 256<<20 {
		t.Errorf("a census takes %d MB", each>>20)
	} else {
		t.Logf("%d columns, %d first segments: %d MB each, %d MB written", columns, segments, each>>20, len(data)>>20)
	}
	r := c.Result()
	if got := r.Kinds[0].Segments[0].Distinct.Figure(); got.Low > float64(segments) || got.High < float64(segments) {
		t.Errorf("%v different first segments, not %d", got, segments)
	}
	if r.Totals.Rows != int64(segments) || r.Kinds[0].Rows != int64(segments) {
		t.Errorf("%d rows and %d of the kind, not %d", r.Totals.Rows, r.Kinds[0].Rows, segments)
	}
}

// reachable returns the bytes of all objects that are reachable.
func reachable() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestMemoryOfLargeRows verifies that a census takes under 256 MB where the rows to keep are as large as rows get: 100
// MB in a million cells, in cells of 1 MB that are kept whole, and in cells of which only the first bytes are kept.
func TestMemoryOfLargeRows(t *testing.T) {
	slowtest.Skip(t)
	for name, c := range map[string]struct {
		keep, cells, size int
		small             int // rows of one cell after each
	}{
		"a million cells":    {keep: sample.DefaultKeep, cells: 1_000_000, size: 92, small: 100},
		"whole values":       {keep: 1 << 20, cells: 100, size: 1 << 20, small: 100},
		"first bytes":        {keep: sample.DefaultKeep, cells: 100, size: 1 << 20, small: 100},
		"whole small values": {keep: 1 << 20, cells: 10, size: 1 << 20, small: 2},
	} {
		plan := testPlan()
		plan.Options.Rows, plan.Options.Keep = 20_000, c.keep
		all := must[*Census](t)(New(plan))
		value, before, most := make([]byte, c.size), reachable(), uint64(0)
		for large := range 8 {
			b := sample.NewBuilder(c.keep)
			b.Row(fmt.Appendf(nil, "row%04d", large))
			for cell := range c.cells {
				b.Cell("f", []byte("q"), now.UnixMicro()-int64(cell), value)
			}
			for i := range c.small {
				b.Row(fmt.Appendf(nil, "row%04d#%06d", large, i))
				b.Cell("f", []byte("q"), now.UnixMicro(), value[:10])
			}
			all.Add(sample.Finish(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}))
			most = max(most, reachable())
		}
		kept := all.Rows()
		most = max(most, reachable())
		if most-before > 256<<20 {
			t.Errorf("%s: a census takes %d MB", name, (most-before)>>20)
		}
		t.Logf("%s: %d MB, %d rows kept", name, (most-before)>>20, kept.Rows())
	}
}
