package infer

import (
	"bytes"
	"slices"
	"sort"

	"tabletop/model/rowkey"
)

// literalEdges passes over punctuation that stands at this place in every key.
func (e *engine) literalEdges(v *view, n *node) []*node {
	lit := n.commonStart(v)
	size := 0
	for size < len(lit) && isPunctuation(lit[size]) && (v.text || lit[size] > ' ') {
		size++
	}
	if size == 0 || !v.text && size < len(lit) && classOf(lit[size])&alnum != 0 && delims(softDelimiters).has(lit[size-1]) {
		return nil // a constant word, _r
	}
	lit = lit[:size]
	if v.lists.full(n, lit[0]) {
		return nil
	}
	x, _ := e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) { return 0, 0, size, bytes.HasPrefix(rest, lit) })
	if x == nil {
		return nil
	}
	x.cost += 2 + float64(size)
	x.via = []piece{{how: asLiteral, lit: lit}}
	return []*node{x}
}

func isPunctuation(c byte) bool {
	return c > ' ' && c < 0x7f && classOf(c)&alnum == 0 || c == 0x1f || c == 0x1e || c == '\t'
}

// commonStart is the longest start that nearly all rests share.
func (n *node) commonStart(v *view) []byte {
	lit := n.typical(v)
	return lit[:sort.Search(len(lit), func(size int) bool {
		k := 0
		for i := range n.off {
			if n.off[i] >= 0 && bytes.HasPrefix(n.rest(v, i), lit[:size+1]) {
				k++
			}
		}
		return k < most(n.live)
	})]
}

// readRest reads a column whose values end where the key or a delimiter does.
func (e *engine) readOf(v *view, c column) (*summary, reading) {
	s := summarize(c)
	punctuation := s.width == 1 && s.all&^alnum != 0 // a byte of a number
	if v.text || s.all&nonText == 0 && !punctuation {
		return s, e.readText(s)
	}
	return s, e.readBinary(s)
}

// readWords reads a column of text. In binary keys words that begin alike are told in fewer bits, since numbers, which they
// compete with, are.
func (e *engine) readWords(v *view, s *summary) reading {
	r := e.readText(s)
	if !v.text && (r.typ == rowkey.Text || r.typ == rowkey.Enum) {
		r.bits = min(r.bits, s.behindWord())
	}
	return r
}

// restEdges takes all that is left as one segment.
func (e *engine) restEdges(v *view, n *node) []*node {
	x, col := e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) { return 0, len(rest), 0, true })
	if x == nil {
		return nil
	}
	s, r := e.readOf(v, col)
	p := piece{how: byLiteral, col: col, read: r}
	x.only = r.typ == rowkey.JSON || r.typ == rowkey.URL && s.chars[':'] > 0 || len(n.via) == 0 && r.solid && r.strong && len(s.val) == s.n
	if (!v.text || n.glued()) && s.width > 0 && !(e.keys.elided && s.width >= keptEnds) && s.min == s.max && len(s.val) == s.n {
		p.how, p.width = byWidth, s.width
	}
	extra := widthPenalty(s, r, v.text, false)
	if n.from == nil && !v.record && !v.text && p.width == 8 && r.typ == rowkey.IntBE {
		extra -= 2 * float64(s.n) // a key of 8 bytes is one number, though some bits of it be another
	}
	x.take(v, s, p, extra)
	return []*node{x}
}

// untilEdges takes what stands before a delimiter.
func (e *engine) untilEdges(v *view, n *node) []*node {
	hard := n.delimiters(v, hardDelimiters)
	if !v.text {
		hard = append(hard, n.delimiters(v, "\x00\x1f\x01\xff")...)
	}
	ds := hard
	soft := len(hard) == 0 && (v.soft || v.nested)
	if soft {
		ds = n.delimiters(v, softDelimiters)
	}
	var out []*node
	for _, d := range ds {
		if v.lists.full(n, d) || d == '?' && n.queries(v) {
			continue
		}
		out = append(out, e.until(v, n, []byte{d}, false, soft))
		if double := []byte{d, d}; d > ' ' && n.allHave(v, double) {
			out = append(out, e.until(v, n, double, false, soft))
		}
		if !n.stable(v, d) {
			out = append(out, e.until(v, n, []byte{d}, true, soft))
		}
	}
	return slices.DeleteFunc(out, func(x *node) bool { return x == nil })
}

// queries says that the rests begin with a page and its query, which belong together.
func (n *node) queries(v *view) bool {
	k := 0
	for i := range n.off {
		if n.off[i] >= 0 && hasQuery(n.rest(v, i)) {
			k++
		}
	}
	return k >= most(n.live)
}

func (n *node) allHave(v *view, s []byte) bool {
	k := 0
	for i := range n.off {
		if n.off[i] >= 0 && bytes.Contains(n.rest(v, i), s) {
			k++
		}
	}
	return k >= most(n.live)
}

// stable says that d occurs equally often in nearly all rests.
func (n *node) stable(v *view, d byte) bool {
	counts := map[int]int{}
	for i := range n.off {
		if n.off[i] >= 0 {
			counts[bytes.Count(n.rest(v, i), []byte{d})]++
		}
	}
	for _, k := range counts {
		if k*10 >= n.live*9 {
			return true
		}
	}
	return false
}

