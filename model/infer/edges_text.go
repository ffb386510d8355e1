package infer

import (
	"bytes"
	"slices"
	"strings"

	"tabletop/model/rowkey"
)

// calendarEdges takes a date that has delimiters inside, and a UUID.
func (e *engine) calendarEdges(v *view, n *node) []*node {
	typical := n.typical(v)
	var buf [40]byte
	for _, w := range append([]int{36, 17}, e.forms.widths...) {
		if len(typical) < w {
			continue
		}
		head := typical[:w]
		if w < len(typical) && classOf(typical[w])&alnum != 0 {
			continue
		}
		inside := classesOf(head)
		if inside&^alnum == 0 || w > len(buf) {
			continue
		}
		sh := shape(buf[:0], head)
		if e.forms.byShape[string(sh)] == nil && !isUUID(head) && !isMAC(head) {
			continue
		}
		if x := e.fixed(v, n, w, 0, true); x != nil {
			return []*node{x}
		}
	}
	return nil
}

func isMAC(v []byte) bool {
	if len(v) != 17 {
		return false
	}
	for i, c := range v {
		if i%3 == 2 && c != ':' && c != '-' || i%3 != 2 && classOf(c)&(digit|hexLower|hexUpper) == 0 {
			return false
		}
	}
	return true
}

// longerDate says that the next two bytes make a finer date of the first w: a day is no month and two digits.
func (e *engine) longerDate(v *view, n *node, w int) bool {
	_, col := e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) { return 0, w + 2, 0, len(rest) >= w+2 })
	if len(col.val) == 0 {
		return false
	}
	_, ok := e.calendarOf(summarize(col))
	return ok
}

// tail takes all but the last w bytes.
func (e *engine) tail(v *view, n *node, w int, extra float64) *node {
	x, col := e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) { return 0, len(rest) - w, 0, len(rest) >= w })
	if x == nil || x.done || !v.text && isBinary(col) {
		return nil
	}
	s := summarize(col)
	if s.n == 0 {
		return nil
	}
	if v.text {
		if !e.gluedTail(v, x, s) {
			return nil
		}
	} else if st := x.positions(v, 1); len(st) == 0 || st[0].binary < 0.4 {
		return nil // that would be a cut inside of text
	}
	r := e.readWords(v, s)
	x.take(v, s, piece{how: byTail, width: w, col: col, read: r}, extra)
	return x
}

// gluedTail says that what follows a column without a delimiter is certain enough to be cut off: digits that follow
// digits must be a date or a time that is known.
func (e *engine) gluedTail(v *view, n *node, head *summary) bool {
	_, col := e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) { return 0, len(rest), 0, true })
	if len(col.val) == 0 {
		return false
	}
	_, r := e.readOf(v, col)
	if !r.strong || r.typ == rowkey.URL || r.typ == rowkey.Domain || strings.HasPrefix(r.spec, "date(06") && centuries(head) {
		return false
	}
	return !meets(head.column, col) || r.known
}

// centuries says that the values end in 19 or 20, to which two digits of a year belong.
func centuries(s *summary) bool {
	return s.nearly(func(v []byte) bool { return bytes.HasSuffix(v, []byte("20")) || bytes.HasSuffix(v, []byte("19")) })
}

// meets says that values that end in a digit or letter are followed by values that begin with one of the same class.
func meets(a, b column) bool {
	k := 0
	for i := range min(len(a.val), len(b.val)) {
		x, y := a.val[i], b.val[i]
		if len(x) == 0 || len(y) == 0 {
			continue
		}
		p, q := classOf(x[len(x)-1]), classOf(y[0])
		if p&digit != 0 && q&digit != 0 || p&letters != 0 && q&letters != 0 || p&(digit|hexLower) != 0 && q&(digit|hexLower) != 0 {
			k++
		}
	}
	return k > tolerance(len(a.val))
}

