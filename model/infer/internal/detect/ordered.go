package detect

import (
	"math"
	"math/bits"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// OrderedSize is the number of bytes of the OrderedCode integer at the start of b, 0 when there is none. The leading
// one bits of the number (zero bits of a negative one) give its length.
func OrderedSize(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	first := b[0]
	if first < 0x80 {
		first = ^first
	}
	leadingZeros8 := bits.LeadingZeros8(^first)
	if leadingZeros8 < 8 {
		return leadingZeros8
	}
	if len(b) < 2 {
		return 0
	}
	second := b[1]
	if b[0] < 0x80 {
		second = ^second
	}
	leadingZeros8 += bits.LeadingZeros8(^second)
	if leadingZeros8 > 10 {
		return 0
	}
	return leadingZeros8
}

// orderedValue decodes a number that is not negative.
func orderedValue(b []byte) (uint64, bool) {
	orderedSize := OrderedSize(b)
	if orderedSize != len(b) || orderedSize == 0 || b[0] < 0x80 {
		return 0, false
	}
	number := uint64(0)
	for i, c := range b {
		if drop := orderedSize - 8*i; drop > 0 {
			c &= byte(0xff) >> min(drop, 8)
		}
		if number>>56 != 0 {
			return 0, false
		}
		number = number<<8 | uint64(c)
	}
	return number, number <= math.MaxInt64
}

// ReadOrdered reads a column of OrderedCode integers.
func (e *Reader) ReadOrdered(s *column.Summary) (Reading, bool) {
	if s.N == 0 || s.Max > 10 || !s.Nearly(func(v []byte) bool { return OrderedSize(v) == len(v) }) {
		return Reading{}, false
	}
	numbers := s.Numbers(orderedValue)
	if q := float64(len(numbers.Val)) / float64(s.N); q < 0.75 || divergenceBits(s.Distinct, q, 0.5) < falseAlarm {
		return Reading{}, false // negative numbers are rare, and half of all random bytes begin them
	}
	negative := 0
	for _, v := range s.Val {
		if len(v) > 0 && v[0] < 0x80 {
			negative += 8 * len(v)
		}
	}
	reading := Reading{Typ: rowkey.OrderedCode, Spec: "ordered",
		Bits: shared(s, column.SizedBits(numbers.Val)+float64(negative), false), Solid: true}
	if len(numbers.Val) >= column.Most(s.N) {
		if t, ok := FindTime(e.Keys, numbers.Row, numbers.Val, field{}); ok {
			reading.Typ, reading.Unit, reading.Reversed, reading.Strong, reading.Evidence = rowkey.Timestamp, t.unit,
				t.reversed(), true, t.evidence
			reading.Spec, reading.Bits = epochSpec(t, "ordered", math.MaxInt64), t.bits*float64(s.N)
		}
	}
	return reading, true
}
