package search

import (
	"bytes"
	"slices"
	"strings"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
)

// calendarEdges takes a date that has delimiters inside, a UUID, and the address of a card.
func (e *Engine) calendarEdges(v *View, n *node) []*node {
	typical := n.typical(v)
	widths := e.Forms.Prefixes(typical)
	if len(typical) >= 36 && detect.IsUUID(typical[:36]) {
		widths = append(widths, 36)
	}
	if len(typical) >= 17 && detect.IsMAC(typical[:17]) {
		widths = append(widths, 17)
	}
	for _, width := range widths {
		if column.TextClasses(typical[:width])&^column.Alnum == 0 ||
			width < len(typical) && column.ByteClass(typical[width])&column.Alnum != 0 {
			continue
		}
		if x := e.fixed(v, n, width, 0, true); x != nil {
			return []*node{x}
		}
	}
	return nil
}

// longerDate reports whether the next two, four or six bytes make a finer date of the first w: a day is no month and
// two digits, and what passes for a time of day behind a day in all keys, up to the last digit, is one.
func (e *Engine) longerDate(v *View, n *node, w int) bool {
	for _, more := range []int{2, 4, 6} {
		next, col := e.step(v, n, bytesAt(0, w+more))
		if next == nil {
			return false
		}
		if w+more > len("20060102") && next.digitAt(v, 0) {
			continue // of a number behind the date, most digits pass for an hour
		}
		if _, ok := e.FindCalendar(column.Summarize(col)); ok {
			return true
		}
	}
	return false
}

// tail takes all but the last w bytes.
func (e *Engine) tail(v *View, n *node, w int, extra float64) *node {
	next, col := e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) {
		return 0, len(rest) - w, 0, len(rest) >= w
	})
	if next == nil || next.done || !v.Text && column.IsBinary(col) {
		return nil
	}
	summary := column.Summarize(col)
	if summary.N == 0 {
		return nil
	}
	if v.Text {
		if !e.gluedTail(v, next, summary) {
			return nil
		}
	} else if st := next.positions(v, 1); len(st) == 0 || st[0].binary < mostlyText {
		return nil // that would be a cut inside of text
	}
	r := e.readWords(v, summary)
	next.take(v, summary, Piece{How: ByTail, Width: w, Col: col, Read: r}, extra)
	return next
}

// gluedTail reports whether what follows a column without a delimiter is certain enough to be cut off: digits that
// follow digits must be a date or a time that is known.
func (e *Engine) gluedTail(v *View, n *node, head *column.Summary) bool {
	_, col := e.step(v, n, toEnd)
	if len(col.Val) == 0 {
		return false
	}
	_, r := e.ReadColumn(v, col)
	if !r.Strong || strings.HasPrefix(r.Spec, "date(06") && centuries(head) {
		return false
	}
	return !meets(head.Column, col) || r.Known
}

// numberBegins reports whether digits that vary evenly stand before digits that vary less by a bit and more: a time
// ends there, and a number begins.
func numberBegins(time, number column.Column) bool {
	last, first, count := seam(time, number)
	ends := column.Entropy(last[:], count)
	return ends > leastDigitEntropy && column.Entropy(first[:], count) < ends-1
}

// seam counts the last bytes of the values of a, and the first of those of b behind them, of n pairs.
func seam(a, b column.Column) (last, first [256]int, n int) {
	for i := range min(len(a.Val), len(b.Val)) {
		if v, w := a.Val[i], b.Val[i]; len(v) > 0 && len(w) > 0 {
			last[v[len(v)-1]]++
			first[w[0]]++
			n++
		}
	}
	return last, first, n
}

// leastDigitEntropy is that of digits drawn about evenly, in bits; ten of them have 3.3.
const leastDigitEntropy = 3.0

// centuries reports whether the values end in 19 or 20, to which two digits of a year belong.
func centuries(s *column.Summary) bool {
	return s.Nearly(func(v []byte) bool { return bytes.HasSuffix(v, []byte("20")) || bytes.HasSuffix(v, []byte("19")) })
}

// meets reports whether values that end in a digit or letter are followed by values that begin with one of the same
// class.
func meets(a, b column.Column) bool {
	count := 0
	for i := range min(len(a.Val), len(b.Val)) {
		data, content := a.Val[i], b.Val[i]
		if len(data) == 0 || len(content) == 0 {
			continue
		}
		p, q := column.ByteClass(data[len(data)-1]), column.ByteClass(content[0])
		if p&column.Digit != 0 && q&column.Digit != 0 || p&column.Letters != 0 && q&column.Letters != 0 ||
			p&(column.Digit|column.HexLower) != 0 && q&(column.Digit|column.HexLower) != 0 {
			count++
		}
	}
	return count > column.Tolerance(len(a.Val))
}

