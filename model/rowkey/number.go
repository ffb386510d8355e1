package rowkey

import (
	"fmt"
	"math"
	"strconv"
)

// reason is a mistake in the bytes or the value of a segment. Being a constant string it costs nothing to return, which
// matters where many layouts are tried on a key.
type reason string

func (r reason) Error() string { return string(r) }

// integer is a whole number from -2^63 to 2^64-1.
type integer struct {
	neg bool
	abs uint64
}

func (n integer) value() (Value, error) {
	switch {
	case n.neg && n.abs <= 1<<63:
		return Value{Kind: KindInt, Int: int64(-n.abs)}, nil
	case n.neg:
		return Value{}, reason("smaller than -2^63")
	case n.abs <= math.MaxInt64:
		return Value{Kind: KindInt, Int: int64(n.abs)}, nil
	}
	return Value{Kind: KindUint, Uint: n.abs}, nil
}

func fromInt64(i int64) integer {
	if i < 0 {
		return integer{neg: true, abs: -uint64(i)}
	}
	return integer{abs: uint64(i)}
}

func (v Value) integer() (integer, error) {
	switch v.Kind {
	case KindInt:
		return fromInt64(v.Int), nil
	case KindUint:
		return integer{abs: v.Uint}, nil
	}
	return integer{}, reason("not an integer")
}

// number is a way to write an integer as bytes. read refuses every spelling that write does not make.
type number interface {
	spec() string
	words() string
	typ() Type
	width() int  // bytes; 0 when it varies
	max() uint64 // what reverse subtracts from unless stated otherwise
	form() Form  // of the codec of integers in this form
	read(b []byte) (integer, error)
	write(dst []byte, n integer) ([]byte, error)
}

func numberCode(n NumberCode) Code { return Code{Kind: CodeNumber, Number: n} }

// decimal is a number in decimal digits: pad is the width of zero-padded ones, 0 for no padding. As with printf's %0nd
// the minus sign of a padded number counts in the width.
type decimal struct{ pad int }

func (d decimal) spec() string {
	if d.pad == 0 {
		return "int"
	}
	return fmt.Sprintf("pad(%d)", d.pad)
}

func (d decimal) words() string {
	if d.pad == 0 {
		return "decimal"
	}
	return fmt.Sprintf("%d digits", d.pad)
}

func (d decimal) typ() Type {
	if d.pad == 0 {
		return IntDecimal
	}
	return IntPadded
}

func (d decimal) width() int { return d.pad }

func (d decimal) form() Form {
	f := Form{Alphabet: NewByteSet(numerals + "-"), Code: numberCode(NumberCode{Form: DecimalForm, Width: d.pad})}
	if d.pad > 0 {
		f.Order = OrderByValue
	}
	return f
}

func (d decimal) max() uint64 {
	switch {
	case d.pad == 0 || d.pad == 19:
		return math.MaxInt64
	case d.pad > 19:
		return math.MaxUint64
	}
	return pow10(d.pad) - 1
}

func pow10(n int) uint64 {
	p := uint64(1)
	for range n {
		p *= 10
	}
	return p
}

func (d decimal) read(b []byte) (integer, error) {
	var n integer
	digits := b
	if len(b) > 0 && b[0] == '-' {
		n.neg, digits = true, b[1:]
	}
	if len(digits) == 0 {
		return n, reason("no digits")
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return n, reason("not a decimal number")
		}
		if n.abs > (math.MaxUint64-uint64(c-'0'))/10 {
			return n, reason("greater than 2^64-1")
		}
		n.abs = n.abs*10 + uint64(c-'0')
	}
	switch {
	case n.neg && n.abs == 0:
		return n, reason("minus zero")
	case d.pad == 0 && digits[0] == '0' && len(digits) > 1:
		return n, reason("leading zeros in an unpadded number")
	case d.pad > 0 && len(b) != d.pad:
		return n, reason("wrong number of digits")
	}
	return n, nil
}

