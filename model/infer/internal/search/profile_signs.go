package search

import (
	"math"
	"slices"

	"tabletop/model/infer/internal/column"
)

// repeatsAt reports whether nearly all values have the same byte at p as before it.
func repeatsAt(c column.Column, p int) bool {
	return column.NearlyAll(c.Val, func(v []byte) bool { return v[p] == v[p-1] })
}

// hasGapAt reports whether hardly more bytes at p have their first bit set where the one before it is ff than of bytes
// that have nothing to do with it.
func hasGapAt(c column.Column, p int) bool {
	negative, great := 0, 0
	for _, v := range c.Val {
		if v[p-1] == 0xff {
			negative++
			great += int(v[p] >> 7)
		}
	}
	return 5*great <= 3*negative
}

// littleCost is that of a number of two, four or eight bytes with the least one first: of one with the greatest first,
// read from behind.
func littleCost(st []place) float64 {
	width := len(st)
	if width != 2 && width != 4 && width != 8 || steps(st) {
		return math.Inf(1)
	}
	back := slices.Clone(st)
	slices.Reverse(back)
	return numberCost(back, false)
}

// littleSignedCost is that of a number of four or eight bytes with the least byte first, some of which are negative:
// its last bytes are 00 or ff together, and what stands behind them is another field.
func littleSignedCost(st []place) float64 {
	width := len(st)
	if width != 4 && width != 8 || st[0].signs || !st[width-1].repeats || width == 8 && !st[width-2].repeats {
		return math.Inf(1)
	}
	cost := 0.5
	for p := 1; p < width; p++ {
		cost += fall(st[p], st[p-1], 0)
	}
	return cost
}

// steps reports whether the last place that varies has low bits that never do: the greatest byte of a number with the
// least byte first counts in ones, the last byte of one that is a multiple of a power of two does not.
func steps(st []place) bool {
	const least = 3 // bits
	for p := len(st) - 1; p >= 0; p-- {
		if !st[p].constant {
			return st[p].step >= least
		}
	}
	return false
}

// alignedCost is that of a number of eight bytes that is a multiple of a power of two, as the cells of S2 and the
// networks of addresses are: bytes that vary more and more, one whose low bits are zero, and zeros.
func alignedCost(st []place) float64 {
	width := len(st)
	if width != 8 || !st[width-1].constant || st[width-1].value != 0 || !steps(st) {
		return math.Inf(1)
	}
	cost, last, varies := 2.0, 0, false
	for index := range st {
		if st[index].constant && st[index].value == 0 {
			cost += 0.5 * when(varies)
			continue
		}
		if varies && st[index-1].constant && st[index-1].value == 0 {
			cost += mostFall // zeros inside
		}
		varies, last = varies || !st[index].constant, index
	}
	for p := 1; p < last; p++ {
		cost += fall(st[p-1], st[p], 0)
	}
	return cost
}

// partitionedCost is that of a number of eight bytes whose greatest byte states where it was given out: one that
// varies, three zeros or more, and bytes that vary.
func partitionedCost(st []place) float64 {
	const leastZeros = 3
	zeros := 1
	for zeros < len(st) && st[zeros].constant && st[zeros].value == 0 {
		zeros++
	}
	if len(st) != 8 || st[0].constant || zeros <= leastZeros || zeros == len(st) {
		return math.Inf(1)
	}
	cost, most := 3.5, st[zeros].entropy
	for p := zeros + 1; p < len(st); p++ {
		most = max(most, st[p].entropy)
		cost += fall(st[p-1], st[p], float64(st[p].step)*when(p == len(st)-1))
	}
	if st[0].entropy >= alikeEnough*most {
		return math.Inf(1) // the last byte of an id
	}
	return cost
}

// combinedCost is that of a number of eight bytes that combines others bit by bit, as a snowflake does a time, a
// worker, and a sequence: in the middle is a byte whose low bits never vary.
func combinedCost(st []place) float64 {
	// the first byte of which a part is looked for, bits that never vary, and share of the entropy of those that do
	const first, leastFixed, leastFree = 4, 2, 0.7
	if len(st) != 8 {
		return math.Inf(1)
	}
	for middle := first; middle < len(st)-1; middle++ {
		free := float64(8 - st[middle].fixed) // which vary like the last bits of a number
		if st[middle].constant || st[middle].fixed < leastFixed || st[middle-1].entropy < leastVaried ||
			st[middle].entropy < leastFree*free {
			continue
		}
		cost := 2.0
		for p := 1; p < len(st); p++ {
			switch p {
			case middle:
				cost += fall(st[p-1], st[p], float64(st[p].fixed))
			case middle + 1:
			default:
				cost += fall(st[p-1], st[p], 0)
			}
		}
		return cost
	}
	return math.Inf(1)
}

// isHead reports whether a piece at the start of the key is a few bytes that are always the same.
func isHead(p *Piece) bool {
	if p.How != ByWidth || p.Width > 3 {
		return false
	}
	_, constant := column.Summarize(p.Col).Constant()
	return constant
}

// isWhole reports whether values are numbers of eight bytes, of which the first ones, head in number, are constant:
// multiples of a power of two, or zeros, a constant, and bytes that vary more and more.
func isWhole(c column.Column, head int) bool {
	st := places(c, 8)
	if !math.IsInf(alignedCost(st), 1) {
		return true
	}
	return head > 1 && st[0].constant && st[0].value == 0 && st[head].entropy < leastVaried
}
