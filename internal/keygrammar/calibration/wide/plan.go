package wide

import (
	"fmt"
	"slices"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// vars are the fields of a plan by name: a kg.Maker, a partMaker, or a string of words to choose from.
type vars map[string]any

// partMaker makes a part that is more than a field: a salt, a field behind its length.
type partMaker = func(w *kg.World) kg.Part

// plan is a production of several record kinds, of which a table has the first, at least so many. Each is written as words with
// spaces between, which one of seps joins (nothing does where seps is empty): {name} stands for the field of that name, the
// same values in all kinds, ␣ for a space, and everything else for itself. One of the readings that || divides is drawn.
func plan(name, seps string, least int, v vars, keys ...string) kg.Production {
	return kg.Production{Name: name, Make: func(w *kg.World) []kg.Kind {
		sep := ""
		if all := strings.Fields(seps); len(all) > 0 {
			sep = w.One(all...)
		}
		made := map[string]kg.Part{}
		var layouts [][]kg.Part
		for _, k := range keys {
			layouts = append(layouts, spell(w, sep, v, made, w.One(strings.Split(k, " || ")...)))
		}
		return kg.Some(w, least, layouts...)
	}}
}

// spell makes the parts of one record kind.
func spell(w *kg.World, sep string, v vars, made map[string]kg.Part, key string) []kg.Part {
	var items []any
	for i, word := range strings.Split(key, " ") {
		if i > 0 {
			items = append(items, sep)
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
			if _, ok := made[name]; !ok {
				made[name] = draw(w, sep, name, v[name])
			}
			items = append(items, made[name])
			word = after
		}
	}
	return kg.Key(w, "", items...)
}

// draw makes the part of a name.
func draw(w *kg.World, sep, name string, from any) kg.Part {
	switch from := from.(type) {
	case kg.Maker:
		f := from(w, sep)
		for tries := 0; tries < 20 && sep != "" && strings.ContainsAny(f.Holds, sep); tries++ {
			f = from(w, sep)
		}
		f = f.Shared()
		f.Name = name
		return kg.Of(f)
	case partMaker:
		p := from(w)
		f := p.Field.Shared()
		p.Field = &f
		return p
	case string:
		f := words(name, from)(w, sep).Shared()
		return kg.Of(f)
	}
	panic(fmt.Sprintf("wide: no field is named %q", name))
}

// words is a choice of some words of a list, which spaces divide.
func words(name, list string) kg.Maker {
	return func(w *kg.World, not string) kg.Field {
		var fit []string
		for _, s := range strings.Fields(list) {
			if not == "" || !strings.ContainsAny(s, not) {
				fit = append(fit, s)
			}
		}
		if len(fit) == 0 {
			fit = strings.Fields(nouns) // all words hold the separator
		}
		n := min(len(fit), 2+w.IntN(2*len(fit)))
		f := kg.Choice(name, "word for "+name, fit, n, kg.Among(w, kg.Skewed, kg.Evenly, kg.Group))
		return f.With(func(v *kg.Value) { readAs(v, fit) })
	}
}

// readAs lets words that are all numbers be read as numbers, words that all have the same sign inside be cut there, and words that all
// begin or end alike be read as a literal and the rest.
func readAs(v *kg.Value, all []string) {
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

// maybe draws one of several makers.
func maybe(from ...kg.Maker) kg.Maker {
	return func(w *kg.World, not string) kg.Field {
		var fields []kg.Field
		for _, m := range from {
			fields = append(fields, m(w, not))
		}
		return fitting(w, without(not, fields))
	}
}

// fitting draws one of the fields that hold no separator, or a code where there is none.
func fitting(w *kg.World, fit []kg.Field) kg.Field {
	if len(fit) == 0 {
		return pattern(w, "code", "@@@9999", 30+kg.Amount(w), kg.Spread(w))
	}
	return kg.Among(w, fit...)
}

// without returns the fields that hold no separator.
func without(not string, fields []kg.Field) []kg.Field {
	return slices.DeleteFunc(fields, func(f kg.Field) bool { return not != "" && strings.ContainsAny(f.Holds, not) })
}

// sized is a field behind its length in n bytes.
func sized(n int, name string, from kg.Maker) partMaker {
	return func(w *kg.World) kg.Part {
		f := from(w, "")
		f.Name = name
		return kg.Part{Field: &f, Length: n}
	}
}
