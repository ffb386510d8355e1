package search

import (
	"bytes"
	"math"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/rowkey"
)

// widthPenalty makes cuts at natural places cheaper than others: constant bytes cost nothing wherever they are put, so
// the length of the data alone cannot tell. Integers are 1, 2, 4 or 8 bytes wide mostly and begin with zeros, not end
// with them.
//
// noNumber reports whether what follows is no number, but drawn evenly or a word; first that the key begins here.
func widthPenalty(s *column.Summary, r detect.Reading, text, noNumber, first bool) float64 {
	if text || s.Width == 0 {
		return 0
	}
	return beginsWithWord(s, r) + unnatural(s, r, noNumber, first)
}

// unnatural is widthPenalty but for numbers that begin with words.
func unnatural(s *column.Summary, r detect.Reading, noNumber, first bool) float64 {
	value := float64(s.N)
	if v, ok := s.Constant(); ok && column.TextClasses(v)&column.NonText != 0 {
		if (v[len(v)-1] == 0 || flippedHead(v) || bytes.HasPrefix(v, []byte{0x7f, 0xff}) && s.Width < 4) && !noNumber {
			// leading zeros belong to the number that follows them, and so do its sign and the ones of what is reversed
			return zeroTailBits*value + letterful(s)*value
		}
		return constantBits*value + letterful(s)*value
	}
	if r.Strong || r.Solid && r.Typ != rowkey.Hash {
		return 0
	}
	switch r.Typ {
	case rowkey.IntBE:
		if s.Width != 4 && s.Width != 8 && s.Width > 1 && flippedHead(s.CommonPrefix()[:min(2,
			len(s.CommonPrefix()))]) {
			return zeroTailBits * value // numbers with a flipped sign have the width of a machine word
		}
		return value*oddWidth(s.Width) + value*zerosInside(s) + value*constantEnds(s, first) + value*letterful(s)
	case rowkey.Bytes:
		return bytesBits*value + value*zerosInside(s) + value*letterful(s) + wordBytesBits*value*wordShare(s)
	case rowkey.Hash:
		switch s.Width {
		case 4, 8, 16, 20, 32, 64:
			return 0
		case 1, 2, 6, 12:
			return value * 0.05
		case 3, 5, 10, 14, 15, 24, 28, 48:
			return value * 0.2
		}
		return value * 0.5
	}
	return 0
}

// beginsWithWord charges numbers for bytes in front of them that are letters of one case, or digits, at each place, as
// those of words are. Each byte that occurs there tells so, of all that a number could have. The first bytes of times
// look like letters for weeks, but not three of them.
func beginsWithWord(s *column.Summary, r detect.Reading) float64 {
	const least, evidence = 3, 12.0 // places, and bits
	if r.Typ != rowkey.IntBE && r.Typ != rowkey.Bytes && r.Typ != rowkey.Hash || s.Distinct < 2 {
		return 0
	}
	bits := 0.0
	for place := range s.Width {
		counts, n := s.CountAt(place)
		told := wordly(&counts, n)
		if told == 0 {
			if place < least || bits < evidence {
				return 0
			}
			return numberInWordBits * float64(n)
		}
		bits += told
	}
	return 0 // all of it is a word
}

// wordly returns how many bits bytes that are nearly all letters of one case, or digits, tell that they are those of a
// word; 0 for others.
func wordly(counts *[256]int, n int) float64 {
	for _, class := range []column.Class{column.Digit, column.HexLower | column.Lower,
		column.HexUpper | column.Upper} {
		with, distinct, size := 0, 0, 0
		for c, many := range counts {
			if column.ByteClass(byte(c))&class != 0 {
				with, size, distinct = with+many, size+1, distinct+min(many, 1)
			}
		}
		if with >= column.Most(n) {
			return float64(distinct) * math.Log2(256/float64(size))
		}
	}
	return 0
}

