package infer

import (
	"bytes"
	"cmp"
	"slices"

	"tabletop/model/rowkey"
)

// kind is a set of keys that are cut the same way.
type kind struct {
	rows  []int32 // into the keyset, ascending
	keys  int     // of them that were searched
	parse *parse
	text  bool
	soft  bool // text without hard delimiters
	lists lists
}

// searchKeys is how many keys of a group are searched: enough to tell the ways to cut apart, and few enough to be quick.
const searchKeys = 224

// trialKeys is how many keys of a group are searched at least to see whether it is worth being one.
const trialKeys = 48

// cutRows finds the cheapest way to cut the keys of rows, and its cost for all of them.
func (e *engine) cutRows(rows []int32, known lists, limit int) *kind {
	limit = e.affordable(rows, limit)
	k := &kind{rows: rows, lists: known, keys: min(len(rows), limit)}
	v := &view{column: e.columnOf(thinRows(rows, limit)), lists: known}
	v.text = !isBinary(v.column)
	k.text = v.text
	k.parse = e.cut(v)
	k.soft = v.soft
	if k.parse == nil {
		return nil
	}
	if known.sep == 0 {
		k.lists = listsIn(k.parse.pieces)
	}
	return k
}

// listsIn tells which separator makes a list at the end of the pieces.
func listsIn(ps []piece) lists {
	for _, p := range ps {
		if p.read.list == 0 {
			continue
		}
		l := lists{sep: p.read.list}
		for _, q := range ps {
			l.most += bytes.Count(q.lit, []byte{l.sep})
		}
		return l
	}
	return lists{}
}

// searchBytes bounds the bytes of the keys that are searched: of long keys fewer are taken.
const searchBytes = 12_000

func (e *engine) affordable(rows []int32, limit int) int {
	total := 0
	for _, r := range rows {
		total += len(e.keys.key[r])
	}
	if total*limit <= searchBytes*len(rows) {
		return limit
	}
	return max(min(limit, 24), searchBytes*len(rows)/total)
}

func (e *engine) columnOf(rows []int32) column {
	c := column{row: rows, val: make([][]byte, len(rows))}
	for i, r := range rows {
		c.val[i] = e.keys.key[r]
	}
	return c
}

func thinRows(rows []int32, n int) []int32 {
	if len(rows) <= n {
		return rows
	}
	out := make([]int32, n)
	for k := range out {
		out[k] = rows[k*len(rows)/n]
	}
	return out
}

// leastKeys is the size below which a group of n keys is no record kind of its own.
func leastKeys(n int) int { return max(4, n*6/1000) }

// partition finds the record kinds among rows. Keys that belong to none of them are left out.
func (e *engine) partition(rows []int32, depth int, known lists) []*kind {
	whole := e.cutRows(rows, known, searchKeys)
	if whole == nil || e.ctx.Err() != nil {
		return nil
	}
	if depth == 0 || len(rows) < 12 || whole.certain() || e.tired() {
		return []*kind{whole}
	}
	var best *division
	least := 64 + 0.3*float64(len(rows))
	if !whole.text {
		least += 0.3 * float64(len(rows)) // the length and the first byte of binary keys vary for many reasons
	}
	tried := map[uint64]bool{}
	for _, label := range e.labels(whole) {
		groups, rest := e.split(rows, label.of)
		same := hashGroups(groups)
		if len(groups) == 0 || len(groups)+len(rest) < 2 || tried[same] {
			continue
		}
		tried[same] = true
		if e.tired() {
			break
		}
		if whole.text && e.alike(whole, groups) {
			continue
		}
		d := e.divide(whole, groups, rest, label)
		if d != nil && d.gain > least {
			if fewer := alikeTogether(groups, d.kinds, label); len(fewer) < len(groups) {
				d = e.divide(whole, fewer, rest, label)
			}
		}
		if d != nil && (d.gain > least || d.explains(whole, least)) && (best == nil || d.cost < best.cost) && differ(whole, d.kinds) {
			best = d
		}
	}
	if best == nil {
		return []*kind{whole}
	}
	// Those that have most to be found come first, while there is work left.
	slices.SortStableFunc(best.kinds, func(a, b *kind) int { return cmp.Compare(b.vague(), a.vague()) })
	var out []*kind
	for _, k := range best.kinds {
		out = append(out, e.partition(k.rows, depth-1, best.lists)...)
	}
	return out
}

// alike says that the keys of all groups have about the same shapes, so that no group would be cut in another way.
func (e *engine) alike(whole *kind, groups [][]int32) bool {
	if whole.soft {
		return false
	}
	overall := map[string]float64{}
	shares := make([]map[string]float64, len(groups))
	for i, g := range groups {
		shares[i] = map[string]float64{}
		for _, r := range g {
			shares[i][e.shapeOf(r)] += 1 / float64(len(g))
		}
		for s, k := range shares[i] {
			overall[s] += k / float64(len(groups))
		}
	}
	for i, share := range shares {
		distance := 0.0
		for s, k := range overall {
			distance += max(0, k-share[s])
		}
		if distance > 0.2 && len(groups[i]) >= 4 {
			return false
		}
	}
	return true
}

