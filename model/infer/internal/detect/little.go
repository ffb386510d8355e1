package detect

import (
	"bytes"
	"fmt"
	"math"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// readLittle reads a column of numbers with the least byte first: times that agree with the cells, and numbers whose
// greatest bytes are zero, or all ones where they are negative.
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
	switch {
	case littleEndian(s):
	case littleSigned(s):
		reading.Spec = fmt.Sprintf("le(%d, signed)", s.Width)
	default:
		return Reading{}, false
	}
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

// littleEndian reports whether the values are numbers with the least byte first: that varies, and zeros stand at the
// end.
func littleEndian(s *column.Summary) bool {
	if s.Width != 4 && s.Width != 8 || s.Distinct < leastEven {
		return false
	}
	zeros := 1
	if s.Width == 8 {
		zeros = 2
	}
	var first, middle, high [256]int
	var some, odd [8]int // values with a byte that is not zero at each place, and with one of its low bits
	ok := s.Nearly(func(v []byte) bool {
		if len(v) != s.Width || len(bytes.Trim(v[s.Width-zeros:], "\x00")) > 0 {
			return false
		}
		first[v[0]]++
		middle[v[2]]++
		high[v[s.Width-1-zeros]]++
		for p, c := range v {
			some[p] += int(min(c, 1))
			odd[p] += int(min(c&7, 1))
		}
		return true
	})
	last := s.Width - 1 // the greatest byte that is used, which counts in ones
	for last > 0 && some[last] <= column.Tolerance(s.N) {
		last--
	}
	const mostHigh = 2.0 // bits of entropy: six bytes of anything and two zero bytes are no number
	if s.Width == 8 && column.Entropy(high[:], s.N) > mostHigh {
		return false
	}
	// under which the greatest byte of numbers mostly ends; one in four bytes drawn evenly does not
	const greatest = 0xc0
	great := 0
	for _, n := range middle[greatest:] {
		great += n
	}
	if even := ExpectedEntropy(s.Distinct, 256); s.Width == 4 && column.Entropy(middle[:], s.N) > evenBytesShare*even &&
		great > column.Tolerance(s.N) {
		return false // three bytes of anything and the zero byte behind them
	}
	return ok && odd[last] > column.Tolerance(s.N) &&
		column.Entropy(first[:], s.N) > firstByteShare*ExpectedEntropy(s.Distinct, 256) && middle[0] < column.Most(s.N)
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
