package search

import (
	"bytes"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// orderedEdges takes a field of OrderedCode: bytes up to 00 01 with inner zeros escaped, or an integer that tells its
// length.
func (e *Engine) orderedEdges(v *View, n *node) []*node {
	var out []*node
	if x := e.escaped(v, n, true); x != nil {
		out = append(out, x)
	}
	if x := e.escaped(v, n, false); x != nil {
		out = append(out, x)
	}
	if x := e.orderedInt(v, n); x != nil {
		out = append(out, x)
	}
	return out
}

// escaped takes a field up to 00 01, or up to the end of the key. It must be proved by the terminator or by escapes.
func (e *Engine) escaped(v *View, n *node, ended bool) *node {
	escapes := 0
	next, col := e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) {
		size, terminated, escapedSize := escapedSize(rest)
		if size < 0 || terminated != ended {
			return 0, 0, 0, false
		}
		escapes += escapedSize
		if ended {
			return 0, size, 2, true
		}
		return 0, size, 0, true
	})
	if next == nil || !ended && escapes*4 < len(col.Val) && (escapes == 0 || !n.ordered()) {
		return nil
	}
	plain := column.Column{Row: col.Row, Val: make([][]byte, len(col.Val))}
	for i, b := range col.Val {
		plain.Val[i] = Unescape(b)
	}
	summary, read := e.ReadColumn(v, plain)
	if summary.N == 0 && ended && len(n.via) > 0 && n.via[len(n.via)-1].How == ByItself {
		next.cost += 16 // the terminator of a field that told its length
		next.via = []Piece{{How: AsLiteral, Lit: []byte{0, 1}}}
		return next
	}
	if summary.Total == 0 {
		return nil // a tag that looks like a terminator
	}
	if _, same := summary.Constant(); same && summary.All&column.NonText != 0 {
		return nil // 80 00 01 also begins many a number
	}
	if o, ok := e.ReadOrdered(summary); ok && (read.Typ == rowkey.Bytes || read.Typ == rowkey.Hash) {
		read = o
	}
	next.take(v, summary, Piece{How: ByEscape, Col: plain, Read: read, Escape: escapes > 0}, 8)
	if ended {
		// binary that is escaped and ends right by coincidence is one in 2^16 bytes
		next.only = escapes*8 >= len(col.Val) || n.endsTwice(v)
		next.via = append(next.via, Piece{How: AsLiteral, Lit: []byte{0, 1}})
	}
	return next
}

// endsTwice reports whether 00 01 stands at least twice in nearly all rests, and equally often: numbers hold it by
// accident.
func (n *node) endsTwice(v *View) bool {
	counts := column.Tally{}
	for i := range n.off {
		if n.off[i] >= 0 {
			counts.Add(bytes.Count(n.rest(v, i), []byte{0, 1}))
		}
	}
	times, _ := counts.Common(n.live)
	return times >= 2
}

// ordered reports whether a field that ends with 00 01 stands before n, as the fields of OrderedCode do.
func (n *node) ordered() bool {
	k := len(n.via)
	return k > 1 && n.via[k-2].How == ByEscape
}

// escapedSize is the length of the escaped field at the start of b, -1 when an escape is not legal; terminated reports
// that 00 01 follows it.
func escapedSize(b []byte) (size int, terminated bool, escapes int) {
	for i := 0; i < len(b); i++ {
		if b[i] != 0 {
			continue
		}
		if i+1 >= len(b) {
			return -1, false, 0
		}
		switch b[i+1] {
		case 0xff:
			escapes++
			i++
		case 1:
			return i, true, escapes
		default:
			return -1, false, 0
		}
	}
	return len(b), false, escapes
}

// Unescape undoes the escapes of OrderedCode: 00 ff is a zero byte, and ff 00 is ff.
func Unescape(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		out = append(out, b[i])
		if b[i] == 0 && i+1 < len(b) && b[i+1] == 0xff || b[i] == 0xff && i+1 < len(b) && b[i+1] == 0 {
			i++
		}
	}
	return out
}

// orderedInt takes an OrderedCode integer. One byte looks like many things, so lengths must vary.
func (e *Engine) orderedInt(v *View, n *node) *node {
	form, _ := e.FindSized("ordered")
	node, col := e.sizedStep(v, n, form)
	if node == nil {
		return nil
	}
	summary := column.Summarize(col)
	read, ok := e.ReadOrdered(summary)
	if !ok {
		return nil
	}
	if !read.Strong && summary.Width > 0 {
		// The next one may give the proof.
		next, after := e.sizedStep(v, node, form)
		if next == nil || summary.Width == 1 {
			return nil
		}
		o := column.Summarize(after)
		if p, ok := e.ReadOrdered(o); !ok || !p.Strong && o.Width > 0 {
			return nil
		}
	}
	node.take(v, summary, Piece{How: ByItself, Col: col, Read: read}, 16)
	return node
}
