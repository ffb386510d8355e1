package search

import (
	"bytes"
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// Sequences of values behind codes, as databases write tuples: a code tells the type of the value behind it, and so
// where that ends. What proves one is that every key is such a sequence from here to its end, of the same types, though
// the places of the codes differ.

// code is what one code tells of the value behind it.
type code struct {
	first, last byte   // the codes; one that is no part of the value, and a literal, is both
	within      bool   // the code is a part of the value
	behind      bool   // only behind another value
	width       int    // of the value; 0 where it ends itself or before mark
	mark        string // behind the value, in which zero bytes are escaped by FF
	form        string // the codec of values that are not known as something else
}

// codes lists the families: FoundationDB's tuples (design/tuple.md), HBase's OrderedBytes, of which the codes of
// descending values are inverted, the memcomparable values of TiDB, CockroachDB's ascending ones, and text and numbers
// of OrderedCode (github.com/google/orderedcode), of which text has no code but no byte of one in front either.
func codes() [][]code {
	text := func(c byte, mark string) code { return code{first: c, last: c, mark: mark} }
	fixed := func(c byte, width int, form string) code { return code{first: c, last: c, width: width, form: form} }
	return [][]code{
		{text(0x01, "\x00"), text(0x02, "\x00"), {first: 0x0C, last: 0x1C, within: true, form: "ordered(tuple)"},
			fixed(0x20, 4, "float(4)"), fixed(0x21, 8, "float(8)"), fixed(0x30, 16, "uuid(bytes)"),
			fixed(0x33, 12, "bytes(12)"), {first: 0x26, last: 0x27, within: true, width: 1, form: "be(1)"}},
		{text(0x34, "\x00"), fixed(0x29, 1, "be(1, flip)"), fixed(0x2A, 2, "be(2, flip)"),
			fixed(0x2B, 4, "be(4, flip)"), fixed(0x2C, 8, "be(8, flip)"), fixed(0x30, 4, "float(4)"),
			fixed(0x31, 8, "float(8)"), fixed(0xD6, 1, "be(1)"), fixed(0xD5, 2, "be(2)"), fixed(0xD4, 4, "be(4)"),
			fixed(0xD3, 8, "be(8)"), fixed(0xCF, 4, "bytes(4)"), fixed(0xCE, 8, "bytes(8)")},
		{{first: 0x01, last: 0x01, form: "memcomparable"}, fixed(0x03, 8, "be(8, flip)"), fixed(0x04, 8, "be(8)"),
			fixed(0x05, 8, "float(8)"), fixed(0x07, 8, "be(8, flip)")},
		{text(0x12, "\x00\x01"), {first: 0x80, last: 0xFD, within: true, form: "ordered(cockroach)"}},
		{{first: ' ', last: '~', within: true, mark: "\x00\x01"},
			{first: 0x00, last: 0x08, within: true, behind: true, form: "ordered(unsigned)"}},
		numbersOf("ordered(unsigned)"), numbersOf("varint"), numbersOf("ordered(sqlite)"), numbersOf("ordered"),
	}
}

// numbersOf is the family of numbers of one form alone, whose first bytes tell their length.
func numbersOf(form string) []code { return []code{{last: 0xFF, within: true, form: form}} }

// anything reports whether any byte is a code, so that the values alone tell that they are such.
func (c code) anything() bool { return c.first == 0 && c.last == 0xFF }

// mostCoded is the number of values of a sequence at most.
const mostCoded = 12

// span returns how many bytes of the code, of the value and of the mark behind it stand at the start of rest.
func (e *Engine) span(c code, rest []byte) (skip, size, after int, ok bool) {
	if !c.within {
		skip = 1
	}
	value := rest[skip:]
	switch {
	case c.width > 0:
		return skip, c.width, 0, c.width <= len(value)
	case c.mark != "":
		size = markedSize(value, c.mark)
		return skip, size, len(c.mark), size >= 0
	}
	form, _ := e.FindSized(c.form)
	size = form.Size(value)
	return skip, size, 0, size > 0 && form.Holds(value[:size])
}

// markedSize is the number of bytes before a mark that is no escaped zero byte, -1 where there is none.
func markedSize(b []byte, mark string) int {
	for i := range b {
		if b[i] == 0 && bytes.HasPrefix(b[i:], []byte(mark)) && !(i+1 < len(b) && b[i+1] == 0xFF) {
			return i
		}
	}
	return -1
}

// sequence appends the codes of rest, as indices into those of a family, to shape, and the offsets behind their values
// to ends. It returns nil where rest is no sequence of them.
func (e *Engine) sequence(family []code, rest, shape []byte, ends []int) ([]byte, []int) {
	for at := 0; at < len(rest); {
		is := slices.IndexFunc(family, func(c code) bool {
			return c.first <= rest[at] && rest[at] <= c.last && (at > 0 || !c.behind)
		})
		if is < 0 || len(shape) == mostCoded {
			return nil, nil
		}
		skip, size, after, ok := e.span(family[is], rest[at:])
		if !ok {
			return nil, nil
		}
		at += skip + size + after
		shape, ends = append(shape, byte(is)), append(ends, at)
	}
	return shape, ends
}

// CodedShapes returns, for the families of which nearly all keys are sequences from one place on, the first there is, a
// function that names the types of one.
func (e *Engine) CodedShapes(c column.Column) []func(key []byte) (string, bool) {
	const farthest = 24 // bytes
	var out []func(key []byte) (string, bool)
	for at := 0; at <= farthest && len(out) == 0; at++ {
		rests := &View{Column: c.Each(func(v []byte) ([]byte, bool) { return v[min(at, len(v)):], len(v) > at })}
		if len(rests.Val) < column.Most(len(c.Val)) {
			break
		}
		for _, family := range e.codes {
			if family[0].anything() || !e.mayBeCoded(rests, rests.start(), family) {
				continue
			}
			out = append(out, func(key []byte) (string, bool) {
				shape, _ := e.sequence(family, key[min(at, len(key)):], nil, nil)
				return string(shape), len(shape) > 0
			})
		}
	}
	return out
}

// IsCoded reports whether nearly all keys are sequences of the same types, which explain why their lengths differ.
func (e *Engine) IsCoded(v *View) bool { return e.codedEdge(v, v.start()) != nil }

// codedEdge takes all rests as sequences of values behind codes, nil where they are none.
func (e *Engine) codedEdge(v *View, n *node) *node {
	for _, family := range e.codes {
		if e.mayBeCoded(v, n, family) {
			if x := e.codedRests(v, n, family); x != nil {
				return x
			}
		}
	}
	return nil
}

// mayBeCoded looks at some of the rests, which spares looking at all. Of numbers of one form alone there must be
// equally many, since most bytes begin one.
func (e *Engine) mayBeCoded(v *View, n *node, family []code) bool {
	const mostBad = 2
	var shape [mostCoded]byte
	var ends [mostCoded]int
	var few [mostCoded]column.Count
	counts := column.Tally(few[:0])
	bad, step := 0, max(1, len(n.off)/thinnedFirst)
	for at := 0; at < len(n.off) && bad <= mostBad; at += step {
		if n.off[at] < 0 {
			continue
		}
		s, _ := e.sequence(family, n.rest(v, at), shape[:0], ends[:0])
		switch {
		case len(s) < 2:
			bad++
		case family[0].anything():
			counts.Add(len(s))
		}
	}
	return bad+counts.Rare() <= mostBad
}

// codedRests takes the rests that are sequences of the commonest types.
func (e *Engine) codedRests(v *View, n *node, family []code) *node {
	shapes, counts := make([]string, len(n.off)), map[string]int{}
	places := map[string][]column.Tally{}
	for at := range n.off {
		types, ends := e.sequence(family, n.rest(v, at), nil, nil)
		if len(types) < 2 {
			continue
		}
		shape := string(types)
		if shapes[at] = shape; counts[shape] == 0 {
			places[shape] = make([]column.Tally, len(ends))
		}
		counts[shape]++
		for k, end := range ends {
			places[shape][k].Add(end)
		}
	}
	for shape, count := range counts {
		varies := slices.ContainsFunc(places[shape], func(ends column.Tally) bool {
			return float64(ends.Rare()) >= max(4, leastWider*float64(count))
		})
		if count < column.Most(n.live) || !varies {
			continue
		}
		next := n
		for _, is := range []byte(shape) {
			if next = e.codedStep(v, next, family[is], func(i int) bool { return shapes[i] == shape }); next == nil {
				return nil
			}
		}
		next.only = true
		return next
	}
	return nil
}

// codedStep takes the value behind a code of the rests that fit.
func (e *Engine) codedStep(v *View, n *node, c code, fits func(int) bool) *node {
	next, col := e.step(v, n, func(i int, rest []byte) (int, int, int, bool) {
		if !fits(i) {
			return 0, 0, 0, false
		}
		return e.span(c, rest)
	})
	if head, width := e.behindCode(v, c, col); width > 0 {
		return e.codedStep(v, n, code{first: head, last: head, width: width}, fits)
	}
	if next == nil || c.within && c.mark != "" && column.IsBinary(col) || c.anything() && !next.done && zeros(col) {
		return nil // no word, or the first byte of a number of a fixed width
	}
	if tag, same := column.Summarize(col).Constant(); same && c.anything() {
		c.width, c.form = len(tag), ""
	}
	piece := Piece{How: ByWidth, Width: c.width, Form: c.form, Col: col}
	var after []Piece
	switch {
	case c.mark != "":
		piece.How, piece.Escape = ByLiteral, slices.ContainsFunc(col.Val, func(b []byte) bool {
			return bytes.Contains(b, []byte{0, 0xFF})
		})
		if piece.Escape || len(c.mark) > 1 {
			piece.How = ByEscape
			for i, b := range col.Val {
				piece.Col.Val[i] = Unescape(b)
			}
		}
		after = []Piece{{How: AsLiteral, Lit: []byte(c.mark)}}
	case c.width == 0:
		piece.How = ByItself
	}
	summary, read := e.ReadPiece(v, &piece)
	piece.Read = read
	next.take(v, summary, piece, 0, after...)
	if !c.within {
		next.via = append([]Piece{{How: AsLiteral, Lit: []byte{c.first}}}, next.via...)
	}
	return next
}

// behindCode returns the code that all values of a column begin with and the width of what is behind it, where that is
// times, or numbers so great that others hardly have another width: such a code is no part of the value. The width is 0
// elsewhere.
func (e *Engine) behindCode(v *View, c code, col column.Column) (head byte, width int) {
	const great = 6 // bytes
	heads, rest := col.CutAt(1, 0)
	value, same := column.Summarize(heads).Constant()
	if !c.within || c.mark != "" || !same || len(rest.Val) < len(col.Val) {
		return 0, 0
	}
	if s, read := e.ReadColumn(v, rest); s.Width >= great || read.Typ == rowkey.Timestamp {
		return value[0], s.Width
	}
	return 0, 0
}
