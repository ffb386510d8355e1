package infer

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"tabletop/model/rowkey"
)

// proof is a function of other segments that gives a segment in every key.
type proof struct {
	hash    string
	buckets uint64 // 0 when the segment is the beginning of the digest
	inputs  []int  // segments that are hashed, in order
}

// replayKeys is how many keys a function is replayed on.
const replayKeys = 160

// proofBits is how unlikely the agreement of a wrong function with all keys must be: about 2^20 of them are tried.
const proofBits = 72.0

// cutKey is a key with the places of its segments.
type cutKey struct {
	key   []byte
	from  []int
	to    []int
	group []int // index of the segment in the form, for each place
}

// proveSalts replays hash functions over the segments of a form to explain segments that may be salts or digests of
// others. Only such a proof makes a salt: that values are spread evenly says nothing.
func (e *engine) proveSalts(f *form) {
	keys := e.cutKeys(f)
	if len(keys) < 12 {
		return
	}
	at := map[*rowkey.Segment]int{}
	for i, s := range f.layout.Segments() {
		at[s] = i
	}
	if !e.proveSegments(f, keys) && e.gluedSalt(f, keys) {
		e.proveSegments(f, e.cutKeys(f))
	}
}

// proveSegments tries each segment of a form; it says whether the first one is explained.
func (e *engine) proveSegments(f *form, keys []cutKey) bool {
	segs, seps := segments(f.pieces), separators(f.pieces)
	for i, p := range segs {
		if !saltLike(p, i, len(segs)) || e.ctx.Err() != nil {
			continue
		}
		if pr, ok := replay(keys, i, segs, seps); ok {
			p.proof = &pr
		}
	}
	return segs[0].proof != nil
}

// gluedSalt cuts a salt or a digest off the front of the first segment, where the beginning of its values is proved to be a
// hash of the rest of them, or of the rest of the key.
func (e *engine) gluedSalt(f *form, keys []cutKey) bool {
	p := f.pieces[0]
	if p.how != byLiteral && p.how != byWidth || p.last || p.read.strong && p.read.typ != rowkey.Hash || p.read.typ == rowkey.Timestamp {
		return false
	}
	for _, width := range []int{16, 8, 4, 3, 2, 1} {
		cut := withHead(keys, width)
		if len(cut) < most(len(keys)) {
			continue
		}
		segs := append([]*piece{{}}, segments(f.pieces)...)
		if _, ok := replay(cut, 0, segs, separators(f.pieces)); !ok {
			continue
		}
		salted := append([]piece{{how: byWidth, width: width}}, clonePieces(f.raw())...)
		if p.how == byWidth {
			salted[1].width -= width
		}
		if g := e.formOf(salted, f.rows, f.text); g != nil && len(g.rows) >= most(len(f.rows)) {
			f.pieces, f.layout, f.rows = g.pieces, g.layout, g.rows
			return true
		}
	}
	return false
}

// withHead cuts width bytes off the first segment of each key as a segment of their own; keys with a shorter one are left
// out.
func withHead(keys []cutKey, width int) []cutKey {
	var out []cutKey
	for _, k := range keys {
		if len(k.to) == 0 || k.to[0]-k.from[0] <= width || k.from[0] != 0 {
			continue
		}
		c := cutKey{key: k.key, from: append([]int{0, width}, k.from[1:]...), to: append([]int{width}, k.to...), group: []int{0}}
		for _, g := range k.group {
			c.group = append(c.group, g+1)
		}
		out = append(out, c)
	}
	return out
}

// separators lists the ways in which a program may have joined segments before it hashed them: not at all, or with a
// delimiter of the key.
func separators(ps []piece) [][]byte {
	out := [][]byte{nil}
	for _, p := range ps {
		if len(p.lit) > 0 && len(p.lit) <= 2 && !slices.ContainsFunc(out, func(s []byte) bool { return bytes.Equal(s, p.lit) }) {
			out = append(out, p.lit)
		}
	}
	return out
}

// saltLike says that a segment may be the hash of others: a digest, a short id, or a small number at either end of the key.
func saltLike(p *piece, i, n int) bool {
	switch p.read.typ {
	case rowkey.Hash, rowkey.Bytes, rowkey.Hex:
		return p.read.spec != ""
	case rowkey.IntBE, rowkey.IntDecimal, rowkey.IntPadded, rowkey.Enum, rowkey.Text:
		if i > 1 && i < n-1 {
			return false
		}
		s := summarize(p.col)
		short := p.read.typ != rowkey.Enum && p.read.typ != rowkey.Text || s.only(digit|hexLower) || s.only(digit|hexUpper)
		return short && s.distinct > 1 && s.max <= 4
	}
	return false
}

// cutKeys cuts some keys of a form by its layout.
func (e *engine) cutKeys(f *form) []cutKey {
	index := map[*rowkey.Segment]int{}
	for i, s := range f.layout.Segments() {
		index[s] = i
	}
	var out []cutKey
	var spans []rowkey.Span
	for _, r := range thinRows(f.rows, replayKeys) {
		key := e.keys.key[r]
		var err error
		if spans, err = f.layout.Decode(spans[:0], key); err != nil {
			continue
		}
		c := cutKey{key: key}
		for _, s := range spans {
			c.from, c.to, c.group = append(c.from, s.Start), append(c.to, s.End), append(c.group, index[s.Segment])
		}
		out = append(out, c)
	}
	return out
}

