package recordkind

import (
	"bytes"
	"cmp"
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// Explain finds the kinds of all keys: those of the whole, then those of the keys that these leave over.
func (e *Engine) Explain(declared *Form) []*Form {
	rows := e.allRows()
	var found []*Form
	if declared != nil {
		found = append(found, declared)
		rows = e.leftover(found)
	}
	for round := range 3 {
		if len(rows) < leastKeys(len(e.Keys.Key)) && len(found) > 0 {
			break
		}
		first := round == 0 && declared == nil
		if more := append(e.relatives(found, rows), e.beginnings(found, rows)...); len(more) > 0 {
			found = e.Merge(append(found, more...))
			order(e, found)
			rows = e.leftover(found)
		}
		rows = e.mainstream(rows) // what the first round leaves over is garbage more than anywhere else
		forms := e.formsIn(rows, first)
		if first {
			forms = e.withoutGarbage(forms, rows)
		}
		others := slices.Concat(found, forms)
		forms = slices.DeleteFunc(forms, func(f *Form) bool { return e.cutShort(f, others) })
		found = e.Merge(append(found, forms...))
		order(e, found)
		rows = e.leftover(found)
		if len(forms) == 0 || e.Ctx.Err() != nil {
			break
		}
	}
	if more := e.parents(found); len(more) > len(found) {
		found = more
		order(e, found)
	}
	return found
}

// allRows lists the rows of all keys.
func (e *Engine) allRows() []int32 { return e.leftover(nil) }

// formsIn finds the forms of some keys. Only when these are all keys may one say no more than that there are bytes.
func (e *Engine) formsIn(rows []int32, all bool) []*Form {
	forms := e.buildForms(e.partition(rows, 3, search.Lists{}), all)
	if !all || len(forms) > 1 {
		forms = slices.DeleteFunc(forms, func(f *Form) bool {
			few := float64(len(f.rows)) <= mostUnanchored*float64(len(e.Keys.Key)) && !e.areNames(f)
			return !f.structured() && (few || !f.text) || e.isFew(f) && f.wordsOnly() || few && !f.anchored()
		})
	}
	return forms
}

// withoutGarbage looks at all keys again without the few that no form explains, so that these have no say in how the
// others are cut.
func (e *Engine) withoutGarbage(forms []*Form, rows []int32) []*Form {
	bad := e.leftover(forms)
	if len(forms) == 0 || len(bad) == 0 || len(bad) > column.Tolerance(len(rows)) {
		return forms
	}
	e.Work = min(e.Work, search.WorkLimit/2) // a second look needs work of its own
	clean := slices.DeleteFunc(slices.Clone(rows), func(r int32) bool {
		_, found := slices.BinarySearch(bad, r)
		return found
	})
	again := e.formsIn(clean, true)
	order(e, again)
	if e.Tired() && len(again) < len(forms) || len(e.leftover(again)) > len(bad)+column.Tolerance(len(rows))/2 {
		return forms // the second look was cut short, or explains less
	}
	return again
}

// buildForms fills and settles the kinds. What says no more than that there are bytes is left out, but for the case
// that all keys are so.
func (e *Engine) buildForms(kinds []*kind, all bool) []*Form {
	var out []*Form
	least := leastKeys(len(e.Keys.Key))
	for _, kind := range kinds {
		e.Refine(kind.parse)
		pieces := kind.parse.Pieces
		if saved := e.saved(kind); saved < savedBits || saved*float64(len(kind.rows)) < 100 {
			if !all || len(kinds) > 1 {
				continue
			}
			pieces = e.unstructured(kind)
		}
		form := e.buildForm(pieces, kind.rows, kind.text)
		if form == nil || len(form.rows) < min(least, len(e.Keys.Key)) {
			continue
		}
		form.lists = kind.lists
		form.Search = Search{Keys: kind.keys, Group: len(kind.rows), Fit: len(form.rows), Saved: e.saved(kind)}
		form.parse = kind.parse
		out = append(out, form)
	}
	return out
}

// savedBits is how many bits a key a way to cut must save over the bare bytes to be more than chance.
const savedBits = 5.0

// saved is how many bits a key the parse of a kind saves over the bare bytes.
func (e *Engine) saved(k *kind) float64 {
	raw := 0.0
	for _, r := range e.Keys.Thin(k.rows, k.keys) {
		raw += 8 * float64(len(e.Keys.Key[r]))
	}
	return (raw - k.parse.Bits) / float64(k.keys)
}

// unstructured takes the whole key as one segment, of one width if all have it.
func (e *Engine) unstructured(k *kind) []search.Piece {
	s := column.Summarize(e.NewColumn(k.rows))
	p := search.Piece{How: search.ByLiteral, Col: s.Column}
	if s.OneWidth() && s.N == len(s.Val) && !k.text && !e.Keys.Elided {
		p.How, p.Width = search.ByWidth, s.Width
	}
	return []search.Piece{p}
}

// buildForm makes a form of pieces for rows, nil when they make no layout. Rows that do not decode by it are garbage,
// which must not have a say in it: it is settled again without them.
func (e *Engine) buildForm(ps []search.Piece, rows []int32, text bool) *Form {
	form := e.formOnce(ps, rows, text)
	if form == nil {
		return nil
	}
	clean := e.decodable(form.layout, form.rows)
	if len(clean) < len(form.rows) && len(clean) >= column.Most(len(form.rows)) {
		if g := e.formOnce(ps, clean, text); g != nil {
			return g
		}
	}
	return form
}

func (e *Engine) formOnce(ps []search.Piece, rows []int32, text bool) *Form {
	form, err := e.fill(ps, rows)
	if err != nil || len(form.rows) == 0 {
		return nil
	}
	form.text = text
	e.settle(form, text)
	if form.layout, err = form.Build("", numbered()); err != nil {
		return nil
	}
	return form
}

// decodable lists the rows whose keys the layout decodes.
func (e *Engine) decodable(l *rowkey.Layout, rows []int32) []int32 {
	var out []int32
	var spans []rowkey.Span
	for _, r := range rows {
		var err error
		if spans, err = l.Decode(spans[:0], e.Keys.Key[r]); err == nil {
			out = append(out, r)
		}
	}
	return out
}

// Build makes the layout of a form.
func (f *Form) Build(name string, namer func(*search.Piece) string) (*rowkey.Layout, error) {
	ps, err := parts(f.Pieces, namer, pieceCodec)
	if err != nil {
		return nil, err
	}
	return rowkey.New(name, ps...)
}

// structured reports whether a form says more than that there are bytes: it has several segments, or one of a certain
// type.
func (f *Form) structured() bool {
	segs := search.Segments(f.Pieces)
	if len(segs) > 1 {
		return true
	}
	for _, p := range segs {
		if p.Read.Strong || p.Read.Random || p.Read.Typ != rowkey.Text && p.Read.Typ != rowkey.Enum &&
			p.Read.Typ != rowkey.Bytes {
			return true
		}
	}
	return len(f.Pieces) > len(segs)
}

// A record kind of words alone has more keys than fewWords, and than one in fewWordsShare.
const fewWords, fewWordsShare = 6, 40

// isFew reports whether a form has so few keys that test keys and damaged keys may be as many.
func (e *Engine) isFew(f *Form) bool {
	return len(f.rows) <= max(fewWords, len(e.Keys.Key)/fewWordsShare)
}

// wordsOnly reports whether a form has nothing but words and bytes of any length, some of which may be constant. Of a
// few keys, that is what test keys and damaged keys look like.
func (f *Form) wordsOnly() bool {
	for _, p := range search.Segments(f.Pieces) {
		switch p.Read.Typ {
		case rowkey.Text, rowkey.Enum, rowkey.Bytes:
		default:
			return false
		}
	}
	return true
}

// areNames reports whether the keys of a form are letters and nothing else, but for one in ten, which may be foreign,
// and are more than keys of others that are cut short behind their first word.
func (e *Engine) areNames(f *Form) bool {
	const share, names = 20, 0.9 // one in so many keys
	if !f.text || len(f.Pieces) != 1 || share*len(f.rows) < len(e.Keys.Key) {
		return false
	}
	letters := func(v []byte) bool { return column.TextClasses(v)&^column.Letters == 0 }
	return column.Summarize(f.Pieces[0].Col).Share(letters) >= int(names*float64(len(f.rows)))
}

// softly reports whether no delimiter of a form ends fields wherever it stands.
func (f *Form) softly() bool {
	return !slices.ContainsFunc(f.Pieces, func(p search.Piece) bool {
		return p.How == search.AsLiteral && bytes.ContainsAny(p.Lit, search.HardDelimiters)
	})
}

// anchored reports whether something in a form is more than bytes, numbers and words of any kind: a literal, a
// constant, or a value that no accident looks like. What is left over after the kinds of a table is garbage without it.
func (f *Form) anchored() bool {
	for i := range f.Pieces {
		p := &f.Pieces[i]
		if p.How == search.AsLiteral || p.How == search.ByLength || p.Read.Strong && p.Read.Typ != rowkey.Hash {
			return true
		}
		if _, same := column.Summarize(p.Col).Constant(); same {
			return true
		}
	}
	return false
}

// leftover lists the keys that no form's layout decodes.
func (e *Engine) leftover(forms []*Form) []int32 {
	var out []int32
	for i, k := range e.kindOf(forms) {
		if k < 0 {
			out = append(out, int32(i))
		}
	}
	return out
}

// kindOf returns the form that reads each key, -1 for none.
func (e *Engine) kindOf(forms []*Form) []int {
	set := make(rowkey.Set, len(forms))
	for i, f := range forms {
		set[i] = f.layout
	}
	var spans []rowkey.Span
	out := make([]int, len(e.Keys.Key))
	for i, key := range e.Keys.Key {
		spans, out[i] = set.Decode(spans[:0], key)
	}
	return out
}

// Merge joins forms that cut alike, where the join loses no type, and cuts off what tells the others apart.
func (e *Engine) Merge(forms []*Form) []*Form {
	e.ShareTags(forms)
	slices.SortStableFunc(forms, func(a, b *Form) int { return cmp.Compare(len(b.rows), len(a.rows)) })
	var out []*Form
	for _, form := range forms {
		joined := false
		for i, o := range out {
			if u := e.join(o, form); u != nil {
				out[i], joined = u, true
				break
			}
		}
		if !joined {
			out = append(out, form)
		}
	}
	return out
}

// join makes one form of two, nil when they are different kinds.
func (e *Engine) join(a, b *Form) *Form {
	pieces := a.raw()
	if !sameCuts(a.Pieces, b.Pieces) {
		if pieces = openWords(pieces); a.text || b.text || !b.vague() && !sameCuts(pieces, openWords(b.Pieces)) {
			return nil
		}
	}
	rows := append(slices.Clone(a.rows), b.rows...)
	slices.Sort(rows)
	form := e.buildForm(pieces, slices.Compact(rows), a.text && b.text)
	if form != nil {
		form.lists, form.parse = a.lists, a.parse
		form.Search = Search{Keys: a.Search.Keys + b.Search.Keys, Group: a.Search.Group + b.Search.Group,
			Fit: len(form.rows), Saved: min(a.Search.Saved, b.Search.Saved)}
	}
	if form == nil || len(form.rows) < column.Most(len(rows)) || !holdsMost(form.rows, a.rows) ||
		!holdsMost(form.rows, b.rows) {
		return nil
	}
	if form.losesOf(a) || !b.vague() && form.losesOf(b) {
		return nil
	}
	return form
}

// losesOf reports whether what was known of a segment of another form is no longer known in f.
func (f *Form) losesOf(before *Form) bool {
	segments, list := search.Segments(before.Pieces), search.Segments(f.Pieces)
	if len(segments) != len(list) {
		return true
	}
	for i := range list {
		if loses(segments[i], list[i]) {
			return true
		}
	}
	return false
}

// vague reports whether no more is known of a segment than that it is bytes.
func (f *Form) vague() bool {
	return slices.ContainsFunc(f.Pieces, func(p search.Piece) bool {
		return p.How != search.AsLiteral && p.Form == "" && p.Read.Typ == rowkey.Bytes
	})
}

// openWords gives words of a fixed width none where another one may be of the same kind: at the end of the key, and in
// front of numbers of a width that no program uses, which all begin with a zero byte. Words of several lengths end with
// it.
func openWords(ps []search.Piece) []search.Piece {
	var out []search.Piece
	for i, p := range ps {
		if i > 0 && search.SwallowsEnd(&ps[i-1], &p) {
			last := &out[len(out)-1]
			last.How, last.Width = search.ByLiteral, 0
			out = append(out, search.Piece{How: search.AsLiteral, Lit: []byte{0}})
			p.Width--
			p.Col = p.Col.Behind([]byte{0})
		}
		out = append(out, p)
	}
	last := len(out) - 1
	if p := &out[last]; p.How == search.ByWidth && !p.Read.Padded && (p.Read.Typ == rowkey.Text ||
		p.Read.Typ == rowkey.Enum || p.Read.Typ == rowkey.Email) {
		out[last].How, out[last].Width = search.ByLiteral, 0
	}
	return out
}

// holdsMost reports whether nearly all of part, in ascending order as rows, are among them.
func holdsMost(rows, part []int32) bool {
	k := 0
	for _, r := range part {
		if _, found := slices.BinarySearch(rows, r); found {
			k++
		}
	}
	return k >= column.Most(len(part))
}

// raw is the pieces before empty values made groups of them.
func (f *Form) raw() []search.Piece {
	out := search.ClonePieces(f.Pieces)
	for i := range out {
		if out[i].How == search.AsOptional && len(out[i].Inner) == 1 {
			out[i] = out[i].Inner[0]
		}
	}
	return out
}

// loses reports whether what was known of a segment is no longer known after a join.
func loses(before, after *search.Piece) bool {
	read, reading := before.Read, after.Read
	if sameType(read, reading) || read.Typ == rowkey.Enum && reading.Typ == rowkey.Timestamp && reading.Strong {
		return false // one day among several
	}
	if read.Strong || read.Random && len(before.Col.Val) >= 12 {
		return true
	}
	switch read.Typ {
	case rowkey.Text, rowkey.Enum, rowkey.Bytes:
		return false
	}
	if reading.Typ == rowkey.IntPadded || reading.Typ == rowkey.IntDecimal || reading.Typ == rowkey.Hex ||
		reading.Typ == rowkey.IntBE {
		return false
	}
	return column.Summarize(before.Col).Distinct > 8
}

// sameCuts reports whether two parses cut at the same places; constant words may differ.
func sameCuts(a, b []search.Piece) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		piece, other := a[i], b[i]
		if piece.How == search.AsOptional && other.How != search.AsOptional && len(piece.Inner) == 1 {
			piece = piece.Inner[0]
		} else if other.How == search.AsOptional && piece.How != search.AsOptional && len(other.Inner) == 1 {
			other = other.Inner[0]
		}
		if piece.How != other.How || !bytes.Equal(piece.Lit, other.Lit) || piece.How != search.ByLiteral &&
			piece.How != search.ByTail && piece.Width != other.Width || !sameCuts(piece.Inner, other.Inner) {
			return false
		}
	}
	return true
}
