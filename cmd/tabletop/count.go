package main

import (
	"context"
	"sync"

	"tabletop/model/sample"
	"tabletop/model/tally"
	"tabletop/sampler"
)

// readAll samples src. Where all rows are read and only some kept, all are counted as they go by, and the totals are
// those of the table; they are nil when the sample has every row, and when not all were read.
func readAll(ctx context.Context, src sampler.Source, opts sample.Options, tell func(sample.Progress)) (*sample.Sample, *tally.Totals, error) {
	streamer, ok := src.(sampler.Streamer)
	if !ok || opts.Strategy != sample.Everything || opts.Rows == 0 {
		s, err := src.Sample(ctx, opts, tell)
		return s, nil, err
	}
	var mu sync.Mutex
	var counts []*tally.Tally // one of each reader
	s, err := streamer.Stream(ctx, opts, func() func(*sample.Sample) error {
		t := tally.New()
		mu.Lock()
		counts = append(counts, t)
		mu.Unlock()
		return func(stretch *sample.Sample) error {
			t.Add(stretch)
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
