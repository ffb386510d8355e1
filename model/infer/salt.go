package infer

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math"
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

// firstTry is how many keys a function is tried on before it is replayed on all: nearly all functions fail on them.
const firstTry = 6

// replay looks for a function that gives the segment target in all keys.
func replay(keys []cutKey, target int, segs []*piece, seps [][]byte) (proof, bool) {
	t := newTarget(keys, target)
	if t == nil {
		return proof{}, false
	}
	funcs := hashFuncs()
	few := t.first(keys, firstTry)
	independent := t.determinedBy(keys, len(segs))
	for _, in := range inputsFor(target, segs, seps) {
		some, _ := in.all(few.keys)
		var data [][]byte
		inputs := 0
		for k := -1; k < len(funcs); k++ {
			if !few.given(funcs, k, some) {
				continue
			}
			if data == nil {
				data, inputs = in.all(keys)
			}
			if !t.enough(min(inputs, independent)) {
				break
			}
			if n, ok := t.explained(funcs, k, data); ok {
				name := "mod"
				if k >= 0 {
					name = funcs[k].name
				}
				return proof{name, n, in.segs}, true
			}
		}
	}
	return proof{}, false
}

// determinedBy is the least number of different values of a segment that determines the target. A target that depends on a
// few banks agrees with many functions of bank and account, however many accounts there are.
func (t *target) determinedBy(keys []cutKey, segs int) int {
	least := len(keys)
	for s := range segs {
		given := map[string]string{}
		for i := range keys {
			in := string(keys[i].join(nil, nil, s))
			if old, ok := given[in]; ok && old != string(t.raw[i]) {
				given = nil
				break
			}
			given[in] = string(t.raw[i])
		}
		if given != nil && !slices.ContainsFunc(t.raw, func(b []byte) bool { return given[string(b)] == string(b) }) {
			least = min(least, len(given))
		}
	}
	return least
}

// all takes the input out of all keys and counts the different ones.
func (in input) all(keys []cutKey) ([][]byte, int) {
	data := make([][]byte, len(keys))
	seen := map[string]bool{}
	for i := range keys {
		data[i] = in.take(nil, &keys[i])
		seen[string(data[i])] = true
	}
	return data, len(seen)
}

// first is the target of a few keys only, spread over all and with different values where there are such.
func (t *target) first(keys []cutKey, n int) *target {
	f := &target{bases: t.bases, surprise: t.surprise}
	for k := range min(n, len(keys)) {
		i := k * len(keys) / min(n, len(keys))
		f.keys = append(f.keys, keys[i])
		f.raw = append(f.raw, t.raw[i])
		if t.num != nil {
			f.num = append(f.num, t.num[i])
		}
	}
	return f
}

func (t *target) given(funcs []hashFunc, k int, data [][]byte) bool {
	_, ok := t.explained(funcs, k, data)
	return ok
}

// explained says that function k gives the target, and modulo how many buckets; 0 when it is the beginning of a digest.
// Function -1 is the number itself.
func (t *target) explained(funcs []hashFunc, k int, data [][]byte) (uint64, bool) {
	if k < 0 {
		return t.number(data)
	}
	if t.digest(funcs[k], data) {
		return 0, true
	}
	if n, ok := t.modulo(funcs[k], data); ok {
		return n, true
	}
	return t.window(funcs[k], data)
}

// target is the values of the segment to be explained.
type target struct {
	keys  []cutKey // of a first try
	raw   [][]byte
	num   []uint64 // nil when they are no small numbers
	bases []uint64 // numbers of buckets to try
	// surprise is the entropy of the values in bits: how much one agreement says. A value that is always the same
	// agrees with many functions.
	surprise float64
}

func newTarget(keys []cutKey, seg int) *target {
	t := &target{}
	decimal, small := true, true
	for i := range keys {
		var v []byte
		for j, g := range keys[i].group {
			if g == seg {
				v = keys[i].key[keys[i].from[j]:keys[i].to[j]]
				break
			}
		}
		if len(v) == 0 {
			return nil
		}
		t.raw = append(t.raw, v)
		decimal = decimal && classesOf(v) == digit
		small = small && len(v) <= 4
	}
	values := uniques{}
	for _, v := range t.raw {
		values.add(v)
	}
	if t.surprise = entropyOfUniques(values.list, len(t.raw)); t.surprise < 0.5 {
		return nil
	}
	for _, v := range t.raw {
		switch x, ok := parseUint(v, 10); {
		case decimal && ok && x < 1<<16:
			t.num = append(t.num, x)
		case !decimal && small:
			if x, ok := parseUint(v, 16); ok && classesOf(v)&nonText == 0 {
				t.num = append(t.num, x)
			} else {
				t.num = append(t.num, bigEndian(v))
			}
		}
	}
	if len(t.num) != len(t.raw) {
		t.num = nil
		return t
	}
	top := slices.Max(t.num)
	if top == 0 || top >= 1<<16 {
		t.num = nil
		return t
	}
	for n := top + 1; n < top+6 || n <= top+1+min(top, 256)/16; n++ {
		t.bases = append(t.bases, n)
	}
	for p := uint64(2); p <= 1<<16; p *= 2 {
		if p > top && p < 3*top && !slices.Contains(t.bases, p) {
			t.bases = append(t.bases, p)
		}
	}
	for _, p := range []uint64{10, 20, 50, 60, 64, 100, 128, 200, 256, 500, 512, 1000, 1024} {
		if p > top && p < 3*top && !slices.Contains(t.bases, p) {
			t.bases = append(t.bases, p)
		}
	}
	return t
}

