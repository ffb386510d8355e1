package spec

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/model/demo"
	"tabletop/model/rowkey"
)

// letters returns the characters that text such as a-z0-9_ stands for; none if it is no such text. A - at an end is
// itself.
func letters(text string) []byte {
	var out []byte
	for at := 0; at < len(text); at++ {
		first := text[at]
		if first <= ' ' || first > '~' {
			return nil
		}
		last := first
		if at+2 < len(text) && text[at+1] == '-' {
			if last = text[at+2]; last < first || last > '~' {
				return nil
			}
			at += 2
		}
		for ; first <= last; first++ {
			if !bytes.Contains(out, []byte{first}) {
				out = append(out, first)
			}
		}
	}
	return out
}

const (
	lower  = "a-z"
	digits = "0-9"
)

// maker makes the values of a segment: another one for each number.
type maker struct {
	field    *Field
	codec    rowkey.Codec
	form     rowkey.Form
	binary   bool   // values are bytes
	numeric  bool   // values are numbers
	alphabet []byte // of texts, and bytes of binary values
	width    int    // of all values, in bytes; 0 where it varies
	most     int    // different values that may be asked for
	seed     int
}

// newMaker returns the maker for a field of a layout. Values whose end a literal shows have none of its bytes.
func newMaker(layout *rowkey.Layout, field *Field, most, seed int) *maker {
	codec := field.Segment.Codec
	out := &maker{field: field, codec: codec, form: codec.Form(), width: codec.Width(), most: max(1, most), seed: seed}
	_, err := codec.Append(nil, rowkey.Value{Kind: rowkey.KindInt, Int: 1})
	out.numeric = codec.Type().IsInteger() || out.form.Code.Kind == rowkey.CodeNumber ||
		codec.Type() == rowkey.Bytes && err == nil
	out.binary = out.form.Binary && codec.Type() != rowkey.Text
	var ends []byte
	if out.width == 0 {
		for _, part := range layout.Parts() {
			ends = append(ends, part.Literal...)
		}
	}
	for code := range 256 {
		char := byte(code)
		ok := out.binary
		switch {
		case field.Letters != "":
			ok = bytes.IndexByte(letters(field.Letters), char) >= 0
		case out.binary:
		case out.form.Alphabet != rowkey.ByteSet{}:
			ok = out.form.Alphabet.Has(char) && char > ' ' && char <= '~'
		default:
			ok = char >= 'a' && char <= 'z'
		}
		if ok && bytes.IndexByte(ends, char) < 0 {
			out.alphabet = append(out.alphabet, char)
		}
	}
	return out
}

// moment is the time of a row, and the part of its entity's time that it lies in, 0 to 1.
type moment struct {
	at, over time.Time
	part     float64
}

// value makes the value of a number at a time.
func (m *maker) value(code int, when moment) (rowkey.Value, error) {
	switch {
	case m.field.isTime():
		at := when.at
		if m.field.Over > 0 {
			at = when.over
		}
		if m.field.Every > 0 {
			at = at.Truncate(time.Duration(m.field.Every) * time.Millisecond)
		}
		instant := rowkey.Value{Kind: rowkey.KindTime, Int: at.Unix(), Nanos: int32(at.Nanosecond())}
		return m.decoded(rowkey.AppendCut(nil, m.codec, instant))
	case m.codec.Type() == rowkey.Salt:
		return m.number(uint64(code))
	case m.form.Words != nil:
		return m.decoded(slices.Clone(m.form.Words[code%len(m.form.Words)]), nil)
	}
	if stamped, ok := rowkey.AsStamped(m.codec); ok && m.codec.Type() != rowkey.UUID {
		return m.stamped(stamped, code, when.at)
	}
	random := demo.Roll(m.seed, code)
	if m.numeric {
		return m.number(m.digits(code, when.part, &random))
	}
	return m.text(code, &random)
}

// decoded decodes the bytes of a value.
func (m *maker) decoded(text []byte, err error) (rowkey.Value, error) {
	if err != nil {
		return rowkey.Value{}, err
	}
	return m.codec.Decode(text)
}

// number makes the value of a number: in the codec's own kind, so that it is written as the keys have it.
func (m *maker) number(n uint64) (rowkey.Value, error) {
	return m.decoded(m.codec.Append(nil, rowkey.Value{Kind: rowkey.KindInt, Int: int64(n)}))
}

// size draws the length of the value of a number, so that of few values the lengths are as stated, too.
func (m *maker) size(code int, usual int64) int {
	_, part := math.Modf(float64(code)*math.Phi + 0.5)
	return int(or(m.field.Length, usual).at(part))
}

