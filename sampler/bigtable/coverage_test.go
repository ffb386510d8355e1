package bigtable_test

import (
	"context"
	"slices"
	"testing"

	"cloud.google.com/go/bigtable"

	"tabletop/internal/btclient"
	"tabletop/internal/slowtest"
	"tabletop/model/sample"
	reader "tabletop/sampler/bigtable"
	"tabletop/sampler/embedded"
	"tabletop/sampler/internal/skewed"
)

// write loads the rows as a table.
func write(t testing.TB, s *embedded.Server, name string, rows []skewed.Row) {
	t.Helper()
	ctx := context.Background()
	admin, client := btclient.New(t, s.Conn(), embedded.Project, embedded.Instance)
	conf := &bigtable.TableConf{TableID: name,
		ColumnFamilies: map[string]bigtable.Family{"f": {GCPolicy: bigtable.MaxVersionsGCPolicy(1)}}}
	if err := admin.CreateTableFromConf(ctx, conf); err != nil {
		t.Fatal(err)
	}
	for part := range slices.Chunk(rows, 1000) {
		var keys []string
		var muts []*bigtable.Mutation
		for _, r := range part {
			m := bigtable.NewMutation()
			m.Set("f", "data", 1000, make([]byte, r.Data))
			for v := range r.Versions {
				m.Set("f", "state", bigtable.Timestamp(1000*(v+1)), make([]byte, 20))
			}
			if r.Flag {
				m.Set("f", "flag", 1000, []byte{1})
			}
			keys, muts = append(keys, r.Key), append(muts, m)
		}
		if errs, err := client.Open(name).ApplyBulk(ctx, keys, muts); err != nil || errs != nil {
			t.Fatal(errs, err)
		}
	}
}

// TestCoverage draws samples of skewed tables in the emulator with many seeds, and compares estimates and their 95%
// intervals with the truth.
func TestCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics over many seeds")
	}
	ctx := context.Background()
	s, err := embedded.Start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	in, err := reader.Connect(ctx, reader.Config{Project: embedded.Project, Instance: embedded.Instance,
		EmulatorHost: s.Addr()})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	names, strategies := skewed.Names(), []sample.Strategy{sample.Auto, sample.Quick, sample.Accurate}
	if !slowtest.On() {
		names, strategies = names[:1], strategies[1:2]
	}
	for _, name := range names {
		n := 6000
		if skewed.Draws() >= 100 {
			n = 20_000
		}
		rows := skewed.Rows(name, n, 1)
		write(t, s, name, rows)
		for _, strategy := range strategies {
			skewed.Judge(t, name+" "+string(strategy), skewed.Truth(rows), func(seed uint64) *sample.Sample {
				src, err := in.Open(ctx, name)
				if err != nil {
					t.Fatal(err)
				}
				got, err := src.Sample(ctx, sample.Options{Strategy: strategy, Rows: int64(n / 5), Seed: seed}, nil)
				if err != nil {
					t.Fatal(err)
				}
				return got
			})
		}
	}
}
