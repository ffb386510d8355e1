package figures

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"tabletop/model/sample"
)

// table makes a sample of rows with cells of so many columns, spread over so many families.
func table(rows, cellsPerRow, columns, families int) *sample.Sample {
	r := rand.New(rand.NewPCG(1, 2))
	b := sample.NewBuilder(0)
	value := make([]byte, 64)
	for i := range rows {
		b.Row(fmt.Appendf(nil, "device-%05d#metric-%02d#%013d", i/100, i%7, 1_700_000_000_000+i))
		first := 0
		if columns > cellsPerRow {
			first = r.IntN(columns - cellsPerRow)
		}
		for c := first; c < first+cellsPerRow; c++ {
			b.CellPrefix(fmt.Sprintf("f%03d", c*families/columns), fmt.Appendf(nil, "column%06d", c), int64(i)*1000,
				r.IntN(500), value)
		}
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Complete: true, Strategy: sample.Everything},
		[]*sample.Builder{b})
}

func BenchmarkOf(b *testing.B) {
	for _, c := range []struct {
		name                           string
		rows, cells, columns, families int
	}{
		{"million cells, 300,000 rows", 333_333, 3, 3, 1},
		{"20,000 rows", 20_000, 3, 3, 1},
		{"million cells, 100,000 columns", 50_000, 20, 100_000, 100},
		{"100 rows", 100, 3, 3, 1},
	} {
		set := layouts(b, "{device}#{metric}#{at:ms}")
		s := table(c.rows, c.cells, c.columns, c.families)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := profileOf(context.Background(), s, set, ProfileOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
