package search

import "math"

// secondsGain is the evidence for seconds in four bytes that no cell confirms, against other ways to cut them.
const secondsGain = 4.0

// nanosCost is that of nanoseconds since 1970, counted up or down, in eight bytes that no cell confirms: the first byte
// never varies and is that of a time between 2005 and 2040, and those behind it vary the more the farther they stand to
// the right. One number in 20 of those that begin with a constant begins so.
func nanosCost(st []place) float64 {
	if len(st) != 8 || !isNanosHead(st[0]) || tagBeforeEven(st) || !evenPlaces(st[3:]) {
		return math.Inf(1)
	}
	cost := 0.5
	for p := 1; p < len(st); p++ {
		cost += fall(st[p-1], st[p], 0)
	}
	return cost
}

// isNanosHead reports whether a place holds the first byte of nanoseconds since 1970, with the sign flipped or not, or
// of those subtracted from the greatest number.
func isNanosHead(p place) bool {
	const first, last = 0x0f, 0x1e // 2004 and 2039
	v := p.value &^ 0x80
	return p.constant && (v >= first && v <= last || 0x7f-v >= first && 0x7f-v <= last)
}

// isSeconds reports whether a piece is seconds since 1970 in four bytes.
func isSeconds(p *Piece) bool { return p.How == ByWidth && p.Read.Spec == "s(be(4))" }

// secondsInside reports whether the seconds at i may be a part of nanoseconds, which begin a byte before and end three
// bytes behind them: in a few weeks of each year, four bytes in the middle of nanoseconds look like seconds.
func secondsInside(ps []Piece, i int) bool {
	piece, before := &ps[i], &ps[i-1]
	if !isSeconds(piece) || piece.Read.Known {
		return false
	}
	if i+1 == len(ps) || !isOpaqueWidth(ps, i+1) || ps[i+1].Width < 3 || len(before.Col.Val) < leastProfile {
		return false
	}
	st := places(before.Col, before.Width)
	return isNanosHead(st[len(st)-1])
}
