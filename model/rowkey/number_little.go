package rowkey

import (
	"fmt"
	"slices"
)

// littleEndian is a number in 1 to 8 bytes, the least first, as machines hold it in memory.
type littleEndian struct {
	bytes  int
	signed bool
}

// twin is the same number with the greatest byte first.
func (e littleEndian) twin() bigEndian {
	if e.signed {
		return bigEndian{bytes: e.bytes, sign: signed}
	}
	return bigEndian{bytes: e.bytes}
}

func (e littleEndian) spec() string {
	if e.signed {
		return fmt.Sprintf("le(%d, signed)", e.bytes)
	}
	return fmt.Sprintf("le(%d)", e.bytes)
}

func (e littleEndian) words() string {
	if e.signed {
		return fmt.Sprintf("%d bytes little-endian, two's complement", e.bytes)
	}
	return fmt.Sprintf("%d bytes little-endian", e.bytes)
}

func (e littleEndian) typ() Type   { return Bytes }
func (e littleEndian) width() int  { return e.bytes }
func (e littleEndian) max() uint64 { return e.twin().max() }

func (e littleEndian) form() Form {
	return Form{Binary: true, Order: OrderScattered,
		Code: numberCode(NumberCode{Form: LittleForm, Width: e.bytes, Signed: e.signed})}
}

func (e littleEndian) read(b []byte) (integer, error) {
	var turned [8]byte
	if len(b) != e.bytes {
		return integer{}, reason("wrong number of bytes")
	}
	for i, c := range b {
		turned[e.bytes-1-i] = c
	}
	return e.twin().read(turned[:e.bytes])
}

func (e littleEndian) write(dst []byte, n integer) ([]byte, error) {
	start := len(dst)
	dst, err := e.twin().write(dst, n)
	if err == nil {
		slices.Reverse(dst[start:])
	}
	return dst, err
}
