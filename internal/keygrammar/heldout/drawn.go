package heldout

import (
	"slices"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// form is a shape of keys whose fields are drawn, the first of them from a pool.
type form struct {
	name string
	make func(w *kg.World, from pool) []kg.Kind
}

// combined makes a production of each form with each pool.
func combined(forms []form, pools []pool) []kg.Production {
	var out []kg.Production
	for _, f := range forms {
		for _, p := range pools {
			out = append(out, kg.Production{Name: f.name + " of " + p.name, Make: func(w *kg.World) []kg.Kind { return f.make(w, p) }})
		}
	}
	return out
}

// separator draws what stands between fields.
func separator(w *kg.World) string {
	return kg.Among(w, "#", "#", ":", "|", "/", "_", "-", ".", ",", ";", "~", "!", "@", "+", "=", "&", "::", "--", "__", "->", "//", "||", " ")
}

// drawn draws n fields without the separator in their values, the first from a pool.
func drawn(w *kg.World, sep string, n int, from pool, others ...func(*kg.World) []kg.Field) []kg.Field {
	fs := w.Choose(sep, 1, from.fields(w))
	for len(fs) < n {
		other := others[len(fs)%len(others)]
		next := w.Choose(sep, 1, slices.DeleteFunc(other(w), func(f kg.Field) bool {
			return slices.ContainsFunc(fs, func(g kg.Field) bool { return g.Name == f.Name })
		}))
		if len(next) == 0 {
			break
		}
		fs = append(fs, next...)
	}
	return fs
}

func shuffled(w *kg.World, fs []kg.Field) []kg.Field {
	w.Shuffle(len(fs), func(i, j int) { fs[i], fs[j] = fs[j], fs[i] })
	return fs
}

// delimited are texts between printable separators.
func delimited() []kg.Production {
	simple := []form{
		{"pairs", func(w *kg.World, from pool) []kg.Kind {
			sep := separator(w)
			return kg.One(kg.Joined(sep, shuffled(w, drawn(w, sep, 2, from, names, numbers, ids))...))
		}},
		{"pairs with times", func(w *kg.World, from pool) []kg.Kind {
			sep := separator(w)
			return kg.One(kg.Joined(sep, drawn(w, sep, 2, from, stamps)...))
		}},
		{"triples with times", func(w *kg.World, from pool) []kg.Kind {
			sep := separator(w)
			return kg.One(kg.Joined(sep, shuffled(w, drawn(w, sep, 3, from, stamps, kg.Among(w, names, numbers, ids, nets)))...))
		}},
		{"two levels", func(w *kg.World, from pool) []kg.Kind {
			outer, inner := kg.Among(w, "#", "/", "|", ";"), kg.Among(w, ":", "~", "_", ",")
			fs := drawn(w, outer+inner, 4, from, stamps, names, numbers)
			at := 1 + w.IntN(len(fs)-1)
			return kg.One(append(append(kg.Joined(inner, fs[:at]...), kg.Lit(outer)), kg.Joined(kg.Among(w, inner, outer), fs[at:]...)...))
		}},
	}
	return slices.Concat(combined(simple, textPools()), combined(richer(), textPools()), combined(kinds(), textPools()), singles())
}

func richer() []form {
	return []form{
		{"times first", func(w *kg.World, from pool) []kg.Kind {
			sep := separator(w)
			fs := drawn(w, sep, 2+w.IntN(2), from, stamps, names)
			slices.SortStableFunc(fs, func(a, b kg.Field) int { return strings.Compare(timesFirst(a), timesFirst(b)) })
			return kg.One(kg.Joined(sep, fs...))
		}},
		{"many", func(w *kg.World, from pool) []kg.Kind {
			sep := separator(w)
			return kg.One(kg.Joined(sep, shuffled(w, drawn(w, sep, 5, from, numbers, stamps, names, names))...))
		}},
		{"named", func(w *kg.World, from pool) []kg.Kind {
			equals, sep := kg.Among(w, "=", ":"), kg.Among(w, ",", "&", "|", ";")
			var parts []kg.Part
			for i, f := range drawn(w, equals+sep, 2+w.IntN(2), from, stamps, names) {
				if i > 0 {
					parts = append(parts, kg.Lit(sep))
				}
				parts = append(parts, kg.Lit(f.Name+equals), kg.Of(f))
			}
			return kg.One(parts)
		}},
		{"in brackets", func(w *kg.World, from pool) []kg.Kind {
			fs := drawn(w, "[](){}<>", 2+w.IntN(2), from, stamps, names)
			return one(kg.Among(w, "[%](%)", "<%>%", "{%}[%]", "(%)-[%]")+strings.Repeat("[%]", len(fs)-2), fs...)
		}},
		{"salted", func(w *kg.World, from pool) []kg.Kind {
			sep := separator(w)
			fs := drawn(w, sep, 2+w.IntN(2), from, stamps, names)
			form, n := kg.Among(w, "%02d", "%d", "%03d", "%02x"), kg.Among(w, 4, 8, 12, 16, 50, 100)
			return kg.One(append([]kg.Part{kg.Salt(w.One("crc32", "fnv1a", "java"), n, form, fs[0].Name), kg.Lit(sep)}, kg.Joined(sep, fs...)...))
		}},
		{"salted in secret", func(w *kg.World, from pool) []kg.Kind {
			sep := separator(w)
			fs := drawn(w, sep, 2, from, stamps)
			salt := accepting(kg.Salt("seeded", kg.Among(w, 4, 10, 16, 64), "%02d", fs[0].Name), rowkey.IntPadded, rowkey.IntDecimal, rowkey.Enum)
			return kg.One(append([]kg.Part{salt, kg.Lit(sep)}, kg.Joined(sep, fs...)...))
		}},
		{"behind digests", func(w *kg.World, from pool) []kg.Kind {
			sep := separator(w)
			fs := drawn(w, sep, 1+w.IntN(2), from, stamps)
			n := kg.Among(w, 2, 4, 8, 10, 32)
			digest := kg.Digest(w.One("md5", "sha1", "sha256"), n, false, fs[0].Name)
			if n <= 4 {
				digest = accepting(digest, rowkey.Salt)
			}
			return kg.One(append([]kg.Part{digest, kg.Lit(sep)}, kg.Joined(sep, fs...)...))
		}},
		{"sometimes longer", func(w *kg.World, from pool) []kg.Kind {
			sep := separator(w)
			fs := drawn(w, sep, 3, from, names, stamps)
			head := kg.Joined(sep, fs[:len(fs)-1]...)
			return []kg.Kind{{Parts: head, Weight: 1 + 2*w.Float64()}, {Parts: kg.Joined(sep, fs...), Weight: 1}}
		}},
		{"ended", func(w *kg.World, from pool) []kg.Kind {
			sep := kg.Among(w, "/", "-", "_", "#")
			parts := kg.Joined(sep, drawn(w, sep+".", 2, from, stamps)...)
			return kg.One(append(parts, kg.Lit(kg.Among(w, ".json", "/", ".v1", "!", sep+"data"))))
		}},
		{"between control bytes", func(w *kg.World, from pool) []kg.Kind {
			sep := kg.Among(w, "\t", "\x1f", "\x00", "\x01", "\x02")
			return kg.One(kg.Joined(sep, shuffled(w, drawn(w, sep, 2+w.IntN(3), from, stamps, names, numbers))...))
		}},
	}
}

// timesFirst is what fields are sorted by to have times in front.
func timesFirst(f kg.Field) string {
	if f.Name == "at" || f.Name == "bucket" {
		return ""
	}
	return "other"
}

// kinds are tables of several record kinds.
func kinds() []form {
	weight := func(w *kg.World) float64 { return kg.Among(w, 1, 1, 2, 5, 0.4) }
	tagged := func(w *kg.World, from pool, n int) []kg.Kind {
		sep := kg.Among(w, "#", ":", "/", "|", "_")
		tags := []string{"acct", "doc", "evt", "idx", "job", "meta", "ref", "stat", "tag", "usr"}
		w.Shuffle(len(tags), func(i, j int) { tags[i], tags[j] = tags[j], tags[i] })
		var out []kg.Kind
		for _, tag := range tags[:n] {
			out = append(out, kg.Kind{Weight: weight(w), Parts: append([]kg.Part{kg.Lit(tag + sep)}, kg.Joined(sep, drawn(w, sep, 1+w.IntN(3), from, kg.Among(w, stamps, ids), numbers)...)...)})
		}
		return out
	}
	return []form{
		{"two or three kinds", func(w *kg.World, from pool) []kg.Kind { return tagged(w, from, 2+w.IntN(2)) }},
		{"four to six kinds", func(w *kg.World, from pool) []kg.Kind { return tagged(w, from, 4+w.IntN(3)) }},
		{"kinds behind an owner", func(w *kg.World, from pool) []kg.Kind {
			sep := kg.Among(w, "#", ":", "/", "|")
			owner := drawn(w, sep, 1, from)[0]
			var out []kg.Kind
			for _, tag := range []string{"cfg", "log", "msg", "pay"}[:2+w.IntN(3)] {
				fs := slices.DeleteFunc(drawn(w, sep, 2, pool{"", kg.Among(w, stamps, ids)}, numbers), func(f kg.Field) bool { return f.Name == owner.Name })
				out = append(out, kg.Kind{Weight: weight(w), Parts: slices.Concat([]kg.Part{kg.Of(owner), kg.Lit(sep + tag + sep)}, kg.Joined(sep, fs...))})
			}
			return out
		}},
		{"kinds without a tag", func(w *kg.World, from pool) []kg.Kind {
			sep := kg.Among(w, "#", ":", "/", "|")
			return []kg.Kind{{Parts: kg.Joined(sep, drawn(w, sep, 1, pool{"", ids})...)}, {Weight: 2, Parts: kg.Joined(sep, drawn(w, sep, 3, from, numbers, stamps)...)}}
		}},
		{"capital and number", func(w *kg.World, from pool) []kg.Kind {
			var out []kg.Kind
			for _, tag := range []string{"A", "C", "G", "U"}[:2+w.IntN(3)] {
				parts := []kg.Part{kg.Of(lettered(tag, number("account", kg.Among(w, 9000, 800000), kg.ByEntity).Accepting(rowkey.Text)))}
				if tag != "A" {
					parts = append(parts, kg.Lit("-"), kg.Of(w.Choose("-", 1, kg.Among(w, stamps, from.fields)(w))[0]))
				}
				out = append(out, kg.Kind{Weight: weight(w), Parts: parts})
			}
			return out
		}},
	}
}

func singles() []kg.Production {
	alone := func(name string, from func(w *kg.World) []kg.Field) kg.Production {
		return kg.Production{Name: name, Make: func(w *kg.World) []kg.Kind {
			fs := from(w)
			f := fs[w.IntN(len(fs))]
			if w.IntN(5) == 0 {
				f = lettered("k", f)
			}
			return one(kg.Among(w, "%", "%", "id:%"), f)
		}}
	}
	return []kg.Production{
		alone("one id", ids), alone("one number", func(w *kg.World) []kg.Field { return numbers(w)[:7] }), alone("one name", func(w *kg.World) []kg.Field {
			return []kg.Field{person("login", 4000, kg.Evenly), slug("title", 4000, kg.Evenly), email("contact", 4000, kg.Evenly), domain("zone", 4000, true, kg.Evenly), path("resource", ".png .xml", 4000, kg.Evenly), code("article", "AA-9999-A", 4000, kg.Evenly)}
		}),
		{Name: "columns without separators", Make: func(w *kg.World) []kg.Kind {
			port, day, n := few("port", airports(), 4+w.IntN(20), kg.Skewed), calendar(rowkey.Day, "20060102"), kg.Padded("number", 4, 10000, kg.Evenly)
			switch w.IntN(4) {
			case 0:
				return one("%%%", port, day, n)
			case 1:
				return one("%%%", n, day, port)
			case 2:
				return one("%%%", calendar(rowkey.Month, "200601"), port, number("account", 60000, kg.ByEntity))
			}
			return one("%%%", kg.RandomID("key", "hexadecimal key", hexLow, 8, 400, kg.ByEntity), port, kg.Padded("number", 6, 900000, kg.Evenly))
		}},
		{Name: "lines of a report", Make: func(w *kg.World) []kg.Kind {
			letter := few("class", []string{"A", "B", "C", "D"}, 3, kg.Skewed)
			return one("%%%", calendar(rowkey.Day, kg.Among(w, "20060102", "060102")), letter, kg.Padded("line", 5, 60000, kg.Evenly))
		}},
		{Name: "buckets and ids", Make: func(w *kg.World) []kg.Kind {
			sep := separator(w)
			return kg.One(kg.Joined(sep, kg.Bucket(kg.Among(w, 10*minute, 60*minute, 1440*minute)), w.Choose(sep, 1, ids(w))[0]))
		}},
	}
}