// flippedHead reports whether bytes are the first ones of small numbers whose sign is flipped: 80, and zeros.
func flippedHead(v []byte) bool {
	return len(v) > 0 && v[0] == 0x80 && len(bytes.Trim(v[1:], "\x00")) == 0
}

// constantEnds charges integers that begin with a constant other than zero, since a tag stands before them, mostly at
// the start of the key, and more those that end with a constant: their last byte should vary most.
func constantEnds(s *column.Summary, start bool) float64 {
	if s.Width < 2 {
		return 0
	}
	first, _ := s.CountAt(0)
	last, _ := s.CountAt(s.Width - 1)
	cost := 0.0
	for index := range first {
		if first[index] >= column.Most(s.N) && index != 0 && index != 0x80 && index != 0x7f && index != 0xff {
			if cost += tagBits; start {
				cost += tagFirstBits
			}
			if evenBehind(s) && !floatHead(byte(index), s.Width) {
				cost += tagEvenBits
			}
		}
		if last[index] >= column.Most(s.N) && index != 0 {
			cost += endBits
		}
	}
	return cost
}

// evenBehind reports whether the first byte that varies in values of one width is drawn evenly.
func evenBehind(s *column.Summary) bool {
	count := len(s.CommonPrefix())
	if count == s.Width {
		return false
	}
	counts, _ := s.CountAt(count)
	return column.Entropy(counts[:], s.N) > evenShare*detect.ExpectedEntropy(s.N, 256)
}

// letterful charges numbers whose bytes are letters, of which text is made.
func letterful(s *column.Summary) float64 {
	if s.Width < 3 {
		return 0
	}
	return letterBits * math.Max(0, wordShare(s)-mostLetters)
}

// wordShare is the share of bytes that names are made of.
func wordShare(s *column.Summary) float64 {
	k := 0
	for c, n := range s.Chars {
		if column.ByteClass(byte(c))&(column.Alnum|column.Space|column.Dash|column.Dot|column.Underscore) != 0 {
			k += int(n)
		}
	}
	return float64(k) / float64(max(1, s.Total))
}

func oddWidth(w int) float64 {
	switch w {
	case 4, 8:
		return 0
	case 1, 2:
		return 0.05
	case 3:
		return 0.15
	case 6:
		return 0.35
	}
	return 0.9
}

// zerosInside charges integers in which zero bytes follow others, in bits a value: a boundary was missed there.
func zerosInside(s *column.Summary) float64 {
	var zero, same [64]int
	if s.Width > len(zero) {
		return 0
	}
	var first []byte
	for _, value := range s.Val {
		if len(value) != s.Width {
			continue
		}
		if first == nil {
			first = value
		}
		for p, c := range value {
			if c == 0 {
				zero[p]++
			}
			if c == first[p] {
				same[p]++
			}
		}
	}
	cost := 0.0
	value := float64(s.N)
	for part := 1; part < s.Width; part++ {
		if part == 1 && same[0] >= column.Most(s.N) && (first[0] == 0x80 || first[0] == 0x7f) {
			continue // a flipped sign
		}
		if zero[part] >= column.Most(s.N) && same[part-1] < column.Most(s.N) {
			cost += zeroInsideBits // a byte that is always zero behind one that varies, however often that is zero
			continue
		}
		cost += zeroInsideBits * math.Max(0, float64(zero[part]-zero[part-1])/value*2-1)
	}
	return cost + zeroInsideBits*math.Max(0, float64(zero[s.Width-1])/value*2-1)
}

