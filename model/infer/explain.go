package infer

import (
	"bytes"
	"cmp"
	"slices"

	"tabletop/model/rowkey"
)

// explain finds the kinds of all keys: those of the whole, then those of the keys that these leave over.
func (e *engine) explain(declared *form) []*form {
	rows := make([]int32, len(e.keys.key))
	for i := range rows {
		rows[i] = int32(i)
	}
	var found []*form
	if declared != nil {
		found = append(found, declared)
		rows = e.leftover(found)
	}
	for round := range 3 {
		if len(rows) < leastKeys(len(e.keys.key)) && len(found) > 0 {
			break
		}
		first := round == 0 && declared == nil
		forms := e.formsIn(rows, first)
		if first {
			forms = e.withoutGarbage(forms, rows)
		}
		found = e.mergeForms(append(found, forms...))
		found = e.needed(found)
		order(e, found)
		rows = e.leftover(found)
		if len(forms) == 0 || e.ctx.Err() != nil {
			break
		}
	}
	return found
}

// formsIn finds the forms of some keys. Only when these are all keys may one say no more than that there are bytes.
func (e *engine) formsIn(rows []int32, all bool) []*form {
	forms := e.tagged(e.formsOf(e.partition(rows, 3, lists{}), all))
	if !all || len(forms) > 1 {
		forms = slices.DeleteFunc(forms, func(f *form) bool {
			return !f.structured() || len(f.rows) <= 2*tolerance(len(e.keys.key)) && f.takesAny()
		})
	}
	return forms
}

// withoutGarbage looks at all keys again without the few that no form explains, so that these have no say in how the others
// are cut.
func (e *engine) withoutGarbage(forms []*form, rows []int32) []*form {
	bad := e.leftover(forms)
	if len(forms) == 0 || len(bad) == 0 || len(bad) > tolerance(len(rows)) {
		return forms
	}
	e.work = min(e.work, workLimit/2) // a second look needs work of its own
	clean := slices.DeleteFunc(slices.Clone(rows), func(r int32) bool {
		_, found := slices.BinarySearch(bad, r)
		return found
	})
	again := e.formsIn(clean, true)
	order(e, again)
	if e.tired() && len(again) < len(forms) || len(e.leftover(again)) > len(bad)+tolerance(len(rows))/2 {
		return forms // the second look was cut short, or explains less
	}
	return again
}

// formsOf fills and settles the kinds. What says no more than that there are bytes is left out, but for the case that all
// keys are so.
func (e *engine) formsOf(kinds []*kind, all bool) []*form {
	var out []*form
	least := leastKeys(len(e.keys.key))
	for _, k := range kinds {
		e.refine(k.parse)
		pieces := k.parse.pieces
		if saved := e.saved(k); saved < savedBits || saved*float64(len(k.rows)) < 100 {
			if !all || len(kinds) > 1 {
				continue
			}
			pieces = e.unstructured(k)
		}
		f := e.formOf(pieces, k.rows, k.text)
		if f == nil || len(f.rows) < min(least, len(e.keys.key)) {
			continue
		}
		f.lists = k.lists
		if f.next = k.parse.next; f.next != nil {
			f.margin = max(0, (f.next.bits-k.parse.bits)/float64(max(1, k.keys)))
		}
		out = append(out, f)
	}
	return out
}

// savedBits is how many bits a key a way to cut must save over the bare bytes to be more than chance.
const savedBits = 5.0

// saved is how many bits a key the parse of a kind saves over the bare bytes.
func (e *engine) saved(k *kind) float64 {
	raw := 0.0
	for _, r := range thinRows(k.rows, k.keys) {
		raw += 8 * float64(len(e.keys.key[r]))
	}
	return (raw - k.parse.bits) / float64(k.keys)
}

// unstructured takes the whole key as one segment, of one width if all have it.
func (e *engine) unstructured(k *kind) []piece {
	s := summarize(e.columnOf(k.rows))
	p := piece{how: byLiteral, col: s.column}
	if s.width > 0 && s.min == s.max && s.n == len(s.val) && !k.text && !e.keys.elided {
		p.how, p.width = byWidth, s.width
	}
	return []piece{p}
}

// tagged cuts off the first byte of kinds that begin with text or an id, where the other kinds begin with a byte that tells
// the kind.
func (e *engine) tagged(forms []*form) []*form {
	tags := 0
	letters := map[byte]bool{} // in front of ids
	for _, f := range forms {
		p := f.pieces[0]
		if p.how == byWidth && p.width == 1 && (p.read.typ == rowkey.Enum || p.read.typ == rowkey.IntBE) && p.read.solid {
			tags++
		}
		if c, ok := e.letterBeforeID(&p); ok {
			letters[c] = true
		}
	}
	for i, f := range forms {
		p := f.pieces[0]
		_, id := e.letterBeforeID(&p)
		word := p.how == byLiteral && (p.read.typ == rowkey.Text || p.read.typ == rowkey.Enum) && len(summarize(p.col).commonPrefix()) > 0
		if !(word && tags >= 2) && !(id && len(letters)+tags >= 2) {
			continue
		}
		cut := append([]piece{{how: byWidth, width: 1}}, clonePieces(f.pieces)...)
		if p.how == byWidth {
			cut[1].width--
		}
		if g := e.formOf(cut, f.rows, f.text); g != nil && len(g.rows) >= most(len(f.rows)) {
			g.lists = f.lists
			forms[i] = g
		}
	}
	return forms
}

