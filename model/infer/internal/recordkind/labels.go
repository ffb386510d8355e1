package recordkind

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// labeler names the group of a key; ok is false for a key that belongs to none.
type labeler func(key []byte) (string, bool)

// split groups rows by label. Groups that are too small, and those past the largest, are the rest.
func (e *Engine) split(rows []int32, label labeler) (groups [][]int32, rest []int32) {
	const mostGroups = 12
	by := map[string][]int32{}
	for _, row := range rows {
		if l, ok := label(e.Keys.Key[row]); ok {
			by[l] = append(by[l], row)
			if len(by) > 40+len(rows)/8 {
				return nil, nil
			}
		} else {
			rest = append(rest, row)
		}
	}
	least := leastKeys(len(e.Keys.Key))
	names := slices.SortedFunc(maps.Keys(by), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(by[b]), len(by[a])), cmp.Compare(a, b))
	})
	for i, l := range names {
		if i < mostGroups && len(by[l]) >= least {
			groups = append(groups, by[l])
		} else {
			rest = append(rest, by[l]...)
		}
	}
	slices.Sort(rest)
	if len(rest)*5 > len(rows)*2 {
		return nil, nil
	}
	return groups, rest
}

// delims is a set of bytes that end the tokens of a key.
type delims string

// findDelims is the bytes that end the tokens of a kind's keys: the hard delimiters, or, where there are none, the soft
// ones that most keys have.
func (e *Engine) findDelims(k *kind) delims {
	if !k.soft {
		return delims(e.Hard)
	}
	var out []byte
	soft := search.FindSoftDelimiters(e.NewColumn(k.rows))
	for i := range len(soft) {
		count := 0
		for _, r := range k.rows {
			if bytes.IndexByte(e.Keys.Key[r], soft[i]) >= 0 {
				count++
			}
		}
		if count >= column.Most(len(k.rows)) {
			out = append(out, soft[i])
		}
	}
	if len(out) == 0 {
		return delims(e.Hard) // of kinds that have none in common
	}
	return delims(out)
}

func (d delims) has(c byte) bool { return column.HasByte(string(d), c) }

// next is the place of the first delimiter in v, -1 when there is none.
func (d delims) next(v []byte) int { return slices.IndexFunc(v, d.has) }

// from is key from its token n on; false when it has fewer.
func (d delims) from(key []byte, n int) ([]byte, bool) {
	for ; n > 0; n-- {
		at := d.next(key)
		if at < 0 {
			return nil, false
		}
		key = key[at+1:]
	}
	return key, true
}

// token is the nth token of key.
func (d delims) token(key []byte, n int) ([]byte, bool) {
	rest, ok := d.from(key, n)
	if at := d.next(rest); at >= 0 {
		rest = rest[:at]
	}
	return rest, ok
}

// index states which token of key begins where v does; -1 when none does. whole asks for v to be all of the token.
func (d delims) index(key, v []byte, whole bool) int {
	for i := 0; len(v) > 0; i++ {
		t, ok := d.token(key, i)
		if !ok {
			return -1
		}
		if len(t) > 0 && &t[0] == &v[0] && (!whole || len(t) == len(v)) {
			return i
		}
	}
	return -1
}

// label is a way to distinguish record kinds.
type label struct {
	of       labeler
	byLength bool   // the groups are keys of one length
	byValue  bool   // the groups are those of a value in the key
	tags     []byte // the first bytes that distinguish the groups, where that is known
}