// textWidthEdges cuts text that has no delimiters: at changes between letters and digits, around dates and times, where
// zeros begin, and before a tail that is certain.
func (e *Engine) textWidthEdges(v *View, n *node) []*node {
	var out []*node
	st := n.positions(v, 48)
	live := float64(n.live)
	for width := 1; width < len(st); width++ {
		change := st[width-1].class&st[width].class == 0 && st[width-1].pure() && st[width].pure() &&
			!capital(st, width) && !(st[width-1].constant && isPunctuation(st[width-1].value))
		zeros := st[width].constant && st[width].value == '0' && !st[width-1].constant &&
			st[width-1].class == column.Digit
		switch {
		case v.bare && hexEnds(st, width):
			if x := e.fixed(v, n, width, cutBits, false); x != nil {
				out = append(out, x)
			}
		case (change || zeros) && (v.bare || v.nested) || n.dateAt(v, st, width) && e.knownAt(v, n, width):
			if x := e.fixed(v, n, width, cutBits+gluedBits*live, false); x != nil {
				out = append(out, x)
			}
		case v.bare && width > 1 && width < 7 && st[width-1].class == st[width].class &&
			st[width].class&column.Digit == 0 && (v.nested || e.sameRun) && n.sameRun(v):
			if x := e.fixed(v, n, width, cutBits+gluedBits*live, false); x != nil {
				x.cost += x.unsorted()
				out = append(out, x)
			}
		case slices.Contains([]int{6, 8, 10, 12, 13, 14, 16, 19, 24, 26, 27, 32, 36}, width) &&
			n.mayBeStrong(v, width, false):
			if x := e.fixed(v, n, width, cutBits+certainBits*live, true); x != nil {
				out = append(out, x)
			}
		}
	}
	for _, w := range []int{6, 8, 10, 12, 13, 14, 15, 16, 19, 20, 24, 26, 27, 32, 36, 40, 64} {
		if !n.mayBeStrong(v, w, true) {
			continue
		}
		if x := e.tail(v, n, w, cutBits+certainBits*live); x != nil {
			out = append(out, x)
		}
	}
	return out
}

// hexEnds reports whether digits and letters drawn as of base 16 stand before w, and digits alone behind it: at each of
// those places an id of base 16 would have letters in one key of three.
func hexEnds(st []position, w int) bool {
	const digits, letters = 6, 2 // places of digits behind, and of both before
	if w < letters || w+digits > len(st) {
		return false
	}
	for _, p := range st[w-letters : w] {
		if p.pure() || p.class&^(column.Digit|column.Lower) != 0 && p.class&^(column.Digit|column.Upper) != 0 ||
			p.entropy > 4 {
			return false
		}
	}
	return !slices.ContainsFunc(st[w:w+digits], func(p position) bool { return p.class != column.Digit })
}

// unsorted is what the column that x took is encoded in less because the keys are in order, in bits. Words of any kind
// are when they are cut behind their first letters, so that is no reason to cut there.
func (n *node) unsorted() float64 {
	s := column.Summarize(n.via[0].Col)
	return max(0, float64(len(s.Val))*s.Entropy-n.via[0].Read.Bits)
}

// capital reports whether w stands behind the first letter of a word that begins with a capital.
func capital(st []position, w int) bool {
	return st[w-1].class == column.Upper && st[w].class == column.Lower && (w == 1 || st[w-2].class != column.Upper)
}

// sameRun reports whether as many letters follow in nearly all values, so that they may be codes of fixed widths, as
// FRAJFK is.
func (n *node) sameRun(v *View) bool {
	runs := column.Tally{}
	for i := range n.off {
		if n.off[i] < 0 {
			continue
		}
		runs.Add(letterRun(n.rest(v, i)))
	}
	_, same := runs.Common(n.live)
	return same
}

// mayBeStrong looks at the first or the last w bytes of a few rests: whether they could be a date, a time or an id at
// all.
func (n *node) mayBeStrong(v *View, w int, tail bool) bool {
	looked, could := 0, 0
	for i := 0; i < len(n.off) && looked < 8; i += 1 + len(n.off)/16 {
		rest := n.rest(v, i)
		if len(rest) < w {
			continue
		}
		if looked++; tail {
			rest = rest[len(rest)-w:]
		}
		class := column.TextClasses(rest[:w])
		switch {
		case class == column.Digit, w >= 14 && class&column.Digit != 0 &&
			class&^(column.Alnum|column.Dash|column.Underscore|column.Plus|column.Slash) == 0,
			column.ByteClass(rest[0]) == column.Digit &&
				class&^(column.Digit|column.Punct|column.Dash|column.Dot|column.Slash|column.Underscore|column.Space|
					column.Upper) == 0:
			could++
		}
	}
	return could*2 >= looked && looked > 0
}

// dateAt reports whether a date or a time of digits could begin w bytes on: 20.. or 1...
func (n *node) dateAt(v *View, st []position, w int) bool {
	return w+8 <= len(st) && st[w-1].class&column.Digit != 0 && st[w].constant &&
		(st[w].value == '2' && st[w+1].constant && st[w+1].value == '0' || st[w].value == '1')
}

// knownAt reports whether w bytes on stands a date or a time that agrees with the cells.
func (e *Engine) knownAt(v *View, n *node, w int) bool {
	for _, size := range []int{8, 10, 12, 13, 14} {
		_, col := e.step(v, n, bytesAt(w, size))
		if len(col.Val) == 0 {
			continue
		}
		summary := column.Summarize(col)
		if !summary.Only(column.Digit) {
			return false
		}
		if t, ok := e.FindCalendar(summary); ok && (t.Known || summary.Distinct >= 8) {
			return true
		}
		if nums := summary.ParseNumbers(10); size == 10 || size == 13 {
			if t, ok := detect.FindTime(e.Keys, nums.Row, nums.Val, detect.DecimalField()); ok && t.Known {
				return true
			}
		}
	}
	return false
}
