package search

import (
	"math"

	"tabletop/model/infer/internal/column"
)

// repeatsAt reports whether nearly all values have the same byte at p as before it.
func repeatsAt(c column.Column, p int) bool {
	k := 0
	for _, v := range c.Val {
		if v[p] == v[p-1] {
			k++
		}
	}
	return k >= column.Most(len(c.Val))
}

// holedAt reports whether nearly no byte at p has its first bit set where the one before it is ff.
func holedAt(c column.Column, p int) bool {
	negative, great := 0, 0
	for _, v := range c.Val {
		if v[p-1] == 0xff {
			negative++
			great += int(v[p] >> 7)
		}
	}
	return great <= column.Tolerance(negative)
}

// littleSignedCost is that of a number of four or eight bytes with the least byte first, some of which are negative: its last bytes are
// 00 or ff together, and what stands behind them is another field.
func littleSignedCost(st []place) float64 {
	w := len(st)
	if w != 4 && w != 8 || st[0].signs || !st[w-1].repeats || w == 8 && !st[w-2].repeats {
		return math.Inf(1)
	}
	cost := 0.5
	for p := 1; p < w; p++ {
		cost += min(mostFall, fallBits*max(0, st[p].entropy-st[p-1].entropy-fallSlack))
	}
	return cost
}
