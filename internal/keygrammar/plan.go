package keygrammar

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/internal/keygrammar/notation"
	"tabletop/model/rowkey"
)

// Fields are the fields of a plan by name: what makes one, or a string of words to choose from.
type Fields map[string]any

// Plan is a production of several record kinds, of which a table has the first, at least so many. Each is written as
// words with spaces between, which one of seps joins (nothing does where seps is empty): {name} stands for the field
// of that name, the same values in all kinds, ␣ for a space, and everything else for itself. One of the readings that
// || divides is drawn.
func Plan(name, seps string, least int, fields Fields, words func(name, list string) Maker, keys ...string) Production {
	return Production{Name: name, Make: func(w *World) []Kind {
		table := planned{fields: fields, words: words, made: map[string]Part{}}
		if all := strings.Fields(seps); len(all) > 0 {
			table.separator = w.One(all...)
		}
		var layouts [][]Part
		for _, k := range keys {
			layouts = append(layouts, table.spell(w, w.One(strings.Split(k, " || ")...)))
		}
		return Some(w, least, layouts...)
	}}
}

// planned is a table of a plan.
type planned struct {
	fields    Fields
	words     func(name, list string) Maker
	separator string
	made      map[string]Part // the parts of all kinds so far, by the names of their fields
}

// spell makes the parts of one record kind.
func (p *planned) spell(w *World, key string) []Part {
	var items []any
	for at, word := range strings.Split(key, " ") {
		if at > 0 {
			items = append(items, p.separator)
		}
		for word != "" {
			literal, rest, found := strings.Cut(word, "{")
			if literal != "" {
				items = append(items, strings.ReplaceAll(literal, "␣", " "))
			}
			if !found {
				break
			}
			name, after, _ := strings.Cut(rest, "}")
			if _, ok := p.made[name]; !ok {
				p.made[name] = p.draw(w, name)
			}
			items = append(items, p.made[name])
			word = after
		}
	}
	return Key(w, "", items...)
}

// draw makes the part of a name.
func (p *planned) draw(w *World, name string) Part {
	from := p.fields[name]
	if list, ok := from.(string); ok {
		return Of(p.words(name, list)(w, p.separator).Shared())
	}
	made := maker(w, p.separator, from)
	if part, ok := made.(Part); ok {
		f := part.Field.Shared()
		part.Field = &f
		return part
	}
	for tries := 0; tries < 20 && p.separator != "" && strings.ContainsAny(made.(Field).Holds, p.separator); tries++ {
		made = maker(w, p.separator, from)
	}
	f := made.(Field).Shared()
	f.Name = name
	return Of(f)
}

// maker returns the field or the part of what makes one.
func maker(w *World, not string, from any) any {
	switch from := from.(type) {
	case Maker:
		return from(w, not)
	case func(w *World) Part:
		return from(w)
	case *notation.Function:
		return from.Call(w, not)
	}
	panic(fmt.Sprintf("keygrammar: %T makes no field", from))
}

// Word is a choice of some words of a list, which spaces divide, or of another one where all hold the separator.
func Word(name, list, otherwise string) Maker {
	return func(w *World, not string) Field {
		var fit []string
		for _, s := range strings.Fields(list) {
			if not == "" || !strings.ContainsAny(s, not) {
				fit = append(fit, s)
			}
		}
		if len(fit) == 0 {
			fit = strings.Fields(otherwise)
		}
		n := min(len(fit), 2+w.IntN(2*len(fit)))
		f := Choice(name, "word for "+name, fit, n, Among(w, Skewed, Evenly, Group))
		return f.With(func(v *Value) { readAs(v, fit) })
	}
}

// readAs lets words that are all numbers be read as numbers, words that all have the same sign inside be cut there,
// and words that all begin or end alike be read as a literal and the rest.
func readAs(v *Value, all []string) {
	first, last := all[0], all[0]
	for _, s := range all {
		for !strings.HasPrefix(s, first) {
			first = first[:len(first)-1]
		}
		for !strings.HasSuffix(s, last) {
			last = last[1:]
		}
	}
	if len(all) > 1 && first+last != "" {
		v.Headed, v.Tailed, v.Cuts = first != "", last != "", []int{len(first), len(v.Text) - len(last)}
		v.Accept = []rowkey.Type{rowkey.IntDecimal, rowkey.IntPadded}
	}
	is := func(holds func(s string) bool) bool {
		return !slices.ContainsFunc(all, func(s string) bool { return !holds(s) })
	}
	if is(func(s string) bool { return strings.Trim(s, digits) == "" }) {
		v.Accept = []rowkey.Type{rowkey.IntDecimal, rowkey.IntPadded}
	}
	for _, sign := range []string{"-", ".", "_"} {
		if is(func(s string) bool { return strings.Contains(s, sign) }) {
			v.Soft += sign
		}
	}
}

// Maybe draws one of several fields.
func Maybe(from ...Maker) Maker {
	return func(w *World, not string) Field {
		var fields []Field
		for _, m := range from {
			fields = append(fields, m(w, not))
		}
		return fitting(w, without(not, fields))
	}
}

// fitting draws one of the fields that hold no separator, or a code where there is none.
func fitting(w *World, fit []Field) Field {
	if len(fit) == 0 {
		return Pattern(w, "code", "@@@9999", 30+Amount(w), Spread(w))
	}
	return Among(w, fit...)
}

// without returns the fields that hold no separator.
func without(not string, fields []Field) []Field {
	return slices.DeleteFunc(fields, func(f Field) bool { return not != "" && strings.ContainsAny(f.Holds, not) })
}

// Sized is a field behind its length in n bytes.
func Sized(n int, name string, from Maker) func(w *World) Part {
	return func(w *World) Part {
		f := from(w, "")
		f.Name = name
		return Part{Field: &f, Length: n}
	}
}