// widthEdges takes fixed numbers of bytes.
func (e *Engine) widthEdges(v *View, n *node) []*node {
	st := n.positions(v, 72)
	var out []*node
	add := func(x *node) {
		if x != nil {
			out = append(out, x)
		}
	}
	var ends []bool
	packed := packedRun(st)
	for w := 1; w < len(st); w++ {
		between := st[w-1].even(n.live) && st[w].even(n.live)
		if between && ends == nil {
			ends = n.repeatEnds(v, len(st))
		}
		if n.widthWorth(v, st, w) || between && ends[w] || w <= packed || mayBeUUID(st[w:]) {
			add(e.fixed(v, n, w, widthBits, false))
		}
	}
	if len(st) > 0 && n.lengthsVary(v) {
		for _, w := range []int{1, 2, 3, 4, 8, 12, 16, 20, 24, 32} {
			if x := e.tail(v, n, w, cutBits+gluedBits*float64(n.live)); x != nil && !x.done {
				out = append(out, x)
			}
		}
	}
	return out
}

// mayBeUUID reports whether UUIDs may begin at the first place, by their version and variant.
func mayBeUUID(st []position) bool { return len(st) >= 16 && st[6].version && st[8].variant }

// packedRun returns up to how many bytes packed decimals may have here, with the sign at their end: 0 where fewer than
// three places hold two decimal digits, of which two vary and are no text: many letters are two decimal digits too.
func packedRun(st []position) int {
	const least, most = 3, 9
	run, vary := 0, 0
	for run < len(st) && st[run].packed {
		if !st[run].constant && st[run].class&column.NonText != 0 {
			vary++
		}
		run++
	}
	if run < least || vary < 2 {
		return 0
	}
	return min(run+1, most)
}

// repeatEnds returns the places in the rests at which values that recur end.
func (n *node) repeatEnds(v *View, width int) []bool {
	var rests [][]byte
	for i := range n.off {
		if n.off[i] >= 0 {
			rests = append(rests, n.rest(v, i))
		}
	}
	return repeatEnds(rests, width)
}

// widthWorth reports whether a cut after w bytes is worth trying: at natural widths, at the ends of text and of even
// bytes.
func (n *node) widthWorth(v *View, st []position, w int) bool {
	position, b := st[w-1], st[w]
	textA, textB := position.class&column.NonText == 0, b.binary < mostlyText
	switch {
	case textA && textB:
		// Text is cut later, as a whole. But the first byte of a number may look like a letter, and so may the last.
		if (w == 4 || w == 8) && st[0].binary >= mostlyText && st[w-2].binary >= mostlyText {
			return true
		}
		return w+1 < len(st) && st[w+1].binary >= mostlyText && b.entropy < wordEntropy && (w == 1 || !n.lengthsVary(v))
	case st[0].binary < mostlyText && (w == 10 || w == 12 || w == 16 || w == 20 || w == 24 || w == 32 || w == 64):
		return true // text filled up with zeros
	case position.constant && position.value == 0 && !(w == 1 || w == 2 || w == 4 || w == 8):
		return false
	case position.even(n.live) && b.even(n.live):
		// Between random bytes only natural widths are worth a try.
		if len(n.via) > 0 && n.via[len(n.via)-1].Read.Random {
			return w == 8 || w == 16 || w == 20 || w == 32
		}
		return w == 2 || w == 4 || w == 8 || w == 16 || w == 20 || w == 32 || w == 64 || w == 1 && n.from == nil
	case w <= 4 || w == 8 || w == 16 || w == 20 || w == 32 || w == 64:
		return true
	case textA != textB:
		return true
	case w == 6 || w == 12 || w == 24 || w == 10:
		return math.Abs(position.entropy-b.entropy) > changedEntropy
	}
	return w > 8 && (position.entropy > randomEntropy) != (b.entropy > randomEntropy) || b.constant && b.value == 0 &&
		!(position.constant && position.value == 0)
}

// even reports whether all bytes occur here about equally often.
func (p position) even(n int) bool { return p.entropy > evenShare*detect.ExpectedEntropy(n, 256) }

