package infer

import "tabletop/model/rowkey"

// leastCode is the least width of a code that is cut off words without a proof that it is a digest.
const leastCode = 6

// codeBefore cuts a code off the front of words, where it has one width and the same punctuation stands behind it in all
// of them: 3f9a0c-north. Only characters drawn evenly make a code; parts of words stay together.
func (e *engine) codeBefore(x piece) ([]piece, bool) {
	if x.how != byLiteral || x.last || x.read.solid || x.read.typ != rowkey.Text {
		return nil, false
	}
	at, mark := punctuationAt(x.col)
	if at < leastCode {
		return nil, false
	}
	head, rest := x.col.cutAt(at, 1)
	s, tail := summarize(head), summarize(rest)
	code := e.readText(s)
	if !code.random || s.distinct < 24 || e.readText(tail).random {
		return nil, false // what is even on both sides is one longer code
	}
	x.col, x.read = rest, e.readText(tail)
	return append([]piece{{how: byWidth, width: at, col: head, read: code}, {how: asLiteral, lit: []byte{mark}}}, e.refined(x)...), true
}

// punctuationAt is the place of the first byte of the values that is neither letter nor digit, where that is the same
// soft delimiter at one place in nearly all of them, with something behind it; 0 where it is not.
func punctuationAt(c column) (at int, mark byte) {
	type place struct {
		at   int
		mark byte
	}
	counts := map[place]int{}
	for _, v := range c.val {
		for i, b := range v {
			if classOf(b)&alnum != 0 {
				continue
			}
			if i+1 < len(v) && delims(softDelimiters).has(b) {
				counts[place{i, b}]++
			}
			break
		}
	}
	for p, k := range counts {
		if k >= most(len(c.val)) {
			return p.at, p.mark
		}
	}
	return 0, 0
}

// cutAt splits the values after at bytes and leaves skip bytes out between the parts; shorter ones are left out.
func (c column) cutAt(at, skip int) (head, rest column) {
	for i, v := range c.val {
		if len(v) < at+skip {
			continue
		}
		head.row, head.val = append(head.row, c.row[i]), append(head.val, v[:at])
		rest.row, rest.val = append(rest.row, c.row[i]), append(rest.val, v[at+skip:])
	}
	return head, rest
}

// pairOfCodes cuts values of letters in the middle, where both halves are drawn from the same short list: FRAJFK, EURUSD.
func (e *engine) pairOfCodes(x piece) ([]piece, bool) {
	s := summarize(x.col)
	if x.how != byLiteral && x.how != byWidth || s.width < 4 || s.width > 8 || s.width%2 != 0 || !s.only(letters) {
		return nil, false
	}
	a, b := x.col.cutAt(s.width/2, 0)
	first, second := summarize(a), summarize(b)
	known := map[string]bool{}
	for _, u := range first.uniq {
		known[string(u.val)] = true
	}
	both := 0
	for _, u := range second.uniq {
		if known[string(u.val)] {
			both++
		}
	}
	fewest, most := min(first.distinct, second.distinct), max(first.distinct, second.distinct)
	if both*10 < most*7 || fewest < 4 || s.distinct < 2*most || most*3 > s.n {
		return nil, false
	}
	head := piece{how: byWidth, width: s.width / 2, col: a, read: e.readText(first)}
	x.col, x.read = b, e.readText(second)
	if x.how == byWidth {
		x.width = s.width / 2
	}
	return []piece{head, x}, true
}
