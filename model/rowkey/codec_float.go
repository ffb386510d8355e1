package rowkey

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
)

// floatCodec reads floating-point numbers of IEEE 754 in 4 or 8 bytes, the greatest first, as decimal text. Unless raw,
// they sort: the sign bit of positive ones is flipped, and all bits of negative ones, as in FoundationDB's tuples and
// HBase's OrderedBytes.
type floatCodec struct {
	traits
	raw bool
}

func buildFloat(c call) (Codec, error) {
	raw, rest := c.has("raw")
	width, err := rest.oneCount(4, 8, "4 or 8 bytes, then raw for those that do not sort: float(8)")
	if err != nil || width != 4 && width != 8 {
		return nil, c.raw.fail("want 4 or 8 bytes: float(8)")
	}
	codec := &floatCodec{traits: traits{spec: fmt.Sprintf("float(%d)", width), typ: Bytes, width: width,
		encoding: fmt.Sprintf("float of %d bytes that sorts", width)}, raw: raw}
	if raw {
		codec.spec, codec.encoding = fmt.Sprintf("float(%d, raw)", width),
			fmt.Sprintf("float of %d bytes, IEEE 754", width)
	}
	return codec, nil
}

// turn changes bytes of the key into those of IEEE 754; negative states whether the number is.
func (c *floatCodec) turn(bits uint64, negative bool) uint64 {
	switch {
	case c.raw:
		return bits
	case negative:
		return bits ^ math.MaxUint64>>(64-8*c.width)
	}
	return bits ^ 1<<(8*c.width-1)
}

func (c *floatCodec) Decode(b []byte) (Value, error) {
	if len(b) != c.width {
		return Value{}, reason("wrong number of bytes")
	}
	bits := beUint(b)
	bits = c.turn(bits, b[0] < 0x80)
	number := math.Float64frombits(bits)
	if c.width == 4 {
		number = float64(math.Float32frombits(uint32(bits)))
	}
	if math.IsNaN(number) {
		return Value{}, reason("not a number")
	}
	return Value{Kind: KindText, Bytes: strconv.AppendFloat(nil, number, 'g', -1, 8*c.width)}, nil
}

func (c *floatCodec) Append(dst []byte, v Value) ([]byte, error) {
	text := v.String()
	number, err := strconv.ParseFloat(text, 8*c.width)
	if err != nil || v.Kind != KindText && v.Kind != KindInt && v.Kind != KindUint || math.IsNaN(number) {
		return dst, reason("not a number of this width")
	}
	negative := math.Signbit(number)
	if c.width == 4 {
		bits := uint64(math.Float32bits(float32(number)))
		return binary.BigEndian.AppendUint32(dst, uint32(c.turn(bits, negative))), nil
	}
	return binary.BigEndian.AppendUint64(dst, c.turn(math.Float64bits(number), negative)), nil
}

// Form implements Codec. That they sort is not said, since values, which are text, are compared as text.
func (c *floatCodec) Form() Form { return Form{Binary: true} }