// input is a way to take bytes out of a key for hashing.
type input struct {
	segs []int
	take func(dst []byte, c *cutKey) []byte
}

// inputsFor lists what the segment target may be a hash of, the likeliest first.
func inputsFor(target int, segs []*piece, seps [][]byte) []input {
	var out []input
	others := []int{}
	for i := range segs {
		if i != target {
			others = append(others, i)
			out = append(out, input{[]int{i}, func(dst []byte, c *cutKey) []byte { return c.join(dst, nil, i) }})
		}
	}
	out = append(out, input{others, func(dst []byte, c *cutKey) []byte { return c.after(dst, target) }})
	out = append(out, input{others, func(dst []byte, c *cutKey) []byte { return c.without(dst, target) }})
	timeless := slices.DeleteFunc(slices.Clone(others), func(i int) bool { return segs[i].read.typ == rowkey.Timestamp })
	if len(timeless) < len(others) && len(timeless) > 0 {
		out = append(out, input{timeless, func(dst []byte, c *cutKey) []byte { return c.inOrder(dst, timeless) }})
	}
	for _, sep := range seps {
		for a := range segs {
			for b := range segs {
				if a == b || a == target || b == target {
					continue
				}
				out = append(out, input{[]int{a, b}, func(dst []byte, c *cutKey) []byte { return c.join(dst, sep, a, b) }})
			}
		}
	}
	// Stretches of the key with the delimiters in them.
	for a := range segs {
		for b := a + 1; b < len(segs); b++ {
			if target >= a && target <= b {
				continue
			}
			run := []int{}
			for i := a; i <= b; i++ {
				run = append(run, i)
			}
			out = append(out, input{run, func(dst []byte, c *cutKey) []byte { return c.stretch(dst, a, b) }})
			if len(run) > 2 {
				out = append(out, input{run, func(dst []byte, c *cutKey) []byte { return c.join(dst, nil, run...) }})
			}
		}
	}
	return out
}

// join appends the segments, with sep between them.
func (c *cutKey) join(dst, sep []byte, segs ...int) []byte {
	for k, want := range segs {
		if k > 0 {
			dst = append(dst, sep...)
		}
		for i, g := range c.group {
			if g == want {
				dst = append(dst, c.key[c.from[i]:c.to[i]]...)
			}
		}
	}
	return dst
}

// inOrder appends the segments in the order in which they stand in the key, those of repeated groups too.
func (c *cutKey) inOrder(dst []byte, segs []int) []byte {
	for i, g := range c.group {
		if slices.Contains(segs, g) {
			dst = append(dst, c.key[c.from[i]:c.to[i]]...)
		}
	}
	return dst
}

// after appends what follows the first place of a segment, without the delimiter after it.
func (c *cutKey) after(dst []byte, seg int) []byte {
	for i, g := range c.group {
		if g == seg && i+1 < len(c.from) {
			return append(dst, c.key[c.from[i+1]:]...)
		}
	}
	return dst
}

// without appends the key without a segment.
func (c *cutKey) without(dst []byte, seg int) []byte {
	at := 0
	for i, g := range c.group {
		if g == seg {
			dst = append(dst, c.key[at:c.from[i]]...)
			at = c.to[i]
		}
	}
	return append(dst, c.key[at:]...)
}

func (c *cutKey) stretch(dst []byte, a, b int) []byte {
	from, to := -1, -1
	for i, g := range c.group {
		if g == a && from < 0 {
			from = c.from[i]
		}
		if g == b {
			to = c.to[i]
		}
	}
	if from < 0 || to < from {
		return dst
	}
	return append(dst, c.key[from:to]...)
}

// proven turns the reading of a segment that is a function of others into what it is.
func (p *piece) proven(name func(int) string) {
	pr := p.proof
	if pr == nil {
		return
	}
	s := summarize(p.col)
	if pr.buckets == 0 {
		if p.read.typ == rowkey.IntBE || p.read.typ == rowkey.Bytes {
			p.read.typ, p.read.spec = rowkey.Hash, hashSpec("bytes", s.width)
		} else if p.read.typ == rowkey.Hex && s.width > 2 {
			form := "hex"
			if s.all&hexUpper != 0 {
				form = "upper"
			}
			p.read.typ, p.read.spec = rowkey.Hash, hashSpec(form, s.width)
		}
		return
	}
	form := "int"
	switch {
	case p.read.typ == rowkey.IntBE || p.read.typ == rowkey.Bytes || p.read.typ == rowkey.Hash && s.all&nonText != 0:
		form = fmt.Sprintf("be(%d)", s.width)
	case p.read.typ == rowkey.Hex || s.all&letters != 0:
		form = fmt.Sprintf("hex(%d)", s.width)
		if s.all&hexUpper != 0 {
			form = fmt.Sprintf("hex(%d, upper)", s.width)
		}
	case s.width > 0 && s.leadingZeros() > 0:
		form = fmt.Sprintf("pad(%d)", s.width)
	}
	names := make([]string, len(pr.inputs))
	for i, in := range pr.inputs {
		names[i] = name(in)
	}
	p.read.typ = rowkey.Salt
	p.read.spec = fmt.Sprintf("salt(%d, %s, %s(%s))", pr.buckets, form, pr.hash, strings.Join(names, ", "))
	p.read.word = "salt"
}
