package second

import (
	"fmt"
	"math"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// The wide productions hold encodings, separators, and ways to end a value that are rare, so that inference meets keys that
// inference was not made for: calendars in unusual order, codes with inner structure, salts by functions that nobody knows.

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// rareText draws a printable field of an unusual encoding.
func rareText(w *kg.World, i int) kg.Field {
	name, n := fmt.Sprint("field", i), []int{4, 20, 150, 2500}[w.IntN(4)]
	draw := []kg.Draw{kg.ByEntity, kg.Evenly, kg.Skewed, kg.Group}[w.IntN(4)]
	made := func(encoding, soft string, of func(w *kg.World) string) kg.Field {
		return kg.Made(name, encoding, soft, n, draw, of)
	}
	switch w.IntN(13) {
	case 0:
		return made("version", ".", func(w *kg.World) string { return fmt.Sprintf("%d.%d.%d", w.IntN(4), w.IntN(12), w.IntN(30)) })
	case 1:
		return made("locale", "-", func(w *kg.World) string { return w.Letters(2, "defnrstpl") + "-" + w.Letters(2, "USGBDEFR") })
	case 2:
		return made("phone number", "+-", func(w *kg.World) string {
			return "+" + w.Letters(2, "1234") + "-" + w.Letters(7+w.IntN(3), "0123456789")
		})
	case 3:
		return made("amount", ".", func(w *kg.World) string { return fmt.Sprintf("%d.%02d", w.IntN(2000), w.IntN(100)) })
	case 4:
		return kg.Typed(name, "text filled with spaces", " ", n, draw, kg.Value{Type: rowkey.Text, Soft: " "}, func(w *kg.World) string { return fmt.Sprintf("%-12.12s", w.Syllables(2+w.IntN(3))) })
	case 5:
		return kg.Typed(name, "capital and digits", "", n, draw, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Hash}}, func(w *kg.World) string { return w.Letters(1, capitals) + w.Letters(4, "0123456789") })
	case 6:
		return made("plate", " ", func(w *kg.World) string {
			return w.Letters(1+w.IntN(3), capitals) + " " + w.Letters(1+w.IntN(4), "123456789")
		})
	case 7:
		return made("words in camel case", "", func(w *kg.World) string {
			return w.One(verbs()...) + strings.ToUpper(w.Letters(1, "abcdefg")) + w.Syllables(2)
		})
	case 8:
		return kg.RandomID(name, "base 58 id", "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 8+w.IntN(20), 50+n, draw)
	case 9:
		return made("path with dots", "./", func(w *kg.World) string {
			return w.One(animals()...) + "." + w.One(towns()...) + w.One("", ".v2", ".raw")
		})
	case 10:
		return kg.Calendar(rowkey.Day, w.One("2006-002", "02.01.2006", "2006.01.02", "06002"))
	case 11:
		return kg.Calendar(rowkey.Second, w.One("20060102-150405", "2006-01-02 15:04:05", "060102150405"))
	}
	return kg.Epoch([]rowkey.Unit{rowkey.Minute, rowkey.Hour, rowkey.Day}[w.IntN(3)], []int{0, 0, 10}[w.IntN(3)])
}

// rareBinary draws a field in bytes of an unusual encoding.
func rareBinary(w *kg.World, i int) kg.Field {
	name, n := fmt.Sprint("field", i), []int{10, 300, 4000}[w.IntN(3)]
	draw := []kg.Draw{kg.ByEntity, kg.Evenly, kg.Skewed}[w.IntN(3)]
	opaque := kg.Value{Type: rowkey.Bytes, Accept: []rowkey.Type{rowkey.Hash, rowkey.IntBE}}
	switch w.IntN(5) {
	case 0:
		return kg.Typed(name, "little-endian 4", "\x00", n, draw, kg.Value{Type: rowkey.Bytes, Accept: []rowkey.Type{rowkey.Hash}}, func(w *kg.World) string {
			v := w.Uint32N(1 << 18)
			return string([]byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)})
		})
	case 1:
		return kg.Typed(name, "ordered float", "\x00", n, draw, opaque, func(w *kg.World) string {
			return kg.BE(math.Float64bits(w.Float64()*90)^1<<63, 8)
		})
	case 2:
		return kg.Typed(name, "text filled with zero bytes", "\x00", n, draw, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Bytes}, Soft: "\x00"}, func(w *kg.World) string {
			return (w.Syllables(2) + strings.Repeat("\x00", 10))[:10]
		})
	case 3:
		return kg.UUID(name, "bytes", n, draw)
	}
	return kg.RandomBytes(name, 3+w.IntN(12), 2000, draw)
}

func mixedText(w *kg.World, i int) kg.Field {
	if w.IntN(2) == 0 {
		return rareText(w, i)
	}
	return anyText(w, i)
}

