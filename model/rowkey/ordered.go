package rowkey

import (
	"bytes"
	"math"
	"math/bits"
)

// orderedInt is the OrderedCode form of a signed 64-bit integer: 1 to 10 bytes that sort as the numbers do. The leading
// one bits of a number that is not negative give its length; a negative x is the bitwise inverse of the form of ^x. It
// is the form of github.com/google/orderedcode, written out since that package allocates for every number.
type orderedInt struct{}

func (orderedInt) spec() string  { return "ordered" }
func (orderedInt) words() string { return "OrderedCode integer" }
func (orderedInt) typ() Type     { return OrderedCode }
func (orderedInt) width() int    { return 0 }
func (orderedInt) max() uint64   { return math.MaxInt64 }
func (orderedInt) form() Form {
	return Form{Binary: true, Order: OrderByValue, Schema: SchemaType{Type: "int64", Encoding: "ordered_code"},
		Code: numberCode(NumberCode{Form: OrderedForm})}
}

// size is the number of bytes that the integer at the start of b takes; 0 when b is too short.
func (orderedInt) size(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	var flip byte
	if b[0] < 0x80 {
		flip = 0xFF
	}
	n := bits.LeadingZeros8(^(b[0] ^ flip))
	if n < 8 {
		return n
	}
	if len(b) < 2 {
		return 0
	}
	return n + bits.LeadingZeros8(^(b[1] ^ flip))
}

func (o orderedInt) read(b []byte) (integer, error) {
	size := o.size(b)
	if size == 0 || size != len(b) || size > 10 {
		return integer{}, reason("not the length that its first bits tell")
	}
	var flip byte
	if b[0] < 0x80 {
		flip = 0xFF
	}
	// The first n bits are ones, then a zero unless n bytes have no room for it; the number is in the bits behind.
	var x uint64
	for i, char := range b {
		char ^= flip
		if drop := size - 8*i; drop > 0 {
			char &= byte(0xFF) >> min(drop, 8)
		}
		if x>>56 != 0 {
			return integer{}, reason("greater than 2^63-1")
		}
		x = x<<8 | uint64(char)
	}
	if x > math.MaxInt64 {
		return integer{}, reason("greater than 2^63-1")
	}
	if size > 1 && orderedSize(x) != size {
		return integer{}, reason("longer than its number needs")
	}
	if flip != 0 {
		return fromInt64(^int64(x)), nil
	}
	return integer{abs: x}, nil
}

// orderedSize is the least n for which 7n-1 bits hold x, with one bit more for 64-bit numbers as in orderedcode.
func orderedSize(x uint64) int {
	n := 1
	for n < 10 && bits.Len64(x) > 7*n-1 {
		n++
	}
	return n
}

func (orderedInt) write(dst []byte, n integer) ([]byte, error) {
	if n.neg && n.abs > 1<<63 || !n.neg && n.abs > math.MaxInt64 {
		return dst, reason("does not fit 64 bits with sign")
	}
	number, flip := n.abs, byte(0)
	if n.neg {
		number, flip = n.abs-1, 0xFF // ^(-a) is a-1
	}
	size := orderedSize(number)
	var buf [10]byte
	for i := range size {
		buf[size-1-i] = byte(number >> min(8*i, 63)) // bit 63 is never set
	}
	for i := range size {
		if lead := size - 8*i; lead > 0 {
			buf[i] |= ^(byte(0xFF) >> min(lead, 8))
		}
		dst = append(dst, buf[i]^flip)
	}
	return dst, nil
}

// The struct form of Bigtable's OrderedCode: a zero byte inside a field is written 00 FF, an empty field 00 00.
// These are not the string rules of github.com/google/orderedcode, which escapes FF as well.

// appendEscaped appends the struct form of field.
func appendEscaped(dst, field []byte) []byte {
	if len(field) == 0 {
		return append(dst, 0, 0)
	}
	for _, c := range field {
		dst = append(dst, c)
		if c == 0 {
			dst = append(dst, 0xFF)
		}
	}
	return dst
}

// unescape undoes appendEscaped. Without a zero byte the result is b itself.
func unescape(b []byte) ([]byte, error) {
	if len(b) == 0 {
		return nil, reason("an empty field is written 00 00")
	}
	if bytes.IndexByte(b, 0) < 0 {
		return b, nil
	}
	if len(b) == 2 && b[0] == 0 && b[1] == 0 {
		return b[:0], nil
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		out = append(out, b[i])
		if b[i] == 0 {
			if i++; i == len(b) || b[i] != 0xFF {
				return nil, reason("a zero byte without FF after it")
			}
		}
	}
	return out, nil
}

// escapedEnd finds the first lit in b that is not part of an escape, -1 when there is none.
func escapedEnd(b, lit []byte) int {
	for i := 0; i+len(lit) <= len(b); i++ {
		if bytes.HasPrefix(b[i:], lit) &&
			!(b[i] == 0 && len(lit) == 1 && i+1 < len(b) && (b[i+1] == 0xFF || b[i+1] == 0)) {
			return i
		}
		if b[i] == 0 && i+1 < len(b) && (b[i+1] == 0xFF || b[i+1] == 0) {
			i++
		}
	}
	return -1
}
