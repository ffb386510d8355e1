package search

import (
	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// A zero byte that never varies begins the number behind it, ends the word before it, or ends a field that is filled up
// with zeros. Which of them it is tells what stands beside it.

// endsBeforeText reports whether a piece is zero bytes in front of text, which begin no number.
func endsBeforeText(ps []Piece, i int) bool {
	return i+1 < len(ps) && ps[i+1].How != AsLiteral && !column.IsBinary(ps[i+1].Col) && zeros(ps[i].Col)
}

// endsWord reports whether a word stands right before a piece, whose first byte may end it.
func endsWord(ps []Piece, i int) bool {
	return i > 0 && ps[i-1].How != AsLiteral && ps[i-1].Read.Typ != rowkey.Timestamp && !column.IsBinary(ps[i-1].Col)
}

// fifthByte is the cost of seconds in five bytes, which outlast the year 2106 but which few programs write.
const fifthByte = 3.0

// longerTime gives seconds of four bytes, the piece at end, the zero byte that the pieces before it end with, if these
// are likelier fields without it.
func (e *Engine) longerTime(ps []Piece, at, end, width int, little bool) ([]Piece, float64, bool) {
	if end == len(ps) || !isSeconds(&ps[end]) || endsWord(ps, at) {
		return nil, 0, false
	}
	joined := join(ps[at : end+1])
	if len(joined.Val) < leastProfile {
		return nil, 0, false
	}
	st := places(joined, width)
	if last := st[width-1]; !last.constant || last.value != 0 {
		return nil, 0, false
	}
	profile := profile{st: st, ends: betweenEven(repeatEnds(joined.Val, width), st), little: little}
	_, with := profile.likeliest()
	profile.st = st[:width-1]
	cuts, without := profile.likeliest()
	if without+fifthByte >= with {
		return nil, 0, false
	}
	out := e.cutAtPlaces(joined, append(cuts, width+4))
	t := &out[len(out)-1]
	if r, ok := e.ReadLongSeconds(column.Summarize(t.Col)); ok {
		t.Read = r
	}
	return out, without, true
}
