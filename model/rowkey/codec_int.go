package rowkey

import (
	"fmt"
	"slices"
)

// counter is a number form, possibly reversed: then what stands in the key is max minus the number.
type counter struct {
	number
	reversed bool
	greatest uint64
}

func (c counter) read(b []byte) (integer, error) {
	n, err := c.number.read(b)
	if err != nil || !c.reversed {
		return n, err
	}
	return c.turn(n)
}

func (c counter) write(dst []byte, n integer) ([]byte, error) {
	if c.reversed {
		var err error
		if n, err = c.turn(n); err != nil {
			return dst, err
		}
	}
	return c.number.write(dst, n)
}

func (c counter) turn(n integer) (integer, error) {
	if n.neg || n.abs > c.greatest {
		return n, reason("not between zero and the maximum of the reversal")
	}
	return integer{abs: c.greatest - n.abs}, nil
}

// intCodec reads integers.
type intCodec struct {
	traits
	counter counter
	plain   string // the spec without the reversal, of a reversed one
}

func newInt(n number, spec string) *intCodec {
	words := n.words()
	if n.spec() == "int" {
		words = "decimal, not padded"
	}
	return &intCodec{traits: traits{spec: spec, encoding: words, typ: n.typ(), width: n.width()},
		counter: counter{number: n}}
}

func (c *intCodec) Decode(b []byte) (Value, error) {
	n, err := c.counter.read(b)
	if err != nil {
		return Value{}, err
	}
	return n.value()
}

func (c *intCodec) Append(dst []byte, v Value) ([]byte, error) {
	n, err := v.integer()
	if err != nil {
		return dst, err
	}
	return c.counter.write(dst, n)
}

// Form implements Codec.
func (c *intCodec) Form() Form {
	f := c.counter.form()
	if c.reversed {
		plain := *c
		plain.traits, plain.counter = newInt(c.counter.number, c.plain).traits, counter{number: c.counter.number}
		f.Schema, f.Unreversed = SchemaType{}, withSize(&plain, c.counter.number)
		f.Code.Reverse, f.Code.Maximum = true, c.counter.greatest
	}
	return f
}

func (c *intCodec) resize(width int) (Codec, error) {
	if c.reversed || c.width == 0 {
		return nil, reason("no other width")
	}
	return respelled(c.spec, c.width, width)
}

func (c *intCodec) usual() (uint64, error) { return c.counter.max(), nil }

func (c *intCodec) reverse(greatest uint64, given bool) Codec {
	r := *c
	r.counter.reversed, r.counter.greatest, r.reversed, r.plain = true, greatest, true, c.spec
	r.spec, r.encoding = reversedSpec(c.spec, greatest, given), reversedWords(greatest, "number", c.counter.number)
	return withSize(&r, c.counter.number)
}

func reversedSpec(spec string, greatest uint64, given bool) string {
	if !given {
		return "reverse(" + spec + ")"
	}
	return "reverse(" + spec + ", " + maximumSpec(greatest) + ")"
}

func reversedWords(greatest uint64, what string, n number) string {
	return fmt.Sprintf("%s minus %s, %s", maximumSpec(greatest), what, n.words())
}

// sizedCodec adds to a codec of numbers that their first bytes determine their length.
type sizedCodec struct {
	Codec
	sized
}

func withSize(c Codec, n number) Codec {
	if s, ok := n.(sized); ok {
		return sizedCodec{c, s}
	}
	return c
}

func buildInt(c call) (Codec, error) {
	if err := c.arity(0, 1, "at most one number form: int(hex(16))"); err != nil {
		return nil, err
	}
	if len(c.args) == 0 {
		return newInt(decimal{}, "int"), nil
	}
	number, err := c.args[0].number()
	if err != nil {
		return nil, err
	}
	spec := number.spec()
	switch number.(type) {
	case hexadecimal, point:
		spec = "int(" + spec + ")" // alone, hex is a codec of digits, not of a number
	}
	return withSize(newInt(number, spec), number), nil
}

func buildNumber(c call) (Codec, error) {
	n, err := c.number()
	if err != nil {
		return nil, err
	}
	return withSize(newInt(n, n.spec()), n), nil
}

// number reads a number form.
func (a arg) number() (number, error) {
	c, err := a.call()
	if err != nil {
		return nil, err
	}
	return c.number()
}

