package read

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabletop/internal/fakebt"
	"tabletop/internal/slowtest"
	"tabletop/model/sample"
)

// TestStream: consumers together see every row once, stretch by stretch in order, while the sample is thinned as ever.
func TestStream(t *testing.T) {
	table := numbered(5000)
	server := fakebt.New(t, table)
	server.Batch = 5
	bt := open(t, server)
	opts := sample.Options{Strategy: sample.Everything, Rows: 200, Seed: 3}
	want, err := all(t, bt, opts, nil)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var seen []string
	var size int64
	job := Job{Plan: Plan(PlanInput{Splits: want.Table.Splits}, opts), Opts: opts, Consumer: func() func(*sample.Sample) error {
		return func(s *sample.Sample) error {
			mu.Lock()
			defer mu.Unlock()
			if got := keys(s); !slices.IsSorted(got) || len(s.Runs()) != 1 {
				t.Errorf("a stretch of %d runs: %q", len(s.Runs()), got)
			}
			seen = append(seen, keys(s)...)
			size += s.Bytes()
			return nil
		}
	}}
	got, err := bt.Sample(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(seen)
	if len(seen) != 5000 || len(slices.Compact(seen)) != 5000 || size != got.How.BytesSeen {
		t.Errorf("%d rows of %d bytes were handed over, %d of %d read", len(seen), size, got.How.RowsSeen, got.How.BytesSeen)
	}
	if !slices.Equal(keys(got), keys(want)) || got.How.RowShare != want.How.RowShare {
		t.Error("the sample is another one when its rows are looked at")
	}
	full := errors.New("full")
	job.Consumer = func() func(*sample.Sample) error { return func(*sample.Sample) error { return full } }
	if _, err := bt.Sample(context.Background(), job); !errors.Is(err, full) {
		t.Errorf("the consumer's error became %v", err)
	}
}

// TestStreamMemory streams a table that is made while it is sent: what is held depends on the sample kept, not on the table.
func TestStreamMemory(t *testing.T) {
	rows := slowtest.Pick(50_000, 200_000)
	if n, err := strconv.Atoi(os.Getenv("TABLETOP_STREAM_ROWS")); err == nil {
		rows = n
	}
	value := make([]byte, 100)
	table := &fakebt.Table{Name: fakebt.Name("t"), Count: rows, Make: func(i int) fakebt.Row {
		return fakebt.Row{Key: fmt.Sprintf("row%010d", i), Cells: []fakebt.Cell{
			{Family: "f", Qualifier: "a", Value: value}, {Family: "f", Qualifier: "b", Value: value}, {Family: "f", Qualifier: "c", Value: value}}}
	}}
	server := fakebt.New(t, table)
	server.Batch = 32
	var splits []sample.Split
	for i := 1; i < 128; i++ {
		splits = append(splits, sample.Split{Key: fmt.Appendf(nil, "row%010d", i*rows/128), Offset: int64(i)})
	}
	splits = append(splits, sample.Split{Offset: 128})
	opts := sample.Options{Strategy: sample.Everything, Rows: 10_000}
	var seen, chunks, most atomic.Int64
	job := Job{Plan: Plan(PlanInput{Splits: splits}, opts), Opts: opts, Consumer: func() func(*sample.Sample) error {
		return func(s *sample.Sample) error {
			seen.Add(int64(s.Rows()))
			var m runtime.MemStats
			if chunks.Add(1)%8 == 0 {
				runtime.ReadMemStats(&m)
				most.Store(max(most.Load(), int64(m.HeapAlloc)))
			}
			return nil
		}
	}}
	started := time.Now()
	s, err := open(t, server).Sample(context.Background(), job)
	if err != nil || s.Rows() != 10_000 || seen.Load() != int64(rows) || s.How.RowsSeen != int64(rows) {
		t.Fatalf("%v; %d rows seen, %d kept", err, seen.Load(), s.Rows())
	}
	// 200,000 rows of 330 bytes kept whole would take 70 MB beyond what the connection needs.
	t.Logf("%d rows in %v, %d MB at most", rows, time.Since(started), most.Load()>>20)
	if most.Load() > 100<<20 {
		t.Errorf("%d MB were held", most.Load()>>20)
	}
}
