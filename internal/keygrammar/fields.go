package keygrammar

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/orderedcode"

	"tabletop/model/rowkey"
)

// Draw chooses which of n values a row has.
type Draw func(w *World, n int) func(m *Moment) int

// ByEntity gives a row the value of what it is about: one value for each entity, in half of the tables consecutive
// ones.
func ByEntity(w *World, n int) func(*Moment) int {
	shift, step := w.IntN(1<<20), 1
	if w.IntN(2) == 0 {
		step = 7368787 // a prime, which spreads the entities over all values
	}
	return func(m *Moment) int { return (m.Entity*step + shift) % n }
}

// Group gives a row the value of a group of entities: two fields of groups are hierarchical.
func Group(w *World, n int) func(*Moment) int {
	return func(m *Moment) int { return m.Entity * n / max(w.entities, n) % n }
}

// Evenly draws each value equally often.
func Evenly(w *World, n int) func(*Moment) int { return func(*Moment) int { return w.IntN(n) } }

// Skewed draws the first values more often.
func Skewed(w *World, n int) func(*Moment) int {
	return func(*Moment) int { return int(w.Float64() * w.Float64() * w.Float64() * float64(n)) }
}

// Counting gives rows consecutive values in the order of writing, from a random start.
func Counting(w *World, n int) func(*Moment) int {
	start := w.IntN(max(n/2, 1))
	return func(m *Moment) int { return (start + m.Order) % n }
}

// Listed makes a field of at most n values, each made once for the table, when a row first has it.
func Listed(f Field, n int, draw Draw, make func(w *World) Value) Field {
	f.Column = func(w *World) func(*Moment) Value {
		list := map[int]Value{}
		at := draw(w, n)
		return func(m *Moment) Value {
			i := at(m)
			if _, ok := list[i]; !ok {
				list[i] = make(w)
			}
			return list[i]
		}
	}
	return f
}

// Fresh makes a field whose values are made again for each row.
func Fresh(f Field, make func(w *World) Value) Field {
	f.Column = func(w *World) func(*Moment) Value { return func(*Moment) Value { return make(w) } }
	return f
}

// Words is a field of words of a list.
func Words(name, encoding string, list []string, draw Draw) Field {
	f := Field{Name: name, Encoding: encoding, Holds: punctuation(list)}
	f.Column = func(w *World) func(*Moment) Value {
		order, at := w.Perm(len(list)), draw(w, len(list))
		return func(m *Moment) Value { return Value{Text: list[order[at(m)]], Type: rowkey.Text} }
	}
	return f
}

// Choice is a field of n words of a list, a different choice in each table.
func Choice(name, encoding string, list []string, n int, draw Draw) Field {
	f := Field{Name: name, Encoding: encoding, Holds: punctuation(list)}
	f.Column = func(w *World) func(*Moment) Value {
		order, at := w.Perm(len(list)), draw(w, n)
		return func(m *Moment) Value { return Value{Text: list[order[at(m)]], Type: rowkey.Enum} }
	}
	return f
}

