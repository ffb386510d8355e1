package recordkind

import (
	"bytes"
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/infer/internal/search"
)

// relatives returns the kinds of keys of text that are cut by the delimiters of forms found before, into fields of
// which one is the same word in all: v;16 beside i;16;owns;3, or acme::settings beside acme::deal::5f21. Such a kind,
// if it is rare, hides among foreign keys. These have other delimiters, and keys that were cut short have the words of
// the form that they are of, or the first letters of those.
func (e *Engine) relatives(forms []*Form, rows []int32) []*Form {
	marks := findMarks(forms)
	if len(marks) == 0 {
		return nil
	}
	by := map[string][]fields{} // by the delimiters of a key, in order
	for _, r := range rows {
		if key := e.Keys.Key[r]; column.IsText(key) {
			if tokens, between := cutBy(key, marks); len(tokens) > 1 {
				by[between] = append(by[between], fields{r, tokens})
			}
		}
	}
	known := e.findWords(forms, marks)
	var out []*Form
	for _, between := range slices.Sorted(maps.Keys(by)) {
		for keys := by[between]; len(keys) > 0; {
			group, others := e.sharing(keys, known)
			if len(group) == 0 {
				break
			}
			if f := e.relative(group, marks); f != nil {
				out = append(out, f)
			}
			keys = others
		}
	}
	return out
}

// fields is a key with what stands between its delimiters.
type fields struct {
	row    int32
	tokens [][]byte
}

// sharing returns the rows of the keys that have the most common word at one place, where that is not known there, and
// the other keys; no rows where the word is too rare.
func (e *Engine) sharing(keys []fields, known []map[string]bool) (group []int32, others []fields) {
	type word struct {
		at   int
		text string
	}
	counts := map[word]int{}
	for _, k := range keys {
		for at, token := range k.tokens {
			if column.TextClasses(token)&column.Letters != 0 {
				counts[word{at, string(token)}]++
			}
		}
	}
	last := len(keys[0].tokens) - 1
	maps.DeleteFunc(counts, func(w word, n int) bool {
		if n < leastKeys(len(e.Keys.Key)) || w.at >= len(known) {
			return n < leastKeys(len(e.Keys.Key))
		}
		for v := range known[w.at] {
			if v == w.text || w.at == last && strings.HasPrefix(v, w.text) {
				return true
			}
		}
		return false
	})
	if len(counts) == 0 {
		return nil, nil
	}
	best := slices.MinFunc(slices.Collect(maps.Keys(counts)), func(a, b word) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.at, b.at), cmp.Compare(a.text, b.text))
	})
	for _, k := range keys {
		if string(k.tokens[best.at]) == best.text {
			group = append(group, k.row)
		} else {
			others = append(others, k)
		}
	}
	return group, others
}

// relative returns the form of keys that have the same delimiters: as a search cuts them, where that cuts at all of
// these, and at these alone otherwise.
func (e *Engine) relative(rows []int32, marks [][]byte) *Form {
	var plain []search.Piece
	rest := e.Keys.Key[rows[0]]
	for {
		at, mark := nextMark(rest, marks)
		plain = append(plain, search.Piece{How: search.ByLiteral})
		if at < 0 {
			break
		}
		plain = append(plain, search.Piece{How: search.AsLiteral, Lit: mark})
		rest = rest[at+len(mark):]
	}
	kind := e.cutRows(rows, search.Lists{}, search.SearchKeys)
	if kind == nil {
		return nil
	}
	e.Refine(kind.parse)
	pieces := kind.parse.Pieces
	if len(pieces) < len(plain) {
		pieces = plain
	}
	form := e.buildForm(pieces, rows, true)
	if form == nil || len(form.rows) < leastKeys(len(e.Keys.Key)) {
		return nil
	}
	if e.isFew(form) && form.wordsOnly() && form.softly() {
		return nil // a-test, b-test
	}
	form.Search = Search{Keys: kind.keys, Group: len(rows), Fit: len(form.rows), Saved: e.saved(kind)}
	return form
}

