package infer

import (
	"bytes"
	"math"
	"slices"
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
func classOf(c byte) class {
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
		m |= classOf(c)
	}
	return m
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
	counts   map[string]int
	chars    [256]int
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
	s := &summary{column: c, min: math.MaxInt, class: make([]class, len(c.val)), counts: make(map[string]int, len(c.val)/2)}
	var prev []byte
	lengths := map[int]int{}
	for i, v := range c.val {
		if i == 0 || !bytes.Equal(v, prev) {
			s.runs++
		}
		prev = v
		s.counts[string(v)]++
		if len(v) == 0 {
			continue
		}
		s.n++
		s.min, s.max = min(s.min, len(v)), max(s.max, len(v))
		lengths[len(v)]++
		s.total += len(v)
		var m class
		for _, b := range v {
			s.chars[b]++
			m |= classOf(b)
		}
		s.class[i] = m
	}
	s.distinct = len(s.counts)
	for w, k := range lengths {
		if k >= most(s.n) && k > 0 {
			s.width = w
		}
	}
	s.all = s.majority()
	s.entropy = entropy(s.counts, len(c.val))
	if s.n == 0 {
		s.min = 0
	}
	return s
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
	for v, k := range s.counts {
		if v != "" && k >= most(len(s.val)) && k > 0 {
			return []byte(v), true
		}
	}
	return nil, false
}

// words lists the distinct values by falling count.
func (s *summary) words() []string {
	out := make([]string, 0, len(s.counts))
	for v := range s.counts {
		if v != "" {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		if d := s.counts[b] - s.counts[a]; d != 0 {
			return d
		}
		if a < b {
			return -1
		}
		return 1
	})
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
	for len(best) > 0 {
		k := 0
		for _, v := range s.val {
			if len(v) > 0 && bytes.HasPrefix(v, best) {
				k++
			}
		}
		if k >= most(s.n) {
			return best
		}
		best = best[:len(best)-1]
	}
	return nil
}

func entropy(counts map[string]int, n int) float64 {
	if n == 0 {
		return 0
	}
	h := 0.0
	for _, k := range counts {
		p := float64(k) / float64(n)
		h -= p * math.Log2(p)
	}
	return h
}

func entropyOf(counts []int, n int) float64 {
	if n == 0 {
		return 0
	}
	h := 0.0
	for _, k := range counts {
		if k > 0 {
			p := float64(k) / float64(n)
			h -= p * math.Log2(p)
		}
	}
	return h
}