// punctuation returns the bytes of a list that are no letters or digits.
func punctuation(list []string) string {
	var b strings.Builder
	for _, s := range list {
		for _, c := range []byte(s) {
			if !alphanumeric(c) && strings.IndexByte(b.String(), c) < 0 {
				b.WriteByte(c)
			}
		}
	}
	return b.String()
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func alphanumeric(c byte) bool {
	return digit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// Made is a field of n made-up texts; soft lists the bytes inside them that may be read as separators.
func Made(name, encoding, soft string, n int, draw Draw, make func(w *World) string) Field {
	return Listed(Field{Name: name, Encoding: encoding, Holds: soft}, n, draw, func(w *World) Value {
		return Value{Text: make(w), Type: rowkey.Text, Soft: soft}
	})
}

// Typed is a field of n made-up values of a type.
func Typed(name, encoding, holds string, n int, draw Draw, v Value, make func(w *World) string) Field {
	return Listed(Field{Name: name, Encoding: encoding, Holds: holds}, n, draw, func(w *World) Value {
		made := v
		made.Text = make(w)
		return made
	})
}

// fixed marks a field as one whose values have the same width.
func fixed(f Field) Field {
	f.Fixed = true
	return f
}

// Decimal is a field of decimal integers from lo to hi.
func Decimal(name string, lo, hi int, draw Draw) Field {
	field := Field{Name: name, Encoding: "decimal " + name}
	value := Value{Type: rowkey.IntDecimal}
	if len(strconv.Itoa(lo)) == len(strconv.Itoa(hi)) {
		value.Accept, field.Fixed = []rowkey.Type{rowkey.IntPadded}, true
	}
	if hi-lo < 12 {
		value.Accept = append(value.Accept, rowkey.Enum)
	}
	field.Column = func(w *World) func(*Moment) Value {
		at := draw(w, hi-lo+1)
		return func(m *Moment) Value {
			out := value
			out.Text = strconv.Itoa(lo + at(m))
			return out
		}
	}
	return field
}

// Padded is a field of decimal integers below n, padded to a width.
func Padded(name string, width, n int, draw Draw) Field {
	field := fixed(Field{Name: name, Encoding: fmt.Sprintf("padded %d %s", width, name)})
	value := Value{Type: rowkey.IntPadded}
	if n <= 12 {
		value.Accept = []rowkey.Type{rowkey.Enum}
	}
	if n*10 > Pow10(width) {
		value.Accept = append(value.Accept, rowkey.IntDecimal)
	}
	field.Column = func(w *World) func(*Moment) Value {
		at := draw(w, n)
		return func(m *Moment) Value {
			out := value
			out.Text = fmt.Sprintf("%0*d", width, at(m))
			return out
		}
	}
	return field
}

// Pow10 returns 10 to the power of n.
func Pow10(n int) int {
	p := 1
	for range n {
		p *= 10
	}
	return p
}

// Binary is a field of big-endian integers below n; flip has the sign bit inverted.
func Binary(name string, width, n int, flip bool, draw Draw) Field {
	field := fixed(Field{Name: name, Encoding: fmt.Sprintf("big-endian %d %s", width, name)})
	mask := uint64(0)
	if flip {
		field.Encoding += " flipped"
		mask = 1 << (8*width - 1)
	}
	field.Column = func(w *World) func(*Moment) Value {
		at := draw(w, n)
		return func(m *Moment) Value { return Value{Text: BE(uint64(at(m))^mask, width), Type: rowkey.IntBE} }
	}
	return field
}

// HexNumber is a field of integers below n in hexadecimal digits, padded to a width.
func HexNumber(name string, width, n int, draw Draw) Field {
	f := fixed(Field{Name: name, Encoding: fmt.Sprintf("hexadecimal %d %s", width, name)})
	f.Column = func(w *World) func(*Moment) Value {
		at := draw(w, n)
		return func(m *Moment) Value { return Value{Text: fmt.Sprintf("%0*x", width, at(m)), Type: rowkey.Hex} }
	}
	return f
}

// RandomID is a field of n random ids of width letters of an alphabet.
func RandomID(name, encoding, alphabet string, width, n int, draw Draw) Field {
	value := Value{Type: rowkey.Hash}
	if strings.EqualFold(alphabet, "0123456789abcdef") {
		value.Accept = []rowkey.Type{rowkey.Hex}
		if width == 32 {
			value.Accept = append(value.Accept, rowkey.UUID)
		}
	} else if width < 12 {
		value.Accept = []rowkey.Type{rowkey.Text}
	}
	return fixed(Typed(name, fmt.Sprintf("%s %d", encoding, width), punctuation([]string{alphabet}), n, draw, value,
		func(w *World) string { return w.Letters(width, alphabet) }))
}

// RandomBytes is a field of n random ids of width bytes.
func RandomBytes(name string, width, n int, draw Draw) Field {
	return fixed(Typed(name, fmt.Sprintf("random bytes %d", width), anyByte, n, draw,
		Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Bytes}}, func(w *World) string { return w.Bytes(width) }))
}

// anyByte is what Field.Holds of a binary field is: no separator can stand beside it.
const anyByte = "\x00#|:/,;_-.~!@$%^&*=+ "

// UUID is a field of random UUIDs in one of the forms text, upper, hex, bytes.
func UUID(name, form string, n int, draw Draw) Field {
	field := Field{Name: name, Encoding: "uuid " + form, Fixed: true}
	value := Value{Type: rowkey.UUID}
	switch form {
	case "text", "upper":
		field.Holds = "-"
	case "hex":
		value.Accept = []rowkey.Type{rowkey.Hash, rowkey.Hex}
	case "bytes":
		field.Holds, value.Accept = anyByte, []rowkey.Type{rowkey.Hash, rowkey.Bytes}
	}
	return Listed(field, n, draw, func(w *World) Value {
		data := []byte(w.Bytes(16))
		data[6], data[8] = data[6]&0x0f|0x40, data[8]&0x3f|0x80
		out, encodeToString := value, hex.EncodeToString(data)
		switch out.Text = encodeToString[:8] + "-" + encodeToString[8:12] + "-" + encodeToString[12:16] + "-" +
			encodeToString[16:20] + "-" + encodeToString[20:]; form {
		case "upper":
			out.Text = strings.ToUpper(out.Text)
		case "hex":
			out.Text = encodeToString
		case "bytes":
			out.Text = string(data)
		}
		return out
	})
}

// Base64 is a field of n random ids of raw bytes in URL-safe base 64.
func Base64(name string, raw, n int, draw Draw) Field {
	return fixed(Typed(name, fmt.Sprintf("base 64 %d", raw), "-_", n, draw, Value{Type: rowkey.Hash},
		func(w *World) string { return base64.RawURLEncoding.EncodeToString([]byte(w.Bytes(raw))) }))
}

// Ordered is a field of OrderedCode integers below n.
func Ordered(name string, n int) Field {
	return Fresh(Field{Name: name, Encoding: "ordered code " + name, Holds: anyByte}, func(w *World) Value {
		b, _ := orderedcode.Append(nil, int64(w.Float64()*w.Float64()*float64(n)))
		return Value{Text: string(b), Type: rowkey.OrderedCode}
	})
}