// beginnings returns the kinds of keys of text that are what the keys of a form begin with, up to one of its
// delimiters: cust:17 beside cust:17:bill:5. Keys that were cut short end anywhere, so that more of them end in fields
// that are longer, and few at the end of a value that other keys have; these are more than that.
func (e *Engine) beginnings(forms []*Form, rows []int32) []*Form {
	const leastBits = 12 // of evidence against keys cut short; some ten beginnings are tried
	marks := findMarks(forms)
	var out []*Form
	for _, form := range forms {
		if !form.text || len(marks) == 0 || !e.sameBetween(form, marks) {
			continue
		}
		_, all := cutBy(e.Keys.Key[form.rows[0]], marks)
		cut := slices.DeleteFunc(slices.Clone(rows), func(r int32) bool {
			_, between := cutBy(e.Keys.Key[r], marks)
			return between == "" || !column.IsText(e.Keys.Key[r]) || !strings.HasPrefix(all, between)
		})
		size := 0.0 // of what stands behind the first delimiter, on average
		for i, p := range form.Pieces {
			if i > 1 && p.How != search.AsLiteral {
				size += meanLength(p.Col)
			}
		}
		for i := 3; i < len(form.Pieces) && len(cut) >= leastKeys(len(e.Keys.Key)); i++ {
			if form.Pieces[i].How != search.AsLiteral {
				continue
			}
			layout, err := (&Form{Pieces: form.Pieces[:i]}).Build("", numbered())
			if err != nil {
				continue
			}
			group := e.decodable(layout, cut)
			last := &form.Pieces[i-1]
			atEnd := float64(len(cut)) / size // keys cut short that are expected to end where this field does
			if len(group) < leastKeys(len(e.Keys.Key)) || max(moreThan(len(group), atEnd*max(1, meanLength(last.Col))),
				moreThan(e.endIn(group, last.Col), atEnd)) < leastBits {
				continue
			}
			if g := e.buildForm(form.Pieces[:i], group, true); g != nil {
				g.Search = Search{Keys: len(group), Group: len(group), Fit: len(g.rows), Saved: form.Search.Saved}
				out = append(out, g)
			}
		}
	}
	return out
}

// cutShort reports whether nearly all keys of a form of text, which are no more than foreign keys may be, are what the
// keys of a larger form begin with, up to any byte behind its first delimiter. Those that end with a field are found by
// beginnings, where they are more than keys cut short are.
func (e *Engine) cutShort(f *Form, others []*Form) bool {
	if !f.text || len(f.rows) > 2*column.Tolerance(len(e.Keys.Key)) {
		return false
	}
	rest := search.Piece{How: search.ByLiteral, Read: detect.Reading{Spec: "text"}}
	for _, form := range others {
		if len(form.Pieces) > len(f.Pieces) && sameForm(form.Pieces[:len(f.Pieces)], f.Pieces) &&
			!(e.isFew(f) && isWord(f.Pieces[len(f.Pieces)-1])) {
			continue // its keys end with a field
		}
		short := map[int32]bool{}
		for i := 2; i < len(form.Pieces) && form.text && len(form.rows) > len(f.rows); i++ {
			if form.Pieces[i-1].How != search.AsLiteral || form.Pieces[i].How == search.AsLiteral {
				continue
			}
			layout, err := (&Form{Pieces: append(search.ClonePieces(form.Pieces[:i]), rest)}).Build("", numbered())
			if err != nil {
				continue
			}
			whole := column.Summarize(form.Pieces[i].Col)
			for _, r := range e.decodable(layout, f.rows) {
				key := e.Keys.Key[r]
				begun := key[bytes.LastIndex(key, form.Pieces[i-1].Lit)+len(form.Pieces[i-1].Lit):]
				if len(begun) <= whole.Max && column.TextClasses(begun)&^whole.All == 0 {
					short[r] = true
				}
			}
		}
		if len(short) >= column.Most(len(f.rows)) {
			return true
		}
	}
	return false
}

