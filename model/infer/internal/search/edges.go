package search

import (
	"bytes"
	"slices"
	"sort"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/rowkey"
)

// literalEdges passes over punctuation that stands at this place in every key.
func (e *Engine) literalEdges(v *View, n *node) []*node {
	lit := n.commonStart(v)
	size := 0
	if k := len(n.via); len(lit) > 0 && lit[0] == ' ' && k > 0 && n.via[k-1].Read.Typ == rowkey.Timestamp {
		size++ // which fills up no field
	}
	for size < len(lit) && isPunctuation(lit[size]) && (v.Text || lit[size] > ' ') {
		size++
	}
	if size > 0 && (lit[size-1] == '+' || lit[size-1] == '-') && !n.glued() && n.digitAt(v, size) {
		size-- // a sign, which is part of the number
	}
	if size == 0 || !v.Text && size < len(lit) && column.ByteClass(lit[size])&column.Alnum != 0 &&
		column.HasByte(SoftDelimiters, lit[size-1]) {
		return nil // a constant word, _r
	}
	if !v.Text && !n.besideText(v, size) {
		return nil // a byte of a number that looks like punctuation
	}
	lit = lit[:size]
	if v.Lists.full(n, lit[0]) {
		return nil
	}
	step, _ := e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) {
		return 0, 0, size, bytes.HasPrefix(rest, lit)
	})
	if step == nil {
		return nil
	}
	step.cost += 2 + float64(size)
	step.via = []Piece{{How: AsLiteral, Lit: lit}}
	return []*node{step}
}

// isSign reports whether d stands between punctuation, or the start, and a digit in nearly all rests: it is part of a
// number.
func (n *node) isSign(v *View, d byte) bool {
	return n.nearly(v, func(rest []byte) bool {
		at := bytes.IndexByte(rest, d)
		return at >= 0 && at+1 < len(rest) && column.ByteClass(rest[at+1]) == column.Digit &&
			(at == 0 || column.ByteClass(rest[at-1])&column.Alnum == 0)
	})
}

// digitAt reports whether nearly all rests have a decimal digit at a place.
func (n *node) digitAt(v *View, at int) bool {
	return n.nearly(v, func(rest []byte) bool { return at < len(rest) && column.ByteClass(rest[at]) == column.Digit })
}

// besideText reports whether text stands before n, or behind the size bytes that follow it.
func (n *node) besideText(v *View, size int) bool {
	if k := len(n.via); k > 0 && n.via[k-1].How != AsLiteral {
		switch n.via[k-1].Read.Typ {
		case rowkey.IntBE, rowkey.Bytes, rowkey.OrderedCode:
		default:
			return true
		}
	}
	st := n.positions(v, size+2)
	return len(st) > size && (st[size].binary < mostlyText || st[size].even(n.live) &&
		(len(st) < size+2 || st[size+1].even(n.live)))
}

func isPunctuation(c byte) bool {
	return c > ' ' && c < 0x7f && column.ByteClass(c)&column.Alnum == 0 || c == '\t' ||
		column.HasByte(separators[1:], c)
}

// commonStart is the longest start that nearly all rests share.
func (n *node) commonStart(v *View) []byte {
	lit := n.typical(v)
	return lit[:sort.Search(len(lit), func(size int) bool {
		return !n.nearly(v, func(rest []byte) bool { return bytes.HasPrefix(rest, lit[:size+1]) })
	})]
}

// readRest reads a column whose values end where the key or a delimiter does.
func (e *Engine) ReadColumn(v *View, c column.Column) (*column.Summary, detect.Reading) {
	s := column.Summarize(c)
	punctuation := s.Width == 1 && s.All&^column.Alnum != 0 // a byte of a number
	if v.Text || s.All&column.NonText == 0 && !punctuation {
		return s, e.ReadText(s)
	}
	return s, e.ReadBinary(s)
}

