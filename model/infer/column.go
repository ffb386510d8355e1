package infer

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"sort"
)

// column is one value a key, cut out of the keys of a group. A key that does not take part has no value; an empty value
// is not nil.
type column struct {
	row []int32 // index into the keyset, ascending, so equal neighbours are runs of the key order
	val [][]byte
}

// class is a set of character classes.
type class uint16

const (
	digit class = 1 << iota
	hexLower
	hexUpper
	lower // g-z
	upper // G-Z
	dash
	underscore
	dot
	slash
	plus
	equals
	space
	punct   // other printable ASCII
	control // below space, and DEL
	high    // 0x80 and above

	letters = hexLower | hexUpper | lower | upper
	alnum   = digit | letters
	nonText = control | high
)

// classOf is the class of a byte.
func classOf(c byte) class { return classes[c] }

func classify(c byte) class {
	switch {
	case c >= '0' && c <= '9':
		return digit
	case c >= 'a' && c <= 'f':
		return hexLower
	case c >= 'A' && c <= 'F':
		return hexUpper
	case c >= 'g' && c <= 'z':
		return lower
	case c >= 'G' && c <= 'Z':
		return upper
	case c == '-':
		return dash
	case c == '_':
		return underscore
	case c == '.':
		return dot
	case c == '/':
		return slash
	case c == '+':
		return plus
	case c == '=':
		return equals
	case c == ' ':
		return space
	case c < ' ' || c == 0x7f:
		return control
	case c >= 0x80:
		return high
	}
	return punct
}

func classesOf(v []byte) class {
	var m class
	for _, c := range v {
		m |= classes[c]
	}
	return m
}

// unique is a distinct value and how often it occurs, in the order of first occurrence.
type unique struct {
	val []byte
	n   int
}

// summary is what every detector wants to know of a column; it is made once.
type summary struct {
	column
	n        int // values that are not empty
	min, max int // length of those
	width    int // the length of at least 97 % of them, 0 when lengths vary
	class    []class
	all      class // classes of all values together, those of the rarest 3 % left out
	distinct int
	runs     int // stretches of equal neighbours
	entropy  float64
	uniq     []unique
	chars    [256]int32
	total    int // bytes
}

// most is the number of n values that must agree for a rule to hold: 97 %, so that 3 % garbage changes nothing.
func most(n int) int { return n - tolerance(n) }

// tolerance is how many of n values may break a rule.
func tolerance(n int) int {
	if n < 12 {
		return 0
	}
	return max(1, n*4/100)
}

func summarize(c column) *summary {
	s := &summary{column: c, min: math.MaxInt, class: make([]class, len(c.val))}
	table := uniques{}
	lengths := tally{}
	for i, v := range c.val {
		if i == 0 || !bytes.Equal(v, c.val[i-1]) {
			s.runs++
		}
		table.add(v)
		if len(v) == 0 {
			continue
		}
		s.n++
		s.min, s.max = min(s.min, len(v)), max(s.max, len(v))
		lengths.add(len(v))
		s.total += len(v)
		var m class
		for _, b := range v {
			s.chars[b]++
			m |= classes[b]
		}
		s.class[i] = m
	}
	s.uniq, s.distinct = table.list, len(table.list)
	for _, l := range lengths {
		if l.n >= most(s.n) && l.n > 0 {
			s.width = l.what
		}
	}
	s.all = s.majority()
	s.entropy = entropyOfUniques(s.uniq, len(c.val))
	if s.n == 0 {
		s.min = 0
	}
	return s
}

// uniques collects distinct values: a hash table with open addressing, which for the few hundred values of a column is
// several times faster than a map.
type uniques struct {
	list  []unique
	slots []int32 // index into list plus one
}

func (u *uniques) add(v []byte) {
	if k := len(u.list); k > 0 && bytes.Equal(u.list[k-1].val, v) {
		u.list[k-1].n++
		return
	}
	if 2*len(u.list) >= len(u.slots) {
		u.grow()
	}
	mask := len(u.slots) - 1
	for i := int(hashBytes(v)) & mask; ; i = (i + 1) & mask {
		k := u.slots[i]
		if k == 0 {
			u.list = append(u.list, unique{v, 1})
			u.slots[i] = int32(len(u.list))
			return
		}
		if bytes.Equal(u.list[k-1].val, v) {
			u.list[k-1].n++
			return
		}
	}
}

func (u *uniques) grow() {
	u.slots = make([]int32, max(64, 4*len(u.slots)))
	mask := len(u.slots) - 1
	for k, x := range u.list {
		i := int(hashBytes(x.val)) & mask
		for u.slots[i] != 0 {
			i = (i + 1) & mask
		}
		u.slots[i] = int32(k + 1)
	}
}

