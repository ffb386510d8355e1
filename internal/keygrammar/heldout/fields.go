package heldout

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"strings"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// one is a table with a single record kind.
func one(template string, fields ...kg.Field) []kg.Kind { return kg.One(shape(template, fields...)) }

// kind is a record kind of a table with several.
func kind(weight float64, template string, fields ...kg.Field) kg.Kind {
	return kg.Kind{Weight: weight, Parts: shape(template, fields...)}
}

// shape puts fields in the places of a template that are marked by %.
func shape(template string, fields ...kg.Field) []kg.Part {
	var parts []kg.Part
	for i, literal := range strings.Split(template, "%") {
		if i > 0 {
			parts = append(parts, kg.Of(fields[i-1]))
		}
		if literal != "" {
			parts = append(parts, kg.Lit(literal))
		}
	}
	return parts
}

// first puts a part before others.
func first(p kg.Part, rest []kg.Part) []kg.Part { return append([]kg.Part{p}, rest...) }

// some returns the first kinds, at least a number of them.
func some(w *kg.World, least int, kinds ...kg.Kind) []kg.Kind {
	return kinds[:least+w.IntN(len(kinds)-least+1)]
}

const (
	digits   = "0123456789"
	hexLow   = "0123456789abcdef"
	lower    = "abcdefghijklmnopqrstuvwxyz"
	upper    = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	crock    = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	geo32    = "0123456789bcdefghjkmnpqrstuvwxyz"
	base62   = digits + upper + lower
	base58   = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	anything = "\x00#|:/,;_-.~!@$%^&*=+ "
)

// made is a field whose value is made for each row, from the row's time.
func made(name, encoding, holds string, fixed bool, v kg.Value, write func(w *kg.World, t time.Time) string) kg.Field {
	f := kg.Field{Name: name, Encoding: encoding, Holds: holds, Fixed: fixed}
	f.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
		return func(m *kg.Moment) kg.Value {
			out := v
			out.Text = write(w, m.Time)
			return out
		}
	}
	return f
}

// words is a field of words of a list.
func words(name string, list []string, draw kg.Draw) kg.Field {
	return kg.Words(name, "word "+name, list, draw)
}

// few is a field of n words of a list.
func few(name string, list []string, n int, draw kg.Draw) kg.Field {
	return kg.Choice(name, "one of "+name, list, n, draw)
}

// person is a user name as people choose them.
func person(name string, n int, draw kg.Draw) kg.Field {
	return kg.Made(name, "user name "+name, "", n, draw, func(w *kg.World) string {
		switch w.IntN(4) {
		case 0:
			return w.One(firstNames()...)
		case 1:
			return w.One(firstNames()...)[:1] + w.One(surnames()...)
		case 2:
			return w.One(adjectives()...) + w.One(animals()...)
		}
		return w.One(firstNames()...) + w.One(surnames()...)[:1+w.IntN(2)]
	})
}

// slug is words joined by dashes, as in addresses of pages.
func slug(name string, n int, draw kg.Draw) kg.Field {
	return kg.Made(name, "slug "+name, "-", n, draw, func(w *kg.World) string {
		parts := []string{w.One(adjectives()...), w.One(goods()...)}
		for w.IntN(2) == 0 && len(parts) < 5 {
			parts = append(parts, w.One(topics()...))
		}
		return strings.Join(parts, "-")
	})
}

// email is an e-mail address.
func email(name string, n int, draw kg.Draw) kg.Field {
	return kg.Typed(name, "address "+name, "@.-+", n, draw, kg.Value{Type: rowkey.Email, Soft: "@"}, func(w *kg.World) string {
		return w.One(firstNames()...) + w.One("", ".") + w.One(surnames()...) + "@" + w.One("gmail.com", "yahoo.com", "outlook.com", "icloud.com", w.One(hosters()...)+".org")
	})
}

