// Package detect states what the values of a column are: for each type of segment, whether the values pass for it and
// how many bits describe them then.
package detect

import (
	"fmt"
	"math"
	"strings"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/rowkey"
)

// Reading is what a column is taken for.
type Reading struct {
	Typ      rowkey.Type
	Unit     rowkey.Unit
	Reversed bool
	Spec     string  // the codec, as a template writes it
	Fixed    string  // the codec where the width determines the end, if that is another
	Bits     float64 // to encode all values, the parameters of the codec included
	Each     float64 // bits to encode one value by itself, of binary readings that are no times; 0 for others
	// strong reports whether no accident looks like this: a uuid, a time. Only strong readings justify a cut where no
	// delimiter stands.
	Strong bool
	// solid reports whether the column is one thing whatever punctuation it has, so it is never cut further.
	Solid bool
	// random reports whether the values are drawn evenly from their alphabet.
	Random bool
	Padded bool // text in a field of one width, filled up with zero bytes
	Known  bool // a time that agrees with the cells' timestamps, or a date
	List   byte // the separator of a list of any length, 0 for none
	// that the values are no noise, in bits, where the reading claims what noise could pass for; see null.go
	Evidence float64
	Word     string // a name for the segment, where the reading suggests one
	Before   []byte // letters that all values begin with, in front of what the reading is of
}

// As returns the reading as that of another codec, which something beside the values tells.
func (r Reading) As(spec string) Reading {
	if codec, err := rowkey.ParseCodec(spec); err == nil {
		r.Typ, r.Spec, r.Solid = codec.Type(), codec.Spec(), true
	}
	return r
}

// IsNumber reports whether the values are numbers, whatever is counted.
func (r Reading) IsNumber() bool {
	return r.Typ == rowkey.IntDecimal || r.Typ == rowkey.IntPadded || r.Typ == rowkey.Hex
}

// shared is the least cost of a column of which all values one by one cost bits: that, or to list each distinct value
// once and then to tell which it is, by its frequency or by its frequency given the values before in key order. Keys
// are sorted, so a value that depends on the prefix comes in runs; each run is charged, or every further cut would be
// free once the prefixes are unique.
//
// Numbers are not charged by runs: their leading digits are in order wherever they are cut.
func shared(s *column.Summary, bits float64, runs bool) float64 {
	count, distinct := float64(len(s.Val)), float64(s.Distinct)
	flat := count*s.Entropy + distinct*column.DistinctBit*math.Log2(count+1)
	once := bits * s.FirstShare()
	if !runs {
		return math.Min(bits, once+distinct+flat)
	}
	// A value is encoded where it comes first; only further runs of it must be pointed at.
	inRuns := float64(s.Runs-s.Distinct)*math.Log2(distinct+1) +
		float64(s.Runs)*math.Log2(count/float64(max(s.Runs, 1))+1) + math.Log2(count+1)
	return math.Min(bits, once+distinct+math.Min(flat, inRuns))
}

// order0 is the cost of the characters one by one by their frequency in the column, and of the lengths.
func order0(s *column.Summary) float64 {
	if s.Total == 0 {
		return 0
	}
	kinds := 0.0
	for _, k := range s.Chars {
		if k > 0 {
			kinds++
		}
	}
	entropy := column.Entropy(s.Chars[:], s.Total)
	lengths := column.Tally{}
	for _, v := range s.Val {
		lengths.Add(len(v))
	}
	cost := float64(s.Total)*entropy + kinds*(column.DistinctBit*math.Log2(float64(s.Total)+1)+2)
	if len(lengths) > 1 {
		cost += lengths.Bits() + float64(len(lengths))*column.DistinctBit*math.Log2(float64(len(s.Val))+1)
	}
	return cost
}

// BehindWord is the cost of values that begin with the same letters, which are encoded once.
func BehindWord(s *column.Summary) float64 {
	commonPrefix := s.CommonPrefix()
	for i, c := range commonPrefix {
		if column.ByteClass(c)&column.Letters == 0 {
			commonPrefix = commonPrefix[:i]
			break
		}
	}
	if len(commonPrefix) < 2 {
		return math.Inf(1)
	}
	t := column.Summarize(s.Behind(commonPrefix))
	return shared(t, math.Min(order0(t), positions(t)), true) + 8*float64(len(commonPrefix)) +
		misfitPrefix(s, commonPrefix)
}

// positions is the cost of values of one width by the frequency of each byte at its position.
func positions(s *column.Summary) float64 {
	if s.Width == 0 {
		return math.Inf(1)
	}
	cost := 0.0
	var counts [256]int32
	var used []byte
	for index := range s.Width {
		used = used[:0]
		count := 0
		for _, v := range s.Val {
			if len(v) == s.Width {
				if counts[v[index]] == 0 {
					used = append(used, v[index])
				}
				counts[v[index]]++
				count++
			}
		}
		sum := 0.0
		for _, c := range used {
			sum += column.Xlog2(int(counts[c]))
			counts[c] = 0
		}
		cost += math.Min(8*float64(count),
			float64(count)*column.EntropyFrom(sum, count)+
				float64(len(used))*(column.DistinctBit*math.Log2(float64(count)+1)+1))
	}
	return cost + float64(len(s.Val)-s.N)
}

