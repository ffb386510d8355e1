package heldout

import (
	"slices"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

func packedPools() []pool {
	return []pool{{"packed fields", packed}, {"short texts", short}}
}

// beside draws fields that stand side by side without separators: fixed widths, and no two random ones together, between
// which no boundary could be seen.
func beside(w *kg.World, from pool, n int) []kg.Field {
	fs := w.Choose("", n, from.fields(w))
	for slices.ContainsFunc(fs[1:], random) {
		fs = w.Choose("", n, from.fields(w))
	}
	return fs
}

// packedRecords are keys with binary fields.
func packedRecords() []kg.Production {
	return slices.Concat(combined(terminated(), packedPools()), combined(sided(), []pool{{"packed fields", packed}, {"integers", integers}}), tagged())
}

func terminated() []form {
	return []form{
		{"a text, a zero, and binary", func(w *kg.World, from pool) []kg.Kind {
			text := w.Choose("\x00", 1+w.IntN(2), short(w))
			return kg.One(append(append(kg.Joined("\x00", text...), kg.Lit("\x00")), kg.Joined("", w.Choose("", 1, kg.Among(w, packed, packedStamps)(w))...)...))
		}},
		{"a text, a mark, and binary", func(w *kg.World, from pool) []kg.Kind {
			sep := kg.Among(w, "#", ":", "|", "/", "\xff", "\x01")
			f := w.Choose(sep, 1, short(w))[0]
			return kg.One(append([]kg.Part{kg.Of(f), kg.Lit(sep)}, kg.Joined("", w.Choose("", 1, kg.Among(w, packedStamps, packed)(w))...)...))
		}},
		{"lengths", func(w *kg.World, from pool) []kg.Kind {
			fs := append(w.Choose("", 1+w.IntN(2), short(w)), w.Choose("", 1, kg.Among(w, packedStamps, packed)(w))...)
			return kg.One(kg.Lengths(kg.Among(w, 1, 2, 4), fs...))
		}},
		{"ordered code", func(w *kg.World, from pool) []kg.Kind {
			fs := w.Choose("", 1+w.IntN(2), short(w))
			return kg.One(kg.Struct(append(fs, kg.Ordered("count", kg.Among(w, 9000, 900000, 80000000)))...))
		}},
		{"a salt byte", func(w *kg.World, from pool) []kg.Kind {
			f := w.Choose("", 1, from.fields(w))[0]
			parts := []kg.Part{kg.Salt(w.One("crc32", "fnv1a"), kg.Among(w, 4, 8, 16, 32), "", f.Name), kg.Of(f)}
			if !f.Fixed {
				parts = append(parts, kg.Lit("\x00"))
			}
			return kg.One(append(parts, kg.Of(w.Choose("", 1, packedStamps(w))[0])))
		}},
		{"a digest in bytes", func(w *kg.World, from pool) []kg.Kind {
			f := w.Choose("", 1, slices.DeleteFunc(from.fields(w), random))[0]
			n := kg.Among(w, 1, 2, 4, 8, 16)
			digest := kg.Digest(w.One("md5", "sha1", "sha256"), n, true, f.Name)
			switch {
			case n <= 2:
				digest = accepting(digest, rowkey.Salt)
			case n <= 8:
				digest = accepting(digest, rowkey.IntBE)
			}
			parts := []kg.Part{digest, kg.Of(f)}
			if w.IntN(2) == 0 {
				if !f.Fixed {
					parts = append(parts, kg.Lit("\x00"))
				}
				parts = append(parts, kg.Of(w.Choose("", 1, packedStamps(w))[0]))
			}
			return kg.One(parts)
		}},
		{"a time in front", func(w *kg.World, from pool) []kg.Kind {
			at, f := w.Choose("", 1, packedStamps(w))[0], w.Choose("", 1, from.fields(w))[0]
			if random(f) {
				at = kg.Among(w, msBE(), kg.EpochBinary(rowkey.Second, 4, 0)) // where a lesser known time ends could not be seen
			}
			return kg.One(kg.Joined(kg.Among(w, "", "", "\x00"), at, f))
		}},
		{"columns of text", func(w *kg.World, from pool) []kg.Kind {
			pad := kg.Among(w, " ", "\x00")
			name := padded(w.Choose("", 1, short(w)[:4])[0], 16, pad)
			return kg.One(kg.Joined("", name, w.Choose("", 1, kg.Among(w, packedStamps, packed)(w))[0]))
		}},
		{"sometimes more", func(w *kg.World, from pool) []kg.Kind {
			f := w.Choose("\x00", 1, short(w))[0]
			at := w.Choose("", 1, packedStamps(w))[0]
			return []kg.Kind{{Parts: shape("%", f)}, {Weight: 2, Parts: shape("%\x00%", f, at)}}
		}},
	}
}

// padded fills the values of a field up to a width.
func padded(f kg.Field, width int, with string) kg.Field {
	f.Encoding, f.Fixed, f.Holds = f.Encoding+" filled with "+with, true, f.Holds+with
	column := f.Column
	f.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
		next := column(w)
		return func(m *kg.Moment) kg.Value {
			v := next(m)
			v.Soft += with
			v.Text += strings.Repeat(with, max(0, width-len(v.Text)))
			v.Text = v.Text[:width]
			return v
		}
	}
	return f
}

