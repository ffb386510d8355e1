package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"tabletop/model/sample"
)

// streamed is a Source of two stretches of rows, read by a reader each, of which a sample keeps the first row.
type streamed struct {
	sample.Source // nothing else is called
	stop          string
	err           error
}

func (s streamed) stretch(from, to int) *sample.Sample {
	b := sample.NewBuilder(0)
	for i := from; i < to; i++ {
		b.Row(fmt.Appendf(nil, "%04d", i))
		b.Cell("f", []byte("q"), int64(i), []byte("v"))
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, RowShare: 0.01, Stopped: s.stop}, []*sample.Builder{b})
}

func (s streamed) Stream(_ context.Context, _ sample.Options, consumer func() func(*sample.Sample) error, _ func(sample.Progress)) (*sample.Sample, error) {
	one, two := consumer(), consumer()
	for i := range 10 {
		if err := errors.Join(one(s.stretch(10*i, 10*i+10)), two(s.stretch(500+i, 501+i))); err != nil {
			return nil, err
		}
	}
	return s.stretch(0, 1), s.err
}

func (s streamed) Sample(context.Context, sample.Options, func(sample.Progress)) (*sample.Sample, error) {
	return s.stretch(0, 1), s.err
}

// TestReadAll counts all rows of a table of which few are kept, and gives no totals that are not of all rows.
func TestReadAll(t *testing.T) {
	all := sample.Options{Strategy: sample.Everything, Rows: 1}
	for name, c := range map[string]struct {
		src  streamed
		opts sample.Options
		want int64 // rows counted; 0 for no totals
	}{
		"everything":      {streamed{}, all, 110},
		"all rows kept":   {streamed{}, sample.Options{Strategy: sample.Everything}, 0},
		"stopped":         {streamed{stop: "on request"}, all, 0},
		"failed":          {streamed{err: errors.New("gone")}, all, 0},
		"only some asked": {streamed{}, sample.Options{Strategy: sample.Quick, Rows: 1}, 0},
	} {
		s, totals, err := readAll(context.Background(), c.src, c.opts, nil)
		if s == nil || !errors.Is(err, c.src.err) {
			t.Errorf("%s: sample %v, error %v", name, s, err)
		}
		switch {
		case (totals != nil) != (c.want > 0):
			t.Errorf("%s: totals are %+v", name, totals)
		case totals != nil && (totals.Rows != c.want || totals.Columns[0].Cells != c.want || totals.Newest != 509):
			t.Errorf("%s: totals are %+v", name, totals)
		}
	}
}