// domain is the name of a web site; backwards has its labels from last to first.
func domain(name string, n int, backwards bool, draw kg.Draw) kg.Field {
	encoding := "site " + name
	if backwards {
		encoding = "reversed " + encoding
	}
	return kg.Typed(name, encoding, ".-", n, draw, kg.Value{Type: rowkey.Domain, Reversed: backwards}, func(w *kg.World) string {
		labels := strings.Split(w.One("www.", "www.", "", "blog.", "shop.", "m.")+w.One(w.One(hosters()...), w.Syllables(2), w.One(adjectives()...)+w.One(goods()...))+"."+w.One(tlds()...), ".")
		if backwards {
			for i, j := 0, len(labels)-1; i < j; i, j = i+1, j-1 {
				labels[i], labels[j] = labels[j], labels[i]
			}
		}
		return strings.Join(labels, ".")
	})
}

// path is the path of a page or an object. It may be read by its parts.
func path(name, suffixes string, n int, draw kg.Draw) kg.Field {
	v := kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.URL}, Soft: "/.-_"}
	return kg.Typed(name, "path "+name, "/.-_", n, draw, v, func(w *kg.World) string {
		dir := w.One(tables()...) + "/" + w.One(topics()...)
		if w.IntN(2) == 0 {
			dir += "/" + w.One(goods()...)
		}
		return dir + w.One("", "-"+w.Syllables(1)) + w.One(strings.Split(suffixes, " ")...)
	})
}

// page is a path that begins with a slash, which is a part of it or a separator.
func page(name, suffixes string, n int, draw kg.Draw) kg.Field {
	f := lettered("/", path(name, suffixes, n, draw))
	column := f.Column
	f.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
		next := column(w)
		return func(m *kg.Moment) kg.Value {
			v := next(m)
			v.Headed = false
			return v
		}
	}
	return f
}

// numbered is a word and a number: sensor-00042, web03.
func numbered(name, word string, width, n int, draw kg.Draw) kg.Field {
	soft := marks(word)
	v := kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntPadded, rowkey.IntDecimal}, Soft: soft, Seams: true, Headed: true, Cuts: []int{len(word)}}
	f := kg.Field{Name: name, Encoding: fmt.Sprintf("%q and %d digits", word, width), Holds: soft, Fixed: width > 0 && n < kg.Pow10(width)}
	f.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
		at := draw(w, n)
		return func(m *kg.Moment) kg.Value {
			out := v
			out.Text = fmt.Sprintf("%s%0*d", word, width, 1+at(m))
			return out
		}
	}
	return f
}

// prefixed is a random id behind a constant word, cus_Nf3k, that may be read as a part of it or not.
func prefixed(name, word, alphabet string, width, n int, draw kg.Draw) kg.Field {
	v := kg.Value{Type: rowkey.Hash, Headed: true, Cuts: []int{len(word)}, Soft: marks(word)}
	if strings.Trim(alphabet, "0123456789abcdefABCDEF") == "" {
		v.Accept = []rowkey.Type{rowkey.Hex}
	}
	if width < 12 {
		v.Accept = append(v.Accept, rowkey.Text)
	}
	return fixed(kg.Typed(name, fmt.Sprintf("%q and %d of %d letters", word, width, len(alphabet)), v.Soft+marks(alphabet), n, draw, v,
		func(w *kg.World) string { return word + w.Letters(width, alphabet) }))
}

// marks returns the bytes of a text that are no letters or digits.
func marks(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(base62, r) {
			return -1
		}
		return r
	}, text)
}

func fixed(f kg.Field) kg.Field {
	f.Fixed = true
	return f
}

// code is a short code of letters and digits, by a pattern: A is a letter, 9 a digit, other bytes stand for themselves.
func code(name, pattern string, n int, draw kg.Draw) kg.Field {
	soft := marks(pattern)
	v := kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Hash, rowkey.IntPadded, rowkey.IntDecimal}, Soft: soft, Seams: true}
	if strings.Trim(pattern, "A") == "" {
		v.Accept = []rowkey.Type{rowkey.Hash}
	}
	return fixed(kg.Typed(name, "code "+pattern, soft, n, draw, v, func(w *kg.World) string {
		out := []byte(pattern)
		for i, c := range out {
			switch c {
			case 'A':
				out[i] = upper[w.IntN(26)]
			case '9':
				out[i] = digits[w.IntN(10)]
			}
		}
		return string(out)
	}))
}