// digits makes a number of so many digits as the length says: another one for each code, or one that rises.
func (m *maker) digits(code int, part float64, random *demo.Random) uint64 {
	usual := len(strconv.Itoa(m.most)) + 1
	if m.form.Code.Number.Form == rowkey.DecimalForm && m.width > 0 {
		usual = m.width
	}
	most := m.greatest()
	longest := min(len(strconv.FormatUint(most, 10)), 18)
	length := min(max(m.size(code, int64(usual)), len(strconv.Itoa(code))), longest)
	if length > 1 && code >= 9*int(math.Pow10(length-1)) {
		length = min(length+1, longest) // so that each code has another number
	}
	lo, hi := uint64(0), min(most, uint64(math.Pow10(length))-1)
	if length > 1 {
		lo = uint64(math.Pow10(length - 1))
	}
	if uint64(code) > hi-lo {
		lo = 0 // of more codes than the codec has numbers, some share theirs
	}
	span := hi - lo + 1
	if m.field.Rising {
		return lo + min(span-1, uint64(part*float64(span)))
	}
	return lo + scatter(uint64(code), span)
}

// greatest is the greatest number that the codec can hold, as far as a width limits it.
func (m *maker) greatest() uint64 {
	limit := uint64(math.MaxInt64)
	if of := m.form.Code.Number; m.width > 0 && m.width < 8 && of.Form != rowkey.DecimalForm &&
		of.Form != rowkey.PackedForm {
		limit = 1<<(8*m.width-1) - 1
		if m.width == 1 && !of.Signed && !of.Flipped {
			limit = math.MaxUint8
		}
	}
	if of := m.form.Code; of.Reverse && of.Maximum > 0 {
		limit = min(limit, of.Maximum)
	}
	if of := m.form.Code.Number; m.width > 0 && m.width < 18 && of.Form == rowkey.DecimalForm {
		limit = min(limit, uint64(math.Pow10(m.width))-1)
	}
	return limit
}

// scatter is a number below span, another one for each code below span, and those of neighbors far apart.
func scatter(code, span uint64) uint64 {
	step := uint64(0.618*float64(span)) | 1
	for common(step, span) != 1 {
		step++
	}
	hi, lo := bits.Mul64(code%span, step)
	return (bits.Rem64(hi, lo, span) + span/3) % span // 0 is no better than any other number
}

