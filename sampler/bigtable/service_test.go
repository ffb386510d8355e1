package bigtable

import (
	"context"
	"testing"

	"tabletop/internal/fakebt"
	"tabletop/internal/slowtest"
	"tabletop/model/sample"
	"tabletop/sampler/internal/skewed"
)

// TestServiceCoverage is TestCoverage on a server whose sections are the service's: few rows know where they begin, and
// all have about the same bytes, a few hundred rows.
func TestServiceCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics over many seeds")
	}
	ctx := context.Background()
	n, section := 20_000, int64(40_000)
	if skewed.Draws() >= 100 {
		n, section = 100_000, 100_000
	}
	names, strategies := skewed.Names(), []sample.Strategy{sample.Quick, sample.Accurate, sample.Small}
	if !slowtest.On() {
		names, strategies = names[1:2], strategies[:2]
	}
	for _, name := range names {
		rows := skewed.Rows(name, n, 1)
		table := &fakebt.Table{Name: fakebt.Name(name), SectionBytes: section}
		for _, r := range rows {
			row := fakebt.Row{Key: r.Key,
				Cells: []fakebt.Cell{{Family: "f", Qualifier: "data", Micros: 1000, Value: make([]byte, r.Data)}}}
			if r.Flag {
				row.Cells = append(row.Cells, fakebt.Cell{Family: "f", Qualifier: "flag", Micros: 1000,
					Value: []byte{1}})
			}
			for v := r.Versions; v > 0; v-- {
				row.Cells = append(row.Cells, fakebt.Cell{Family: "f", Qualifier: "state", Micros: int64(1000 * v),
					Value: make([]byte, 20)})
			}
			table.Rows = append(table.Rows, row)
		}
		server := fakebt.New(t, table)
		server.Batch = 20
		in := dialFake(t, server, true)
		want := skewed.Truth(rows)
		for _, strategy := range strategies {
			t.Run(name+"/"+string(strategy), func(t *testing.T) {
				skewed.Judge(t, name+" "+string(strategy), want, func(seed uint64) *sample.Sample {
					server.SetLottery(seed)
					src, err := in.Open(ctx, name)
					if err != nil {
						t.Fatal(err)
					}
					got, err := src.Sample(ctx, sample.Options{Strategy: strategy, Rows: int64(n / 20), Seed: seed,
						BytesPerSecond: -1}, nil)
					if err != nil {
						t.Fatal(err)
					}
					if got.How.Strategy != strategy {
						t.Fatalf("%s became %s", strategy, got.How.Strategy)
					}
					return got
				})
			})
		}
	}
}
