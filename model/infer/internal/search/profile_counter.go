package search

import (
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// A counter that all rows share never has a value twice, though its values lie close together; values that are drawn
// would recur. That shows where it ends in front of random bytes, which bytes that vary more and more do not.

const (
	// counterRepeats is how many values of one in eight would recur at least if they were drawn between the least and
	// the greatest: then none in eight of so many is an accident of one in 10,000.
	counterRepeats = 12.0
	// bytes of a counter that are looked at: longer ones have the same last bytes, and those of shorter ones are not
	// its own
	counterWidth, leastCounter = 4, 2
)

// markCounters marks the places of random bytes in front of which a counter ends.
func markCounters(st []place, vals [][]byte) {
	for p := leastCounter; p < len(st); p++ {
		behind := st[p:min(p+3, len(st))]
		if slices.ContainsFunc(behind, func(b place) bool { return !b.even }) {
			continue
		}
		st[p].counted = counts(vals, max(0, p-counterWidth), p) || counts(vals, p-leastCounter, p)
	}
}

// counts reports whether the bytes from one place to another are the numbers of a counter.
func counts(vals [][]byte, from, to int) bool {
	numbers := make([]uint64, len(vals))
	for i, v := range vals {
		numbers[i] = column.BigEndian(v[from:to])
	}
	slices.Sort(numbers)
	cut := column.Tolerance(len(numbers)) // or garbage would
	numbers = numbers[cut : len(numbers)-cut]
	count, span := float64(len(numbers)), float64(numbers[len(numbers)-1]-numbers[0]+1)
	drawn := count * count / 2 / span // pairs of them that would be the same
	return drawn >= counterRepeats && count-float64(len(slices.Compact(numbers))) <= min(drawn, count/2)/8
}

// isCounterInTime reports whether a piece is eight bytes that look like a time which no cell confirms, because a
// counter begins them.
func isCounterInTime(p *Piece) bool {
	if p.How != ByWidth || p.Width != 8 || p.Read.Typ != rowkey.Timestamp || p.Read.Known ||
		len(p.Col.Val) < leastProfile {
		return false
	}
	st := places(p.Col, p.Width)
	markCounters(st, p.Col.Val)
	return st[4].counted
}
