package second

import (
	"fmt"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// The assorted productions draw the parameters of their fields too, so that no two tables are alike.

// anyText draws a printable field.
func anyText(w *kg.World, i int) kg.Field {
	const lower, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
	name := fmt.Sprint("field", i)
	n := []int{3, 8, 30, 200, 3000}[w.IntN(5)]
	draw := []kg.Draw{kg.ByEntity, kg.Evenly, kg.Skewed, kg.Group}[w.IntN(4)]
	width := 2 + w.IntN(9)
	var field kg.Field
	switch w.IntN(12) {
	case 0, 1:
		field = names()[w.IntN(6)]
	case 2:
		field = numbers()[w.IntN(9)]
	case 3, 4:
		field = times()[w.IntN(9)]
	case 5:
		field = kg.Padded(name, width, min(n*n, kg.Pow10(min(width, 12))), draw)
	case 6:
		field = kg.Decimal(name, 1, 1+n*w.IntN(50), draw)
	case 7:
		alphabet := []string{lower + digits, strings.ToUpper(lower) + digits, "0123456789abcdef", "BCDFGHJKMPQRTVWXY2346789"}[w.IntN(4)]
		field = kg.RandomID(name, "random id of "+alphabet[:3], alphabet, 6+w.IntN(30), 100+n, draw).Accepting(rowkey.Text)
	case 8:
		field = kg.Made(name, fmt.Sprintf("code of %d letters, hyphen, digits", width%4), "-", 10+n, draw, func(w *kg.World) string {
			return w.Letters(1+width%4, lower) + "-" + w.Letters(2+width%3, digits)
		})
	case 9:
		field = kg.Made(name, fmt.Sprintf("code of %d capitals", width%5), "", 2+n, draw, func(w *kg.World) string { return w.Letters(1+width%5, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") })
	case 10:
		field = kg.Made(name, "syllables", "", 5+n, draw, func(w *kg.World) string { return w.Syllables(1 + w.IntN(4)) })
	default:
		field = kg.HexNumber(name, 4+width, min(n*n*n, 1<<30), draw).Accepting(rowkey.Hash)
	}
	field.Name = name
	return field
}

// anyBinary draws a field in bytes.
func anyBinary(w *kg.World, i int) kg.Field {
	name := fmt.Sprint("field", i)
	draw := []kg.Draw{kg.ByEntity, kg.Evenly, kg.Skewed}[w.IntN(3)]
	var f kg.Field
	switch w.IntN(6) {
	case 0, 1:
		width := 2 + w.IntN(7)
		f = kg.Binary(name, width, min(20<<w.IntN(26), 1<<(8*width-2)), false, draw)
	case 2:
		f = kg.RandomBytes(name, []int{6, 10, 12, 20, 24}[w.IntN(5)], 1000, draw)
	case 3:
		f = packedIDs()[w.IntN(5)]
	default:
		f = packedTimes()[w.IntN(5)]
	}
	f.Name = name
	return f
}

func separator(w *kg.World) string { return w.One(":", "_", "!", "::", "%", "\t", "\x1f") }

// assortedText joins two to five fields, mostly by one separator.
func assortedText(w *kg.World) []kg.Kind { return kg.One(assortedParts(w, separator(w), 0)) }

func assortedParts(w *kg.World, sep string, first int) []kg.Part {
	var parts []kg.Part
	for i := range 2 + w.IntN(4) {
		if len(parts) > 0 {
			between := sep
			if w.IntN(6) == 0 {
				between = separator(w)
			}
			parts = append(parts, kg.Lit(between))
		}
		f := anyText(w, first+i)
		for strings.ContainsAny(f.Holds, sep) {
			f = anyText(w, first+i)
		}
		parts = append(parts, kg.Of(f))
	}
	return parts
}

// assortedBinary puts one to four fields side by side, of which no two random ones are neighbors.
func assortedBinary(w *kg.World) []kg.Kind { return kg.One(packedParts(w, 1+w.IntN(4), 0)) }

func packedParts(w *kg.World, n, first int) []kg.Part {
	var parts []kg.Part
	random := false
	for i := range n {
		f := anyBinary(w, first+i)
		for random && strings.HasPrefix(f.Encoding, "random") {
			f = anyBinary(w, first+i)
		}
		random = strings.HasPrefix(f.Encoding, "random")
		parts = append(parts, kg.Of(f))
	}
	return parts
}

// assortedMix puts text before bytes, ended by a zero byte, a separator, or with its length.
func assortedMix(w *kg.World) []kg.Kind {
	f := anyText(w, 0)
	tail := packedParts(w, 1+w.IntN(2), 1)
	switch w.IntN(3) {
	case 0:
		return kg.One(append([]kg.Part{{Field: &f, Length: 1 + w.IntN(2)}}, tail...))
	case 1:
		return kg.One(append([]kg.Part{kg.Of(f), kg.Lit("\x00")}, tail...))
	}
	for strings.Contains(f.Holds, ":") {
		f = anyText(w, 0)
	}
	return kg.One(append([]kg.Part{kg.Of(f), kg.Lit(":")}, tail...))
}

// assortedKinds draws two to five kinds, with constant words in front or without.
func assortedKinds(w *kg.World) []kg.Kind {
	sep := w.One(":", "_", "!")
	words := w.Perm(len(verbs()))
	var kinds []kg.Kind
	for i := range 2 + w.IntN(4) {
		parts := assortedParts(w, sep, 10*i)
		if w.IntN(4) > 0 {
			parts = append([]kg.Part{kg.Of(kg.Constant(verbs()[words[i]])), kg.Lit(sep)}, parts...)
		}
		kinds = append(kinds, kg.Kind{Parts: parts, Weight: 0.2 + w.Float64()})
	}
	return kinds
}

// assortedSingle is one field, behind a constant prefix or alone.
func assortedSingle(w *kg.World) []kg.Kind {
	f := anyText(w, 0)
	if w.IntN(3) == 0 {
		f = anyBinary(w, 0)
	}
	if w.IntN(3) == 0 {
		return kg.One([]kg.Part{kg.Lit(w.One("row:", "k!", "\x05", "data_")), kg.Of(f)})
	}
	return kg.One([]kg.Part{kg.Of(f)})
}

// assortedFixed puts text of fixed widths side by side where letters and digits meet.
func assortedFixed(w *kg.World) []kg.Kind {
	var parts []kg.Part
	for i := range 2 + w.IntN(3) {
		name, width := fmt.Sprint("field", i), 2+w.IntN(6)
		if i%2 == 0 {
			parts = append(parts, kg.Of(kg.Typed(name, fmt.Sprintf("%d capitals side by side", width%3+1), "", 3+w.IntN(40), kg.Skewed,
				kg.Value{Type: rowkey.Enum}, func(w *kg.World) string { return w.Letters(width%3+1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") })))
			continue
		}
		if at := times()[w.IntN(3)]; w.IntN(2) == 0 && !strings.ContainsAny(at.Holds, "-") {
			parts = append(parts, kg.Of(at))
			continue
		}
		parts = append(parts, kg.Of(kg.Padded(name, width, max(kg.Pow10(min(width, 12))/(2+w.IntN(30)), 5), kg.ByEntity)))
	}
	return kg.One(parts)
}