// labels are the ways to distinguish record kinds that are worth trying on a group.
func (e *Engine) labels(whole *kind) []label {
	ends := e.findDelims(whole)
	out := []label{{of: ends.firstToken, byValue: true}, {of: ends.skeleton(ends.beforeList(whole, e.Keys))}}
	if whole.lists.Sep != 0 && e.tokenPredictsCount(whole.rows, ends.firstToken, whole.lists.Sep) {
		all := ends.skeleton(1 << 20)
		out = append(out, label{byValue: true, of: func(key []byte) (string, bool) {
			token, ok := ends.firstToken(key)
			skeleton, also := all(key)
			return token + skeleton, ok && also
		}})
	}
	out = append(out, ends.byTokens(e.NewColumn(e.Keys.Thin(whole.rows, search.SearchKeys)).Val)...)
	for i, p := range whole.parse.Pieces {
		if p.How == search.ByLiteral && p.Read.Typ == rowkey.Text && !p.Read.Solid {
			out = append(out, label{of: ends.byContents(p.Col, e.Keys, i == len(whole.parse.Pieces)-1)})
		}
	}
	first, made, length := label{of: byteAt(0)}, label{of: contents}, label{of: byLen, byLength: true}
	if whole.parse.Pieces[0].How == search.ByLength || !whole.text && e.insideValue(whole.rows) {
		first.of = nobody // a length is no tag, nor is the first byte of an id
	}
	if e.fewLastBytes(whole) {
		out = append(out, label{of: lastByte})
	}
	binary := !whole.text && whole.unexplained()
	switch at := len(column.Summarize(e.NewColumn(whole.rows)).CommonPrefix()); {
	case binary:
		for _, at := range e.tagPlaces(whole.rows) {
			out = append(out, label{of: byteAt(at)})
		}
	case !whole.text && at > 0 && at <= widestTag:
		out = append(out, label{of: byteAt(at)})
	}
	switch {
	case binary: // tokens show least, and cost most
		return slices.Concat([]label{first, length}, fixedColumns(whole), out, []label{made})
	case whole.soft:
		signs := e.Hard + search.FindSoftDelimiters(e.NewColumn(whole.rows))
		return append(out, first, label{of: delims(signs).skeleton(1 << 20)}, made, length)
	}
	return append(out, first, made)
}

// fixedColumns groups binary keys by the value of a column of few values that stands at one place in all of them.
func fixedColumns(whole *kind) []label {
	const most = 2
	var out []label
	at := 0
	for _, piece := range whole.parse.Pieces {
		if piece.How == search.AsLiteral {
			at += len(piece.Lit)
			continue
		}
		if piece.How != search.ByWidth || len(out) == most {
			break
		}
		from, to := at, at+piece.Width
		if at = to; worthLabel(piece.Col) {
			out = append(out, label{byValue: true, of: func(key []byte) (string, bool) {
				if len(key) < to {
					return "", false
				}
				return string(key[from:to]), true
			}})
		}
	}
	return out
}

// unexplained reports whether bytes of any length are among the pieces of a binary kind. Where there are none, lengths
// vary because of words, and show nothing.
func (k *kind) unexplained() bool {
	for _, p := range k.parse.Pieces {
		if (p.How == search.ByLiteral || p.How == search.ByTail) && (p.Read.Typ == rowkey.Bytes ||
			p.Read.Typ == rowkey.Hash) {
			return true
		}
	}
	return false
}

// worthLabel reports whether a column has few values.
func worthLabel(c column.Column) bool {
	seen := map[string]bool{}
	for _, v := range c.Val {
		if seen[string(v)] = true; len(seen) > 24 {
			return false
		}
	}
	return len(seen) > 1
}

func nobody([]byte) (string, bool) { return "", false }

// place states which token of the keys a column is; -1 when it is none.
func (d delims) place(c column.Column, ks *keyset.Keyset, whole bool) int {
	for i, v := range c.Val {
		if at := d.index(ks.Key[c.Row[i]], v, whole); at >= 0 {
			return at
		}
	}
	return -1
}

// byTokens groups keys by each of their first tokens that is one of few values in nearly all keys that have it.
func (d delims) byTokens(keys [][]byte) []label {
	const most = 3 // tokens
	var out []label
	for at := range most {
		counts, count := map[string]int{}, 0
		for _, key := range keys {
			if token, ok := d.token(key, at); ok {
				counts[string(token)]++
				count++
			}
		}
		if fewValues(counts, count) {
			out = append(out, label{byValue: true, of: func(key []byte) (string, bool) {
				token, ok := d.token(key, at)
				return string(token), ok
			}})
		}
	}
	return out
}

