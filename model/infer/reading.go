package infer

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"tabletop/model/rowkey"
)

// reading is what a column is taken for.
type reading struct {
	typ      rowkey.Type
	unit     rowkey.Unit
	reversed bool
	spec     string  // the codec, as a template writes it
	fixed    string  // the codec where the width tells the end, if that is another
	bits     float64 // to tell all values, the parameters of the codec included
	// strong says that no accident looks like this: a uuid, a time. Only strong readings justify a cut where no
	// delimiter stands.
	strong bool
	// solid says that the column is one thing whatever punctuation it has, so it is never cut further.
	solid bool
	// random says that the values are drawn evenly from their alphabet.
	random bool
	padded bool   // text in a field of one width, filled up with zero bytes
	known  bool   // a time that agrees with the cells' timestamps, or a date
	list   byte   // the separator of a list of any length, 0 for none
	word   string // a name for the segment, where the reading suggests one
}

// isNumber says that the values are numbers, whatever is counted.
func (r reading) isNumber() bool {
	return r.typ == rowkey.IntDecimal || r.typ == rowkey.IntPadded || r.typ == rowkey.Hex
}

// Costs of describing structure, in bits.
const (
	segmentCost = 20.0 // one more segment
	distinctBit = 0.5  // times log2 of the number of values, for each entry of a dictionary
)

// shared is the least cost of a column of which all values one by one cost bits: that, or to list each distinct value once
// and then to tell which it is, by its frequency or by its frequency given the values before in key order. Keys are sorted,
// so a value that depends on the prefix comes in runs; each run is charged, or every further cut would be free once the
// prefixes are unique.
//
// Numbers are not charged by runs: their leading digits are in order wherever they are cut.
func (s *summary) shared(bits float64, runs bool) float64 {
	m, d := float64(len(s.val)), float64(s.distinct)
	flat := m*s.entropy + d*distinctBit*math.Log2(m+1)
	if !runs {
		return math.Min(bits, bits*d/m+d+flat)
	}
	// A value is told where it comes first; only further runs of it must be pointed at.
	inRuns := float64(s.runs-s.distinct)*math.Log2(d+1) + float64(s.runs)*math.Log2(m/float64(max(s.runs, 1))+1) + math.Log2(m+1)
	return math.Min(bits, bits*d/m+d+math.Min(flat, inRuns))
}

// order0 is the cost of the characters one by one by their frequency in the column, and of the lengths.
func (s *summary) order0() float64 {
	if s.total == 0 {
		return 0
	}
	kinds := 0.0
	for _, k := range s.chars {
		if k > 0 {
			kinds++
		}
	}
	h := entropyOf(s.chars[:], s.total)
	lengths := tally{}
	for _, v := range s.val {
		lengths.add(len(v))
	}
	cost := float64(s.total)*h + kinds*(distinctBit*math.Log2(float64(s.total)+1)+2)
	if len(lengths) > 1 {
		sum := 0.0
		for _, l := range lengths {
			sum += xlog2(l.n)
		}
		cost += float64(len(s.val))*entropyFrom(sum, len(s.val)) + float64(len(lengths))*distinctBit*math.Log2(float64(len(s.val))+1)
	}
	return cost
}

// behindWord is the cost of values that begin with the same letters, which are told once.
func (s *summary) behindWord() float64 {
	p := s.commonPrefix()
	for i, c := range p {
		if classOf(c)&letters == 0 {
			p = p[:i]
			break
		}
	}
	if len(p) < 2 {
		return math.Inf(1)
	}
	rest := column{}
	for i, v := range s.val {
		if bytes.HasPrefix(v, p) {
			rest.row, rest.val = append(rest.row, s.row[i]), append(rest.val, v[len(p):])
		}
	}
	t := summarize(rest)
	return t.shared(math.Min(t.order0(), t.positions()), true) + 8*float64(len(p)) + s.misfitPrefix(p)
}

// positions is the cost of values of one width by the frequency of each byte at its position.
func (s *summary) positions() float64 {
	if s.width == 0 {
		return math.Inf(1)
	}
	cost := 0.0
	var counts [256]int32
	var used []byte
	for p := range s.width {
		used = used[:0]
		n := 0
		for _, v := range s.val {
			if len(v) == s.width {
				if counts[v[p]] == 0 {
					used = append(used, v[p])
				}
				counts[v[p]]++
				n++
			}
		}
		sum := 0.0
		for _, c := range used {
			sum += xlog2(int(counts[c]))
			counts[c] = 0
		}
		cost += math.Min(8*float64(n), float64(n)*entropyFrom(sum, n)+float64(len(used))*(distinctBit*math.Log2(float64(n)+1)+1))
	}
	return cost + float64(len(s.val)-s.n)
}

// readText reads a column of text.
func (e *engine) readText(s *summary) reading {
	plain := s.plain()
	if s.n == 0 {
		return plain
	}
	if v, ok := s.constant(); ok {
		return constantText(s, v)
	}
	best := plain
	for _, detect := range []func(*summary) (reading, bool){
		e.uuidText, e.datedText, e.digitsText, e.hexText, e.idText, e.addressText, e.documentText, e.gridText, e.prefixedText, e.listText,
	} {
		if r, ok := detect(s); ok {
			r.bits += (8 + math.Log2(float64(s.n)+1)) // which codec
			if r.solid || r.strong || r.bits < best.bits || best.typ == rowkey.Text || best.typ == rowkey.Enum {
				r.bits = s.shared(r.bits, true)
				return r
			}
		}
	}
	return best
}

func constantText(s *summary, v []byte) reading {
	r := reading{typ: rowkey.Enum, spec: "enum(" + quoteArg(string(v)) + ")", bits: float64(8*len(v)) + s.misfits(string(v)), solid: true}
	if classesOf(v)&alnum == 0 {
		r.typ, r.spec = rowkey.Text, "text"
	}
	return r
}

// misfits is the cost of values that are not v.
func (s *summary) misfits(v string) float64 {
	c := 0.0
	for _, u := range s.uniq {
		if string(u.val) != v {
			c += float64(u.n) * (8*float64(len(u.val)) + 8)
		}
	}
	return c
}

// plain reads the column as words.
func (s *summary) plain() reading {
	r := reading{typ: rowkey.Text, spec: "text", bits: s.shared(math.Min(s.order0(), s.positions()), s.all&nonText == 0)}
	if s.all&nonText == high && !utf8Mostly(s) || s.all&control != 0 {
		r.typ, r.spec = rowkey.Bytes, "bytes"
		return r
	}
	if s.few() {
		r.typ, r.spec = rowkey.Enum, "enum"
	}
	return r
}

// few says that the column draws from a short list of values, each of which was seen more than once.
func (s *summary) few() bool {
	if s.n < 10 {
		return s.distinct == 1
	}
	singles := 0
	for _, u := range s.uniq {
		if u.n == 1 {
			singles++
		}
	}
	return s.distinct <= 32 && s.distinct*6 <= s.n && singles*4 <= s.distinct+tolerance(s.n)*4
}

// closed says that no further value is to be expected: few values, none of them rare.
func (s *summary) closed() bool {
	if s.distinct > 8 || s.n < 20 {
		return s.distinct == 1
	}
	kept := 0
	for _, u := range s.uniq {
		if len(u.val) > 0 && u.n*100 >= s.n*2 && u.n >= 4 {
			kept += u.n
		}
	}
	return kept == s.n
}

// quoteArg writes bytes as an argument of a codec.
func quoteArg(v string) string {
	var b strings.Builder
	for i := range len(v) {
		c := v[i]
		switch {
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		case strings.IndexByte(`\(),{}[] `, c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
