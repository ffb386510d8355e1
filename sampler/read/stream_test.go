package read

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"tabletop/model/sample"
	"tabletop/sampler/internal/fakebt"
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
	job := Job{Plan: Plan(Facts{Splits: want.Table.Splits}, opts), Opts: opts, Consumer: func() func(*sample.Sample) error {
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
