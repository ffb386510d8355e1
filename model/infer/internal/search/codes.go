package search

import (
	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// leastCode is the least width of a code that is cut off words without a proof that it is a digest.
const leastCode = 6

// codeBefore cuts a code off the front of words, where it has one width and the same punctuation stands behind it in
// all of them: 3f9a0c-north. Only characters drawn evenly make a code; parts of words stay together.
func (e *Engine) codeBefore(x Piece) ([]Piece, bool) {
	if x.How != ByLiteral || x.Last || x.Read.Solid || x.Read.Typ != rowkey.Text {
		return nil, false
	}
	at, mark := punctuationAt(x.Col)
	if at < leastCode {
		return nil, false
	}
	head, rest := x.Col.CutAt(at, 1)
	s, tail := column.Summarize(head), column.Summarize(rest)
	code := e.ReadText(s)
	if !code.Random || s.Distinct < 24 || e.ReadText(tail).Random {
		return nil, false // what is even on both sides is one longer code
	}
	x.Col, x.Read = rest, e.ReadText(tail)
	return append([]Piece{{How: ByWidth, Width: at, Col: head, Read: code}, {How: AsLiteral, Lit: []byte{mark}}},
		e.refined(x)...), true
}

// wordBeforeID cuts letters that all values begin with off the random id behind them, whose alphabet does not have
// them.
func (e *Engine) wordBeforeID(x Piece) ([]Piece, bool) {
	word := x.Read.Before
	if x.Last || !x.Read.Random || x.How != ByLiteral && x.How != ByWidth || len(word) == 0 {
		return nil, false
	}
	head, rest := x.Col.CutAt(len(word), 0)
	tail := column.Summarize(rest)
	if column.TextClasses(word)&column.Digit != 0 || column.ByteClass(word[len(word)-1])&tail.All != 0 {
		return nil, false // 0x is a part of what it marks, and digests also begin alike
	}
	first := Piece{How: ByWidth, Width: len(word), Col: head, Read: e.ReadText(column.Summarize(head))}
	x.Col, x.Read = rest, e.ReadText(tail)
	if x.How == ByWidth {
		x.Width -= len(word)
	}
	return []Piece{first, x}, true
}

// punctuationAt is the place of the first byte of the values that is neither letter nor digit, where that is the same
// soft delimiter at one place in nearly all of them, with something behind it; 0 where it is not.
func punctuationAt(c column.Column) (at int, mark byte) {
	type place struct {
		at   int
		mark byte
	}
	counts := map[place]int{}
	for _, value := range c.Val {
		for i, b := range value {
			if column.ByteClass(b)&column.Alnum != 0 {
				continue
			}
			if i+1 < len(value) && column.HasByte(SoftDelimiters, b) {
				counts[place{i, b}]++
			}
			break
		}
	}
	for p, k := range counts {
		if k >= column.Most(len(c.Val)) {
			return p.at, p.mark
		}
	}
	return 0, 0
}

// pairOfCodes cuts values of letters in the middle, where both halves are drawn from the same short list: FRAJFK,
// EURUSD.
func (e *Engine) pairOfCodes(x Piece) ([]Piece, bool) {
	summary := column.Summarize(x.Col)
	if x.How != ByLiteral && x.How != ByWidth || summary.Width < 4 || summary.Width > 8 || summary.Width%2 != 0 ||
		!summary.Only(column.Letters) {
		return nil, false
	}
	a, b := x.Col.CutAt(summary.Width/2, 0)
	first, second := column.Summarize(a), column.Summarize(b)
	known := map[string]bool{}
	for _, u := range first.Uniq {
		known[string(u.Val)] = true
	}
	both := 0
	for _, u := range second.Uniq {
		if known[string(u.Val)] {
			both++
		}
	}
	fewest, most := min(first.Distinct, second.Distinct), max(first.Distinct, second.Distinct)
	if both*10 < most*7 || fewest < 4 || summary.Distinct < 2*most || most*3 > summary.N {
		return nil, false
	}
	if pairsSeen(a, 1, first.Distinct) >= boundLess {
		return nil, false // letters drawn one by one, as independent inside the halves as between them
	}
	return e.halves(x, summary.Width/2), true
}

// halves cuts values of one width after at bytes.
func (e *Engine) halves(x Piece, at int) []Piece {
	a, b := x.Col.CutAt(at, 0)
	head := Piece{How: ByWidth, Width: at, Col: a, Read: e.ReadText(column.Summarize(a))}
	x.Col, x.Read = b, e.ReadText(column.Summarize(b))
	if x.How == ByWidth {
		x.Width -= at
	}
	return []Piece{head, x}
}