// fewValues reports whether most of n values, garbage aside, are several that are common.
func fewValues(counts map[string]int, n int) bool {
	const most = 24
	common, values := 0, 0
	for _, k := range counts {
		if k > 2 && k*50 >= n {
			common, values = common+k, values+1
		}
	}
	return values > 1 && values <= most && float64(common) >= mainstreamShare*float64(n)
}

// byContents groups keys by what a column is made of; rest states that it runs to the end of the key.
func (d delims) byContents(c column.Column, ks *keyset.Keyset, rest bool) labeler {
	at := d.place(c, ks, false)
	if at < 0 {
		return nobody
	}
	return func(key []byte) (string, bool) {
		t, ok := d.token(key, at)
		if rest && ok {
			t, _ = d.from(key, at)
		}
		return signature(t), ok
	}
}

// tokenPredictsCount reports whether the number of separators in a key depends on its first token: records of several
// kinds look like lists of any length, whose length nothing determines.
func (e *Engine) tokenPredictsCount(rows []int32, token labeler, sep byte) bool {
	const (
		mostTokens = 12
		most       = 0.4 // of the entropy of the numbers may be left once the token is known
		leastBits  = 30
	)
	all, by := column.Tally{}, map[string]*column.Tally{}
	for _, row := range rows {
		text, ok := token(e.Keys.Key[row])
		if !ok {
			continue
		}
		if by[text] == nil {
			by[text] = &column.Tally{}
		}
		k := bytes.Count(e.Keys.Key[row], []byte{sep})
		all.Add(k)
		by[text].Add(k)
	}
	told, left := all.Bits(), 0.0
	for _, t := range by {
		left += t.Bits()
	}
	return len(by) <= mostTokens && left <= most*told && told-left >= leastBits
}

func (d delims) firstToken(key []byte) (string, bool) {
	at := d.next(key)
	if zero := bytes.IndexByte(key, 0); zero >= 0 && (at < 0 || zero < at) {
		at = zero
	}
	return string(key[:at+1]), at <= 40
}

// skeleton labels a key by its delimiters in order, the first n of them.
func (d delims) skeleton(n int) labeler {
	return func(key []byte) (string, bool) {
		var out []byte
		for _, c := range key {
			if d.has(c) && len(out) < n {
				if out = append(out, c); len(out) > 24 {
					return "", false
				}
			}
		}
		return string(out), true
	}
}

// beforeList states how many delimiters stand before a list at the end of the keys; those in the list show nothing.
// Without a list it is more than any key has.
func (d delims) beforeList(k *kind, ks *keyset.Keyset) int {
	limit := 1 << 20
	for _, piece := range k.parse.Pieces {
		if piece.Read.List == 0 || len(piece.Col.Val) == 0 {
			continue
		}
		for i, value := range piece.Col.Val {
			key, before := ks.Key[piece.Col.Row[i]], 0
			at := cap(key) - cap(value) // the value is a part of the key
			for _, c := range key[:max(0, min(at, len(key)))] {
				if d.has(c) {
					before++
				}
			}
			limit = min(limit, before)
		}
	}
	return limit
}

// signature returns roughly what a value is: an id of some length, a number, a date, an address, words.
func signature(v []byte) string {
	class := column.TextClasses(v)
	word := string(rune('0' + len(v)))
	switch {
	case len(v) == 0:
		return ""
	case class&column.NonText != 0 && !column.PrintableUTF8(v):
		return "binary"
	case class == column.Digit && len(v) < 8:
		return "digits"
	case class == column.Digit:
		return "digits" + word
	case detect.IsUUID(v):
		return "uuid"
	case len(v) >= 8 && class&column.Digit != 0 && (class&^(column.Digit|column.HexLower) == 0 ||
		class&^(column.Digit|column.HexUpper) == 0):
		return "hex" + word
	case len(v) >= 20 && class&(column.HexUpper|column.Upper) != 0 && class&(column.HexLower|column.Lower) != 0 &&
		class&^(column.Alnum|column.Plus|column.Slash|column.Dash|column.Underscore|column.Equals) == 0:
		return "id" + word
	case len(v) >= 20 && class&column.Digit != 0 && class&^(column.Digit|column.HexUpper|column.Upper) == 0:
		return "capitals" + word
	case detect.IsEmail(v):
		return "email"
	case detect.IsIP(v):
		return "ip"
	case class&(column.Letters|column.Digit) == column.Digit && len(v) >= len("2006-01"):
		return "date" + word
	}
	return "words"
}