func (d decimal) write(dst []byte, n integer) ([]byte, error) {
	var buf [20]byte
	digits := strconv.AppendUint(buf[:0], n.abs, 10)
	room := d.pad - len(digits)
	if n.neg {
		room--
	}
	if d.pad > 0 && room < 0 {
		return dst, reason("more digits than the width")
	}
	if n.neg {
		dst = append(dst, '-')
	}
	for ; room > 0; room-- {
		dst = append(dst, '0')
	}
	return append(dst, digits...), nil
}

// point is a decimal number whose last places digits stand behind a point: 1425330757.685.
type point struct{ places int }

func (p point) spec() string  { return fmt.Sprintf("point(%d)", p.places) }
func (p point) words() string { return fmt.Sprintf("decimal with %d digits after the point", p.places) }
func (p point) typ() Type     { return IntDecimal }
func (p point) width() int    { return 0 }
func (p point) max() uint64   { return math.MaxInt64 }
func (p point) form() Form {
	return Form{Alphabet: NewByteSet(numerals + ".-"), Code: numberCode(NumberCode{Form: PointForm, Width: p.places})}
}

func (p point) read(b []byte) (integer, error) {
	at := len(b) - p.places - 1
	if at < 1 || b[at] != '.' || b[at-1] == '-' || b[at+1] == '-' {
		return integer{}, reason("no point at its place")
	}
	if b[0] == '-' {
		return integer{}, reason("negative")
	}
	whole, err := decimal{}.read(b[:at])
	if err != nil {
		return whole, err
	}
	part, err := decimal{pad: p.places}.read(b[at+1:])
	if err != nil {
		return part, err
	}
	scale := pow10(p.places)
	if whole.abs > (math.MaxInt64-part.abs)/scale {
		return whole, reason("greater than 2^63-1")
	}
	return integer{abs: whole.abs*scale + part.abs}, nil
}

func (p point) write(dst []byte, n integer) ([]byte, error) {
	if n.neg {
		return dst, reason("negative")
	}
	scale := pow10(p.places)
	dst = strconv.AppendUint(dst, n.abs/scale, 10)
	return decimal{pad: p.places}.write(append(dst, '.'), integer{abs: n.abs % scale})
}

// hexadecimal is a number in hexadecimal digits, zero-padded to digits unless that is 0.
type hexadecimal struct {
	digits int
	upper  bool
}

func (h hexadecimal) spec() string { return hexSpec(h.digits, letterCase(h.upper)) }

func letterCase(upper bool) string {
	if upper {
		return "upper"
	}
	return ""
}

func (h hexadecimal) words() string {
	if h.digits == 0 {
		return "hexadecimal"
	}
	return fmt.Sprintf("%d hexadecimal digits", h.digits)
}

func (h hexadecimal) typ() Type  { return Hex }
func (h hexadecimal) width() int { return h.digits }

func (h hexadecimal) form() Form {
	form := Form{Alphabet: NewByteSet(hexLow),
		Code: numberCode(NumberCode{Form: HexForm, Width: h.digits, Upper: h.upper})}
	if h.upper {
		form.Alphabet = NewByteSet(hexUp)
	}
	if h.digits > 0 {
		form.Order = OrderByValue
	}
	return form
}

func (h hexadecimal) max() uint64 {
	if h.digits == 0 || h.digits >= 16 {
		return math.MaxUint64
	}
	return 1<<(4*h.digits) - 1
}

func (h hexadecimal) read(b []byte) (integer, error) {
	var n integer
	switch {
	case len(b) == 0:
		return n, reason("no digits")
	case h.digits > 0 && len(b) != h.digits:
		return n, reason("wrong number of digits")
	case h.digits == 0 && b[0] == '0' && len(b) > 1:
		return n, reason("leading zeros in an unpadded number")
	}
	for _, char := range b {
		digit := hexDigit(char, h.upper)
		if digit < 0 {
			return n, reason("not a hexadecimal number")
		}
		if n.abs >= 1<<60 {
			return n, reason("greater than 2^64-1")
		}
		n.abs = n.abs<<4 | uint64(digit)
	}
	return n, nil
}

