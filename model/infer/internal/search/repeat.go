package search

import (
	"math"

	"tabletop/model/infer/internal/column"
)

// repeatEdges takes records of one width that fill the rest of the key, as tags of OpenTSDB do.
func (e *Engine) repeatEdges(v *View, n *node) []*node {
	lo, count := math.MaxInt, 0
	lengths := map[int]int{}
	for i := range n.off {
		if n.off[i] >= 0 {
			lengths[len(n.rest(v, i))]++
		}
	}
	for l, k := range lengths {
		if k > column.Tolerance(n.live)/2 && l > 0 {
			lo = min(lo, l)
		}
	}
	kinds := 0
	for l, k := range lengths {
		if k > column.Tolerance(n.live)/2 {
			count = column.Gcd(count, l-lo)
			kinds++
		}
	}
	if kinds < 3 || count < 2 || count > 64 || lo%count != 0 {
		return nil
	}
	next, all := e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) {
		return 0, len(rest), 0, len(rest)%count == 0
	})
	if next == nil {
		return nil
	}
	pool := column.Column{}
	for i, w := range all.Val {
		for at := 0; at < len(w); at += count {
			pool.Row, pool.Val = append(pool.Row, all.Row[i]), append(pool.Val, w[at:at+count])
		}
	}
	inner := e.Cut(&View{Column: pool, Text: v.Text, record: true})
	if inner == nil {
		return nil
	}
	scale := float64(len(pool.Val)) / float64(max(1, len(inner.Live)))
	next.cost += inner.Bits*scale + float64(n.live)*math.Log2(float64(kinds)) + column.SegmentCost
	next.via = []Piece{{How: AsRepeat, Width: count, Col: all, Inner: inner.Pieces}}
	return []*node{next}
}
