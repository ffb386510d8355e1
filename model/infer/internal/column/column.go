// Package column holds columns of values cut out of keys, and what every detector wants to know of them: classes of
// characters, widths, distinct values, entropies.
package column

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"sort"
)

// Column is one value a key, cut out of the keys of a group. A key that does not take part has no value; an empty value
// is not nil.
type Column struct {
	Row []int32 // index into the keyset, ascending, so equal neighbors are runs of the key order
	Val [][]byte
}

// Class is a set of character classes.
type Class uint16

// The classes. HexLower and HexUpper are the letters a to f, which Lower and Upper leave out.
const (
	Digit Class = 1 << iota
	HexLower
	HexUpper
	Lower // g-z
	Upper // G-Z
	Dash
	Underscore
	Dot
	Slash
	Plus
	Equals
	Space
	Punct   // other printable ASCII
	Control // below space, and DEL
	High    // 0x80 and above

	Letters = HexLower | HexUpper | Lower | Upper
	Alnum   = Digit | Letters
	NonText = Control | High
)

// ByteClass is the class of a byte.
func ByteClass(c byte) Class { return classes[c] }

func classify(c byte) Class {
	switch {
	case c >= '0' && c <= '9':
		return Digit
	case c >= 'a' && c <= 'f':
		return HexLower
	case c >= 'A' && c <= 'F':
		return HexUpper
	case c >= 'g' && c <= 'z':
		return Lower
	case c >= 'G' && c <= 'Z':
		return Upper
	case c == '-':
		return Dash
	case c == '_':
		return Underscore
	case c == '.':
		return Dot
	case c == '/':
		return Slash
	case c == '+':
		return Plus
	case c == '=':
		return Equals
	case c == ' ':
		return Space
	case c < ' ' || c == 0x7f:
		return Control
	case c >= 0x80:
		return High
	}
	return Punct
}

// TextClasses returns the classes of all bytes of v.
func TextClasses(v []byte) Class {
	var m Class
	for _, c := range v {
		m |= classes[c]
	}
	return m
}

// unique is a distinct value and how often it occurs, in the order of first occurrence.
type unique struct {
	Val []byte
	N   int
}

// Summary is what every detector wants to know of a column; it is made once.
type Summary struct {
	Column
	N        int // values that are not empty
	Min, Max int // length of those, garbage left out
	Width    int // the length of at least 97% of them, 0 when lengths vary
	class    []Class
	All      Class // classes of all values together, those of the rarest 3% left out
	Distinct int
	Runs     int // runs of equal neighbors
	Entropy  float64
	Uniq     []unique
	Chars    [256]int32
	Total    int // bytes
}

// Most is the number of n values that must agree for a rule to hold: 97%, so that 3% garbage changes nothing.
func Most(n int) int { return n - Tolerance(n) }

// Tolerance is how many of n values may break a rule.
func Tolerance(n int) int {
	if n < 12 {
		return 0
	}
	return max(1, n*4/100)
}

// Summarize returns the summary of a column.
func Summarize(c Column) *Summary {
	summary := &Summary{Column: c, class: make([]Class, len(c.Val))}
	var scratch [4 * mostScratch]int32
	table := newDistinct(scratch[:], len(c.Val))
	var few [8]Count
	lengths := Tally(few[:0])
	for i, value := range c.Val {
		if i == 0 || !bytes.Equal(value, c.Val[i-1]) {
			summary.Runs++
		}
		table.add(c.Val, int32(i))
		if len(value) == 0 {
			continue
		}
		summary.N++
		lengths.Add(len(value))
		summary.Total += len(value)
		var m Class
		for _, b := range value {
			summary.Chars[b]++
			m |= classes[b]
		}
		summary.class[i] = m
	}
	summary.Uniq, summary.Distinct = table.list(c.Val), table.n
	summary.Width, _ = lengths.Common(summary.N)
	summary.Min, summary.Max = lengths.bounds(Tolerance(summary.N))
	summary.All = summary.majority()
	sum := 0.0
	for _, u := range summary.Uniq {
		sum += Xlog2(u.N)
	}
	summary.Entropy = EntropyFrom(sum, len(c.Val))
	return summary
}

// bounds returns the least and the greatest number, but for garbage: so many at either end do not count.
func (t Tally) bounds(without int) (least, most int) {
	slices.SortFunc(t, func(a, b Count) int { return cmp.Compare(a.What, b.What) })
	left := without
	for _, c := range t {
		if left -= c.N; left < 0 {
			least = c.What
			break
		}
	}
	left = without
	for _, c := range slices.Backward(t) {
		if left -= c.N; left < 0 {
			most = c.What
			break
		}
	}
	return least, most
}

// mostScratch is how many values are distinguished without memory of their own.
const mostScratch = 256

