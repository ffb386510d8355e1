package recordkind

import (
	"math/rand/v2"
	"slices"

	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

const (
	resamples      = 5
	clearResamples = 3 // after which no more are drawn if all agree, or none
	resampleKeys   = 32
	probeKeys      = 12
)

// Stability cuts several random parts of a kind's keys again and returns the share that gave the same boundaries.
func (e *Engine) Stability(f *Form, seed uint64) float64 {
	if len(f.rows) < 8 || e.Ctx.Err() != nil {
		return 0
	}
	if segs := search.Segments(f.Pieces); len(segs) == 1 && len(f.Pieces) == 1 && segs[0].Read.Solid &&
		segs[0].Read.Strong {
		return 1
	}
	rng := rand.New(rand.NewPCG(seed, uint64(len(f.rows))))
	probes := e.Keys.Thin(f.rows, probeKeys)
	layout, err := loosely(f.raw())
	if err != nil {
		return 0
	}
	want := e.boundaries(layout, probes)
	same, done := 0, 0
	for range resamples {
		if e.Work > 2*search.WorkLimit && done > 0 || done == clearResamples && (same == 0 || same == done) {
			break
		}
		done++
		kind := e.cutRows(e.draw(f.rows, rng), f.lists, resampleKeys)
		if kind == nil {
			continue
		}
		e.Refine(kind.parse)
		if l, err := loosely(kind.parse.Pieces); err == nil && slices.EqualFunc(e.boundaries(l, probes), want,
			slices.Equal) {
			same++
		}
	}
	return float64(same) / float64(done)
}

// draw takes some of the rows at random, without repetition, in order.
func (e *Engine) draw(rows []int32, rng *rand.Rand) []int32 {
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
func (e *Engine) boundaries(l *rowkey.Layout, rows []int32) [][]int {
	out := make([][]int, len(rows))
	var spans []rowkey.Span
	for i, r := range rows {
		var err error
		if spans, err = l.Decode(spans[:0], e.Keys.Key[r]); err != nil {
			continue
		}
		for _, s := range spans {
			out[i] = append(out[i], s.Start, s.End)
		}
	}
	return out
}

// Rival returns by how many bits a key the next best way to cut the keys of a form is longer; false where there is
// none.
func (e *Engine) Rival(f *Form) (margin float64, ok bool) {
	if f.parse == nil || f.parse.Next == nil || len(f.parse.Next.Pieces) == 0 {
		return 0, false
	}
	next := f.parse.Next.Clone()
	e.RefineCut(next)
	probes := e.Keys.Thin(f.rows, probeKeys)
	if l, err := loosely(next.Pieces); err != nil || slices.EqualFunc(e.boundaries(l, probes),
		e.boundaries(f.layout, probes), slices.Equal) {
		return 0, false
	}
	return max(0, (next.Bits-f.parse.Bits)/float64(max(1, f.Search.Keys))), true
}
