package keygrammar

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"strings"

	"tabletop/model/rowkey"
)

// Lit is literal bytes.
func Lit(s string) Part { return Part{Literal: s} }

// Of is a field.
func Of(f Field) Part { return Part{Field: &f} }

// One returns the only kind of a table.
func One(parts []Part) []Kind { return []Kind{{Parts: parts}} }

// Joined puts a separator between fields.
func Joined(sep string, fields ...Field) []Part {
	var parts []Part
	for i, f := range fields {
		if i > 0 && sep != "" {
			parts = append(parts, Lit(sep))
		}
		parts = append(parts, Of(f))
	}
	return parts
}

// Constant is a word that stands in every key of its kind: an enum of one value.
func Constant(word string) Field {
	f := Words("kind", fmt.Sprintf("constant %q", word), []string{word}, Evenly).as(rowkey.Enum)
	if word[0] < ' ' {
		return f.Accepting(rowkey.IntBE, rowkey.Bytes) // a number that distinguishes the kinds
	}
	return f
}

// With returns a field with its values changed.
func (f Field) With(change func(v *Value)) Field {
	column := f.Column
	f.Column = func(w *World) func(*Moment) Value {
		next := column(w)
		return func(m *Moment) Value {
			v := next(m)
			change(&v)
			return v
		}
	}
	return f
}

// as gives a field's values another type.
func (f Field) as(t rowkey.Type) Field { return f.With(func(v *Value) { v.Type = t }) }

// Accepting gives a field's values more types that are fully right.
func (f Field) Accepting(types ...rowkey.Type) Field {
	return f.With(func(v *Value) { v.accept(types...) })
}

// Doubting gives a field's values types that are right too where no cell was written near the time of the row.
func (f Field) Doubting(types ...rowkey.Type) Field {
	return f.With(func(v *Value) { v.Doubtful = types })
}

// Shared returns a field that draws the parameters of a table once for all record kinds: their values are the same.
func (f Field) Shared() Field {
	column := f.Column
	var next func(*Moment) Value
	f.Column = func(w *World) func(*Moment) Value {
		if next == nil {
			next = column(w)
		}
		return next
	}
	return f
}

// Beside is two random fields without a separator between them, of which nothing tells where the first ends: one part
// or two.
func Beside(f, g Field) Field {
	both := f
	both.Encoding, both.Holds, both.Fixed = f.Encoding+" beside "+g.Encoding, f.Holds+g.Holds, f.Fixed && g.Fixed
	both.Column = func(w *World) func(*Moment) Value {
		first, second := f.Column(w), g.Column(w)
		return func(m *Moment) Value {
			v, u := first(m), second(m)
			v.Cuts = append(v.Cuts[:len(v.Cuts):len(v.Cuts)], len(v.Text))
			v.Text += u.Text
			v.Accept = append(append(v.Accept[:len(v.Accept):len(v.Accept)], u.Type), u.Accept...)
			return v
		}
	}
	return both
}

// Lengths puts the length of each value before it, in n bytes; a last field of a fixed width has none.
func Lengths(n int, fields ...Field) []Part {
	var parts []Part
	for i, f := range fields {
		p := Of(f)
		if !f.Fixed || i < len(fields)-1 {
			p.Length = n
		}
		parts = append(parts, p)
	}
	return parts
}

// Struct joins fields as OrderedCode does.
func Struct(fields ...Field) []Part {
	parts := Joined("\x00\x01", fields...)
	for i := range parts {
		parts[i].Escaped = parts[i].Field != nil
	}
	return parts
}

// Choose draws n different fields whose values hold no byte of the separator, none named alike.
func (w *World) Choose(sep string, n int, from []Field) []Field {
	var out []Field
	used := map[string]bool{}
	for _, i := range w.Perm(len(from)) {
		f := from[i]
		if len(out) < n && !used[f.Name] && !strings.ContainsAny(f.Holds, sep) {
			out = append(out, f)
			used[f.Name] = true
		}
	}
	return out
}

// Sums are hash functions of text by name, as keys have them.
var sums = map[string]func(string) uint64{
	"crc32": func(s string) uint64 { return uint64(crc32.ChecksumIEEE([]byte(s))) },
	"fnv1a": func(s string) uint64 {
		h := fnv.New32a()
		h.Write([]byte(s))
		return uint64(h.Sum32())
	},
	"java": func(s string) uint64 {
		h := int32(0)
		for _, c := range []byte(s) {
			h = 31*h + int32(c)
		}
		return uint64(max(h, -h))
	},
	// seeded stands for any function that nobody outside knows.
	"seeded": func(s string) uint64 {
		h := fnv.New64a()
		h.Write([]byte("pepper" + s))
		return h.Sum64() >> 20
	},
	"castagnoli": func(s string) uint64 {
		return uint64(crc32.Checksum([]byte(s), crc32.MakeTable(crc32.Castagnoli)))
	},
}

// Salt is a hash of other fields modulo n, written by form ("%02d"), or as one byte where form is empty.
func Salt(function string, n int, form string, of ...string) Part {
	field := Field{Name: "salt", Encoding: fmt.Sprintf("salt %s %d %s", function, n, form), Fixed: true}
	sum := sums[function]
	field.Column = func(*World) func(*Moment) Value {
		return func(m *Moment) Value {
			var b strings.Builder
			for _, name := range of {
				b.WriteString(m.Made[name])
			}
			at := sum(b.String()) % uint64(n)
			if form == "" {
				return Value{Text: BE(at, 1), Type: rowkey.Salt}
			}
			return Value{Text: fmt.Sprintf(form, at), Type: rowkey.Salt}
		}
	}
	return Part{Field: &field, Late: true}
}

// Digest is the first n hexadecimal digits of a digest of another field; raw has n bytes instead.
func Digest(function string, n int, raw bool, of string) Part {
	field := Field{Name: "digest", Encoding: fmt.Sprintf("digest %s %d %t", function, n, raw), Fixed: true}
	field.Column = func(*World) func(*Moment) Value {
		return func(m *Moment) Value {
			var sum []byte
			switch data := []byte(m.Made[of]); function {
			case "md5":
				h := md5.Sum(data)
				sum = h[:]
			case "sha1":
				h := sha1.Sum(data)
				sum = h[:]
			default:
				h := sha256.Sum256(data)
				sum = h[:]
			}
			if raw && n <= 2 {
				return Value{Text: string(sum[:n]), Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Bytes,
					rowkey.IntBE}}
			}
			if raw {
				return Value{Text: string(sum[:n]), Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Bytes}}
			}
			return Value{Text: hex.EncodeToString(sum)[:n], Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Hex}}
		}
	}
	return Part{Field: &field, Late: true}
}