// version is a number of a release.
func version(name string, n int, draw kg.Draw) kg.Field {
	v := kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntDecimal, rowkey.IntPadded}, Soft: ".", Seams: true}
	return kg.Typed(name, "version "+name, ".", n, draw, v, func(w *kg.World) string {
		return fmt.Sprintf("%d.%d.%d", 1+w.IntN(7), w.IntN(20), w.IntN(40))
	})
}

// ipv4 is an address in dotted form, in a few networks.
func ipv4(name string, n int, draw kg.Draw) kg.Field {
	return kg.Typed(name, "ip "+name, ".", n, draw, kg.Value{Type: rowkey.IP, Soft: "."}, func(w *kg.World) string {
		if w.IntN(3) == 0 {
			return fmt.Sprintf("10.%d.%d.%d", w.IntN(8), w.IntN(256), 1+w.IntN(254))
		}
		return fmt.Sprintf("%d.%d.%d.%d", 11+w.IntN(200), w.IntN(256), w.IntN(256), 1+w.IntN(254))
	})
}

// geohash is a cell of the world near one place.
func geohash(name string, width, n int, draw kg.Draw) kg.Field {
	f := kg.Field{Name: name, Encoding: fmt.Sprintf("geohash %d", width), Fixed: true}
	v := kg.Value{Type: rowkey.Geohash, Accept: []rowkey.Type{rowkey.Text, rowkey.Hash}}
	f.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
		base := w.Letters(2, geo32)
		return kg.Typed(name, f.Encoding, "", n, draw, v, func(w *kg.World) string {
			return base + w.Letters(1, "589bcdefghjkmnpqrstuvwxyz"[:8+w.IntN(8)]) + w.Letters(width-3, geo32)
		}).Column(w)
	}
	return f
}

// ulid is a ULID of the row's time.
func ulid(name string) kg.Field {
	return made(name, "ulid", "", true, kg.Value{Type: rowkey.ULID}, func(w *kg.World, t time.Time) string {
		out := make([]byte, 10)
		for i, ms := 9, t.UnixMilli(); i >= 0; i, ms = i-1, ms/32 {
			out[i] = crock[ms%32]
		}
		return string(out) + w.Letters(16, crock)
	})
}

// ksuid is a KSUID of the row's time.
func ksuid(name string) kg.Field {
	return made(name, "ksuid", "", true, kg.Value{Type: rowkey.Hash}, func(w *kg.World, t time.Time) string {
		n := new(big.Int).SetBytes([]byte(kg.BE(uint64(t.Unix()-1400000000), 4) + w.Bytes(16)))
		out := []byte(strings.Repeat("0", 27))
		for i, rest := 26, new(big.Int); i >= 0; i-- {
			n.DivMod(n, big.NewInt(62), rest)
			out[i] = base62[rest.Int64()]
		}
		return string(out)
	})
}

// uuid7 is a UUID of version 7 of the row's time, as text or in 16 bytes, of which the first six are milliseconds.
func uuid7(name string, raw bool) kg.Field {
	v, holds := kg.Value{Type: rowkey.UUID}, "-"
	if raw {
		v.Accept, v.Cuts, holds = []rowkey.Type{rowkey.Hash, rowkey.Bytes, rowkey.Timestamp}, []int{6}, anything
	}
	return made(name, fmt.Sprintf("uuid 7 raw %t", raw), holds, true, v, func(w *kg.World, t time.Time) string {
		b := []byte(kg.BE(uint64(t.UnixMilli()), 6) + w.Bytes(10))
		b[6], b[8] = b[6]&0x0f|0x70, b[8]&0x3f|0x80
		if raw {
			return string(b)
		}
		h := hex.EncodeToString(b)
		return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
	})
}

// objectID is an id as MongoDB makes them, in hexadecimal digits or in 12 bytes, of which the first four are seconds.
func objectID(name string, raw bool) kg.Field {
	v, holds := kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Hex, rowkey.Timestamp}, Cuts: []int{8}}, ""
	if raw {
		v.Accept, v.Cuts, holds = []rowkey.Type{rowkey.Bytes, rowkey.Timestamp}, []int{4}, anything
	}
	return made(name, fmt.Sprintf("object id raw %t", raw), holds, true, v, func(w *kg.World, t time.Time) string {
		b := kg.BE(uint64(t.Unix()), 4) + w.Bytes(8)
		if raw {
			return b
		}
		return hex.EncodeToString([]byte(b))
	})
}

