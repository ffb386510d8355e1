package recordkind

import (
	"math/rand/v2"
	"slices"

	"tabletop/model/infer/internal/naming"
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

// RunnerUp is the next best way to cut the kind, as a layout, and how much more expensive it is in bits a key.
func (e *Engine) RunnerUp(f *Form) (*rowkey.Layout, float64) {
	if f.next == nil || len(f.next.Pieces) == 0 {
		return nil, 0
	}
	e.RefineCut(f.next)
	probes := e.Keys.Thin(f.rows, probeKeys)
	if l, err := loosely(f.next.Pieces); err != nil || slices.EqualFunc(e.boundaries(l, probes),
		e.boundaries(f.layout, probes), slices.Equal) {
		return nil, 0
	}
	form := e.buildForm(f.next.Pieces, f.rows, f.text)
	if form == nil {
		return nil, 0
	}
	if slices.EqualFunc(e.boundaries(form.layout, probes), e.boundaries(f.layout, probes), slices.Equal) {
		return nil, 0
	}
	naming.NameSegments(form.Pieces)
	l, err := form.Build("", Named)
	if err != nil {
		return nil, 0
	}
	return l, f.margin
}