// distinct distinguishes the values of a column, by their places in it: a hash table with open addressing.
type distinct struct {
	slots []int32 // index into first plus one
	first []int32 // where each distinct value occurs first
	count []int32 // how often it occurs
	n     int     // of distinct values
}

// newDistinct returns a table for n values, in the scratch memory where that is large enough.
func newDistinct(scratch []int32, n int) distinct {
	size := 2 * mostScratch
	if n > mostScratch {
		for size < 2*n {
			size *= 2
		}
		scratch = make([]int32, 2*size)
	}
	return distinct{slots: scratch[:size], first: scratch[size : size+size/2], count: scratch[size+size/2 : 2*size]}
}

// add counts the value at a place. It appends to no slice, which would move the scratch memory to the heap.
func (d *distinct) add(vals [][]byte, at int32) {
	value := vals[at]
	if k := d.n; k > 0 && bytes.Equal(vals[d.first[k-1]], value) {
		d.count[k-1]++
		return
	}
	mask := len(d.slots) - 1
	for i := int(hashBytes(value)) & mask; ; i = (i + 1) & mask {
		slot := d.slots[i]
		if slot == 0 {
			d.first[d.n], d.count[d.n] = at, 1
			d.n++
			d.slots[i] = int32(d.n)
			return
		}
		if bytes.Equal(vals[d.first[slot-1]], value) {
			d.count[slot-1]++
			return
		}
	}
}

// list returns the distinct values in the order of their first occurrence.
func (d *distinct) list(vals [][]byte) []unique {
	out := make([]unique, d.n)
	for k, at := range d.first[:d.n] {
		out[k] = unique{vals[at], int(d.count[k])}
	}
	return out
}

// hashBytes mixes eight bytes at a time, as wyhash does.
func hashBytes(v []byte) uint32 {
	const seed, prime = 0xa0761d6478bd642f, 0xe7037ed1a0b428db
	hash := uint64(len(v)) ^ seed
	for ; len(v) >= 8; v = v[8:] {
		hi, lo := bits.Mul64(binary.LittleEndian.Uint64(v)^hash, prime)
		hash = hi ^ lo
	}
	last := uint64(0)
	for _, c := range v {
		last = last<<8 | uint64(c)
	}
	hi, lo := bits.Mul64(last^hash, prime)
	return uint32(hi ^ lo)
}

// Tally counts how often each of a few numbers occurs.
type Tally []Count

// Count is how often a number occurs.
type Count struct{ What, N int }

// Add counts one more number.
func (t *Tally) Add(what int) {
	for i := range *t {
		if (*t)[i].What == what {
			(*t)[i].N++
			return
		}
	}
	*t = append(*t, Count{what, 1})
}

// Common returns the number that nearly all of n are, see Most; false where there is none.
func (t Tally) Common(n int) (what int, ok bool) {
	for _, c := range t {
		if c.N >= Most(n) && n > 0 {
			return c.What, true
		}
	}
	return 0, false
}

// Rare returns how many of the numbers are not the commonest one.
func (t Tally) Rare() int {
	all, most := 0, 0
	for _, c := range t {
		all, most = all+c.N, max(most, c.N)
	}
	return all - most
}

// Bits returns what it costs to encode the numbers one by one by how often they occur: their entropy in bits, of all
// together.
func (t Tally) Bits() float64 {
	n, sum := 0, 0.0
	for _, c := range t {
		n += c.N
		sum += Xlog2(c.N)
	}
	return float64(n) * EntropyFrom(sum, n)
}

// majority is the classes that occur in more values than garbage could explain.
func (s *Summary) majority() Class {
	var all Class
	for bit := Digit; bit != 0 && bit <= High; bit <<= 1 {
		count := 0
		for _, m := range s.class {
			if m&bit != 0 {
				count++
			}
		}
		if count > Tolerance(s.N) {
			all |= bit
		}
	}
	return all
}

// within counts the values made of the classes of set alone, empty values left out.
func (s *Summary) within(set Class) int {
	k := 0
	for i, m := range s.class {
		if len(s.Val[i]) > 0 && m&^set == 0 {
			k++
		}
	}
	return k
}

// Only reports whether nearly all values are made of the classes of set.
func (s *Summary) Only(set Class) bool { return s.N > 0 && s.within(set) >= Most(s.N) }

// Share counts the values for which f holds, empty values left out.
func (s *Summary) Share(f func([]byte) bool) int {
	k := 0
	for _, v := range s.Val {
		if len(v) > 0 && f(v) {
			k++
		}
	}
	return k
}

// Nearly reports whether f is true of nearly all values, see Most; never of an empty column.
func (s *Summary) Nearly(f func([]byte) bool) bool { return s.N > 0 && s.Share(f) >= Most(s.N) }

// CountAt counts the bytes at a place of the values that have the column's width, of which there are n.
func (s *Summary) CountAt(place int) (counts [256]int, n int) {
	for _, v := range s.Val {
		if len(v) == s.Width {
			counts[v[place]]++
			n++
		}
	}
	return counts, n
}

