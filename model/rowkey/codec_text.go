package rowkey

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tabletop/model/spelling"
)

// textCodec reads UTF-8 text. Its value is the bytes of the key themselves.
type textCodec struct {
	traits
	pad    byte     // fixed width: what fills it up at the end
	values [][]byte // enum: the only ones allowed, when there are any
}

func (c *textCodec) Decode(b []byte) (Value, error) {
	if c.width > 0 {
		if len(b) != c.width {
			return Value{}, reason("wrong number of bytes")
		}
		for c.values == nil && len(b) > 0 && b[len(b)-1] == c.pad {
			b = b[:len(b)-1]
		}
	}
	if c.values != nil && !contains(c.values, b) {
		return Value{}, reason("none of the values listed")
	}
	if !utf8.Valid(b) {
		return Value{}, reason("not UTF-8")
	}
	return Value{Kind: KindText, Bytes: b}, nil
}

// Form implements Codec.
func (c *textCodec) Form() Form {
	f := Form{Words: c.values, Code: Code{Kind: CodeText, Width: c.width, Pattern: anyOf(c.values)}}
	if c.values == nil && c.width > 0 {
		f.Code.Fill = c.pad
	}
	if c.typ == Text && c.width == 0 {
		f.Schema = SchemaType{Type: "string", Encoding: "utf8"}
	}
	return f
}

func (c *textCodec) resize(width int) (Codec, error) {
	if c.values != nil {
		return nil, reason("its values are listed")
	}
	if c.width == 0 {
		return nil, reason("its width varies")
	}
	return respelled(c.spec, c.width, width)
}

// respelled is the codec whose spec has another width where the width stands.
func respelled(spec string, width, want int) (Codec, error) {
	old := fmt.Sprint(width)
	at := strings.Index(spec, "("+old)
	if at < 0 {
		return nil, fmt.Errorf("%s has no form of %d bytes", spec, want)
	}
	c, err := ParseCodec(spec[:at+1] + fmt.Sprint(want) + spec[at+1+len(old):])
	if err == nil && c.Width() != want {
		err = fmt.Errorf("%s has no form of %d bytes", spec, want)
	}
	return c, err
}

func mayHoldWord(words [][]byte, b []byte) bool {
	return slices.ContainsFunc(words, func(w []byte) bool { return bytes.Contains(w, b) })
}

// valuesCodec reads text that is one of a list of values of different widths; the value determines its own length.
type valuesCodec struct{ textCodec }

// size is the length of the longest value that b begins with. A b that begins with none has the length of the first,
// for Decode to refuse.
func (c *valuesCodec) size(b []byte) int {
	longest := 0
	for _, x := range c.values {
		if len(x) > longest && bytes.HasPrefix(b, x) {
			longest = len(x)
		}
	}
	if longest == 0 {
		return min(len(b), len(c.values[0]))
	}
	return longest
}

func contains(list [][]byte, b []byte) bool {
	for _, x := range list {
		if bytes.Equal(x, b) {
			return true
		}
	}
	return false
}

func (c *textCodec) Append(dst []byte, v Value) ([]byte, error) {
	data := v.Bytes
	switch {
	case v.Kind != KindText && v.Kind != KindBytes:
		data = []byte(v.String())
	case !utf8.Valid(data):
		return dst, reason("not UTF-8")
	}
	if c.values != nil {
		if !contains(c.values, data) {
			return dst, reason("none of the values listed")
		}
		return append(dst, data...), nil
	}
	if c.width == 0 {
		return append(dst, data...), nil
	}
	if len(data) > c.width {
		return dst, reason("longer than the width")
	}
	if len(data) > 0 && data[len(data)-1] == c.pad {
		return dst, reason("ends in the byte that fills the width up")
	}
	dst = append(dst, data...)
	for range c.width - len(data) {
		dst = append(dst, c.pad)
	}
	return dst, nil
}

func newText() *textCodec {
	return &textCodec{traits: traits{spec: "text", encoding: "UTF-8", typ: Text}, pad: ' '}
}

func buildText(c call) (Codec, error) {
	if err := c.arity(0, 2, "nothing, or a width and the byte that fills it up: text(8, _)"); err != nil {
		return nil, err
	}
	textCodec := newText()
	if len(c.args) == 0 {
		return textCodec, nil
	}
	var err error
	if textCodec.width, err = c.args[0].count(1, 4096); err != nil {
		return nil, err
	}
	textCodec.spec, textCodec.encoding = fmt.Sprintf("text(%d)", textCodec.width),
		fmt.Sprintf("UTF-8, %d bytes, padded with spaces", textCodec.width)
	if len(c.args) == 2 {
		pad, err := c.args[1].bytes()
		if err != nil || len(pad) != 1 || pad[0] >= utf8.RuneSelf {
			return nil, c.args[1].fail(`want one ASCII byte that fills the width up, such as _ or \0`)
		}
		if textCodec.pad = pad[0]; textCodec.pad != ' ' {
			textCodec.spec = fmt.Sprintf("text(%d, %s)", textCodec.width, escapeArg(pad))
			textCodec.encoding = fmt.Sprintf("UTF-8, %d bytes, padded with %s", textCodec.width, printable(pad))
		}
	}
	return textCodec, nil
}