// textWidthEdges cuts text that has no delimiters: at changes between letters and digits, around dates and times, where
// zeros begin, and before a tail that is certain.
func (e *engine) textWidthEdges(v *view, n *node) []*node {
	var out []*node
	st := n.positions(v, 48)
	m := float64(n.live)
	for w := 1; w < len(st); w++ {
		change := st[w-1].class&st[w].class == 0 && st[w-1].pure() && st[w].pure() && !capital(st, w)
		zeros := st[w].constant && st[w].value == '0' && !(st[w-1].constant && st[w-1].value == '0') && (st[w-1].class == digit || zerosAt(st, w))
		switch {
		case (change || zeros) && (v.bare || v.nested) || n.dateAt(v, st, w) && e.knownAt(v, n, w):
			if x := e.fixed(v, n, w, 16+0.3*m, false); x != nil {
				out = append(out, x)
			}
		case v.bare && w > 1 && w < 7 && st[w-1].class == st[w].class && st[w].class&digit == 0 && n.sameRun(v):
			if x := e.fixed(v, n, w, 16+0.3*m, false); x != nil {
				x.cost += x.unsorted()
				out = append(out, x)
			}
		case slices.Contains([]int{6, 8, 10, 12, 13, 14, 16, 19, 24, 26, 27, 32, 36}, w) && n.mayBeStrong(v, w, false):
			if x := e.fixed(v, n, w, 16+0.2*m, true); x != nil {
				out = append(out, x)
			}
		}
	}
	for _, w := range []int{6, 8, 10, 12, 13, 14, 15, 16, 19, 20, 24, 26, 27, 32, 36, 40, 64} {
		if !n.mayBeStrong(v, w, true) {
			continue
		}
		if x := e.tail(v, n, w, 16+0.2*m); x != nil {
			out = append(out, x)
		}
	}
	return out
}

// zerosAt says that three zeros stand in all values behind a digit that varies: there a number begins, decimal or hexadecimal.
func zerosAt(st []position, w int) bool {
	for p := w; p < w+3; p++ {
		if p >= len(st) || !st[p].constant || st[p].value != '0' {
			return false
		}
	}
	return !st[w-1].constant && st[w-1].class&digit != 0
}

// unsorted is what the column that x took is told in less because the keys are in order, in bits. Words of any kind are when
// they are cut behind their first letters, so that is no reason to cut there.
func (x *node) unsorted() float64 {
	s := summarize(x.via[0].col)
	return max(0, float64(len(s.val))*s.entropy-x.via[0].read.bits)
}

// capital says that w stands behind the first letter of a word that begins with a capital.
func capital(st []position, w int) bool {
	return st[w-1].class == upper && st[w].class == lower && (w == 1 || st[w-2].class != upper)
}

// sameRun says that as many letters follow in nearly all values, so that they may be codes of fixed widths, as FRAJFK is.
func (n *node) sameRun(v *view) bool {
	runs := tally{}
	for i := range n.off {
		if n.off[i] < 0 {
			continue
		}
		rest := n.rest(v, i)
		k := 0
		for k < len(rest) && classOf(rest[k])&letters != 0 {
			k++
		}
		runs.add(k)
	}
	return slices.ContainsFunc(runs, func(r struct{ what, n int }) bool { return r.n >= most(n.live) })
}

// mayBeStrong looks at the first or the last w bytes of a few rests: whether they could be a date, a time or an id at all.
func (n *node) mayBeStrong(v *view, w int, tail bool) bool {
	looked, could := 0, 0
	for i := 0; i < len(n.off) && looked < 8; i += 1 + len(n.off)/16 {
		rest := n.rest(v, i)
		if len(rest) < w {
			continue
		}
		if looked++; tail {
			rest = rest[len(rest)-w:]
		}
		m := classesOf(rest[:w])
		switch {
		case m == digit, w >= 14 && m&digit != 0 && m&^(alnum|dash|underscore|plus|slash) == 0, classOf(rest[0]) == digit && m&^(digit|punct|dash|dot|slash|underscore|space|upper) == 0:
			could++
		}
	}
	return could*2 >= looked && looked > 0
}

// dateAt says that a date or a time of digits could begin w bytes on: 20.. or 1...
func (n *node) dateAt(v *view, st []position, w int) bool {
	return w+8 <= len(st) && st[w-1].class&digit != 0 && st[w].constant && (st[w].value == '2' && st[w+1].constant && st[w+1].value == '0' || st[w].value == '1')
}

// knownAt says that w bytes on stands a date or a time that agrees with the cells.
func (e *engine) knownAt(v *view, n *node, w int) bool {
	for _, size := range []int{8, 10, 12, 13, 14} {
		_, col := e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) { return w, size, 0, len(rest) >= w+size })
		if len(col.val) == 0 {
			continue
		}
		s := summarize(col)
		if !s.only(digit) {
			return false
		}
		if t, ok := e.calendarOf(s); ok && (t.known || s.distinct >= 8) {
			return true
		}
		if nums := s.parseNumbers(10); size == 10 || size == 13 {
			if t, ok := e.keys.timeOf(nums.row, nums.val, 0); ok && t.known {
				return true
			}
		}
	}
	return false
}
