package infer

import (
	"math/rand/v2"
	"slices"

	"tabletop/model/rowkey"
)

const (
	resamples    = 5
	resampleKeys = 32
	probeKeys    = 12
)

// stability cuts several random parts of a kind's keys afresh and tells the share that gave the same boundaries.
func (e *engine) stability(f *form, seed uint64) float64 {
	if len(f.rows) < 8 || e.ctx.Err() != nil {
		return 0
	}
	if segs := segments(f.pieces); len(segs) == 1 && len(f.pieces) == 1 && segs[0].read.solid && segs[0].read.strong {
		return 1
	}
	rng := rand.New(rand.NewPCG(seed, uint64(len(f.rows))))
	probes := thinRows(f.rows, probeKeys)
	l, err := loosely(f.raw())
	if err != nil {
		return 0
	}
	want := e.boundaries(l, probes)
	same, done := 0, 0
	for range resamples {
		if e.work > 2*workLimit && done > 0 {
			break
		}
		done++
		k := e.cutRows(e.draw(f.rows, rng), f.lists, resampleKeys)
		if k == nil {
			continue
		}
		e.refine(k.parse)
		if l, err := loosely(k.parse.pieces); err == nil && slices.EqualFunc(e.boundaries(l, probes), want, slices.Equal) {
			same++
		}
	}
	return float64(same) / float64(done)
}

// draw takes some of the rows at random, without repetition, in order.
func (e *engine) draw(rows []int32, rng *rand.Rand) []int32 {
	n := min(resampleKeys, max(4, len(rows)*2/3))
	out := make([]int32, 0, n)
	for i, r := range rows {
		if rng.IntN(len(rows)-i) < n-len(out) {
			out = append(out, r)
		}
	}
	return out
}

// boundaries lists where the layout cuts each key.
func (e *engine) boundaries(l *rowkey.Layout, rows []int32) [][]int {
	out := make([][]int, len(rows))
	var spans []rowkey.Span
	for i, r := range rows {
		var err error
		if spans, err = l.Decode(spans[:0], e.keys.key[r]); err != nil {
			continue
		}
		for _, s := range spans {
			out[i] = append(out[i], s.Start, s.End)
		}
	}
	return out
}

// runnerUp is the next best way to cut the kind, as a layout, and how much dearer it is in bits a key.
func (e *engine) runnerUp(f *form) (*rowkey.Layout, float64) {
	if f.next == nil || len(f.next.pieces) == 0 {
		return nil, 0
	}
	e.refine(f.next)
	g := e.formOf(f.next.pieces, f.rows, f.text)
	if g == nil {
		return nil, 0
	}
	probes := thinRows(f.rows, probeKeys)
	if slices.EqualFunc(e.boundaries(g.layout, probes), e.boundaries(f.layout, probes), slices.Equal) {
		return nil, 0
	}
	nameSegments(g.pieces)
	l, err := g.build("", named)
	if err != nil {
		return nil, 0
	}
	return l, f.margin
}
