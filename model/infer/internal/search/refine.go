package search

import (
	"bytes"
	"slices"
	"strconv"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// Refine cuts fields of one width again by what stands at their places, and then as RefineCut does.
func (e *Engine) Refine(p *Parse) {
	p.Pieces = e.sideBySide(withLengths(e.profiled(p.Pieces)))
	e.RefineCut(p)
}

// RefineCut cuts the text columns of a parse further where that finds something certain: a date glued to a name, an id
// behind a dash. Names with parts stay whole.
func (e *Engine) RefineCut(p *Parse) {
	var out []Piece
	for _, x := range e.signs(e.wholeWords(withZeros(p.Pieces))) {
		out = append(out, e.refined(x)...)
	}
	p.Pieces = e.cutAtProven(out)
}

// withLengths takes the last of constant bytes in front of an id for the length of the id, where it is.
func withLengths(ps []Piece) []Piece {
	var out []Piece
	for _, piece := range ps {
		if size := len(out); size > 0 && piece.How == ByWidth && piece.Read.Random && piece.Width >= leastSized &&
			out[size-1].How == ByWidth && out[size-1].Width > 1 {
			before := &out[size-1]
			if value, same := column.Summarize(before.Col).Constant(); same && int(value[len(value)-1]) == piece.Width {
				before.Width--
				before.Col = before.Col.Each(func(v []byte) ([]byte, bool) { return v[:len(v)-1], true })
				before.Read.Typ, before.Read.Spec = rowkey.IntBE, "be("+strconv.Itoa(before.Width)+")"
				piece.How, piece.Width = ByLength, 1
			}
		}
		out = append(out, piece)
	}
	return out
}

// leastSized is the least width of an id whose length is taken for no accident.
const leastSized = 12

// cutAtProven cuts words at the soft delimiters that part fields elsewhere in the keys: what ends one field ends all of
// them.
func (e *Engine) cutAtProven(ps []Piece) []Piece {
	var proven []byte
	for i := range ps {
		if p := &ps[i]; p.How == AsLiteral && len(p.Lit) == 1 && column.HasByte(SoftDelimiters, p.Lit[0]) &&
			!column.HasByte(string(proven), p.Lit[0]) {
			proven = append(proven, p.Lit[0])
		}
	}
	for _, d := range proven {
		var out []Piece
		for _, x := range ps {
			out = append(out, e.cutAt(x, d)...)
		}
		ps = out
	}
	return ps
}

// cutAt cuts a word at each d, if all values have as many of them and something before, between, and behind, and of a
// word of one width at the same places.
func (e *Engine) cutAt(x Piece, d byte) []Piece {
	if x.How != ByLiteral && x.How != ByWidth || x.Last || x.Read.Solid || x.Read.List != 0 ||
		x.Read.Typ != rowkey.Text && x.Read.Typ != rowkey.Enum || len(x.Col.Val) == 0 {
		return []Piece{x}
	}
	summary, place := column.Summarize(x.Col), bytes.IndexByte(x.Col.Val[0], d)
	if !summary.SameCount(d) || !summary.Nearly(func(v []byte) bool {
		at := bytes.IndexByte(v, d)
		return at > 0 && at+1 < len(v) && (at == place || x.How == ByLiteral)
	}) {
		return []Piece{x}
	}
	head := x.Col.Each(func(v []byte) ([]byte, bool) { a, _, ok := bytes.Cut(v, []byte{d}); return a, ok })
	rest := x.Col.Each(func(v []byte) ([]byte, bool) { _, b, ok := bytes.Cut(v, []byte{d}); return b, ok })
	first := Piece{How: ByLiteral, Col: head, Read: e.ReadText(column.Summarize(head))}
	x.Col, x.Read = rest, e.ReadText(column.Summarize(rest))
	if x.How == ByWidth {
		x.Width -= place + 1
	}
	return append([]Piece{first, {How: AsLiteral, Lit: []byte{d}}}, e.cutAt(x, d)...)
}

// withZeros gives numbers of a width that no program uses the constant zeros behind them, where that makes 4 or 8
// bytes: the offsets of blocks and other multiples end with zeros.
func withZeros(ps []Piece) []Piece {
	var out []Piece
	for _, piece := range ps {
		size := len(out)
		if size == 0 || piece.How != ByWidth || out[size-1].How != ByWidth || out[size-1].Read.Typ != rowkey.IntBE ||
			out[size-1].Read.Solid || !zeros(piece.Col) {
			out = append(out, piece)
			continue
		}
		switch w := out[size-1].Width; {
		case (w == 3 || w == 5 || w == 6 || w == 7) && (w+piece.Width == 4 || w+piece.Width == 8):
			out[size-1].Width += piece.Width
			out[size-1].Read.Spec = "be(" + strconv.Itoa(w+piece.Width) + ")"
		default:
			out = append(out, piece)
		}
	}
	return out
}

// wholeWords makes one word of two that never vary side by side.
func (e *Engine) wholeWords(ps []Piece) []Piece {
	var out []Piece
	for _, piece := range ps {
		if size := len(out); size > 0 && isWord(&out[size-1]) && isWord(&piece) {
			last := &out[size-1]
			last.Col, last.Width = join([]Piece{*last, piece}), last.Width+piece.Width
			last.Read = e.ReadText(column.Summarize(last.Col))
			continue
		}
		out = append(out, piece)
	}
	return out
}

// isWord reports whether a piece is letters of one width that never vary.
func isWord(p *Piece) bool {
	if p.How != ByWidth || p.Read.Typ != rowkey.Enum {
		return false
	}
	word, same := column.Summarize(p.Col).Constant()
	return same && letterRun(word) == len(word)
}

// zeros reports whether nearly all values are zero bytes.
func zeros(c column.Column) bool {
	v, same := column.Summarize(c).Constant()
	return same && len(bytes.Trim(v, "\x00")) == 0
}

func (e *Engine) refined(x Piece) []Piece {
	for _, cut := range []func(Piece) ([]Piece, bool){e.wordBefore, e.numberBefore, e.codeBefore, e.pairOfCodes,
		e.codeBeside, e.wordBeforeID} {
		if ps, ok := cut(x); ok {
			return ps
		}
	}
	if x.How != ByLiteral && x.How != ByWidth && x.How != ByTail || x.Last || x.Read.Solid || x.Read.Random {
		return []Piece{x}
	}
	switch x.Read.Typ {
	case rowkey.Text, rowkey.Enum, rowkey.IntDecimal, rowkey.IntPadded, rowkey.Hex:
	default:
		return []Piece{x}
	}
	levels, digits := hasLevels(x.Col), beginsWithDigits(x.Col)
	if !levels && !digits && !mayHoldMore(x.Col) {
		return []Piece{x}
	}
	if ps := e.cutAt(x, '.'); digits && numberAndWords(ps) {
		return ps
	}
	view := &View{Column: x.Col, Text: true, nested: true}
	sub := e.Cut(view)
	if sub == nil || len(sub.Pieces) < 2 {
		return []Piece{x}
	}
	certain := numberAndWords(sub.Pieces) || numbersParted(sub.Pieces) ||
		levels && freeParts*sub.Bits < x.Read.Bits && ofSeveralLists(sub.Pieces)
	for _, y := range sub.Pieces {
		certain = certain || y.How != AsLiteral && y.Read.Strong
	}
	if !certain {
		return []Piece{x}
	}
	return sub.Pieces
}

// leastNumbered is how many different numbers stand behind a word that is not part of them: p50, p90 and p99 are codes.
// Without a delimiter between, numbers of one width belong to their letters (dev07 is a name), unless they are many of
// five digits and more, without zeros in front.
const leastNumbered, manyNumbered, leastWide = 8, 100, 5

// wordBefore cuts a word that all values begin with off a number, or off an id behind a soft delimiter (AS6079,
// part-00021).
func (e *Engine) wordBefore(x Piece) ([]Piece, bool) {
	if x.How != ByLiteral && x.How != ByWidth || x.Last || len(x.Col.Val) == 0 {
		return nil, false
	}
	summary := column.Summarize(x.Col)
	word := summary.CommonPrefix()
	at, gap := 0, 0
	if letterRun(word) > 0 {
		at = len(bytes.TrimRight(word, "0123456789"))
	}
	if mark := bytes.LastIndexAny(word, "-_."); mark >= 0 {
		at, gap = mark, 1
	}
	if at < 1 || column.TextClasses(word[:at])&^(column.Alnum|column.Underscore|column.Dash|column.Dot) != 0 ||
		summary.Share(func(v []byte) bool { return len(v) > at+gap }) < column.Most(summary.N) {
		return nil, false
	}
	if gap == 0 && rowkey.Unit(word[:at]).CoarserThan(rowkey.Second) {
		return nil, false // week10 is a week
	}
	if x.Read.Strong && x.Read.Typ != rowkey.Domain {
		return nil, false
	}
	rest := x
	rest.Col = x.Col.Behind(word[:at+gap])
	rest.Read = e.ReadText(column.Summarize(rest.Col))
	if x.How == ByWidth {
		rest.Width -= at + gap
	}
	after := []Piece{rest}
	if gap > 0 && beginsWithDigits(rest.Col) {
		after = e.refined(rest)
	}
	number := after[0].Read.IsNumber() && areNumbers(column.Summarize(after[0].Col), gap > 0)
	if !number && !(gap > 0 && rest.Read.Random) {
		return nil, false
	}
	if gap == 0 || bytes.IndexByte(word[:at], word[at]) >= 0 { // sk_live_: no end of a value stands in it
		return append([]Piece{{How: AsLiteral, Lit: word[:at+gap]}}, after...), true
	}
	head := Piece{How: ByLiteral, Col: column.Column{Row: rest.Col.Row, Val: slices.Repeat([][]byte{word[:at]},
		len(rest.Col.Row))}}
	head.Read = e.ReadText(column.Summarize(head.Col))
	return append([]Piece{head, {How: AsLiteral, Lit: word[at : at+1]}}, after...), true
}

// areNumbers reports whether numbers behind the same word are no part of it; parted states that a delimiter stands
// between.
func areNumbers(s *column.Summary, parted bool) bool {
	many := s.Width >= leastWide && s.Distinct >= manyNumbered && s.LeadingZeros() == 0
	return s.Distinct >= leastNumbered && (parted || s.Width == 0 || many) || numberedOn(s)
}

// numberedOn reports whether numbers without padding run from one on, hardly with a gap, and recur: v1, v2, v3. Codes
// are few of many that there could be.
func numberedOn(s *column.Summary) bool {
	const first, most, each = 3, 99, 4 // those that must all occur, the last at most, and values of each on average
	seen, last := map[uint64]bool{}, uint64(0)
	for _, v := range s.ParseNumbers(10).Val {
		seen[v], last = true, max(last, v)
	}
	delete(seen, 0)
	for n := range uint64(first) {
		if !seen[n+1] {
			return false
		}
	}
	return last <= most && s.LeadingZeros() == 0 && 4*len(seen) >= 3*int(last) && s.N >= each*len(seen)
}

// numberBefore cuts a number and the mark behind it off addresses that all begin with one, as no names of people do:
// 07-ann@example.org.
func (e *Engine) numberBefore(x Piece) ([]Piece, bool) {
	first := firstValue(x.Col)
	at := classRun(first, column.Digit)
	if x.How != ByLiteral || x.Last || x.Read.Typ != rowkey.Email || at == 0 ||
		!column.HasByte(SoftDelimiters, first[at]) {
		return nil, false
	}
	mark := first[at : at+1]
	number := x.Col.Each(func(v []byte) ([]byte, bool) {
		head, _, ok := bytes.Cut(v, mark)
		return head, ok && column.TextClasses(head) == column.Digit
	})
	head := column.Summarize(number)
	rest := x
	rest.Col = x.Col.Each(func(v []byte) ([]byte, bool) { _, tail, ok := bytes.Cut(v, mark); return tail, ok })
	rest.Read = e.ReadText(column.Summarize(rest.Col))
	if head.N < column.Most(len(x.Col.Val)) || head.Distinct < 2 || rest.Read.Typ != rowkey.Email {
		return nil, false
	}
	return []Piece{{How: ByLiteral, Col: number, Read: e.ReadText(head)}, {How: AsLiteral, Lit: mark}, rest}, true
}

// signs gives the punctuation that all values end with, or are, to the literal beside them, which it begins or ends:
// "->" is found by its last byte.
func (e *Engine) signs(ps []Piece) []Piece {
	var out []Piece
	for index, piece := range ps {
		ends := index+1 < len(ps) && ps[index+1].How == AsLiteral
		begins := len(out) > 0 && out[len(out)-1].How == AsLiteral
		if piece.How != ByLiteral || piece.Last || piece.Read.Random || piece.Read.List != 0 || !ends && !begins ||
			piece.Read.Typ != rowkey.Text && piece.Read.Typ != rowkey.Enum || len(piece.Col.Val) == 0 {
			out = append(out, piece)
			continue
		}
		if begins {
			lit := piece.Col.Val[0]
			lit = lit[:len(lit)-len(bytes.TrimLeft(lit, HardDelimiters+" -"))]
			out, piece = e.without(out, piece, lit, bytes.CutPrefix)
		}
		var last []byte
		if ends && len(piece.Col.Val) > 0 {
			last = piece.Col.Val[0]
			last = last[len(bytes.TrimRight(last, HardDelimiters+SoftDelimiters)):]
		}
		after, piece := e.without(nil, piece, last, bytes.CutSuffix)
		if len(piece.Col.Val) > 0 && len(bytes.Join(piece.Col.Val, nil)) > 0 {
			out = append(out, piece)
		}
		out = append(out, after...)
	}
	return out
}

// without cuts a literal off nearly all values of a piece, and appends it to out.
func (e *Engine) without(out []Piece, x Piece, lit []byte, cut func(v, lit []byte) ([]byte, bool)) ([]Piece, Piece) {
	rest := x.Col.Each(func(v []byte) ([]byte, bool) { return cut(v, lit) })
	if len(lit) == 0 || len(rest.Val) < column.Most(len(x.Col.Val)) {
		return out, x
	}
	x.Col, x.Read = rest, e.ReadText(column.Summarize(rest))
	return append(out, Piece{How: AsLiteral, Lit: lit}), x
}

// freeParts is how many times the bits of its parts a word takes if these combine freely: no name of one thing does.
const freeParts = 2

// hasLevels reports whether points part nearly all values into three or more, as they do levels: other signs join the
// words of a name.
func hasLevels(c column.Column) bool {
	return column.NearlyAll(c.Val, func(v []byte) bool { return bytes.Count(v, []byte(".")) > 1 })
}

// ofSeveralLists reports whether the values of each piece are others than those of the ones before it: the words of a
// name are drawn from one list.
func ofSeveralLists(ps []Piece) bool {
	known := map[string]bool{}
	for _, piece := range ps {
		again := 0
		words := column.Summarize(piece.Col).Words()
		for _, word := range words {
			if known[word] {
				again++
			}
			known[word] = true
		}
		if 2*again > len(words) {
			return false
		}
	}
	return true
}

// mayHoldMore reports whether the values may hold something certain besides a name: six digits in a row, sixteen
// letters and digits, the length of a UUID and more, or an underscore.
func mayHoldMore(c column.Column) bool {
	return column.NearlyAll(c.Val, func(value []byte) bool {
		digits, run, best, long := 0, 0, 0, 0
		for _, char := range value {
			class := column.ByteClass(char)
			if class&column.Digit != 0 {
				digits++
			} else if class&column.Dash == 0 {
				digits = 0
			}
			if class&column.Alnum != 0 {
				run++
			} else {
				run = 0
			}
			best, long = max(best, digits), max(long, run)
		}
		return best >= 6 || long >= 16 || bytes.IndexByte(value, '_') > 0 || len(value) > 36 &&
			bytes.IndexByte(value, '-') > 0
	})
}

// beginsWithDigits reports whether the values are numbers with something behind a delimiter.
func beginsWithDigits(c column.Column) bool {
	return column.NearlyAll(c.Val, func(v []byte) bool {
		at := classRun(v, column.Digit)
		return at > 0 && at+1 < len(v) && column.ByteClass(v[at])&(column.Dot|column.Dash|column.Underscore) != 0
	})
}

// numbersParted reports whether an underscore stands between two numbers, or beside a long one, or points between three
// numbers and more, of which one is longer than those of versions and of addresses: neither is the name of anything.
func numbersParted(ps []Piece) bool {
	if pointed(ps) {
		return true
	}
	number := func(p *Piece) bool { return p.How != AsLiteral && (p.Read.IsNumber() || p.Read.Random) }
	for i := 1; i+1 < len(ps); i++ {
		if ps[i].How != AsLiteral || string(ps[i].Lit) != "_" {
			continue
		}
		a, b := &ps[i-1], &ps[i+1]
		if number(a) && (number(b) || longNumber(a.Col)) || number(b) && longNumber(b.Col) {
			return true
		}
	}
	return false
}

// pointed reports whether pieces are three numbers and more with points between them, one of five digits or more.
func pointed(ps []Piece) bool {
	const longest = 4 // digits in versions
	long := false
	for i, p := range ps {
		if i%2 == 1 && string(p.Lit) != "." || i%2 == 0 && !p.Read.IsNumber() {
			return false
		}
		long = long || i%2 == 0 && column.Summarize(p.Col).Max > longest
	}
	return long && len(ps) >= 5
}

// longNumber reports whether the values are many different ones of one width of six and more.
func longNumber(c column.Column) bool {
	s := column.Summarize(c)
	return s.Width >= 6 && s.Distinct >= 24
}

// numberAndWords reports whether pieces are a number and words of few behind it, each behind a delimiter: 1234.png,
// 00046.json.gz.
func numberAndWords(ps []Piece) bool {
	if len(ps) < 3 || ps[0].Read.Typ != rowkey.IntDecimal && ps[0].Read.Typ != rowkey.IntPadded {
		return false
	}
	for i, p := range ps[1:] {
		if literal := i%2 == 0; literal != (p.How == AsLiteral) || !literal && (p.Read.Typ != rowkey.Enum ||
			!column.Summarize(p.Col).Nearly(func(v []byte) bool { return letterRun(v) > 0 })) {
			return false
		}
	}
	return true
}
