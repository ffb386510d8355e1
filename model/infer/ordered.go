package infer

import (
	"math"
	"math/bits"

	"tabletop/model/rowkey"
)

// orderedSize is the number of bytes of the OrderedCode integer at the start of b, 0 when there is none. The leading one
// bits of the number (zero bits of a negative one) give its length.
func orderedSize(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	first := b[0]
	if first < 0x80 {
		first = ^first
	}
	n := bits.LeadingZeros8(^first)
	if n < 8 {
		return n
	}
	if len(b) < 2 {
		return 0
	}
	second := b[1]
	if b[0] < 0x80 {
		second = ^second
	}
	n += bits.LeadingZeros8(^second)
	if n > 10 {
		return 0
	}
	return n
}

// orderedValue decodes a number that is not negative.
func orderedValue(b []byte) (uint64, bool) {
	n := orderedSize(b)
	if n != len(b) || n == 0 || b[0] < 0x80 {
		return 0, false
	}
	x := uint64(0)
	for i, c := range b {
		if drop := n - 8*i; drop > 0 {
			c &= byte(0xff) >> min(drop, 8)
		}
		if x>>56 != 0 {
			return 0, false
		}
		x = x<<8 | uint64(c)
	}
	return x, x <= math.MaxInt64
}

// readOrdered reads a column of OrderedCode integers.
func (e *engine) readOrdered(s *summary) (reading, bool) {
	if s.n == 0 || s.max > 10 || !s.nearly(func(v []byte) bool { return orderedSize(v) == len(v) }) {
		return reading{}, false
	}
	n := numbers{}
	for i, v := range s.val {
		if x, ok := orderedValue(v); ok {
			n.row, n.val = append(n.row, s.row[i]), append(n.val, x)
		}
	}
	if len(n.val) < s.n*3/4 {
		return reading{}, false // negative numbers are rare, random bytes are not
	}
	r := reading{typ: rowkey.OrderedCode, spec: "ordered", bits: s.shared(sizedBits(n.val)+8*float64(s.n-len(n.val)), false), solid: true}
	if len(n.val) >= most(s.n) {
		if t, ok := e.keys.timeOf(n.row, n.val, 0); ok {
			r.typ, r.unit, r.reversed, r.strong = rowkey.Timestamp, t.unit, t.reversed(), true
			r.spec, r.bits = epochSpec(t, "ordered", math.MaxInt64), t.bits*float64(s.n)
		}
	}
	return r, true
}
