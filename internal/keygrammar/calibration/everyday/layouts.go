package everyday

import (
	"fmt"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// draw makes a field whose values hold none of the bytes of not.
type draw = func(w *kg.World, not string) kg.Field

// flat is a production of one record kind: items joined by one of some separators, which spaces divide.
func flat(name, separators string, items ...any) kg.Production {
	return kg.Production{Name: name, Make: func(w *kg.World) []kg.Kind {
		return kg.One(key(w, w.One(strings.Fields(separators)...), items...))
	}}
}

// packed is a production of one record kind: items beside each other.
func packed(name string, items ...any) kg.Production {
	return kg.Production{Name: name, Make: func(w *kg.World) []kg.Kind { return kg.One(key(w, "", items...)) }}
}

// key joins literal strings, fields, parts, and draws of fields by a separator. A literal and the separators beside it
// are one literal, of which any part may be read as a constant word.
func key(w *kg.World, sep string, items ...any) []kg.Part {
	var parts []kg.Part
	literal := ""
	add := func(p kg.Part) {
		if literal != "" {
			parts = append(parts, kg.Lit(literal))
		}
		parts, literal = append(parts, p), ""
	}
	for i, item := range items {
		if i > 0 {
			literal += sep
		}
		switch item := item.(type) {
		case string:
			literal += item
		case kg.Field:
			add(kg.Of(item))
		case kg.Part:
			add(item)
		case draw:
			add(kg.Of(item(w, sep)))
		default:
			panic(fmt.Sprintf("everyday: a key has no items of %T", item))
		}
	}
	if literal != "" {
		parts = append(parts, kg.Lit(literal))
	}
	return parts
}

// some returns the first record kinds of a list, at least so many.
func some(w *kg.World, least int, keys ...[]kg.Part) []kg.Kind {
	var kinds []kg.Kind
	for _, k := range keys[:least+w.IntN(len(keys)-least+1)] {
		kinds = append(kinds, kg.Kind{Parts: k, Weight: 0.4 + 1.6*w.Float64()})
	}
	return kinds
}

// free draws one of the fields whose values hold none of the bytes of not.
func free(w *kg.World, not string, from ...kg.Field) kg.Field {
	var fit []kg.Field
	for _, f := range from {
		if !strings.ContainsAny(f.Holds, not) {
			fit = append(fit, f)
		}
	}
	return one(w, fit...)
}

func one[T any](w *kg.World, from ...T) T { return from[w.IntN(len(from))] }

// amount draws how many values a field has.
func amount(w *kg.World) int { return one(w, 12, 50, 300, 4000) }

// spread draws how the values of a field come about.
func spread(w *kg.World) kg.Draw { return one(w, kg.ByEntity, kg.ByEntity, kg.Skewed, kg.Evenly) }

// named is a field of made-up texts.
func named(w *kg.World, name, encoding, soft string, of func(w *kg.World) string) kg.Field {
	return kg.Made(name, encoding, soft, amount(w), spread(w), of)
}

// numbered is a field of words with a number: sensor-00042 and web03 are one part or two, and just a number where the word is
// always the same.
func numbered(w *kg.World, name, encoding, soft string, of func(w *kg.World) string) kg.Field {
	return kg.Typed(name, encoding, soft, amount(w), spread(w), kg.Value{
		Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntPadded, rowkey.IntDecimal}, Soft: soft, Seams: true, Headed: true,
	}, of)
}

// tagged is a field of random ids behind a word: dev_8f3a21bc is one part or two.
func tagged(w *kg.World, name, encoding, soft string, of func(w *kg.World) string) kg.Field {
	return kg.Typed(name, encoding, soft, 50+amount(w), spread(w), kg.Value{
		Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Text, rowkey.Hex}, Soft: soft, Headed: true,
	}, of)
}

// digitsOf is a field of numbers that are made digit by digit.
func digitsOf(w *kg.World, name, encoding string, draw kg.Draw, of func(w *kg.World) string, accept ...rowkey.Type) kg.Field {
	return kg.Typed(name, encoding, "", 50+amount(w), draw, kg.Value{
		Type: rowkey.IntDecimal, Accept: append(accept, rowkey.IntPadded),
	}, of)
}
