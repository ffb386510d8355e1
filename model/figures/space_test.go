package figures

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/model/estimate"
	"tabletop/model/keyspace"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// TestNodes verifies the figures of the nodes of a level: those of their rows, with the size of the largest wherever it
// stands, their shares of the whole table, and their order.
func TestNodes(t *testing.T) {
	b := sample.NewBuilder(0)
	for i, size := range []int{10, 500, 20, 300, 400, 30} {
		b.Row(fmt.Appendf(nil, "t%d#%d", i/3, i))
		b.CellPrefix("f", []byte("q"), 1, size, nil)
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
	set, err := rowkey.ParseSet("{tenant}#{n}")
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := segments.New(t.Context(), s, set)
	if err != nil {
		t.Fatal(err)
	}
	table, index := NewTable(decoded, nil, Policy{Now: now}), keyspace.New(decoded)
	// Of the newest writes, two are in the first tenant and one in the second.
	recent := func(row int) float64 { return []float64{1, 1, 0, 0, 0, 1}[row] }
	for by, first := range map[Metric]string{MetricKey: "t0", MetricBytes: "t1", "": "t1", MetricRows: "t0",
		MetricCells: "t0", MetricGarbage: "t0"} {
		level, err := table.Level(t.Context(), index, nil, LevelOptions{Sort: by, Recent: recent})
		if err != nil || len(level.Nodes) != 2 || string(level.Nodes[0].Value.Raw) != first {
			t.Fatalf("by %q: %+v, %v", by, level, err)
		}
		for _, n := range level.Nodes {
			largest, bytes, fresh := s.RowBytes(1), s.RowBytes(0)+s.RowBytes(1)+s.RowBytes(2), 2.0/3
			if string(n.Value.Raw) == "t1" {
				largest, bytes, fresh = s.RowBytes(4), s.RowBytes(3)+s.RowBytes(4)+s.RowBytes(5), 1.0/3
			}
			if n.Largest != largest || n.FoundRows != estimate.Counted(3) || n.FoundCells != estimate.Counted(3) ||
				n.FoundBytes != estimate.Counted(bytes) || n.Share.Rows != estimate.Counted(0.5) ||
				n.Share.Bytes != estimate.CountedShare(bytes, s.Bytes()) || n.Recent != fresh ||
				n.Garbage != estimate.Counted(0) {
				t.Errorf("%s: %+v", n.Value.Raw, n)
			}
		}
	}
}

func BenchmarkLevelOfMillionRows(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	keys := make([]string, 1_000_000)
	for i := range keys {
		keys[i] = fmt.Sprintf("d%05d#m%d#%013d", random.IntN(20000), random.IntN(10),
			1_700_000_000_000+random.Int64N(1e10))
	}
	slices.Sort(keys)
	rows := sample.NewBuilder(0)
	for _, key := range keys {
		rows.Row([]byte(key))
		rows.Cell("f", []byte("q"), 1, []byte("12345"))
	}
	set, err := rowkey.ParseSet("{dev}#{metric}#{at:ms}")
	if err != nil {
		b.Fatal(err)
	}
	decoded, err := segments.New(b.Context(), sample.Assemble(sample.Table{}, sample.Provenance{Complete: true},
		[]*sample.Builder{rows}), set)
	if err != nil {
		b.Fatal(err)
	}
	table, index := NewTable(decoded, nil, Policy{Now: now}), keyspace.New(decoded)
	for name, path := range map[string][]keyspace.Step{"root": nil,
		"one device": {{How: keyspace.BySegment, By: keyspace.By{Segment: "dev"}, Group: 3}}} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				if _, err := table.Level(b.Context(), index, path, LevelOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