func sided() []form {
	return []form{
		{"numbers and times", func(w *kg.World, from pool) []kg.Kind {
			fs := append(beside(w, from, 1), w.Choose("", 1, packedStamps(w))...)
			return kg.One(kg.Joined("", fs...))
		}},
		{"numbers side by side", func(w *kg.World, from pool) []kg.Kind { return kg.One(kg.Joined("", beside(w, from, 2+w.IntN(2))...)) }},
		{"numbers, times, numbers", func(w *kg.World, from pool) []kg.Kind {
			fs := beside(w, from, 2)
			return kg.One(kg.Joined("", fs[0], w.Choose("", 1, packedStamps(w))[0], fs[1]))
		}},
		{"ids and times", func(w *kg.World, from pool) []kg.Kind {
			id := raw("digest", kg.Among(w, 9, 13, 18, 24, 30), kg.Among(w, 60, 900), kg.ByEntity)
			return kg.One(kg.Joined(kg.Among(w, "", "", "\x00", "#"), id, w.Choose("", 1, packedStamps(w))[0]))
		}},
		{"one binary field", func(w *kg.World, from pool) []kg.Kind {
			f := w.Choose("", 1, packed(w))[0]
			return one(kg.Among(w, "%", "%", "k%", "\x01%", "\x00\x07%"), f)
		}},
		{"mixed", func(w *kg.World, from pool) []kg.Kind {
			f := code("article", kg.Among(w, "AAA", "AA99", "AAAA9"), 60, kg.ByEntity)
			return kg.One(kg.Joined("", slices.Concat([]kg.Field{f}, beside(w, from, 1), w.Choose("", 1, packedStamps(w)))...))
		}},
		{"text behind numbers", func(w *kg.World, from pool) []kg.Kind {
			fs := append(beside(w, from, 1), w.Choose("", 1, short(w)[:5])...)
			return kg.One(kg.Joined(kg.Among(w, "", "\x00", ":"), fs...))
		}},
	}
}

// tagged are tables of several record kinds that a first byte tells apart.
func tagged() []kg.Production {
	// A letter before a text may be its first one.
	text := func(tag string, f kg.Field) kg.Field {
		if tag[0] > ' ' && len(tag) == 1 {
			return lettered(tag, f.Accepting(rowkey.Text))
		}
		return f
	}
	tails := func(w *kg.World, tag string) []kg.Part {
		lit := []kg.Part{kg.Lit(tag)}
		if tag[0] > ' ' && len(tag) == 1 {
			lit = nil
		}
		switch w.IntN(5) {
		case 0:
			return shape(tag+"%", beside(w, pool{"", packed}, 1)...)
		case 1:
			return shape(tag+"%%", beside(w, pool{"", packed}, 1)[0], w.Choose("", 1, packedStamps(w))[0])
		case 2:
			return append(lit, shape("%\x00%", text(tag, w.Choose("\x00", 1, short(w))[0]), w.Choose("", 1, packedStamps(w))[0])...)
		case 3:
			return append(lit, shape("%", text(tag, w.Choose("\x00", 1, short(w)[:5])[0]))...)
		}
		return shape(tag+"%", raw("digest", kg.Among(w, 16, 20, 32), 9000, kg.Evenly))
	}
	of := func(name string, least, most int, tags ...string) kg.Production {
		return kg.Production{Name: name, Make: func(w *kg.World) []kg.Kind {
			var out []kg.Kind
			for _, tag := range tags[:least+w.IntN(most-least+1)] {
				out = append(out, kg.Kind{Weight: kg.Among(w, 1, 1, 2, 5, 0.4), Parts: tails(w, tag)})
			}
			return out
		}}
	}
	return []kg.Production{
		of("two letters", 2, 2, "d", "x"), of("letters and binary", 3, 4, "a", "b", "m", "z"), of("many letters", 5, 6, "A", "B", "E", "N", "R", "W"),
		of("two bytes in front", 2, 2, "\x01", "\x02"), of("bytes in front", 3, 4, "\x00", "\x01", "\x05", "\x10"), of("many bytes in front", 5, 6, "\x01", "\x02", "\x03", "\x04", "\x07", "\x0a"),
		of("words in front of binary", 2, 4, "user:", "item:", "meta:", "stat:"), of("spaces of a store", 2, 3, "\x00\x01", "\x00\x02", "\x00\x09"),
	}
}