// lengthsVary reports whether the rests are not nearly all of one length.
func (n *node) lengthsVary(v *View) bool {
	if !n.measured {
		n.measured, n.vary = true, true
		var few [16]column.Count
		counts := column.Tally(few[:0])
		for i := range n.off {
			if n.off[i] < 0 {
				continue
			}
			if counts.Add(len(v.Val[i]) - int(n.off[i])); len(counts) > cap(few) {
				break // of so many lengths none is that of nearly all
			}
		}
		if len(counts) <= cap(few) {
			_, same := counts.Common(n.live)
			n.vary = !same
		}
	}
	return n.vary
}

const lengthBonus = 3.0

// mostSplitWords is the share of keys in which a letter or digit may follow a value whose length was told: one in four
// bytes drawn evenly is one, and more of the numbers that hold letters. Words that are cut in the middle in most keys
// had no length.
const mostSplitWords = 0.5

// lengthEdges takes a value whose length stands before it.
func (e *Engine) lengthEdges(v *View, n *node) []*node {
	var out []*node
	for _, w := range []int{1, 2, 4} {
		if x := e.lengthPrefixed(v, n, w); x != nil {
			out = append(out, x)
		}
	}
	return out
}

// behindLength reports whether the values right before n had their lengths in as many bytes, one of them lengths that
// differ, so that another length is to be expected here.
func (n *node) behindLength(w int) bool {
	for ; len(n.via) > 0 && n.via[0].How == ByLength && n.via[0].Width == w; n = n.from {
		if column.Summarize(n.via[0].Col).Width == 0 {
			return true
		}
	}
	return false
}

// lengthAhead reports whether the value behind n has its length in w bytes before it, and several lengths.
func (e *Engine) lengthAhead(v *View, n *node, w int) bool {
	x, col := e.sized(v, n, w)
	if x == nil || column.IsBinary(col) {
		return false
	}
	s := column.Summarize(col)
	return s.Max-s.Min > 1 && s.All&column.Control == 0
}

// sized steps over a value behind its length of w bytes.
func (e *Engine) sized(v *View, n *node, w int) (*node, column.Column) {
	return e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) {
		if len(rest) < w {
			return 0, 0, 0, false
		}
		size := int(column.BigEndian(rest[:w]))
		return w, size, 0, size <= len(rest)-w && size > 0
	})
}

// evensOut reports whether what varies in length behind n is no more than further values with lengths of w bytes before
// them, so that lengths that agree with the ends of all keys prove each other.
func (e *Engine) evensOut(v *View, n *node, w int) bool {
	for range 4 {
		if n.done || !n.lengthsVary(v) {
			return true
		}
		if n, _ = e.sized(v, n, w); n == nil {
			return false
		}
	}
	return false
}

func (e *Engine) lengthPrefixed(v *View, n *node, w int) *node {
	next, col := e.sized(v, n, w)
	if next == nil {
		return nil
	}
	summary := column.Summarize(col)
	// why the keys differ in length
	explains := summary.Max-summary.Min > 1 && n.lengthsVary(v) && e.evensOut(v, next, w)
	proven := explains || n.behindLength(w) || e.lengthAhead(v, next, w)
	if summary.Width == 0 && !proven && summary.Max-summary.Min <= 1 {
		return nil // two tags look like two lengths
	}
	if summary.Width > 0 && !proven && (summary.Width < 3 || next.done ||
		next.splitWords(v) > column.Tolerance(next.live)) {
		return nil // a constant is no length
	}
	if column.IsBinary(col) && !explains {
		return nil
	}
	if !proven && float64(next.splitWords(v)) > mostSplitWords*float64(next.live) {
		return nil
	}
	_, r := e.ReadColumn(v, col)
	extra := cutBits
	if (summary.Width == 0 || proven) && summary.All&column.Control == 0 && column.Utf8Mostly(summary) {
		extra -= lengthBonus * float64(summary.N) // text that ends where its length says is no accident
		next.only = explains
	}
	next.take(v, summary, Piece{How: ByLength, Width: w, Col: col, Read: r}, extra)
	return next
}
