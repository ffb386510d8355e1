// Package recordkind divides keys into record kinds, and makes a layout of the way in which the keys of each are cut.
package recordkind

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// kind is a set of keys that are cut the same way.
type kind struct {
	rows  []int32 // into the keyset, ascending
	keys  int     // of them that were searched
	parse *search.Parse
	text  bool
	soft  bool // text without hard delimiters
	lists search.Lists
}

// trialKeys is how many keys of a group are searched at least to see whether it is worth being one.
const trialKeys = 48

// cutRows finds the cheapest way to cut the keys of rows, and its cost for all of them.
func (e *Engine) cutRows(rows []int32, known search.Lists, limit int) *kind {
	limit = e.affordable(rows, limit)
	kind := &kind{rows: rows, lists: known, keys: min(len(rows), limit)}
	view := &search.View{Column: e.NewColumn(e.Keys.Thin(rows, limit)), Lists: known}
	view.Text = !column.IsBinary(view.Column)
	view.Tagged = !view.Text && e.allTagged(view.Column)
	kind.text = view.Text
	if kind.parse, kind.soft = e.cut(view); kind.parse == nil {
		return nil
	}
	if known.Sep == 0 {
		kind.lists = listsIn(kind.parse.Pieces)
	}
	return kind
}

// cut finds the cheapest way to cut v, nil where there is none, and reports whether soft delimiters count in it.
func (e *Engine) cut(v *search.View) (p *search.Parse, soft bool) {
	id := cutID{search.HashOffsets(v.Row), len(v.Row), v.Lists, v.Tagged}
	cut, ok := e.cuts[id]
	if !ok {
		if cut.parse = e.cutTagged(v); cut.parse == nil {
			cut.parse = e.Cut(v)
		}
		cut.soft = v.Soft
		e.cuts[id] = cut
	}
	return cut.parse.Clone(), cut.soft
}

// listsIn states which separator makes a list at the end of the pieces.
func listsIn(ps []search.Piece) search.Lists {
	for _, piece := range ps {
		if piece.Read.List == 0 {
			continue
		}
		l := search.Lists{Sep: piece.Read.List}
		for _, q := range ps {
			l.Most += bytes.Count(q.Lit, []byte{l.Sep})
		}
		return l
	}
	return search.Lists{}
}

// searchBytes bounds the bytes of the keys that are searched: of long keys fewer are taken.
const searchBytes = 12_000

func (e *Engine) affordable(rows []int32, limit int) int {
	total := 0
	for _, r := range rows {
		total += len(e.Keys.Key[r])
	}
	if total*limit <= searchBytes*len(rows) {
		return limit
	}
	return max(min(limit, 24), searchBytes*len(rows)/total)
}

// leastKeys is the size below which a group of n keys is no record kind of its own.
func leastKeys(n int) int { return max(4, n*6/1000) }

const (
	// divisionBits is the least that a division into record kinds saves, in bits, and divisionShare what it saves per
	// key: accidents of a few keys save less.
	divisionBits, divisionShare = 64, 0.3
	// similarShare is the share of the keys of a group whose shapes may differ from those of all before it is cut by
	// itself.
	similarShare = 0.2
)

