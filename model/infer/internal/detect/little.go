package detect

import (
	"bytes"
	"fmt"
	"math"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// readLittle reads a column of numbers with the least byte first that it shows by itself: times that agree with the
// cells, and numbers some of which are negative, so that their greatest bytes are all ones. Of others the whole key
// tells, see profile in package search.
func (e *Reader) readLittle(s *column.Summary) (Reading, bool) {
	if s.Width != 4 && s.Width != 8 || s.Distinct < 2 {
		return Reading{}, false
	}
	reading := Reading{Typ: rowkey.Bytes, Spec: fmt.Sprintf("le(%d)", s.Width), Solid: true}
	if t, ok := e.littleTime(s); ok {
		reading = t.reading(s, epochSpec(t, reading.Spec, uint64(math.MaxInt64)>>(64-8*s.Width)))
		reading.Bits += 40
		return reading, true
	}
	if !littleSigned(s) {
		return Reading{}, false
	}
	reading.Spec = fmt.Sprintf("le(%d, signed)", s.Width)
	one := positions(s)
	reading.Bits, reading.Each = shared(s, one, false), each(s, one)
	return reading, true
}

// littleTime reports whether the values are times with the least byte first. Only cells that agree are evidence, and
// only columns whose first byte varies more than the last are looked at.
func (e *Reader) littleTime(s *column.Summary) (timing, bool) {
	if !e.Keys.Timed {
		return timing{}, false
	}
	first, _ := s.CountAt(0)
	last, _ := s.CountAt(s.Width - 1)
	if column.Entropy(last[:], s.N)+1 > column.Entropy(first[:], s.N) {
		return timing{}, false
	}
	numbers := s.Numbers(func(v []byte) (turned uint64, ok bool) {
		for p, c := range v {
			turned |= uint64(c) << (8 * p)
		}
		return turned, len(v) == s.Width
	})
	t, ok := FindTime(e.Keys, numbers.Row, numbers.Val, binaryField(8*s.Width))
	return t, ok && t.Known && !t.flip
}

// littleSigned reports whether the values are numbers with the least byte first, some of them negative: the last bytes
// are 00 or ff together.
func littleSigned(s *column.Summary) bool {
	if s.Width != 4 && s.Width != 8 || s.Distinct < leastEven {
		return false
	}
	var first [256]int
	negative := 0
	ok := s.Nearly(func(v []byte) bool {
		if len(v) != s.Width || v[s.Width-1] != 0 && v[s.Width-1] != 0xff ||
			bytes.Count(v[s.Width/2:], v[s.Width-1:]) != s.Width/2 {
			return false
		}
		first[v[0]]++
		negative += int(v[s.Width-1] >> 7)
		return true
	})
	few := column.Tolerance(s.N)
	return ok && negative > few && s.N-negative > few &&
		column.Entropy(first[:], s.N) > firstByteShare*ExpectedEntropy(s.Distinct, 256)
}