// hashBytes is FNV-1a.
func hashBytes(v []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range v {
		h = (h ^ uint32(c)) * 16777619
	}
	return h ^ h>>15
}

// tally counts how often each of a few numbers occurs.
type tally []struct{ what, n int }

func (t *tally) add(what int) {
	for i := range *t {
		if (*t)[i].what == what {
			(*t)[i].n++
			return
		}
	}
	*t = append(*t, struct{ what, n int }{what, 1})
}

// majority is the classes that occur in more values than garbage could explain.
func (s *summary) majority() class {
	var all class
	for bit := digit; bit != 0 && bit <= high; bit <<= 1 {
		k := 0
		for _, m := range s.class {
			if m&bit != 0 {
				k++
			}
		}
		if k > tolerance(s.n) {
			all |= bit
		}
	}
	return all
}

// within counts the values made of the classes of set alone, empty values left out.
func (s *summary) within(set class) int {
	k := 0
	for i, m := range s.class {
		if len(s.val[i]) > 0 && m&^set == 0 {
			k++
		}
	}
	return k
}

// only says that nearly all values are made of the classes of set.
func (s *summary) only(set class) bool { return s.n > 0 && s.within(set) >= most(s.n) }

// share counts the values for which f holds, empty values left out.
func (s *summary) share(f func([]byte) bool) int {
	k := 0
	for _, v := range s.val {
		if len(v) > 0 && f(v) {
			k++
		}
	}
	return k
}

// wide is nearly for a function that wants values of the column's width.
func (s *summary) wide(f func([]byte) bool) bool {
	return s.width > 0 && s.nearly(func(v []byte) bool { return len(v) == s.width && f(v) })
}

func (s *summary) nearly(f func([]byte) bool) bool { return s.n > 0 && s.share(f) >= most(s.n) }

// sameCount says that c occurs equally often, and at least once, in nearly all values.
func (s *summary) sameCount(c byte) bool {
	counts := map[int]int{}
	for _, v := range s.val {
		if len(v) > 0 {
			counts[bytes.Count(v, []byte{c})]++
		}
	}
	for k, n := range counts {
		if k > 0 && n*10 >= s.n*9 {
			return true
		}
	}
	return false
}

// constant returns the value nearly all have.
func (s *summary) constant() ([]byte, bool) {
	for _, u := range s.uniq {
		if len(u.val) > 0 && u.n >= most(len(s.val)) {
			return u.val, true
		}
	}
	return nil, false
}

// words lists the distinct values by falling count.
func (s *summary) words() []string {
	list := slices.DeleteFunc(slices.Clone(s.uniq), func(u unique) bool { return len(u.val) == 0 })
	slices.SortFunc(list, func(a, b unique) int { return cmp.Or(cmp.Compare(b.n, a.n), bytes.Compare(a.val, b.val)) })
	out := make([]string, len(list))
	for i, u := range list {
		out[i] = string(u.val)
	}
	return out
}

// commonPrefix is the longest prefix that nearly all values share.
func (s *summary) commonPrefix() []byte {
	var best []byte
	// The prefix of the majority is that of the median pair of sorted values, trimmed until enough values have it.
	for _, v := range s.val {
		if len(v) > 0 {
			best = v
			break
		}
	}
	if k := s.n / 2; k < len(s.val) && len(s.val[k]) > 0 {
		best = s.val[k]
	}
	// Fewer values share a longer prefix, so its length can be halved in on.
	return best[:sort.Search(len(best), func(size int) bool {
		k := 0
		for _, v := range s.val {
			if len(v) > 0 && bytes.HasPrefix(v, best[:size+1]) {
				k++
			}
		}
		return k < most(s.n)
	})]
}

func entropyOfUniques(us []unique, n int) float64 {
	sum := 0.0
	for _, u := range us {
		sum += xlog2(u.n)
	}
	return entropyFrom(sum, n)
}

// entropyOf is the entropy of a distribution, in bits; counts add up to n.
func entropyOf[T int | int32](counts []T, n int) float64 {
	sum := 0.0
	for _, k := range counts {
		if k > 1 {
			sum += xlog2(int(k))
		}
	}
	return entropyFrom(sum, n)
}

// entropyFrom makes the entropy of the sum of k log k.
func entropyFrom(sum float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return math.Max(0, math.Log2(float64(n))-sum/float64(n))
}

// xlog2 is k log2 k.
func xlog2(k int) float64 {
	if k < len(xlogs) {
		return xlogs[k]
	}
	return float64(k) * math.Log2(float64(k))
}