// partition finds the record kinds among rows. Keys that belong to none of them are left out.
func (e *Engine) partition(rows []int32, depth int, known search.Lists) []*kind {
	limit := search.SearchKeys
	coded, mixed := e.codedKinds(rows)
	if mixed {
		limit /= 2 // of which no more is to be seen
	}
	whole := e.cutRows(rows, known, limit)
	if whole == nil || e.Ctx.Err() != nil {
		return nil
	}
	if depth == 0 || len(rows) < 12 || whole.certain() || e.Tired() {
		return []*kind{whole}
	}
	var best *division
	least := divisionBits + divisionShare*float64(len(rows))
	if !whole.text {
		// the length and the first byte of binary keys vary for many reasons
		least += divisionShare * float64(len(rows))
	}
	tried := map[uint64]bool{}
	for _, label := range append(coded, e.labels(whole)...) {
		groups, rest := e.split(rows, label.of)
		same := hashGroups(groups)
		if len(groups) == 0 || len(groups)+len(rest) < 2 || tried[same] {
			continue
		}
		tried[same] = true
		if e.Tired() {
			break
		}
		if whole.text && e.haveSimilarShapes(whole, groups) {
			continue
		}
		division := e.divide(whole, groups, rest, label)
		if division != nil && division.gain > least {
			if fewer := mergeSimilar(groups, division.kinds, label); len(fewer) < len(groups) {
				label.tags = division.tags
				division = e.divide(whole, fewer, rest, label)
			}
		}
		if division != nil && (division.gain > least || division.explains(whole, least, label.byLength)) &&
			(best == nil || division.cost < best.cost) && differ(whole, division.kinds) {
			best = division
		}
	}
	if best == nil {
		return []*kind{whole}
	}
	for _, tag := range best.tags {
		e.tagged[tag] = true
	}
	// Those that have most to be found come first, while there is work left.
	slices.SortStableFunc(best.kinds, func(a, b *kind) int { return cmp.Compare(b.vague(), a.vague()) })
	var out []*kind
	for _, k := range best.kinds {
		out = append(out, e.partition(k.rows, depth-1, best.lists)...)
	}
	return out
}

// haveSimilarShapes reports whether the keys of all groups have about the same shapes, so that no group would be cut in
// another way.
func (e *Engine) haveSimilarShapes(whole *kind, groups [][]int32) bool {
	if whole.soft {
		return false
	}
	overall := map[string]float64{}
	shares := make([]map[string]float64, len(groups))
	for i, g := range groups {
		shares[i] = map[string]float64{}
		for _, r := range g {
			shares[i][e.rowShape(r)] += 1 / float64(len(g))
		}
		for s, k := range shares[i] {
			overall[s] += k / float64(len(groups))
		}
	}
	shapes := slices.Sorted(maps.Keys(overall)) // sums in another order are not the same
	for i, share := range shares {
		distance := 0.0
		for _, s := range shapes {
			distance += max(0, overall[s]-share[s])
		}
		if distance > similarShare && len(groups[i]) >= 4 {
			return false
		}
	}
	return true
}

// rowShape is the delimiters of a key and the signatures of its first tokens.
func (e *Engine) rowShape(row int32) string {
	if e.shapes == nil {
		e.shapes = make([]string, len(e.Keys.Key))
	}
	if e.shapes[row] != "" {
		return e.shapes[row]
	}
	var out []byte
	delims := delims(e.Hard)
	key := e.Keys.Key[row]
	for n := 0; n < 10; n++ {
		at := delims.next(key)
		if at < 0 {
			out = append(out, signature(key)...)
			break
		}
		out = append(append(out, signature(key[:at])...), key[at])
		key = key[at+1:]
	}
	e.shapes[row] = string(out)
	return e.shapes[row]
}

// certain reports whether all keys are one thing that no accident looks like.
func (k *kind) certain() bool {
	ps := k.parse.Pieces
	if len(ps) == 1 && ps[0].Read.Solid && (ps[0].Read.Strong || ps[0].Read.Random) {
		// an id of several widths may have another value behind it in the longer keys
		return ps[0].Read.Strong || column.Summarize(ps[0].Col).OneWidth()
	}
	if k.text {
		return false
	}
	sized := false
	for i := range ps {
		if !plain(&ps[i]) {
			return false
		}
		sized = sized || ps[i].Form != ""
	}
	// Where numbers explain the lengths of the keys, those that they do not fit are garbage.
	return sized || len(k.parse.Live) == k.keys
}

// plain reports whether a piece of a binary key is what it seems: a mixture of things would not look like it.
func plain(p *search.Piece) bool {
	read := p.Read
	switch {
	case p.How == search.AsLiteral, p.How == search.ByLength, p.Form != "", read.Strong, read.Random:
		return true
	case p.How == search.AsRepeat, p.How == search.AsOptional:
		return false
	case read.Typ == rowkey.Text || read.Typ == rowkey.Enum:
		return p.How == search.ByLiteral || p.How == search.ByEscape
	case read.Typ == rowkey.IntBE:
		if read.Solid {
			return true // a constant
		}
		// Small numbers in a wide field begin with zeros.
		return read.Bits <= float64(len(p.Col.Val))*float64(8*p.Width-8) && p.Width > 1
	}
	return read.Typ == rowkey.OrderedCode
}

