package rowkey

import "math"

// varint is a number in groups of seven bits, the least first; all bytes but the last have their highest bit set. It
// is that of protocol buffers and of encoding/binary. With zigzag, as Avro writes it, 0, -1, 1, -2 are 0, 1, 2, 3.
type varint struct{ zigzag bool }

func (v varint) spec() string {
	if v.zigzag {
		return "varint(zigzag)"
	}
	return "varint"
}

func (v varint) words() string {
	if v.zigzag {
		return "zigzag varint"
	}
	return "varint"
}

func (v varint) typ() Type   { return Bytes }
func (v varint) width() int  { return 0 }
func (v varint) form() Form  { return Form{Binary: true, Order: OrderScattered} }
func (v varint) max() uint64 { return math.MaxInt64 }

// size is the number of bytes up to the first without its highest bit; 0 if there is none among the first ten.
func (varint) size(b []byte) int {
	for i, c := range b[:min(len(b), 10)] {
		if c < 0x80 {
			return i + 1
		}
	}
	return 0
}

func (v varint) read(b []byte) (integer, error) {
	if v.size(b) != len(b) || len(b) == 0 {
		return integer{}, reason("not the length that its highest bits tell")
	}
	if last := b[len(b)-1]; last == 0 && len(b) > 1 {
		return integer{}, reason("longer than its number needs")
	} else if len(b) == 10 && last > 1 {
		return integer{}, reason("greater than 2^64-1")
	}
	var x uint64
	for i, c := range b {
		x |= uint64(c&0x7F) << (7 * i)
	}
	if v.zigzag {
		return fromInt64(int64(x>>1) ^ -int64(x&1)), nil
	}
	return integer{abs: x}, nil
}

func (v varint) write(dst []byte, n integer) ([]byte, error) {
	number := n.abs
	switch {
	case v.zigzag && (n.neg && number > 1<<63 || !n.neg && number > math.MaxInt64):
		return dst, reason("does not fit 64 bits with sign")
	case v.zigzag && n.neg:
		number = 2*(number-1) + 1
	case v.zigzag:
		number *= 2
	case n.neg:
		return dst, reason("negative")
	}
	for ; number >= 0x80; number >>= 7 {
		dst = append(dst, byte(number)|0x80)
	}
	return append(dst, byte(number)), nil
}