// ReadText reads a column of text.
func (e *Reader) ReadText(s *column.Summary) Reading {
	e.Tried++
	plain := Plain(s)
	if s.N == 0 {
		return plain
	}
	if v, ok := s.Constant(); ok {
		r := constantText(s, v)
		if day, ok := e.date(s); ok && day.Known {
			r.Typ, r.Unit, r.Spec, r.Strong, r.Known = day.Typ, day.Unit, day.Spec, true, true
		}
		return r
	}
	best := plain
	for _, detect := range e.textDetectors() {
		if r, ok := detect(s); ok {
			r.Bits += (8 + math.Log2(float64(s.N)+1)) // which codec
			if r.Solid || r.Strong || r.Bits < best.Bits || best.Typ == rowkey.Text || best.Typ == rowkey.Enum {
				r.Bits = shared(s, r.Bits, true)
				return r
			}
		}
	}
	return best
}

// textDetectors are those of the codecs of text, the most certain first. Each is in the file of the codec's name.
func (e *Reader) textDetectors() []func(*column.Summary) (Reading, bool) {
	return []func(*column.Summary) (Reading, bool){
		e.uuidText, e.date, e.digitsText, e.timedID, e.hexText, e.hashText, e.macText, e.formText, e.domainText,
		e.dottedText, e.geohash, e.prefixedText, e.listText,
	}
}

func constantText(s *column.Summary, v []byte) Reading {
	r := Reading{Typ: rowkey.Enum, Spec: "enum(" + QuoteArg(string(v)) + ")",
		Bits: float64(8*len(v)) + misfits(s, string(v)), Solid: true}
	if column.TextClasses(v)&column.Alnum == 0 {
		r.Typ, r.Spec = rowkey.Text, "text"
	}
	return r
}

// misfits is the cost of values that are not v.
func misfits(s *column.Summary, v string) float64 {
	c := 0.0
	for _, u := range s.Uniq {
		if string(u.Val) != v {
			c += float64(u.N) * (8*float64(len(u.Val)) + 8)
		}
	}
	return c
}

// Plain reads the column as words.
func Plain(s *column.Summary) Reading {
	reading := Reading{Typ: rowkey.Text, Spec: "text", Bits: shared(s, math.Min(order0(s), positions(s)),
		s.All&column.NonText == 0)}
	if s.All&column.NonText == column.High && !column.Utf8Mostly(s) || s.All&column.Control != 0 {
		reading.Typ, reading.Spec = rowkey.Bytes, "bytes"
		return reading
	}
	if few(s) {
		reading.Typ, reading.Spec = rowkey.Enum, "enum"
	}
	return reading
}

// few reports whether the column draws from a short list of values, most of which were seen more than once. The limits
// lie where few columns of the tuning parts do, so that another sample of the same table hardly changes the answer.
func few(s *column.Summary) bool {
	if s.N < 10 {
		return s.Distinct == 1
	}
	singles := 0
	for _, u := range s.Uniq {
		if u.N == 1 {
			singles++
		}
	}
	return s.Distinct <= 26 && s.Distinct*4 <= s.N && singles*10 <= s.N
}

// Closed reports whether no further value is to be expected: few values, none of them rare.
func Closed(s *column.Summary) bool {
	if s.Distinct > 8 || s.N < 20 {
		return s.Distinct == 1
	}
	kept := 0
	for _, u := range s.Uniq {
		if len(u.Val) > 0 && u.N*100 >= s.N*2 && u.N >= 4 {
			kept += u.N
		}
	}
	return kept == s.N
}

// Frequent reports whether each value is so frequent that any sample of the table holds it, and hardly one that was not
// seen.
func Frequent(s *column.Summary) bool {
	const leastShare, leastCount = 0.15, 10
	for _, u := range s.Uniq {
		if float64(u.N) < leastShare*float64(s.N) || u.N < leastCount && s.Distinct > 1 {
			return false
		}
	}
	return true
}

// QuoteArg writes bytes as an argument of a codec.
func QuoteArg(v string) string {
	var b strings.Builder
	for i := range len(v) {
		char := v[i]
		switch {
		case char < ' ' || char >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, char)
		case strings.IndexByte(`\(),{}[] `, char) >= 0:
			b.WriteByte('\\')
			b.WriteByte(char)
		default:
			b.WriteByte(char)
		}
	}
	return b.String()
}

// A Reader reads columns: it states what their values are. It is not safe for concurrent use.
type Reader struct {
	Keys  *keyset.Keyset // the keys, with the times of their cells
	Tried int            // readings of columns that were tried
	Work  int            // done so far, in values looked at; the search is bounded by it
	Forms forms
	Sized []Sized         // forms of numbers that tell their own length
	tlds  map[string]bool // labels that were looked up in the list of public suffixes
}

// NewReader returns a reader of columns that were cut out of keys.
func NewReader(keys *keyset.Keyset) *Reader {
	return &Reader{Keys: keys, Forms: forms{}, Sized: newSized(), tlds: map[string]bool{}}
}