// vague counts the pieces of which no more is known than that they are bytes.
func (k *kind) vague() int {
	n := 0
	for _, p := range k.parse.Pieces {
		if p.How != search.AsLiteral && p.Read.Typ == rowkey.Bytes {
			n++
		}
	}
	return n
}

// wordsWhole is b with those pieces made one that are one word in a: parted by punctuation that is nowhere between the
// segments of a, and none of them certain to be something, or a number that a hard delimiter parts from the others.
func wordsWhole(a, b []search.Piece) []search.Piece {
	var out []search.Piece
	for len(b) > 0 {
		count := 1
		if at := len(out); at < len(a) && isWord(a[at]) {
			count = countParts(a, at, b)
		}
		p := b[0]
		if count > 1 {
			p = a[len(out)]
		}
		out, b = append(out, p), b[count:]
	}
	return out
}

// isWord reports whether a piece is text, without a closer type, up to a literal or the end.
func isWord(p search.Piece) bool { return p.How == search.ByLiteral && p.Read.Typ == rowkey.Text }

// countParts is how many of the pieces that b begins with make up the word at a[at]; 1 when they do not.
func countParts(a []search.Piece, at int, b []search.Piece) int {
	last := at == len(a)-1
	for i := 0; i < len(b); i += 2 { // segments and literals take turns
		read := b[i].Read
		if b[i].How != search.ByLiteral || read.Strong || read.Random || read.Typ == rowkey.Timestamp ||
			i > 0 && read.IsNumber() && bytes.ContainsAny(b[i-1].Lit, search.HardDelimiters) {
			return 1
		}
		switch end := i == len(b)-1; {
		case end && last:
			return i + 1
		case end || b[i+1].How != search.AsLiteral:
			return 1
		case !last && bytes.Equal(b[i+1].Lit, a[at+1].Lit):
			return i + 1
		case slices.ContainsFunc(a, func(q search.Piece) bool {
			return q.How == search.AsLiteral &&
				bytes.Equal(q.Lit, b[i+1].Lit)
		}):
			return 1
		}
	}
	return 1
}

// sameForm reports whether two parses cut alike into the same types.
func sameForm(a, b []search.Piece) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		piece, other := a[i], b[i]
		if piece.How != other.How || piece.Last != other.Last || !bytes.Equal(piece.Lit, other.Lit) ||
			piece.How != search.ByLiteral && piece.Width != other.Width {
			return false
		}
		if piece.How == search.AsLiteral {
			continue
		}
		if !sameType(piece.Read, other.Read) || !sameForm(piece.Inner, other.Inner) {
			return false
		}
	}
	return true
}

// sameCertain reports whether what is certain in two parses of the same form is read alike: digests of two lengths are
// not.
func sameCertain(a, b []search.Piece) bool {
	for i := range a {
		if x, y := a[i].Read, b[i].Read; (x.Strong || x.Random || y.Strong || y.Random) && x.Spec != y.Spec {
			return false
		}
	}
	return true
}

func sameType(a, b detect.Reading) bool {
	if a.Typ == rowkey.Enum || a.Typ == rowkey.Text {
		return b.Typ == rowkey.Enum || b.Typ == rowkey.Text
	}
	return a.Typ == b.Typ && a.Unit == b.Unit && a.Reversed == b.Reversed
}

// An Engine explains one set of keys. It is not safe for concurrent use.
type Engine struct {
	*search.Engine
	shapes []string      // of the keys, made when first asked for
	tagged map[byte]bool // first bytes of binary keys that determine their kind
	cuts   map[cutID]cut // what was found for keys, which other divisions ask for again
}

// cutID states which keys were searched, and what was known of them.
type cutID struct {
	rows   uint64
	n      int
	lists  search.Lists
	tagged bool
}

type cut struct {
	parse *search.Parse
	soft  bool
}

// NewEngine returns an engine that explains keys.
func NewEngine(ctx context.Context, keys *keyset.Keyset) *Engine {
	return &Engine{Engine: search.NewEngine(ctx, keys), tagged: map[byte]bool{}, cuts: map[cutID]cut{}}
}