// letterBeforeID tells the letter that all values of a column begin with, when what follows it is an id.
func (e *engine) letterBeforeID(p *piece) (byte, bool) {
	if p.how != byLiteral && p.how != byWidth || len(p.col.val) == 0 || p.read.typ == rowkey.Text || p.read.typ == rowkey.Timestamp {
		return 0, false
	}
	s := summarize(p.col)
	prefix := s.commonPrefix()
	if len(prefix) != 1 || classOf(prefix[0])&(lower|upper|hexUpper) == 0 || s.all&nonText != 0 {
		return 0, false
	}
	_, rest := p.col.cutAt(1, 0)
	r := e.readText(summarize(rest))
	return prefix[0], r.random && r.typ == rowkey.Hash || r.typ == rowkey.UUID
}

// formOf makes a form of pieces for rows, nil when they make no layout. Rows that do not decode by it are garbage, which
// must not have a say in it: it is settled again without them.
func (e *engine) formOf(ps []piece, rows []int32, text bool) *form {
	f := e.formOnce(ps, rows, text)
	if f == nil {
		return nil
	}
	clean := e.decodable(f.layout, f.rows)
	if len(clean) < len(f.rows) && len(clean) >= most(len(f.rows)) {
		if g := e.formOnce(ps, clean, text); g != nil {
			return g
		}
	}
	return f
}

func (e *engine) formOnce(ps []piece, rows []int32, text bool) *form {
	f, err := e.fill(ps, rows)
	if err != nil || len(f.rows) == 0 {
		return nil
	}
	f.text = text
	e.settle(f, text)
	if f.layout, err = f.build("", numbered()); err != nil {
		return nil
	}
	return f
}

// decodable lists the rows whose keys the layout decodes.
func (e *engine) decodable(l *rowkey.Layout, rows []int32) []int32 {
	var out []int32
	var spans []rowkey.Span
	for _, r := range rows {
		var err error
		if spans, err = l.Decode(spans[:0], e.keys.key[r]); err == nil {
			out = append(out, r)
		}
	}
	return out
}

// build makes the layout of a form.
func (f *form) build(name string, namer func(*piece) string) (*rowkey.Layout, error) {
	ps, err := parts(f.pieces, namer, codecOf)
	if err != nil {
		return nil, err
	}
	return rowkey.New(name, ps...)
}

// structured says that a form says more than that there are bytes: it has several segments, or one of a certain type.
func (f *form) structured() bool {
	segs := segments(f.pieces)
	if len(segs) > 1 {
		return true
	}
	for _, p := range segs {
		if p.read.strong || p.read.random || p.read.typ != rowkey.Text && p.read.typ != rowkey.Enum && p.read.typ != rowkey.Bytes {
			return true
		}
	}
	return len(f.pieces) > len(segs)
}

// takesAny says that any long enough key has the form: numbers and bytes, and no end to the last of them. Of a few keys,
// that is what garbage looks like.
func (f *form) takesAny() bool {
	endless := false
	for _, p := range f.pieces {
		endless = endless || p.how == asRepeat || p.how == byLiteral || p.how == byTail
		switch p.read.typ {
		case rowkey.IntBE, rowkey.Bytes, rowkey.OrderedCode, rowkey.Hash:
			if p.read.strong {
				return false
			}
		default:
			if p.how != asRepeat {
				return false
			}
		}
	}
	return endless
}

// leftover lists the keys that no form's layout decodes.
func (e *engine) leftover(forms []*form) []int32 {
	var out []int32
	var spans []rowkey.Span
	set := make(rowkey.Set, len(forms))
	for i, f := range forms {
		set[i] = f.layout
	}
	for i, key := range e.keys.key {
		var k int
		if spans, k = set.Decode(spans[:0], key); k < 0 {
			out = append(out, int32(i))
		}
	}
	return out
}

// mergeForms joins forms that cut alike, where the join loses no type.
func (e *engine) mergeForms(forms []*form) []*form {
	slices.SortStableFunc(forms, func(a, b *form) int { return cmp.Compare(len(b.rows), len(a.rows)) })
	var out []*form
	for _, f := range forms {
		joined := false
		for i, o := range out {
			if u := e.join(o, f); u != nil {
				out[i], joined = u, true
				break
			}
		}
		if !joined {
			out = append(out, f)
		}
	}
	return out
}

