package search

// secondsGain is the evidence for seconds in four bytes that no cell confirms, against other ways to cut them.
const secondsGain = 4.0

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
