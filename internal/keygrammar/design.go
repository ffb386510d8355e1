package keygrammar

import (
	"fmt"
	"strings"

	"tabletop/internal/keygrammar/notation"
	"tabletop/model/rowkey"
)

// Maker draws a field whose values hold none of the bytes of not.
type Maker = func(w *World, not string) Field

// Flat is a production of one record kind: items, as Key has them, joined by one of some separators, which spaces
// divide.
func Flat(name, separators string, items ...any) Production {
	return Production{Name: name, Make: func(w *World) []Kind {
		return One(Key(w, w.One(strings.Fields(separators)...), items...))
	}}
}

// Packed is a production of one record kind: items, as Key has them, beside each other.
func Packed(name string, items ...any) Production {
	return Production{Name: name, Make: func(w *World) []Kind { return One(Key(w, "", items...)) }}
}

// Key joins literal strings, fields, parts, lists of parts, and makers of fields by a separator. A literal and the
// separators beside it are one literal, of which any part may be read as a constant word.
func Key(w *World, sep string, items ...any) []Part {
	var parts []Part
	literal := ""
	add := func(more ...Part) {
		if literal != "" {
			parts = append(parts, Lit(literal))
		}
		parts, literal = append(parts, more...), ""
	}
	for at, item := range items {
		if at > 0 {
			literal += sep
		}
		switch item := item.(type) {
		case string:
			literal += item
		case Field:
			add(Of(item))
		case Part:
			add(item)
		case []Part:
			add(item...)
		case Maker:
			add(Of(item(w, sep)))
		case *notation.Function:
			add(Of(item.Call(w, sep).(Field)))
		default:
			panic(fmt.Sprintf("keygrammar: a key has no items of %T", item))
		}
	}
	if literal != "" {
		parts = append(parts, Lit(literal))
	}
	return parts
}

// Some returns the first record kinds of a list, at least so many.
func Some(w *World, least int, keys ...[]Part) []Kind {
	var kinds []Kind
	for _, k := range keys[:least+w.IntN(len(keys)-least+1)] {
		kinds = append(kinds, Kind{Parts: k, Weight: 0.4 + 1.6*w.Float64()})
	}
	return kinds
}

// Free draws one of the fields whose values hold none of the bytes of not.
func Free(w *World, not string, from ...Field) Field {
	var fit []Field
	for _, f := range from {
		if !strings.ContainsAny(f.Holds, not) {
			fit = append(fit, f)
		}
	}
	return Among(w, fit...)
}

// Among draws one of several values.
func Among[T any](w *World, from ...T) T { return pick(w, from) }

// Amount draws how many values a field has.
func Amount(w *World) int { return Among(w, 12, 50, 300, 4000) }

// Spread draws how the values of a field come about.
func Spread(w *World) Draw { return Among(w, ByEntity, ByEntity, Skewed, Evenly) }

// Named is a field of made-up texts.
func Named(w *World, name, encoding, soft string, of func(w *World) string) Field {
	return Made(name, encoding, soft, Amount(w), Spread(w), of)
}

// Numbered is a field of words with a number: sensor-00042 and web03 are one part or two, and just a number where the
// word is always the same.
func Numbered(w *World, name, encoding, soft string, of func(w *World) string) Field {
	return Typed(name, encoding, soft, Amount(w), Spread(w), Value{
		Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntPadded, rowkey.IntDecimal}, Soft: soft, Seams: true,
		Headed: true,
	}, of)
}

// Tagged is a field of random ids behind a word: dev_8f3a21bc is one part or two.
func Tagged(w *World, name, encoding, soft string, of func(w *World) string) Field {
	return Typed(name, encoding, soft, 50+Amount(w), Spread(w), Value{
		Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Text, rowkey.Hex}, Soft: soft, Headed: true,
	}, of)
}

// NewDigits is a field of numbers that are made digit by digit.
func NewDigits(w *World, name, encoding string, draw Draw, of func(w *World) string, accept ...rowkey.Type) Field {
	return Typed(name, encoding, "", 50+Amount(w), draw, Value{
		Type: rowkey.IntDecimal, Accept: append(accept, rowkey.IntPadded),
	}, of)
}