// common is the greatest common divisor.
func common(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// stamped makes an id that holds a time.
func (m *maker) stamped(of rowkey.Stamped, code int, at time.Time) (rowkey.Value, error) {
	text := bytes.Repeat([]byte{'0'}, m.width)
	if m.form.Binary {
		text = make([]byte, m.width)
	} else if m.width == 0 {
		text = []byte(strconv.FormatUint(1<<22, 10)) // a snowflake of the first millisecond
	}
	value, err := m.codec.Decode(text)
	if err != nil {
		return value, err
	}
	seconds, _, ok := of.Stamp(value)
	if m.width == 0 {
		n := uint64(at.UnixMilli()-seconds*1000)<<22 | uint64(code)&(1<<22-1)
		return m.number(n)
	}
	if !ok || !of.Shift(text, at.Unix()-seconds) {
		return value, errors.New("it cannot hold the time")
	}
	fixed := make([]bool, len(text))
	if structured, ok := rowkey.AsStructured(m.codec); ok {
		structured.Structure(text, fixed)
	}
	var free []int
	for i, stays := range fixed {
		if !stays {
			free = append(free, i)
		}
	}
	part := make([]byte, len(free))
	random := demo.Roll(m.seed, code)
	m.fill(part, code, &random)
	for k, i := range free {
		text[i] = part[k]
	}
	return m.codec.Decode(text)
}

// fill writes characters of the alphabet: at random, the last of them another text for each code.
func (m *maker) fill(text []byte, code int, random *demo.Random) {
	base := uint64(len(m.alphabet))
	last, span := len(text), uint64(1)
	for last > 0 && span < 1<<40 {
		span *= base
		last--
	}
	for i := range last {
		text[i] = m.alphabet[random.Below(int(base))]
	}
	for i, n := len(text)-1, scatter(uint64(code), span); i >= last; i, n = i-1, n/base {
		text[i] = m.alphabet[n%base]
	}
}

// text makes values that are no numbers and no times.
func (m *maker) text(code int, random *demo.Random) (rowkey.Value, error) {
	if len(m.alphabet) < 2 {
		return rowkey.Value{}, errors.New("fewer than two characters cannot end it: state more letters")
	}
	if m.codec.Type() == rowkey.UUID {
		return m.uuid(random)
	}
	size := m.width
	if size == 0 || m.field.Length != nil && m.codec.Type() == rowkey.Text {
		size = m.size(code, 8)
	}
	for room := math.Pow(float64(len(m.alphabet)), float64(size)); room <= float64(code); size++ {
		room *= float64(len(m.alphabet)) // so that each code has another text
	}
	if m.width > 0 {
		size = min(size, m.width)
	}
	word := func(length int) []byte {
		text := make([]byte, max(1, length))
		m.fill(text, code, random)
		return text
	}
	if text := m.formatted(size, code, word); text != nil {
		return m.decoded(m.codec.Append(nil, rowkey.Value{Kind: rowkey.KindText, Bytes: text}))
	}
	text := word(size)
	if m.binary || len(text) == m.width {
		return m.decoded(text, nil)
	}
	return m.decoded(m.codec.Append(nil, rowkey.Value{Kind: rowkey.KindText, Bytes: text}))
}

// formatted makes the text of a format, of words made of the alphabet, as long as stated where that can be; nil for
// text and bytes without one.
func (m *maker) formatted(size, code int, word func(int) []byte) []byte {
	number := scatter(uint64(code), 1<<24)
	switch m.codec.Type() {
	case rowkey.Domain:
		return append(word(size-4), ".com"...)
	case rowkey.Email:
		return append(word(size-12), "@example.com"...)
	case rowkey.URL:
		text := append([]byte("/"), word(size-1)...)
		if m.codec.Spec() != "url(path)" {
			text = append([]byte("https://example.com"), text...)
		}
		return text
	case rowkey.JSON:
		return fmt.Appendf(nil, `{"a":"%s"}`, word(size-8))
	case rowkey.IP:
		if m.width == 0 {
			return fmt.Appendf(nil, "10.%d.%d.%d", number>>16&255, number>>8&255, number&255)
		}
	}
	if strings.HasPrefix(m.codec.Spec(), "float(") {
		return strconv.AppendFloat(nil, float64(number)/64, 'g', -1, 32)
	}
	return nil
}

// uuid makes a random id of version 4 in the form of the codec.
func (m *maker) uuid(random *demo.Random) (rowkey.Value, error) {
	id := binary.BigEndian.AppendUint64(nil, random.Next())
	id = binary.BigEndian.AppendUint64(id, random.Next())
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	text := id
	switch m.width {
	case 32:
		text = fmt.Appendf(nil, "%x", id)
	case 36:
		text = fmt.Appendf(nil, "%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
	}
	value, err := m.codec.Decode(text)
	if err != nil {
		return m.codec.Decode(bytes.ToUpper(text))
	}
	return value, nil
}

// bytes is the distribution of the lengths of the values of a column.
func (c *Column) bytes() Distribution {
	switch {
	case c.Type == Int64 || c.Type == Float64:
		return Always(8)
	case len(c.Bytes) > 0:
		return c.Bytes
	case c.Type == JSON:
		return Distribution{{Lo: 20, Hi: 200, Weight: 1}}
	}
	return Distribution{{Lo: 4, Hi: 12, Weight: 1}}
}

// value makes a value of a column.
func (c *Column) value(random *demo.Random) []byte {
	size := int(c.bytes().at(random.Unit()))
	out := make([]byte, 0, size)
	switch c.Type {
	case Int64:
		return binary.BigEndian.AppendUint64(out, random.Next()%1_000_000)
	case Float64:
		return binary.BigEndian.AppendUint64(out, math.Float64bits(float64(random.Below(1_000_000))/1000))
	case Bytes:
		for len(out) < size {
			out = binary.LittleEndian.AppendUint64(out, random.Next())
		}
		return out[:size]
	case Integer, Decimal:
		return number(out, size, c.Type == Decimal, random)
	case JSON:
		const head, tail = `{"a":"`, `"}`
		if size >= len(head)+len(tail) {
			out = words(append(out, head...), size-len(tail), random)
			return append(out, tail...)
		}
	}
	return words(out, size, random)
}

// number appends digits until there are n characters, with a point if there is to be one.
func number(out []byte, n int, point bool, random *demo.Random) []byte {
	for len(out) < n {
		c := '0' + byte(random.Below(10))
		if len(out) == 0 && n > 1 {
			c = '1' + byte(random.Below(9))
		}
		out = append(out, c)
	}
	if point && n > 2 {
		out[max(1, n-3)] = '.'
	}
	return out
}

// words appends letters and spaces until there are n characters.
func words(out []byte, n int, random *demo.Random) []byte {
	for bits := uint64(0); len(out) < n; bits >>= 5 {
		if bits == 0 {
			bits = random.Next() | 1<<63
		}
		c := byte('a' + bits&31)
		if c > 'z' {
			c = ' '
		}
		out = append(out, c)
	}
	return out
}