// ReadPiece reads the column of a piece.
func (e *Engine) ReadPiece(v *View, p *Piece) (*column.Summary, detect.Reading) {
	summary, read := e.ReadColumn(v, p.Col)
	switch {
	case p.How == ByItself && p.Form != "":
		if form, ok := e.FindSized(p.Form); ok {
			if r, ok := e.ReadSized(form, summary); ok {
				return summary, r
			}
		}
	case p.Form != "" && !read.Strong:
		return summary, read.As(p.Form)
	case p.How == ByItself:
		if o, ok := e.ReadOrdered(summary); ok {
			return summary, o
		}
	case p.How == ByEscape && (read.Typ == rowkey.Bytes || read.Typ == rowkey.Hash || read.Typ == rowkey.IntBE &&
		!read.Solid):
		if o, ok := e.ReadOrdered(summary); ok {
			return summary, o
		}
	case p.Read.Typ == rowkey.IP && summary.Width == 4 && (read.Typ == rowkey.Hash || read.Typ == rowkey.IntBE):
		return summary, p.Read
	case read.Typ == rowkey.IntBE:
		if t, ok := e.ReadLongSeconds(summary); ok {
			return summary, t
		}
	}
	return summary, read
}

// readWords reads a column of text. In binary keys words that begin alike are encoded in fewer bits, since numbers,
// which they compete with, are.
func (e *Engine) readWords(v *View, s *column.Summary) detect.Reading {
	r := e.ReadText(s)
	if !v.Text && (r.Typ == rowkey.Text || r.Typ == rowkey.Enum) {
		r.Bits = min(r.Bits, detect.BehindWord(s))
	}
	return r
}

// restEdges takes all that is left as one segment.
func (e *Engine) restEdges(v *View, n *node) []*node {
	next, col := e.step(v, n, toEnd)
	if next == nil {
		return nil
	}
	summary, read := e.ReadColumn(v, col)
	read.Bits = min(read.Bits, n.given(v, next, summary, read))
	piece := Piece{How: ByLiteral, Col: col, Read: read}
	next.only = read.Typ == rowkey.JSON || read.Typ == rowkey.URL && summary.Chars[':'] > 0 || len(n.via) == 0 &&
		read.Solid && read.Strong && len(summary.Val) == summary.N
	if (!v.Text || n.glued()) && !(e.Keys.Elided && summary.Width >= keyset.KeptEnds) && summary.OneWidth() &&
		len(summary.Val) == summary.N {
		piece.How, piece.Width = ByWidth, summary.Width
	}
	extra := widthPenalty(summary, read, v.Text, false, n.from == nil)
	if n.swallowsEnd(piece) {
		extra += terminatorBits * float64(len(summary.Val))
	}
	if n.from == nil && !v.record && !v.Text && piece.Width == 8 && read.Typ == rowkey.IntBE {
		extra -= 2 * float64(summary.N) // a key of 8 bytes is one number, though some bits of it be another
	}
	next.take(v, summary, piece, extra)
	return []*node{next}
}

// untilEdges takes what stands before a delimiter.
func (e *Engine) untilEdges(v *View, n *node) []*node {
	hard := n.delimiters(v, v.hard+v.extra)
	if !v.Text {
		hard = append(hard, n.delimiters(v, separators+"\x01\xff")...)
	}
	ds := hard
	soft := len(hard) == 0 && (v.Soft || v.nested)
	if soft {
		ds = n.delimiters(v, v.softs)
	}
	var out []*node
	for _, char := range ds {
		if v.Lists.full(n, char) || (char == '+' || char == '-') && n.isSign(v, char) {
			continue
		}
		out = append(out, e.until(v, n, []byte{char}, false, soft))
		double := []byte{char, char}
		if char > ' ' && n.nearly(v, func(rest []byte) bool { return bytes.Contains(rest, double) }) {
			out = append(out, e.until(v, n, double, false, soft))
		}
		if !n.stable(v, char) {
			out = append(out, e.until(v, n, []byte{char}, true, soft))
		}
	}
	return slices.DeleteFunc(out, func(x *node) bool { return x == nil })
}

// nearly reports whether f is true of nearly all rests.
func (n *node) nearly(v *View, f func(rest []byte) bool) bool {
	k := 0
	for i := range n.off {
		if n.off[i] >= 0 && f(n.rest(v, i)) {
			k++
		}
	}
	return k >= column.Most(n.live)
}