func (e *engine) until(v *view, n *node, d []byte, last, soft bool) *node {
	x, col := e.step(v, n, func(i int, rest []byte) (int, int, int, bool) {
		at := bytes.LastIndex(rest, d)
		if !last {
			at = v.outside(i, n.off[i], rest, d)
		}
		return 0, at, len(d), at >= 0
	})
	if x == nil {
		return nil
	}
	if !v.text && isBinary(col) {
		return nil
	}
	s := summarize(col)
	if s.n*10 < len(s.val)*3 || d[0] < ' ' && s.width == 1 {
		return nil
	}
	r := e.readWords(v, s)
	extra := 4.0
	if soft {
		extra += 8
		if v.nested {
			extra += 16
		}
	}
	switch {
	case last && !e.strongAfter(v, x):
		return nil
	case n.glued() && s.sameDigits():
		return nil
	case last:
		extra += 0.3*float64(len(s.val)) + 8
	case !n.stable(v, d[len(d)-1]) && (x.lengthsVary(v) || !n.lengthsVary(v)): // what follows is not of one width either
		extra += 1.0 * float64(len(s.val))
	}
	x.take(v, s, piece{how: byLiteral, col: col, read: r, last: last}, extra, piece{how: asLiteral, lit: d})
	return x
}

// glued says that no delimiter stands before n.
func (n *node) glued() bool { return len(n.via) > 0 && n.via[len(n.via)-1].how != asLiteral }

// sameDigits says that the column is one number of digits in all values, which belongs to the digits beside it.
func (s *summary) sameDigits() bool {
	v, ok := s.constant()
	return ok && classesOf(v)&^(digit|hexLower) == 0
}

// strongAfter says that the rests are something certain, or begin with it.
func (e *engine) strongAfter(v *view, n *node) bool {
	_, col := e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) { return 0, len(rest), 0, true })
	if len(col.val) == 0 {
		return false
	}
	_, r := e.readOf(v, col)
	return r.strong && r.typ != rowkey.URL && r.typ != rowkey.Domain
}

// typical is the rest of a value in the middle of the group.
func (n *node) typical(v *view) []byte {
	for k := range n.off {
		i := (len(n.off)/2 + k) % len(n.off)
		if n.off[i] >= 0 {
			return n.rest(v, i)
		}
	}
	return nil
}

// fixed takes w bytes. mustBeStrong drops readings that a cut without a delimiter needs to be certain of.
func (e *engine) fixed(v *view, n *node, w int, extra float64, mustBeStrong bool) *node {
	x, col := e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) { return 0, w, 0, len(rest) >= w })
	if x == nil {
		return nil
	}
	s, r := e.readOf(v, col)
	if w == 4 && !v.text && n.afterAddress() && (r.typ == rowkey.Hash || r.typ == rowkey.IntBE) && !r.solid {
		r.typ, r.spec, r.random = rowkey.IP, "ip(4)", false // addresses come in pairs
		r.bits *= 0.99
		r.strong = true
	}
	if mustBeStrong && r.strong && v.text && !x.done && !r.known {
		if _, next := e.step(v, x, func(_ int, rest []byte) (int, int, int, bool) { return 0, len(rest), 0, true }); meets(col, next) {
			return nil
		}
	}
	if mustBeStrong && !r.strong {
		if w == 17 && s.nearly(isMAC) {
			r = reading{typ: rowkey.Hex, spec: "text", bits: 4 * 12 * float64(s.n), solid: true, strong: true}
		} else {
			return nil
		}
	}
	if v.text && (s.sameDigits() && !x.done || r.typ == rowkey.Timestamp && w <= 6 && e.longerDate(v, n, w)) {
		return nil
	}
	if r.known && v.text {
		extra = min(extra, -segmentCost) // a time that agrees with the cells is worth a segment
	}
	switch {
	case r.padded && !x.done:
		extra += 8 * float64(x.splitWords(v)) // a field that is filled up with zeros ends no word in the middle
	case !v.text && (r.typ == rowkey.Text || r.typ == rowkey.Enum) && n.lengthsVary(v):
		extra += 2 * float64(x.splitWords(v))
	}
	x.take(v, s, piece{how: byWidth, width: w, col: col, read: r}, extra+widthPenalty(s, r, v.text, w == 1 && !v.text && x.randomAhead(v)))
	return x
}

// randomAhead says that the next four bytes are drawn evenly.
func (x *node) randomAhead(v *view) bool {
	st := x.positions(v, 4)
	return len(st) == 4 && !slices.ContainsFunc(st, func(p position) bool { return !p.even(x.live) })
}

// splitWords counts the values that x cuts between two letters or digits.
func (x *node) splitWords(v *view) int {
	k := 0
	for i, at := range x.off {
		if at > 0 && int(at) < len(v.val[i]) && classOf(v.val[i][at-1])&alnum != 0 && classOf(v.val[i][at])&alnum != 0 {
			k++
		}
	}
	return k
}

// afterAddress says that an IP address stands before n.
func (n *node) afterAddress() bool {
	return len(n.via) > 0 && n.via[len(n.via)-1].read.typ == rowkey.IP
}