// snowflake is an id of 41 bits of milliseconds since an epoch and 22 other bits, in decimal.
func snowflake(name string, epoch int64) kg.Field {
	v := kg.Value{Type: rowkey.IntDecimal, Accept: []rowkey.Type{rowkey.IntPadded, rowkey.Hash}}
	return made(name, fmt.Sprintf("snowflake %d", epoch), "", false, v, func(w *kg.World, t time.Time) string {
		return fmt.Sprint((t.UnixMilli()-epoch)<<22 | int64(w.IntN(32))<<17 | int64(w.IntN(8))<<12 | int64(w.IntN(40)))
	})
}

// token is a random id in the letters of base 32 or base 64.
func token(name string, raw, n int, letters string, draw kg.Draw) kg.Field {
	return fixed(kg.Typed(name, fmt.Sprintf("token %s %d", letters, raw), map[string]string{"base64": "-_", "std64": "+/="}[letters], n, draw, kg.Value{Type: rowkey.Hash},
		func(w *kg.World) string {
			b := []byte(w.Bytes(raw))
			switch letters {
			case "base32":
				return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b)
			case "std64":
				return base64.StdEncoding.EncodeToString(b)
			}
			return base64.RawURLEncoding.EncodeToString(b)
		}))
}

// number is a decimal integer that is not padded, from 1 to n, written with its name in the layout.
func number(name string, n int, draw kg.Draw) kg.Field { return kg.Decimal(name, 1, n, draw) }

// counter is a time in units that are hardly times to anybody without cells that confirm it.
func counter(f kg.Field, types ...rowkey.Type) kg.Field {
	column := f.Column
	f.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
		next := column(w)
		return func(m *kg.Moment) kg.Value {
			v := next(m)
			v.Doubtful = append(types, rowkey.IntDecimal, rowkey.IntPadded)
			return v
		}
	}
	return f
}

// lettered puts a constant before the values of a field, which may be read as a part of them or not.
func lettered(before string, f kg.Field) kg.Field {
	f.Encoding = fmt.Sprintf("%q and %s", before, f.Encoding)
	column := f.Column
	f.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
		next := column(w)
		return func(m *kg.Moment) kg.Value {
			v := next(m)
			cuts := []int{len(before)}
			for _, at := range v.Cuts {
				cuts = append(cuts, len(before)+at)
			}
			v.Text, v.Cuts, v.Headed = before+v.Text, cuts, true
			return v
		}
	}
	return f
}

func rename(f kg.Field, name string) kg.Field {
	f.Name = name
	return f
}

func decimal(n int) string { return fmt.Sprint(n) }

// inLayout writes times in a layout of package time.
func inLayout(layout string) func(*kg.World, time.Time) string {
	return func(_ *kg.World, t time.Time) string { return t.Format(layout) }
}

// accepting lets the values of a part be read as other types too.
func accepting(p kg.Part, types ...rowkey.Type) kg.Part {
	f := p.Field.Accepting(types...)
	p.Field = &f
	return p
}

// calendar is a time in a layout of package time. Six or seven digits may be a number where no cell confirms them, and
// folders of years, months, and days may be read one by one.
func calendar(unit rowkey.Unit, layout string) kg.Field {
	f := kg.Calendar(unit, layout)
	switch {
	case len(layout) < 8 && marks(layout) == "":
		return counter(f)
	case strings.HasPrefix(layout, "2006/"):
		column := f.Column
		f.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
			next := column(w)
			return func(m *kg.Moment) kg.Value {
				v := next(m)
				v.Soft, v.Accept = "/", []rowkey.Type{rowkey.IntPadded, rowkey.IntDecimal, rowkey.Enum}
				return v
			}
		}
	}
	return f
}

// reversed is greatest minus a count of units. 2^63-1 tells of itself; other differences may be numbers where no cell
// confirms them.
func reversed(unit rowkey.Unit, greatest int64) kg.Field {
	f := kg.Reversed(unit, greatest)
	if greatest == math.MaxInt64 {
		return f
	}
	return counter(f)
}
