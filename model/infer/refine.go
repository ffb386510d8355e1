package infer

import (
	"bytes"
	"strconv"

	"tabletop/model/rowkey"
)

// refine cuts the text columns of a parse further where that finds something certain: a date glued to a name, an id behind
// a dash. Names with parts stay whole.
func (e *engine) refine(p *parse) {
	var out []piece
	for _, x := range withZeros(p.pieces) {
		out = append(out, e.refined(x)...)
	}
	p.pieces = out
}

// withZeros gives numbers of a width that no program uses the constant zeros behind them, where that makes 4 or 8 bytes: the
// offsets of blocks and other multiples end with zeros.
func withZeros(ps []piece) []piece {
	var out []piece
	for _, p := range ps {
		k := len(out)
		if k == 0 || p.how != byWidth || out[k-1].how != byWidth || out[k-1].read.typ != rowkey.IntBE || out[k-1].read.solid || !zeros(p.col) {
			out = append(out, p)
			continue
		}
		switch w := out[k-1].width; {
		case (w == 3 || w == 5 || w == 6 || w == 7) && (w+p.width == 4 || w+p.width == 8):
			out[k-1].width += p.width
			out[k-1].read.spec = "be(" + strconv.Itoa(w+p.width) + ")"
		default:
			out = append(out, p)
		}
	}
	return out
}

// zeros says that nearly all values are zero bytes.
func zeros(c column) bool {
	v, same := summarize(c).constant()
	return same && len(bytes.Trim(v, "\x00")) == 0
}

func (e *engine) refined(x piece) []piece {
	if ps, ok := e.assignment(x); ok {
		return ps
	}
	if ps, ok := e.codeBefore(x); ok {
		return ps
	}
	if ps, ok := e.pairOfCodes(x); ok {
		return ps
	}
	if x.how != byLiteral && x.how != byWidth && x.how != byTail && x.how != byLength || x.last || x.read.solid || x.read.random {
		return []piece{x}
	}
	switch x.read.typ {
	case rowkey.Text, rowkey.Enum, rowkey.IntDecimal, rowkey.IntPadded, rowkey.Hex:
	default:
		return []piece{x}
	}
	if x.how == byLength || !mayHoldMore(x.col) && !beginsWithDigits(x.col) {
		return []piece{x}
	}
	v := &view{column: thin(x.col, searchKeys), text: true, nested: true}
	sub := e.cut(v)
	if sub == nil || len(sub.pieces) < 2 {
		return []piece{x}
	}
	certain := numberAndWord(sub.pieces) || recordParts(sub.pieces) || numbersGlued(sub.pieces)
	for _, y := range sub.pieces {
		if y.how != asLiteral && y.read.strong {
			certain = true
		}
	}
	if !certain {
		return []piece{x}
	}
	last := &sub.pieces[len(sub.pieces)-1]
	if last.how == byLiteral || last.how == byWidth {
		if x.how == byTail {
			last.how, last.width = byTail, x.width
		}
	}
	return sub.pieces
}

// assignment cuts name=value, where the name is the same in all keys: it is no value but punctuation.
func (e *engine) assignment(x piece) ([]piece, bool) {
	if x.how != byLiteral || x.last || x.read.typ != rowkey.Text && x.read.typ != rowkey.Enum && !x.read.solid || len(x.col.val) == 0 {
		return nil, false
	}
	s := summarize(x.col)
	p := s.commonPrefix()
	at := bytes.LastIndexByte(p, '=')
	if at < 1 || classesOf(p[:at])&^(alnum|underscore|dash|dot) != 0 || s.share(func(v []byte) bool { return len(v) > at+1 }) < most(s.n) {
		return nil, false
	}
	if bytes.IndexByte(p[:at], '=') >= 0 || s.share(func(v []byte) bool { return bytes.IndexByte(v[at+1:], '=') >= 0 }) > tolerance(s.n) {
		return nil, false // a list of them
	}
	rest := x
	rest.col = column{}
	for i, v := range x.col.val {
		if bytes.HasPrefix(v, p[:at+1]) {
			rest.col.row, rest.col.val = append(rest.col.row, x.col.row[i]), append(rest.col.val, v[at+1:])
		}
	}
	rest.read = e.readText(summarize(rest.col))
	return append([]piece{{how: asLiteral, lit: p[:at+1]}}, e.refined(rest)...), true
}

// mayHoldMore says that the values are long enough to hold something certain besides a name: six digits in a row, or
// sixteen letters and digits.
func mayHoldMore(c column) bool {
	k := 0
	for _, v := range c.val {
		digits, run, best, long := 0, 0, 0, 0
		for _, b := range v {
			m := classOf(b)
			if m&digit != 0 {
				digits++
			} else if m&dash == 0 {
				digits = 0
			}
			if m&alnum != 0 {
				run++
			} else {
				run = 0
			}
			best, long = max(best, digits), max(long, run)
		}
		if best >= 6 || long >= 16 {
			k++
		}
	}
	return k >= most(len(c.val))
}

// beginsWithDigits says that the values are numbers with something behind a delimiter.
func beginsWithDigits(c column) bool {
	k := 0
	for _, v := range c.val {
		at := 0
		for at < len(v) && v[at] >= '0' && v[at] <= '9' {
			at++
		}
		if at > 0 && at+1 < len(v) && classOf(v[at])&(dot|dash|underscore) != 0 {
			k++
		}
	}
	return k >= most(len(c.val))
}

// recordParts says that pieces are three or more values behind the same delimiter, a long number or a code among them:
// eu.123456789012.web. Two of them may be a name and its number.
func recordParts(ps []piece) bool {
	var mark []byte
	marks, ids := 0, 0
	for i := range ps {
		switch p := &ps[i]; {
		case p.how == asLiteral && (mark == nil || bytes.Equal(p.lit, mark)):
			mark = p.lit
			marks++
		case p.how == asLiteral:
		case p.read.random, p.read.isNumber() && longNumber(p.col):
			ids++
		}
	}
	return marks >= 2 && ids > 0
}

// numbersGlued says that a number with three constant zeros at its head stands right behind another.
func numbersGlued(ps []piece) bool {
	for i := 1; i < len(ps); i++ {
		a, b := &ps[i-1], &ps[i]
		if a.how != byWidth || b.how == asLiteral || len(b.col.val) == 0 {
			continue
		}
		s := summarize(b.col)
		if p := s.commonPrefix(); bytes.HasPrefix(p, []byte("000")) && s.width > len(p) && classesOf(a.col.val[0])&^(digit|hexLower|hexUpper) == 0 {
			return true
		}
	}
	return false
}

// longNumber says that the values are many different ones of one width of six and more.
func longNumber(c column) bool {
	s := summarize(c)
	return s.width >= 6 && s.distinct >= 24
}

// numberAndWord says that pieces are a number and one of a few words: 1234.png.
func numberAndWord(ps []piece) bool {
	if len(ps) != 3 || ps[0].read.typ != rowkey.IntDecimal && ps[0].read.typ != rowkey.IntPadded {
		return false
	}
	return ps[2].read.typ == rowkey.Enum && classesOf(bytes.Join(ps[2].col.val, nil))&^letters == 0
}