// stable reports whether d occurs equally often in nearly all rests.
func (n *node) stable(v *View, d byte) bool {
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

func (e *Engine) until(v *View, n *node, d []byte, last, soft bool) *node {
	inside, behind := false, false // d is part of a value, and occurs behind one
	next, col := e.step(v, n, func(i int, rest []byte) (int, int, int, bool) {
		at := bytes.LastIndex(rest, d)
		if !last {
			first := v.outside(i, n.off[i], rest, d)
			inside = inside || first > 0 && bytes.Contains(rest[:first], d)
			at, behind = first, behind || first < at
		}
		return 0, at, len(d), at >= 0
	})
	if next == nil || inside && behind {
		return nil // no template states where that ends
	}
	if !v.Text && column.IsBinary(col) {
		return nil
	}
	summary := column.Summarize(col)
	if summary.N*10 < len(summary.Val)*3 || d[0] < ' ' && summary.Width == 1 {
		return nil
	}
	if _, same := summary.Constant(); same && d[0] == 0 && bytes.HasPrefix(next.commonStart(v), d) {
		return nil // a constant word needs no end, and the zeros behind it are those of a number
	}
	read := e.readWords(v, summary)
	extra := literalBits
	if soft {
		extra += softBits
		if v.nested {
			extra += nestedBits
		}
	}
	switch {
	case last && !e.strongAfter(v, next) && !(soft && next.numberAhead(v)):
		return nil
	case n.glued() && sameDigits(summary):
		return nil
	case last:
		extra += gluedBits*float64(len(summary.Val)) + lastBits
	case !n.stable(v, d[len(d)-1]) && (next.lengthsVary(v) || !n.lengthsVary(v)):
		// what follows is not of one width either
		extra += wanderingBits * float64(len(summary.Val))
	}
	piece := Piece{How: ByLiteral, Col: col, Read: read, Last: last || inside}
	next.take(v, summary, piece, extra, Piece{How: AsLiteral, Lit: d})
	return next
}

// numberAhead reports whether nearly all rests are a number, or begin with one that a soft delimiter ends.
func (n *node) numberAhead(v *View) bool {
	return n.nearly(v, func(rest []byte) bool {
		at := classRun(rest, column.Digit)
		return at > 0 && (at == len(rest) || column.HasByte(SoftDelimiters, rest[at]))
	})
}

// glued reports whether no delimiter stands before n.
func (n *node) glued() bool { return len(n.via) > 0 && n.via[len(n.via)-1].How != AsLiteral }

// sameDigits reports whether the column is one number of digits in all values, which belongs to the digits beside it.
func sameDigits(s *column.Summary) bool {
	v, ok := s.Constant()
	return ok && column.TextClasses(v)&^(column.Digit|column.HexLower) == 0
}

// strongAfter reports whether the rests are something certain, or begin with it.
func (e *Engine) strongAfter(v *View, n *node) bool {
	_, col := e.step(v, n, toEnd)
	if len(col.Val) == 0 {
		return false
	}
	_, r := e.ReadColumn(v, col)
	return r.Strong
}

// typical is the rest of a value in the middle of the group.
func (n *node) typical(v *View) []byte {
	for k := range n.off {
		i := (len(n.off)/2 + k) % len(n.off)
		if n.off[i] >= 0 {
			return n.rest(v, i)
		}
	}
	return nil
}

// fixed takes w bytes. mustBeStrong drops readings that a cut without a delimiter needs to be certain of.
func (e *Engine) fixed(v *View, n *node, w int, extra float64, mustBeStrong bool) *node {
	node, col := e.step(v, n, bytesAt(0, w))
	if node == nil {
		return nil
	}
	summary, read := e.ReadColumn(v, col)
	read.Bits = min(read.Bits, n.given(v, node, summary, read))
	if mustBeStrong && read.Strong && v.Text && !node.done && !read.Known {
		if _, next := e.step(v, node, toEnd); meets(col, next) &&
			!(read.Typ == rowkey.Timestamp && numberBegins(col, next)) {
			return nil
		}
	}
	if mustBeStrong && !read.Strong {
		return nil
	}
	if v.Text && (sameDigits(summary) && !node.done || read.Typ == rowkey.Timestamp && w <= 12 && !node.done &&
		e.longerDate(v, n, w)) {
		return nil
	}
	if read.Known && v.Text {
		extra = min(extra, -column.SegmentCost) // a time that agrees with the cells is worth a segment
	}
	switch {
	case v.Text && !node.done && (read.Typ == rowkey.Text || read.Typ == rowkey.Enum):
		if !node.zeroAhead(v) {
			extra += digitsCut * float64(node.split(v, column.Digit, column.Digit|column.HexLower))
		}
	case read.Padded && !node.done && !v.record && node.lengthsVary(v):
		extra += paddedBits * float64(len(summary.Val))
	case read.Padded && !node.done:
		extra += 8 * float64(node.splitWords(v)) // a field that is filled up with zeros ends no word in the middle
	case n.swallowsEnd(Piece{Width: w, Col: col, Read: read}):
		extra += terminatorBits * float64(len(summary.Val))
	case !v.Text && (read.Typ == rowkey.Text || read.Typ == rowkey.Enum):
		if n.lengthsVary(v) {
			extra += splitWordBits * float64(node.splitWords(v))
		}
	case !v.Text:
		if k := float64(node.splitWords(v)); k > mostSplitWords*float64(node.live) {
			extra += numberInWordBits * k
		}
	}
	noNumber := w == 1 && !v.Text && (node.randomAhead(v) || node.wordAhead(v))
	node.take(v, summary, Piece{How: ByWidth, Width: w, Col: col, Read: read},
		extra+widthPenalty(summary, read, v.Text, noNumber, n.from == nil))
	return node
}

// swallowsEnd reports whether numbers behind a word of one width all begin with a zero byte, which rather ends the
// word.
func (n *node) swallowsEnd(p Piece) bool { return n.glued() && SwallowsEnd(&n.via[len(n.via)-1], &p) }

// SwallowsEnd reports whether the numbers of a piece, of a width that no program uses, all begin with a zero byte,
// which rather ends the word before it, of one width.
func SwallowsEnd(word, number *Piece) bool {
	if number.Read.Typ != rowkey.IntBE || number.Width == 4 || number.Width == 8 ||
		word.How != ByWidth || !bytes.HasPrefix(column.Summarize(number.Col).CommonPrefix(), []byte{0}) {
		return false
	}
	switch word.Read.Typ {
	case rowkey.IntBE, rowkey.Bytes, rowkey.OrderedCode, rowkey.Hash:
		return false
	default:
		return !column.IsBinary(word.Col)
	}
}

// randomAhead reports whether the next four bytes are drawn evenly.
func (n *node) randomAhead(v *View) bool {
	st := n.positions(v, 4)
	return len(st) == 4 && !slices.ContainsFunc(st, func(p position) bool { return !p.even(n.live) })
}

// wordAhead reports whether the next bytes are letters and digits in nearly all values.
func (n *node) wordAhead(v *View) bool {
	const least = 3
	st := n.positions(v, least)
	return len(st) > 0 && !slices.ContainsFunc(st, func(p position) bool { return p.class&^column.Alnum != 0 })
}

// splitWords counts the values that n cuts between two letters or digits.
func (n *node) splitWords(v *View) int { return n.split(v, column.Alnum, column.Alnum) }

// split counts the values that n cuts between bytes of these classes.
func (n *node) split(v *View, before, behind column.Class) int {
	k := 0
	for i, at := range n.off {
		if at > 0 && int(at) < len(v.Val[i]) && column.ByteClass(v.Val[i][at-1])&before != 0 &&
			column.ByteClass(v.Val[i][at])&behind != 0 {
			k++
		}
	}
	return k
}

// zeroAhead reports whether a zero follows in nearly all values, as a number that is filled up with zeros begins.
func (n *node) zeroAhead(v *View) bool {
	return n.nearly(v, func(rest []byte) bool { return len(rest) > 0 && rest[0] == '0' })
}

// digitsCut is what a word that ends with a digit is charged when another follows that is not always zero, in bits: a
// number begins with its zeros.
const digitsCut = 1.0