// wideText joins fields, half of them unusual, by one or several separators.
func wideText(w *kg.World) []kg.Kind {
	return kg.One(wideParts(w, w.One(":", "_", "!", "::", "%", "\t", ";", "~"), 0))
}

func wideParts(w *kg.World, sep string, first int) []kg.Part {
	var parts []kg.Part
	for i := range 1 + w.IntN(4) {
		if i > 0 {
			parts = append(parts, kg.Lit(sep))
		}
		f := mixedText(w, first+i)
		for strings.ContainsAny(f.Holds, sep) {
			f = mixedText(w, first+i)
		}
		f.Name = fmt.Sprint("field", first+i)
		parts = append(parts, kg.Of(f))
	}
	return parts
}

// wideBinary puts an unusual field among usual ones.
func wideBinary(w *kg.World) []kg.Kind {
	parts := packedParts(w, w.IntN(3), 1)
	at := w.IntN(len(parts) + 1)
	return kg.One(append(append(append([]kg.Part{}, parts[:at]...), kg.Of(rareBinary(w, 0))), parts[at:]...))
}

// wideSalt puts a salt by an unknown function, or a number of a shard, before other fields.
func wideSalt(w *kg.World) []kg.Kind {
	of := mixedText(w, 0)
	for strings.ContainsAny(of.Holds, ":_") {
		of = mixedText(w, 0)
	}
	of.Name = "field0"
	sep := w.One(":", "_")
	var first kg.Part
	switch n := []int{3, 8, 16, 50, 256}[w.IntN(5)]; w.IntN(4) {
	case 0:
		first = kg.Of(kg.Decimal("shard", 0, n-1, kg.Evenly))
	case 1:
		first = kg.Of(kg.Padded("area", len(fmt.Sprint(n-1)), n, kg.ByEntity))
	default:
		first = kg.Salt("seeded", n, w.One("%d", "%03d", "%02x"), of.Name)
	}
	parts := []kg.Part{first, kg.Lit(sep), kg.Of(of)}
	if w.IntN(2) == 0 {
		parts = append(parts, kg.Lit(sep), kg.Of(w.Choose(sep, 1, times())[0]))
	}
	return kg.One(parts)
}

// wideKinds draws kinds that a leading word, a leading byte, or only the form of their fields distinguishes.
func wideKinds(w *kg.World) []kg.Kind {
	sep, by := w.One(":", "_", "!"), w.IntN(3)
	words := w.Perm(len(verbs()))
	var kinds []kg.Kind
	for i := range 2 + w.IntN(3) {
		parts := wideParts(w, sep, 10*i)
		switch by {
		case 0:
			parts = append([]kg.Part{kg.Of(kg.Constant(verbs()[words[i]])), kg.Lit(sep)}, parts...)
		case 1:
			parts = append([]kg.Part{kg.Of(kg.Constant(string(rune(1 + i))))}, parts...)
		}
		kinds = append(kinds, kg.Kind{Parts: parts, Weight: 0.1 + w.Float64()})
	}
	return kinds
}

// wideFixed puts fields of fixed widths side by side.
func wideFixed(w *kg.World) []kg.Kind {
	var parts []kg.Part
	for i := range 2 + w.IntN(3) {
		name, n := fmt.Sprint("field", i), []int{4, 30, 900}[w.IntN(3)]
		var f kg.Field
		switch w.IntN(5) {
		case 0:
			f = kg.Typed(name, "text filled with spaces", " ", n, kg.ByEntity, kg.Value{Type: rowkey.Text, Soft: " "}, func(w *kg.World) string { return fmt.Sprintf("%-9.9s", w.Syllables(1+w.IntN(3))) })
		case 1:
			f = kg.Calendar(rowkey.Day, w.One("06002", "20060102"))
		case 2:
			f = kg.Typed(name, "letters of one width", "", n, kg.Skewed, kg.Value{Type: rowkey.Enum}, func(w *kg.World) string { return w.Letters(2+n%3, capitals) })
		case 3:
			f = kg.HexNumber(name, 8, 1<<24, kg.ByEntity).Accepting(rowkey.Hash)
		default:
			f = kg.Padded(name, 3+w.IntN(5), 800, kg.ByEntity)
		}
		f.Name = name
		parts = append(parts, kg.Of(f))
	}
	return kg.One(parts)
}

// wideLengths puts lengths, terminators, or escapes around fields of any kind.
func wideLengths(w *kg.World) []kg.Kind {
	var fs []kg.Field
	for i := range 1 + w.IntN(3) {
		f := mixedText(w, i)
		f.Name = fmt.Sprint("field", i)
		fs = append(fs, f)
	}
	if w.IntN(2) == 0 {
		fs = append(fs, packedTimes()[w.IntN(5)])
	}
	switch w.IntN(3) {
	case 0:
		return kg.One(kg.Lengths(1+w.IntN(2), fs...))
	case 1:
		return kg.One(kg.Struct(fs...))
	}
	return kg.One(kg.Joined("\x00", fs...))
}
