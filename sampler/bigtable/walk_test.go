package bigtable_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"cloud.google.com/go/bigtable"

	"tabletop/internal/btclient"
	"tabletop/internal/cbtemulator"
	"tabletop/model/sample"
	reader "tabletop/sampler/bigtable"
	"tabletop/sampler/embedded"
	"tabletop/sampler/guard"
	"tabletop/sampler/internal/wire"
)

// onEmulators runs a test against the emulator in the process and Google's program.
func onEmulators(t *testing.T, test func(t *testing.T, address string)) {
	t.Helper()
	for name, start := range map[string]func(t *testing.T) string{
		"embedded": func(t *testing.T) string {
			s, err := embedded.Start(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			return s.Addr()
		},
		"cbtemulator": func(t *testing.T) string { return cbtemulator.Start(t) },
	} {
		t.Run(name, func(t *testing.T) { test(t, start(t)) })
	}
}

// TestWalk does all that a source can do, on both emulators, and looks on the wire at what it sent: only methods of
// the guard's list.
func TestWalk(t *testing.T) {
	onEmulators(t, func(t *testing.T, address string) {
		fill(t, address, "walk", 3000)
		tap := wire.Listen(t, address)
		walk(t, tap.Addr)
		seen := tap.Methods()
		for _, m := range seen {
			if !slices.Contains(guard.Methods(), m) {
				t.Errorf("%s was sent", m)
			}
		}
		if len(seen) < 4 {
			t.Errorf("only %v were seen on the wire: the tap has lost sight of it", seen)
		}
	})
}

func walk(t *testing.T, address string) {
	t.Helper()
	ctx := context.Background()
	in, err := reader.Connect(ctx, reader.Config{Project: "p", Instance: "i", EmulatorHost: address})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if names, err := in.Tables(ctx); err != nil || !slices.Equal(names, []string{"walk"}) {
		t.Errorf("%v, %v", names, err)
	}
	src, err := in.Open(ctx, "walk")
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	if about, err := src.Describe(ctx); err != nil || len(about.Families) != 1 || len(about.Splits) < 2 {
		t.Errorf("%+v, %v", about, err)
	}
	var key []byte
	for _, strategy := range []sample.Strategy{sample.Auto, sample.Quick, sample.Small, sample.Accurate, sample.Head,
		sample.Everything} {
		var mu sync.Mutex
		s, err := src.Sample(ctx, sample.Options{Strategy: strategy, Rows: 1000, Seed: 3}, func(sample.Progress) {
			if !mu.TryLock() {
				t.Error("progress was told from two goroutines at a time")
				return
			}
			mu.Unlock()
		})
		if err != nil || s.Rows() == 0 || s.Rows() > 1000 {
			t.Fatalf("%s: %d rows, %v", strategy, s.Rows(), err)
		}
		key = s.Key(s.Rows() / 2)
	}
	if s, err := src.Row(ctx, key, 0); err != nil || s.Rows() != 1 {
		t.Errorf("row %q: %v, %v", key, s, err)
	}
	if _, err := in.Open(ctx, "nothing"); err != nil {
		t.Error(err)
	}
}

// TestCut breaks the connection again and again while a table is read, and finds every row once.
func TestCut(t *testing.T) {
	ctx := context.Background()
	s, err := embedded.Start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const rows = 12_000
	fill(t, s.Addr(), "cut", rows)
	tap := wire.Listen(t, s.Addr())
	in, err := reader.Connect(ctx, reader.Config{Project: "p", Instance: "i", EmulatorHost: tap.Addr})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	src, err := in.Open(ctx, "cut")
	if err != nil {
		t.Fatal(err)
	}
	cuts, next := 0, int64(0)
	got, err := src.Sample(ctx, sample.Options{Strategy: sample.Everything}, func(p sample.Progress) {
		if p.Rows > next && cuts < 4 {
			tap.Cut()
			cuts++
			next = p.Rows
		}
	})
	if err != nil || got.Rows() != rows || !got.How.Complete || len(got.Runs()) != 1 || got.NumCells() != 3*rows {
		t.Errorf("%v: %d rows, %d cells after %d cuts", err, got.Rows(), got.NumCells(), cuts)
	}
	if cuts == 0 {
		t.Error("nothing was cut")
	}
}

// fill makes a table with one call, so that the emulator does not begin to collect, and writes rows of three cells of
// 100 bytes.
func fill(t testing.TB, address, table string, rows int) *bigtable.Table {
	t.Helper()
	admin, client := btclient.Dial(t, address, "p", "i")
	conf := &bigtable.TableConf{TableID: table,
		ColumnFamilies: map[string]bigtable.Family{"f": {GCPolicy: bigtable.MaxVersionsGCPolicy(1)}}}
	if err := admin.CreateTableFromConf(context.Background(), conf); err != nil {
		t.Fatal(err)
	}
	load(t, client.Open(table), rows)
	return client.Open(table)
}