// shapeOf is the delimiters of a key and the signatures of its first tokens.
func (e *engine) shapeOf(row int32) string {
	if e.shapes == nil {
		e.shapes = make([]string, len(e.keys.key))
	}
	if e.shapes[row] != "" {
		return e.shapes[row]
	}
	var out []byte
	d := delims(hardDelimiters)
	key := e.keys.key[row]
	for n := 0; n < 10; n++ {
		at := d.next(key)
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

// certain says that all keys are one thing that no accident looks like.
func (k *kind) certain() bool {
	ps := k.parse.pieces
	if len(ps) == 1 && ps[0].read.solid && (ps[0].read.strong || ps[0].read.random) {
		return true
	}
	if k.text || len(k.parse.live) < k.keys {
		return false
	}
	for i := range ps {
		if !ps[i].plain() {
			return false
		}
	}
	return true
}

// plain says that a piece of a binary key is what it seems: a mixture of things would not look like it.
func (p *piece) plain() bool {
	r := p.read
	switch {
	case p.how == asLiteral, p.how == byLength, r.strong, r.random:
		return true
	case p.how == asRepeat, p.how == asOptional:
		return false
	case r.typ == rowkey.Text || r.typ == rowkey.Enum:
		return p.how == byLiteral || p.how == byEscape
	case r.typ == rowkey.IntBE:
		if r.solid {
			return true // a constant
		}
		// Small numbers in a wide field begin with zeros.
		return r.bits <= float64(len(p.col.val))*float64(8*p.width-8) && p.width > 1
	}
	return r.typ == rowkey.OrderedCode
}

// vague counts the pieces of which no more is known than that they are bytes.
func (k *kind) vague() int {
	n := 0
	for _, p := range k.parse.pieces {
		if p.how != asLiteral && p.read.typ == rowkey.Bytes {
			n++
		}
	}
	return n
}

// wordsWhole is b with those pieces made one that are one word in a: parted by punctuation that is nowhere between the
// segments of a, and none of them certain to be something.
func wordsWhole(a, b []piece) []piece {
	var out []piece
	for len(b) > 0 {
		n := 1
		if at := len(out); at < len(a) && isWord(a[at]) {
			n = partsOf(a, at, b)
		}
		p := b[0]
		if n > 1 {
			p = a[len(out)]
		}
		out, b = append(out, p), b[n:]
	}
	return out
}

// isWord says that a piece is text, without a closer type, up to a literal or the end.
func isWord(p piece) bool { return p.how == byLiteral && p.read.typ == rowkey.Text }

// partsOf is how many of the pieces that b begins with make up the word at a[at]; 1 when they do not.
func partsOf(a []piece, at int, b []piece) int {
	last := at == len(a)-1
	for n := 0; n < len(b); n += 2 { // segments and literals take turns
		r := b[n].read
		if b[n].how != byLiteral || r.strong || r.random || r.typ == rowkey.Timestamp {
			return 1
		}
		switch end := n == len(b)-1; {
		case end && last:
			return n + 1
		case end || b[n+1].how != asLiteral:
			return 1
		case !last && bytes.Equal(b[n+1].lit, a[at+1].lit):
			return n + 1
		case slices.ContainsFunc(a, func(q piece) bool { return q.how == asLiteral && bytes.Equal(q.lit, b[n+1].lit) }):
			return 1
		}
	}
	return 1
}

// sameForm says that two parses cut alike into the same types.
func sameForm(a, b []piece) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		if x.how != y.how || x.last != y.last || !bytes.Equal(x.lit, y.lit) || x.how != byLiteral && x.width != y.width {
			return false
		}
		if x.how == asLiteral {
			continue
		}
		if !sameType(x.read, y.read) || !sameForm(x.inner, y.inner) {
			return false
		}
	}
	return true
}

// sameCertain says that what is certain in two parses of the same form is read alike: digests of two lengths are not.
func sameCertain(a, b []piece) bool {
	for i := range a {
		if x, y := a[i].read, b[i].read; (x.strong || x.random || y.strong || y.random) && x.spec != y.spec {
			return false
		}
	}
	return true
}

func sameType(a, b reading) bool {
	if a.typ == rowkey.Enum || a.typ == rowkey.Text {
		return b.typ == rowkey.Enum || b.typ == rowkey.Text
	}
	return a.typ == b.typ && a.unit == b.unit && a.reversed == b.reversed
}
