package infer

import "math"

// repeatEdges takes records of one width that fill the rest of the key, as tags of OpenTSDB do.
func (e *engine) repeatEdges(v *view, n *node) []*node {
	lo, g := math.MaxInt, 0
	lengths := map[int]int{}
	for i := range n.off {
		if n.off[i] >= 0 {
			lengths[len(n.rest(v, i))]++
		}
	}
	for l, k := range lengths {
		if k > tolerance(n.live)/2 && l > 0 {
			lo = min(lo, l)
		}
	}
	kinds := 0
	for l, k := range lengths {
		if k > tolerance(n.live)/2 {
			g = gcd(g, l-lo)
			kinds++
		}
	}
	if kinds < 3 || g < 2 || g > 64 || lo%g != 0 {
		return nil
	}
	x, whole := e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) { return 0, len(rest), 0, len(rest)%g == 0 })
	if x == nil {
		return nil
	}
	pool := column{}
	for i, w := range whole.val {
		for at := 0; at < len(w); at += g {
			pool.row, pool.val = append(pool.row, whole.row[i]), append(pool.val, w[at:at+g])
		}
	}
	inner := e.cut(&view{column: thin(pool, 2*len(v.val)), text: v.text, record: true})
	if inner == nil {
		return nil
	}
	scale := float64(len(pool.val)) / float64(max(1, len(inner.live)))
	x.cost += inner.bits*scale + float64(n.live)*math.Log2(float64(kinds)) + segmentCost
	x.via = []piece{{how: asRepeat, width: g, col: whole, inner: inner.pieces}}
	return []*node{x}
}

// thin keeps at most n values, evenly spread.
func thin(c column, n int) column {
	if len(c.val) <= n {
		return c
	}
	out := column{}
	for k := range n {
		i := k * len(c.val) / n
		out.row, out.val = append(out.row, c.row[i]), append(out.val, c.val[i])
	}
	return out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