func buildEnum(c call) (Codec, error) {
	textCodec := &textCodec{traits: traits{spec: "enum", encoding: "UTF-8", typ: Enum}}
	if len(c.args) == 0 {
		return textCodec, nil
	}
	spec := []byte("enum(")
	for i, arg := range c.args {
		data, err := arg.bytes()
		switch {
		case err != nil:
			return nil, err
		case len(data) == 0:
			return nil, arg.fail("an empty value")
		case !utf8.Valid(data):
			return nil, arg.fail("a value of an enum is UTF-8")
		case contains(textCodec.values, data):
			return nil, arg.fail("this value is there already")
		}
		if i > 0 {
			spec = append(spec, ", "...)
		}
		spec = append(spec, escapeArg(data)...)
		textCodec.values = append(textCodec.values, data)
	}
	if textCodec.width = len(textCodec.values[0]); slices.ContainsFunc(textCodec.values,
		func(b []byte) bool { return len(b) != textCodec.width }) {
		textCodec.width = 0
	}
	textCodec.spec, textCodec.encoding = string(append(spec, ')')),
		"one of "+spelling.Count(len(textCodec.values), "value")
	if len(textCodec.values) == 1 {
		textCodec.encoding = "constant"
	}
	if textCodec.width == 0 {
		return &valuesCodec{*textCodec}, nil
	}
	return textCodec, nil
}

// bytesCodec reads opaque binary.
type bytesCodec struct{ traits }

func (c *bytesCodec) Decode(b []byte) (Value, error) {
	if c.width > 0 && len(b) != c.width {
		return Value{}, reason("wrong number of bytes")
	}
	return Value{Kind: KindBytes, Bytes: b}, nil
}

func (c *bytesCodec) Append(dst []byte, v Value) ([]byte, error) {
	if v.Kind != KindBytes && v.Kind != KindText {
		return dst, reason("not bytes")
	}
	if c.width > 0 && len(v.Bytes) != c.width {
		return dst, reason("wrong number of bytes")
	}
	return append(dst, v.Bytes...), nil
}

// Form implements Codec.
func (c *bytesCodec) Form() Form {
	f := Form{Binary: true, Code: Code{Kind: CodeBytes, Width: c.width}}
	if c.width == 0 {
		f.Schema = SchemaType{Type: "bytes", Encoding: "raw"}
	}
	return f
}

func (c *bytesCodec) resize(width int) (Codec, error) { return respelled(c.spec, c.width, width) }

func buildBytes(c call) (Codec, error) {
	if len(c.args) == 0 {
		return &bytesCodec{traits{spec: "bytes", encoding: "binary", typ: Bytes}}, nil
	}
	n, err := c.oneCount(1, 4096, "nothing or a width: bytes(16)")
	if err != nil {
		return nil, err
	}
	return &bytesCodec{traits{spec: fmt.Sprintf("bytes(%d)", n), encoding: fmt.Sprintf("%d bytes, binary", n),
		typ: Bytes, width: n}}, nil
}

// prefixCodec reads constant bytes that belong to the segment, then what another codec reads.
type prefixCodec struct {
	Codec
	prefix []byte
	spec   string
}

func (c *prefixCodec) Spec() string { return c.spec }
func (c *prefixCodec) Encoding() string {
	return printable(c.prefix) + " before: " + c.Codec.Encoding()
}

// Form implements Codec: that of the codec behind the prefix.
func (c *prefixCodec) Form() Form {
	form := c.Codec.Form()
	binary := bytes.ContainsFunc(c.prefix, func(r rune) bool { return r < ' ' || r == utf8.RuneError || r == 0x7F })
	all := Form{Binary: form.Binary || binary, Order: form.Order, Calendar: form.Calendar, Yearless: form.Yearless,
		Salt: form.Salt, Separator: form.Separator, Prefix: c.prefix, Code: form.Code}
	if form.Alphabet != (ByteSet{}) {
		all.Alphabet = form.Alphabet
		for _, b := range c.prefix {
			all.Alphabet[b>>6] |= 1 << (b & 63)
		}
	}
	for _, w := range form.Words {
		all.Words = append(all.Words, slices.Concat(c.prefix, w))
	}
	return all
}

func (c *prefixCodec) Width() int {
	if w := c.Codec.Width(); w > 0 {
		return len(c.prefix) + w
	}
	return 0
}

func (c *prefixCodec) Decode(b []byte) (Value, error) {
	if !bytes.HasPrefix(b, c.prefix) {
		return Value{}, reason("does not begin with the prefix")
	}
	return c.Codec.Decode(b[len(c.prefix):])
}

func (c *prefixCodec) Append(dst []byte, v Value) ([]byte, error) {
	out, err := c.Codec.Append(append(dst, c.prefix...), v)
	if err != nil {
		return dst, err
	}
	return out, nil
}

func buildPrefix(c call) (Codec, error) {
	if err := c.arity(2, 2, "the constant and a codec: prefix(d, day)"); err != nil {
		return nil, err
	}
	prefix, err := c.args[0].bytes()
	if err != nil {
		return nil, err
	}
	if len(prefix) == 0 {
		return nil, c.args[0].fail("an empty prefix")
	}
	inner, err := c.args[1].codec()
	if err != nil {
		return nil, err
	}
	switch known := inner.(type) {
	case sizedCodec:
		inner = known.Codec
	case *valuesCodec:
		inner = &known.textCodec
	case *prefixCodec:
		return nil, c.args[1].fail("a prefix of a prefix: write one")
	}
	return &prefixCodec{inner, prefix, "prefix(" + escapeArg(prefix) + ", " + inner.Spec() + ")"}, nil
}

// validJSON holds for a JSON document.
func validJSON(b []byte) error {
	if !json.Valid(b) {
		return reason("not JSON")
	}
	return nil
}