// moreThan returns how improbable it is that n occur where so many are expected, in bits: Chernoff's bound for the
// Poisson distribution; 0 where they are no more than that.
func moreThan(n int, expected float64) float64 {
	k := float64(n)
	if k <= expected {
		return 0
	}
	return k*math.Log2(k/expected) - (k-expected)/math.Ln2
}

// endIn counts the rows whose keys end in a value of a column, behind a byte that is no letter or digit.
func (e *Engine) endIn(rows []int32, c column.Column) int {
	known := map[string]bool{}
	for _, v := range c.Val {
		known[string(v)] = true
	}
	count := 0
	for _, r := range rows {
		key := e.Keys.Key[r]
		for at := len(key) - 1; at > 0; at-- {
			if column.ByteClass(key[at-1])&column.Alnum == 0 && known[string(key[at:])] {
				count++
				break
			}
		}
	}
	return count
}

// sameBetween reports whether nearly all keys of a form have the same marks, in order.
func (e *Engine) sameBetween(f *Form, marks [][]byte) bool {
	_, first := cutBy(e.Keys.Key[f.rows[0]], marks)
	k := 0
	for _, r := range f.rows {
		if _, between := cutBy(e.Keys.Key[r], marks); between == first {
			k++
		}
	}
	return k >= column.Most(len(f.rows))
}

// meanLength returns the mean length of the values of a column, 0 where it has none.
func meanLength(c column.Column) float64 {
	sum := 0
	for _, v := range c.Val {
		sum += len(v)
	}
	return float64(sum) / float64(max(1, len(c.Val)))
}

// findMarks lists the delimiters of forms of text, the longest first, without those that part lists.
func findMarks(forms []*Form) [][]byte {
	var out [][]byte
	lists := map[byte]bool{}
	for _, form := range forms {
		for _, p := range form.Pieces {
			if p.Read.List != 0 {
				lists[p.Read.List] = true
			}
			if form.text && p.How == search.AsLiteral && column.TextClasses(p.Lit)&(column.Alnum|column.NonText) == 0 &&
				!slices.ContainsFunc(out, func(m []byte) bool { return bytes.Equal(m, p.Lit) }) {
				out = append(out, p.Lit)
			}
		}
	}
	out = slices.DeleteFunc(out, func(m []byte) bool { return lists[m[0]] })
	slices.SortFunc(out, func(a, b []byte) int { return cmp.Or(cmp.Compare(len(b), len(a)), bytes.Compare(a, b)) })
	return out
}

// findWords returns for each field, counted from the first, the values that keys of forms have there.
func (e *Engine) findWords(forms []*Form, marks [][]byte) []map[string]bool {
	var out []map[string]bool
	for _, form := range forms {
		for _, r := range form.rows {
			tokens, _ := cutBy(e.Keys.Key[r], marks)
			for at, token := range tokens {
				if at == len(out) {
					out = append(out, map[string]bool{})
				}
				out[at][string(token)] = true
			}
		}
	}
	return out
}

// cutBy cuts a key at all marks, and returns these too.
func cutBy(key []byte, marks [][]byte) (tokens [][]byte, between string) {
	for {
		at, mark := nextMark(key, marks)
		if at < 0 {
			return append(tokens, key), between
		}
		tokens, between = append(tokens, key[:at]), between+string(mark)+"\x00"
		key = key[at+len(mark):]
	}
}

// nextMark returns the place of the first mark in v, -1 where there is none.
func nextMark(v []byte, marks [][]byte) (at int, mark []byte) {
	at = -1
	for _, m := range marks {
		if k := bytes.Index(v, m); k >= 0 && (at < 0 || k < at) {
			at, mark = k, m
		}
	}
	return at, mark
}
