package main

import (
	"context"
	"sync"

	"tabletop/model/sample"
	"tabletop/model/tally"
	"tabletop/sampler"
)

// readAll samples src. If all rows are read and only some are kept, it counts every row, and returns the totals of the
// table; they are nil if the sample has every row, or if not all rows were read.
func readAll(ctx context.Context, src sample.Source, opts sample.Options, tell func(sample.Progress)) (*sample.Sample, *tally.Totals, error) {
	streamer, ok := src.(sampler.Streamer)
	if !ok || opts.Strategy != sample.Everything || opts.Rows == 0 {
		s, err := src.Sample(ctx, opts, tell)
		return s, nil, err
	}
	var mu sync.Mutex
	var counts []*tally.Tally // one per reader
	s, err := streamer.Stream(ctx, opts, func() func(*sample.Sample) error {
		t := tally.New()
		mu.Lock()
		counts = append(counts, t)
		mu.Unlock()
		return func(part *sample.Sample) error {
			t.Add(part)
			return nil
		}
	}, tell)
	if s == nil || err != nil || s.How.Complete || s.How.Stopped != "" {
		return s, nil, err
	}
	all := tally.New()
	for _, t := range counts {
		all.Merge(t)
	}
	return s, all.Totals(), nil
}