func hexDigit(c byte, upper bool) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case !upper && c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case upper && c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func (h hexadecimal) write(dst []byte, n integer) ([]byte, error) {
	if n.neg {
		return dst, reason("negative")
	}
	var buf [16]byte
	digits := strconv.AppendUint(buf[:0], n.abs, 16)
	if h.digits > 0 && len(digits) > h.digits {
		return dst, reason("more digits than the width")
	}
	for range h.digits - len(digits) {
		dst = append(dst, '0')
	}
	for _, c := range digits {
		if h.upper && c >= 'a' {
			c -= 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst, nil
}

// bigEndian is a number in 1 to 8 bytes, the greatest first.
type bigEndian struct {
	bytes int
	sign  sign
}

// sign states how negative numbers are distinguished from others in a bigEndian.
type sign string

const (
	unsigned sign = ""
	signed   sign = "signed" // two's complement: negative numbers sort after the others
	flipped  sign = "flip"   // two's complement with the sign bit flipped: sorts right
)

func (e bigEndian) spec() string {
	if e.sign == unsigned {
		return fmt.Sprintf("be(%d)", e.bytes)
	}
	return fmt.Sprintf("be(%d, %s)", e.bytes, e.sign)
}

func (e bigEndian) words() string {
	text := fmt.Sprintf("%d bytes big-endian", e.bytes)
	switch e.sign {
	case signed:
		text += ", two's complement"
	case flipped:
		text += ", sign bit flipped"
	}
	return text
}

func (e bigEndian) typ() Type  { return IntBE }
func (e bigEndian) width() int { return e.bytes }

func (e bigEndian) form() Form {
	form := Form{Binary: true, Order: OrderByValue, Code: numberCode(NumberCode{Form: BigEndian, Width: e.bytes,
		Signed: e.sign == signed, Flipped: e.sign == flipped})}
	if e.sign == signed {
		form.Order = OrderUnknown
	}
	if e.bytes == 8 && e.sign != flipped {
		form.Schema = SchemaType{Type: "int64", Encoding: "big_endian"}
		if e.sign == unsigned {
			form.Schema.Note = "numbers from 2^63 on read as negative ones"
		}
	}
	return form
}

func (e bigEndian) max() uint64 {
	ones := uint64(math.MaxUint64) >> (64 - 8*e.bytes)
	if e.sign != unsigned || e.bytes == 4 || e.bytes == 8 {
		return ones >> 1
	}
	return ones
}

func (e bigEndian) read(b []byte) (integer, error) {
	if len(b) != e.bytes {
		return integer{}, reason("wrong number of bytes")
	}
	var u uint64
	for _, c := range b {
		u = u<<8 | uint64(c)
	}
	if e.sign == unsigned {
		return integer{abs: u}, nil
	}
	shift := 64 - 8*e.bytes
	if e.sign == flipped {
		u ^= 1 << (8*e.bytes - 1)
	}
	return fromInt64(int64(u<<shift) >> shift), nil
}

func (e bigEndian) write(dst []byte, n integer) ([]byte, error) {
	number, bits := n.abs, 8*e.bytes
	if e.sign == unsigned {
		if n.neg {
			return dst, reason("negative")
		}
		if bits < 64 && number>>bits != 0 {
			return dst, reason("too great for its bytes")
		}
	} else {
		limit := uint64(1) << (bits - 1)
		if n.neg && number > limit || !n.neg && number >= limit {
			return dst, reason("too great for its bytes")
		}
		if n.neg {
			number = -number
		}
		if e.sign == flipped {
			number ^= limit
		}
	}
	for shift := bits - 8; shift >= 0; shift -= 8 {
		dst = append(dst, byte(number>>shift))
	}
	return dst, nil
}