// DistinctAt counts the bytes at a place of the distinct values that reach it, of which there are n.
func (s *Summary) DistinctAt(place int) (counts [256]int, n int) {
	for _, u := range s.Uniq {
		if place < len(u.Val) {
			counts[u.Val[place]]++
			n++
		}
	}
	return counts, n
}

// SameCount reports whether c occurs equally often, and at least once, in nearly all values.
func (s *Summary) SameCount(c byte) bool {
	counts := map[int]int{}
	for _, v := range s.Val {
		if len(v) > 0 {
			counts[bytes.Count(v, []byte{c})]++
		}
	}
	for k, n := range counts {
		if k > 0 && n*10 >= s.N*9 {
			return true
		}
	}
	return false
}

// OneWidth reports whether all values that are not empty have one length, without exception.
func (s *Summary) OneWidth() bool {
	return s.Width > 0 && s.Share(func(v []byte) bool { return len(v) == s.Width }) == s.N
}

// Constant returns the value nearly all have.
func (s *Summary) Constant() ([]byte, bool) {
	for _, u := range s.Uniq {
		if len(u.Val) > 0 && u.N >= Most(len(s.Val)) {
			return u.Val, true
		}
	}
	return nil, false
}

// Words lists the distinct values by falling count.
func (s *Summary) Words() []string {
	list := slices.DeleteFunc(slices.Clone(s.Uniq), func(u unique) bool { return len(u.Val) == 0 })
	slices.SortFunc(list, func(a, b unique) int { return cmp.Or(cmp.Compare(b.N, a.N), bytes.Compare(a.Val, b.Val)) })
	out := make([]string, len(list))
	for i, u := range list {
		out[i] = string(u.Val)
	}
	return out
}

// CommonPrefix is the longest prefix that nearly all values share.
func (s *Summary) CommonPrefix() []byte {
	var best []byte
	// The prefix of the majority is that of the median pair of sorted values, trimmed until enough values have it.
	for _, v := range s.Val {
		if len(v) > 0 {
			best = v
			break
		}
	}
	if k := s.N / 2; k < len(s.Val) && len(s.Val[k]) > 0 {
		best = s.Val[k]
	}
	// Fewer values share a longer prefix, so its length can be halved in on.
	return best[:sort.Search(len(best), func(size int) bool {
		k := 0
		for _, v := range s.Val {
			if len(v) > 0 && bytes.HasPrefix(v, best[:size+1]) {
				k++
			}
		}
		return k < Most(s.N)
	})]
}

// Entropy is the entropy of a distribution, in bits; counts add up to n.
func Entropy[T int | int32](counts []T, n int) float64 {
	sum := 0.0
	for _, k := range counts {
		if k > 1 {
			sum += Xlog2(int(k))
		}
	}
	return EntropyFrom(sum, n)
}

// EntropyFrom makes the entropy of the sum of k log k.
func EntropyFrom(sum float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return math.Max(0, math.Log2(float64(n))-sum/float64(n))
}

// Xlog2 is k log2 k.
func Xlog2(k int) float64 {
	if k < len(xlogs) {
		return xlogs[k]
	}
	return float64(k) * math.Log2(float64(k))
}

// CutAt splits the values after at bytes and leaves skip bytes out between the parts; shorter ones are left out.
func (c Column) CutAt(at, skip int) (head, rest Column) {
	for i, v := range c.Val {
		if len(v) < at+skip {
			continue
		}
		head.Row, head.Val = append(head.Row, c.Row[i]), append(head.Val, v[:at])
		rest.Row, rest.Val = append(rest.Row, c.Row[i]), append(rest.Val, v[at+skip:])
	}
	return head, rest
}

// Each returns what cut makes of the values, without those that it refuses.
func (c Column) Each(cut func(v []byte) ([]byte, bool)) Column {
	out := Column{}
	for i, v := range c.Val {
		if w, ok := cut(v); ok {
			out.Row, out.Val = append(out.Row, c.Row[i]), append(out.Val, w)
		}
	}
	return out
}

// Part returns the bytes from one place to another of values that all have them.
func (c Column) Part(from, to int) Column {
	return c.Each(func(v []byte) ([]byte, bool) { return v[from:to], true })
}

// Behind returns what stands behind a prefix, of the values that have it.
func (c Column) Behind(prefix []byte) Column {
	return c.Each(func(v []byte) ([]byte, bool) { return bytes.CutPrefix(v, prefix) })
}

// NearlyAll reports whether f is true of nearly all values, empty ones among them; see Most.
func NearlyAll(values [][]byte, f func(v []byte) bool) bool {
	k := 0
	for _, v := range values {
		if f(v) {
			k++
		}
	}
	return k >= Most(len(values))
}