// widestTag is the number of bytes that all keys begin with at most, where the one behind them determines the kind.
const widestTag = 3

// tagPlaces returns the places, two at most and not the first one, at which all keys have one of few bytes, behind one
// that varies more or behind all that they begin with: what stands behind an id, or behind what all keys begin with,
// may determine their kinds.
func (e *Engine) tagPlaces(rows []int32) []int {
	const (
		farthest = 24 // bytes
		most     = 8  // kinds
		places   = 2
	)
	keys := e.NewColumn(e.Keys.Thin(rows, search.SearchKeys)).Val
	var out []int
	before := 1
	for part := 0; part < farthest && len(out) < places; part++ {
		var counts [256]int
		count := 0
		for _, k := range keys {
			if part < len(k) {
				counts[k[part]]++
				count++
			}
		}
		if count < column.Most(len(keys)) {
			break
		}
		kinds, some := 0, 0
		for _, c := range counts {
			if c > column.Tolerance(count) {
				kinds, some = kinds+1, some+c
			}
		}
		if part > 0 && kinds > 1 && kinds <= most && some >= column.Most(count) && (before > kinds || before == 1) {
			out = append(out, part)
		}
		before = kinds
		if some < column.Most(count) {
			before = 256
		}
	}
	return out
}

// byteAt groups keys by the byte at a place.
func byteAt(at int) labeler {
	return func(key []byte) (string, bool) {
		if len(key) <= at {
			return "", false
		}
		return string(key[at : at+1]), true
	}
}

// fewLastBytes reports whether nearly all keys end with one of few bytes, each of them common: in text with a sign, or
// a letter behind a digit.
func (e *Engine) fewLastBytes(k *kind) bool {
	const most = 8 // kinds
	counts, keys := map[string]int{}, e.NewColumn(e.Keys.Thin(k.rows, search.SearchKeys)).Val
	for _, key := range keys {
		last, _ := lastByte(key)
		if n := len(key); !k.text || n > 1 && column.ByteClass(key[n-1])&column.Digit == 0 &&
			(column.ByteClass(key[n-1])&column.Alnum == 0 || column.ByteClass(key[n-2])&column.Letters == 0) {
			counts[last]++
		}
	}
	common, values := 0, 0
	for _, k := range counts {
		if k > column.Tolerance(len(keys)) {
			common, values = common+k, values+1
		}
	}
	return values > 1 && values <= most && common >= column.Most(len(keys))
}

func lastByte(key []byte) (string, bool) {
	if len(key) == 0 {
		return "", false
	}
	return string(key[len(key)-1:]), true
}

func byLen(key []byte) (string, bool) { return string(rune(len(key))), true }

// contents is what a key is made of: text or not, digits, hexadecimal, with the width of short ones.
func contents(key []byte) (string, bool) {
	class := column.TextClasses(key)
	switch {
	case class&column.NonText != 0 && !column.PrintableUTF8(key):
		return "binary", true
	case class == column.Digit:
		return "digits", true
	case class&^(column.Digit|column.HexLower) == 0, class&^(column.Digit|column.HexUpper) == 0:
		return "hex", true
	case detect.IsUUID(key):
		return "uuid", true
	case detect.IsEmail(key):
		return "email", true
	case class&^column.Alnum == 0:
		return "alnum", true
	}
	return "text", true
}