// needed drops small forms whose keys a larger one cuts into as many segments, as certain ones.
func (e *engine) needed(forms []*form) []*form {
	return slices.DeleteFunc(forms, func(b *form) bool {
		if len(b.rows)*20 > len(e.keys.key) {
			return false
		}
		return slices.ContainsFunc(forms, func(a *form) bool {
			return len(a.rows) > 4*len(b.rows) && len(segments(a.pieces)) >= len(segments(b.pieces)) && a.certain() >= b.certain() &&
				len(e.decodable(a.layout, b.rows)) == len(b.rows)
		})
	})
}

// certain counts the segments of which more is known than that they are words or numbers.
func (f *form) certain() int {
	n := 0
	for _, p := range segments(f.pieces) {
		if p.read.strong || p.read.random || p.read.solid {
			n++
		}
	}
	return n
}

// join makes one form of two, nil when they are different kinds.
func (e *engine) join(a, b *form) *form {
	if !sameCuts(a.pieces, b.pieces) {
		return nil
	}
	rows := append(slices.Clone(a.rows), b.rows...)
	slices.Sort(rows)
	u := e.formOf(a.raw(), slices.Compact(rows), a.text && b.text)
	if u != nil {
		u.lists, u.next, u.margin = a.lists, a.next, a.margin
	}
	if u == nil || len(u.rows) < most(len(rows)) {
		return nil
	}
	x, y, z := segments(a.pieces), segments(b.pieces), segments(u.pieces)
	if len(x) != len(z) || len(y) != len(z) {
		return nil
	}
	for i := range z {
		if loses(x[i], z[i]) || loses(y[i], z[i]) {
			return nil
		}
	}
	return u
}

// raw is the pieces before empty values made groups of them.
func (f *form) raw() []piece {
	out := clonePieces(f.pieces)
	for i := range out {
		if out[i].how == asOptional && len(out[i].inner) == 1 {
			out[i] = out[i].inner[0]
		}
	}
	return out
}

// loses says that what was known of a segment is no longer known after a join.
func loses(before, after *piece) bool {
	a, b := before.read, after.read
	if sameType(a, b) {
		return false
	}
	if a.strong || a.random && len(before.col.val) >= 12 {
		return true
	}
	switch a.typ {
	case rowkey.Text, rowkey.Enum, rowkey.Bytes:
		return false
	}
	if b.typ == rowkey.IntPadded || b.typ == rowkey.IntDecimal || b.typ == rowkey.Hex || b.typ == rowkey.IntBE {
		return false
	}
	return summarize(before.col).distinct > 8
}

// sameCuts says that two parses cut at the same places; constant words may differ.
func sameCuts(a, b []piece) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		if x.how == asOptional && y.how != asOptional && len(x.inner) == 1 {
			x = x.inner[0]
		} else if y.how == asOptional && x.how != asOptional && len(y.inner) == 1 {
			y = y.inner[0]
		}
		if x.how != y.how || !bytes.Equal(x.lit, y.lit) || x.how != byLiteral && x.how != byTail && x.width != y.width || !sameCuts(x.inner, y.inner) {
			return false
		}
	}
	return true
}

// order sorts forms so that each key meets its own first: where one layout accepts the keys of another but not the other
// way round, the pickier goes first; else the larger.
func order(e *engine, forms []*form) {
	takes := func(a, b *form) float64 { // the share of b's keys that a accepts
		n, k := 0, 0
		var spans []rowkey.Span
		for _, r := range thinRows(b.rows, 24) {
			n++
			if _, err := a.layout.Decode(spans[:0], e.keys.key[r]); err == nil {
				k++
			}
		}
		return float64(k) / float64(max(n, 1))
	}
	slices.SortStableFunc(forms, func(a, b *form) int { return cmp.Compare(len(b.rows), len(a.rows)) })
	for range forms {
		moved := false
		for i := 0; i+1 < len(forms); i++ {
			for j := i + 1; j < len(forms); j++ {
				a, b := forms[i], forms[j]
				if ab, ba := takes(a, b), takes(b, a); ab > ba+0.1 || ab > 0.1 && ab >= ba && len(segments(b.pieces)) > len(segments(a.pieces)) {
					copy(forms[i+1:j+1], forms[i:j])
					forms[i] = b
					moved = true
				}
			}
		}
		if !moved {
			return
		}
	}
}

// result turns forms into kinds.
func (e *engine) result(forms []*form, seed uint64) []Kind {
	harmonize(forms)
	doubts := make([]Kind, len(forms))
	for i, f := range forms {
		doubts[i].Stability = e.stability(f, seed)
		doubts[i].RunnerUp, doubts[i].Margin = e.runnerUp(f)
		e.proveSalts(f)
		nameSegments(f.pieces)
		segs := segments(f.pieces)
		for _, p := range segs {
			p.proven(func(i int) string { return segs[i].name })
			if p.proof != nil {
				p.name = ""
			}
		}
		nameSegments(f.pieces)
	}
	var out []Kind
	for i, name := range nameKinds(forms) {
		f := forms[i]
		l, err := f.build(name, named)
		if err != nil {
			continue
		}
		doubts[i].Layout = l
		out = append(out, doubts[i])
	}
	return out
}
