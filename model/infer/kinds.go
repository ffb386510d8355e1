package infer

import (
	"bytes"
	"cmp"
	"maps"
	"math"
	"slices"

	"tabletop/model/rowkey"
)

// kind is a set of keys that are cut the same way.
type kind struct {
	rows  []int32 // into the keyset, ascending
	parse *parse
	text  bool
}

// searchKeys is how many keys of a group are searched: enough to tell the ways to cut apart, and few enough to be quick.
const searchKeys = 224

// cutRows finds the cheapest way to cut the keys of rows, and its cost for all of them.
func (e *engine) cutRows(rows []int32) *kind {
	k := &kind{rows: rows}
	v := &view{column: e.columnOf(thinRows(rows, searchKeys))}
	v.text = !isBinary(v.column)
	k.text = v.text
	k.parse = e.cut(v)
	if k.parse == nil {
		return nil
	}
	if k.text {
		e.refine(k.parse)
	}
	return k
}

// bits is the cost of all keys of the kind.
func (k *kind) bits() float64 {
	return k.parse.bits * float64(len(k.rows)) / float64(min(len(k.rows), searchKeys))
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
func (e *engine) partition(rows []int32, depth int) []*kind {
	whole := e.cutRows(rows)
	if whole == nil || e.ctx.Err() != nil {
		return nil
	}
	if depth == 0 || len(rows) < 12 {
		return []*kind{whole}
	}
	bestCost := whole.bits() - 64 - 0.3*float64(len(rows))
	var best []*kind
	for _, label := range e.labels(whole) {
		groups, rest := e.split(rows, label)
		if len(groups) < 2 && (len(groups) == 0 || len(rest) == 0) {
			continue
		}
		if kinds, cost := e.price(rows, groups, rest, bestCost); cost < bestCost {
			best, bestCost = kinds, cost
		}
	}
	if best == nil {
		return []*kind{whole}
	}
	var out []*kind
	for _, k := range best {
		out = append(out, e.partition(k.rows, depth-1)...)
	}
	return e.mergeKinds(out)
}

// price is the cost of telling groups apart and cutting each its own way; it gives up once the cost is over limit.
func (e *engine) price(rows []int32, groups [][]int32, rest []int32, limit float64) ([]*kind, float64) {
	n := float64(len(rows))
	cost := 0.0
	for _, r := range rest {
		cost += 8*float64(len(e.keys.key[r])) + 12 + math.Log2(n)
	}
	var kinds []*kind
	for _, g := range groups {
		cost += 24 - float64(len(g))*math.Log2(float64(len(g))/n)
		if cost >= limit {
			return nil, cost
		}
		k := e.cutRows(g)
		if k == nil {
			return nil, inf()
		}
		cost += k.bits()
		kinds = append(kinds, k)
	}
	return kinds, cost
}

// labeler names the group of a key; ok is false for a key that belongs to none.
type labeler func(key []byte) (string, bool)

// split groups rows by label. Groups that are too small, and those past the largest, are the rest.
func (e *engine) split(rows []int32, label labeler) (groups [][]int32, rest []int32) {
	const mostGroups = 12
	by := map[string][]int32{}
	for _, r := range rows {
		if l, ok := label(e.keys.key[r]); ok {
			by[l] = append(by[l], r)
			if len(by) > 40+len(rows)/8 {
				return nil, nil
			}
		} else {
			rest = append(rest, r)
		}
	}
	least := leastKeys(len(e.keys.key))
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

// labels are the ways to tell record kinds apart that are worth trying on a group.
func (e *engine) labels(whole *kind) []labeler {
	var out []labeler
	out = append(out, firstToken, skeleton)
	for i, p := range whole.parse.pieces {
		if (p.how == byLiteral || p.how == byWidth) && i < 6 && worthLabel(p.col) {
			out = append(out, e.byColumn(p.col))
		}
	}
	out = append(out, firstByte, byLen, contents)
	return out
}

// worthLabel says that a column has few values.
func worthLabel(c column) bool {
	seen := map[string]int{}
	for _, v := range c.val {
		seen[string(v)]++
		if len(seen) > 24 {
			return false
		}
	}
	return len(seen) > 1
}

// byColumn groups keys by a column that was found at a known place: its value, looked up by key.
func (e *engine) byColumn(c column) labeler {
	values := map[string]bool{}
	at := -1
	for i, v := range c.val {
		values[string(v)] = true
		if at < 0 {
			at = tokenIndex(e.keys.key[c.row[i]], v)
		}
	}
	if at < 0 {
		return func([]byte) (string, bool) { return "", false }
	}
	return func(key []byte) (string, bool) {
		t, ok := tokenAt(key, at)
		return string(t), ok
	}
}

// tokenIndex tells which token of key, counted over hard delimiters, v is; -1 when it is none.
func tokenIndex(key, v []byte) int {
	for i := 0; ; i++ {
		t, ok := tokenAt(key, i)
		if !ok {
			return -1
		}
		if len(t) == len(v) && len(v) > 0 && &t[0] == &v[0] {
			return i
		}
	}
}

func tokenAt(key []byte, n int) ([]byte, bool) {
	for ; ; n-- {
		at := bytes.IndexAny(key, hardDelimiters)
		if n == 0 {
			if at < 0 {
				return key, true
			}
			return key[:at], true
		}
		if at < 0 {
			return nil, false
		}
		key = key[at+1:]
	}
}

func firstToken(key []byte) (string, bool) {
	for i, c := range key {
		if isHard(c) || c == 0 {
			if i > 40 {
				return "", false
			}
			return string(key[:i+1]), true
		}
	}
	return "", true
}

func isHard(c byte) bool {
	for i := range len(hardDelimiters) {
		if hardDelimiters[i] == c {
			return true
		}
	}
	return false
}

// skeleton is the hard delimiters of a key in order.
func skeleton(key []byte) (string, bool) {
	var out []byte
	for _, c := range key {
		if isHard(c) {
			if out = append(out, c); len(out) > 24 {
				return "", false
			}
		}
	}
	return string(out), true
}

func firstByte(key []byte) (string, bool) {
	if len(key) == 0 {
		return "", false
	}
	return string(key[:1]), true
}

func byLen(key []byte) (string, bool) { return string(rune(len(key))), true }

// contents is what a key is made of: text or not, digits, hexadecimal, with the width of short ones.
func contents(key []byte) (string, bool) {
	m := classesOf(key)
	switch {
	case m&binary != 0 && !printableUTF8(key):
		return "binary", true
	case m == digit:
		return "digits", true
	case m&^(digit|hexLower) == 0, m&^(digit|hexUpper) == 0:
		return "hex", true
	case isUUID(key):
		return "uuid", true
	case isEmail(key):
		return "email", true
	case m&^alnum == 0:
		return "alnum", true
	}
	return "text", true
}

// mergeKinds joins kinds that are cut the same way.
func (e *engine) mergeKinds(kinds []*kind) []*kind {
	var out []*kind
	for _, k := range kinds {
		joined := false
		for i, o := range out {
			if !sameForm(o.parse.pieces, k.parse.pieces) {
				continue
			}
			rows := append(slices.Clone(o.rows), k.rows...)
			slices.Sort(rows)
			if u := e.cutRows(rows); u != nil && sameForm(u.parse.pieces, o.parse.pieces) {
				out[i], joined = u, true
				break
			}
		}
		if !joined {
			out = append(out, k)
		}
	}
	return out
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

func sameType(a, b reading) bool {
	if a.typ == rowkey.Enum || a.typ == rowkey.Text {
		return b.typ == rowkey.Enum || b.typ == rowkey.Text
	}
	return a.typ == b.typ && a.unit == b.unit && a.reversed == b.reversed
}