func (c call) number() (number, error) {
	switch c.word {
	case "int":
		return decimal{}, c.arity(0, 0, "nothing in parentheses here")
	case "pad":
		n, err := c.oneCount(1, 64, "the number of digits: pad(10)")
		return decimal{pad: n}, err
	case "point":
		n, err := c.oneCount(1, 9, "the digits after the point: point(3)")
		return point{places: n}, err
	case "hex":
		upper, rest := c.has("upper")
		if len(rest.args) == 0 {
			return hexadecimal{upper: upper}, nil
		}
		n, err := rest.oneCount(1, 32, "the number of digits: hex(16)")
		return hexadecimal{digits: n, upper: upper}, err
	case "be":
		bigEndian := bigEndian{}
		given := c.raw
		for _, s := range []sign{signed, flipped} {
			is, rest := c.has(string(s))
			if is && bigEndian.sign != unsigned {
				return nil, given.fail("either signed or flip")
			}
			if is {
				bigEndian.sign, c = s, rest
			}
		}
		n, err := c.oneCount(1, 8, "the number of bytes, then signed or flip: be(8, flip)")
		bigEndian.bytes = n
		return bigEndian, err
	}
	return c.packedNumber()
}

// packedNumber reads the number forms of bytes other than be.
func (c call) packedNumber() (number, error) {
	switch c.word {
	case "ordered":
		if len(c.args) == 0 {
			return orderedInt{}, nil
		}
		for _, form := range codedForms() {
			if is, rest := c.has(form.database); is {
				return form, rest.arity(0, 0, "one database")
			}
		}
		return nil, c.raw.fail("want nothing, tuple, cockroach, sqlite or unsigned: ordered(tuple)")
	case "varint":
		zigzag, rest := c.has("zigzag")
		return varint{zigzag: zigzag}, rest.arity(0, 0, "nothing or zigzag: varint(zigzag)")
	case "le":
		twos, rest := c.has(string(signed))
		n, err := rest.oneCount(1, 8, "the number of bytes, then signed: le(8, signed)")
		return littleEndian{bytes: n, signed: twos}, err
	case "bcd":
		sign, rest := c.has("sign")
		n, err := rest.oneCount(1, 9, "the number of bytes, then sign: bcd(5, sign)")
		return packedDecimal{bytes: n, sign: sign}, err
	}
	return nil, c.raw.s.fail(c.at,
		"want a number form: int, pad(13), be(8), be(8, flip), le(4), hex, hex(16), ordered, varint, bcd(4) or "+
			"point(3)")
}

func (c call) oneCount(least, most int, want string) (int, error) {
	if err := c.arity(1, 1, want); err != nil {
		return 0, err
	}
	return c.args[0].count(least, most)
}

// buildReverse reads reverse(codec) and reverse(codec, maximum).
func buildReverse(c call) (Codec, error) {
	if err := c.arity(1, 2, "a codec, and the maximum if it is not the usual one: reverse(ms, 10^13-1)"); err != nil {
		return nil, err
	}
	inner, err := c.args[0].codec()
	if err != nil {
		return nil, err
	}
	maximum := uint64(0)
	if len(c.args) == 2 {
		if inner.Type() == Domain {
			return nil, c.args[1].fail("labels are not subtracted from a maximum")
		}
		if maximum, err = c.args[1].maximum(); err != nil {
			return nil, err
		}
	}
	reversed, err := Reverse(inner, maximum)
	if err != nil {
		return nil, c.args[0].fail("%s", err)
	}
	return reversed, nil
}

// mirrorCodec reads decimal numbers whose digits are written from last to first.
type mirrorCodec struct {
	traits
	number decimal
}

func (c *mirrorCodec) Decode(b []byte) (Value, error) {
	var buf [64]byte
	if len(b) > len(buf) || len(b) > 0 && b[len(b)-1] == '-' {
		return Value{}, reason("not a decimal number")
	}
	digits := append(buf[:0], b...)
	slices.Reverse(digits)
	n, err := c.number.read(digits)
	if err != nil {
		return Value{}, err
	}
	return n.value()
}

func (c *mirrorCodec) Append(dst []byte, v Value) ([]byte, error) {
	integer, err := v.integer()
	if err != nil {
		return dst, err
	}
	if integer.neg {
		return dst, reason("negative")
	}
	start := len(dst)
	if dst, err = c.number.write(dst, integer); err != nil {
		return dst[:start], err
	}
	slices.Reverse(dst[start:])
	return dst, nil
}

func buildMirror(c call) (Codec, error) {
	if err := c.arity(1, 1, "int or pad(8)"); err != nil {
		return nil, err
	}
	number, err := c.args[0].number()
	if err != nil {
		return nil, err
	}
	d, ok := number.(decimal)
	if !ok {
		return nil, c.args[0].fail("only decimal digits can be mirrored: int or pad(8)")
	}
	return newMirror(d), nil
}

func newMirror(d decimal) *mirrorCodec {
	return &mirrorCodec{traits{spec: "mirror(" + d.spec() + ")", encoding: d.words() + ", digits from last to first",
		typ: d.typ(), reversed: true, width: d.pad}, d}
}

// Form implements Codec.
func (c *mirrorCodec) Form() Form {
	code := c.number.form().Code
	code.Mirror = true
	return Form{Alphabet: NewByteSet(numerals), Order: OrderScattered, Code: code}
}