// enough says that agreement with so many different inputs is proof.
func (t *target) enough(inputs int) bool { return t.surprise*float64(inputs) >= proofBits }

// number checks that the values are the inputs, taken for numbers, modulo a number of buckets.
func (t *target) number(data [][]byte) (uint64, bool) {
	if t.num == nil {
		return 0, false
	}
	for _, decimal := range []bool{true, false} {
		for _, n := range t.bases {
			ok := true
			for i, b := range data {
				x, isNumber := parseUint(b, 10)
				if !decimal {
					isNumber = len(b) > 0 && len(b) <= 8
					x = bigEndian(b)
					if len(b) == 8 {
						x &^= signBit
					}
				}
				if !isNumber || x%n != t.num[i] {
					ok = false
					break
				}
			}
			if ok {
				return n, true
			}
		}
	}
	return 0, false
}

// modulo checks that the values are a hash of the inputs modulo a number of buckets. Languages differ in what they do
// with negative numbers.
func (t *target) modulo(f hashFunc, data [][]byte) (uint64, bool) {
	if t.num == nil {
		return 0, false
	}
	alive := make([][8]bool, len(t.bases))
	left := 0
	for i := range t.bases {
		alive[i] = [8]bool{true, true, true, true, true, true, true, true}
		left++
	}
	for i, b := range data {
		if left == 0 {
			return 0, false
		}
		sum := f.sum(b)
		left = 0
		for j, n := range t.bases {
			if alive[j] == [8]bool{} {
				continue
			}
			any := false
			for k, v := range remainders(sum, n) {
				alive[j][k] = alive[j][k] && v == t.num[i]
				any = any || alive[j][k]
			}
			if any {
				left++
			}
		}
	}
	for j, ways := range alive {
		if slices.Contains(ways[:], true) {
			return t.bases[j], true
		}
	}
	return 0, false
}

// window checks that the values are some bits in a row of a hash: the upper ones, or those left after a shift.
func (t *target) window(f hashFunc, data [][]byte) (uint64, bool) {
	if t.num == nil {
		return 0, false
	}
	top := slices.Max(t.num)
	n := uint64(1)
	for n <= top {
		n *= 2
	}
	alive := ^uint64(0) // bit s: the hash shifted right by s agrees
	for i, b := range data {
		sum := f.sum(b)
		h := bigEndian(sum[:min(8, len(sum))])
		for s := range 64 {
			if alive>>s&1 != 0 && h>>s%n != t.num[i] {
				alive &^= 1 << s
			}
		}
		if alive == 0 {
			return 0, false
		}
	}
	return n, true
}

// remainders are the ways to take a digest modulo n: unsigned, absolute value, sign bit dropped, floored; of the first
// four or eight bytes, the last four, or all of it.
func remainders(sum []byte, n uint64) [8]uint64 {
	if len(sum) == 4 {
		u := uint32(bigEndian(sum))
		s := int64(int32(u))
		return [8]uint64{uint64(u) % n, uint64(max(s, -s)) % n, uint64(u&0x7fffffff) % n, uint64((s%int64(n) + int64(n)) % int64(n)),
			uint64(u) % n, uint64(u) % n, uint64(u) % n, uint64(u) % n}
	}
	u := bigEndian(sum[:8])
	s := int64(u)
	out := [8]uint64{u % n, uint64(max(s, -s)) % n, u & math.MaxInt64 % n, uint64((s%int64(n) + int64(n)) % int64(n)),
		bigEndian(sum[:4]) % n, bigEndian(sum[len(sum)-4:]) % n, uint64(sum[0]) % n, 0}
	for _, c := range sum {
		out[7] = (out[7]<<8 | uint64(c)) % n // n is below 2^17
	}
	return out
}

// digest checks that the values are the beginning of the digest of the inputs, in bytes, hexadecimal, base 64 or decimal.
func (t *target) digest(f hashFunc, data [][]byte) bool {
	ways := [6]bool{true, true, true, true, true, true}
	for i, b := range data {
		sum := f.sum(b)
		v := t.raw[i]
		ways[0] = ways[0] && len(v) <= len(sum) && bytes.HasPrefix(sum, v)
		ways[1] = ways[1] && len(v) >= 2 && isHexOf(sum, v, "0123456789abcdef")
		ways[2] = ways[2] && len(v) >= 2 && isHexOf(sum, v, "0123456789ABCDEF")
		ways[3] = ways[3] && len(v) >= 4 && (strings.HasPrefix(base64.StdEncoding.EncodeToString(sum), string(v)) || strings.HasPrefix(base64.URLEncoding.EncodeToString(sum), string(v)))
		ways[4] = ways[4] && len(sum) <= 8 && len(v) >= 4 && fmt.Sprint(bigEndian(sum)) == strings.TrimLeft(string(v), "0")
		ways[5] = ways[5] && len(v) <= len(sum) && bytes.HasSuffix(sum, v)
		if !slices.Contains(ways[:], true) {
			return false
		}
	}
	return true
}

// isHexOf says that v is the beginning of sum in hexadecimal.
func isHexOf(sum, v []byte, digits string) bool {
	if len(v) > 2*len(sum) {
		return false
	}
	for i, c := range v {
		x := sum[i/2] >> 4
		if i%2 == 1 {
			x = sum[i/2] & 15
		}
		if digits[x] != c {
			return false
		}
	}
	return true
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
