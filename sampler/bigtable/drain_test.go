package bigtable_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"cloud.google.com/go/bigtable"

	"tabletop/internal/cbtemulator"
	"tabletop/model/sample"
	reader "tabletop/sampler/bigtable"
	"tabletop/sampler/embedded"
)

const drainRows = 100_000

// BenchmarkDrain reads a whole table of rows of three cells of 100 bytes: the bare loop of the Go client and ours by
// turns, so that a busy machine slows both. "x" is how many times as fast ours is.
func BenchmarkDrain(b *testing.B) {
	ctx := context.Background()
	servers := map[string]func(b *testing.B) string{
		"embedded": func(b *testing.B) string {
			s, err := embedded.Start(ctx)
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { s.Close() })
			return s.Addr()
		},
		"cbtemulator": func(b *testing.B) string { return cbtemulator.Start(b) },
	}
	for _, name := range []string{"embedded", "cbtemulator"} {
		b.Run(name, func(b *testing.B) {
			address := servers[name](b)
			table := fill(b, address, "drain", drainRows)
			in, err := reader.Connect(ctx, reader.Config{Project: "p", Instance: "i", EmulatorHost: address})
			if err != nil {
				b.Fatal(err)
			}
			defer in.Close()
			src, err := in.Open(ctx, "drain")
			if err != nil {
				b.Fatal(err)
			}
			var client, ours time.Duration
			for b.Loop() {
				started := time.Now()
				rows := 0
				err := table.ReadRows(ctx, bigtable.InfiniteRange(""), func(bigtable.Row) bool { rows++; return true })
				if err != nil || rows != drainRows {
					b.Fatal(rows, err)
				}
				client += time.Since(started)
				started = time.Now()
				s, err := src.Sample(ctx, sample.Options{Strategy: sample.Everything}, func(sample.Progress) {})
				if err != nil || s.Rows() != drainRows || !s.How.Complete {
					b.Fatal(s.Rows(), err)
				}
				ours += time.Since(started)
			}
			b.ReportMetric(float64(drainRows)*float64(b.N)/client.Seconds(), "client-rows/s")
			b.ReportMetric(float64(drainRows)*float64(b.N)/ours.Seconds(), "tabletop-rows/s")
			b.ReportMetric(client.Seconds()/ours.Seconds(), "x")
		})
	}
}

// load writes rows of three random values of 100 bytes.
func load(b testing.TB, table *bigtable.Table, rows int) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	value := func() []byte {
		v := make([]byte, 100)
		for i := range v {
			v[i] = byte(random.Uint32())
		}
		return v
	}
	for from := 0; from < rows; from += 1000 {
		var keys []string
		var muts []*bigtable.Mutation
		for i := from; i < min(from+1000, rows); i++ {
			m := bigtable.NewMutation()
			for _, q := range []string{"a", "b", "c"} {
				m.Set("f", q, bigtable.Timestamp(1_700_000_000_000_000), value())
			}
			keys, muts = append(keys, fmt.Sprintf("tenant%03d#device%05d#%010d", i%7, i%997, i)), append(muts, m)
		}
		if errs, err := table.ApplyBulk(context.Background(), keys, muts); err != nil || errs != nil {
			b.Fatal(errs, err)
		}
	}
}
