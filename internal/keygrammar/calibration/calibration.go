// Package calibration is the part of the key grammar that confidence is fitted on. Nothing else may be learned from it: do not
// look at what inference loses on its tables, or the confidence that is fitted here is too great on tables of other makers.
package calibration

import (
	"fmt"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// Grammar returns the productions of the part.
func Grammar() *kg.Grammar {
	return &kg.Grammar{
		Name:    "calibration",
		Rows:    []int{50, 120, 300, 800, 1400},
		Garbage: []float64{0, 0, 0, 0.02, 0.06, 0.1},
		Clocks:  []kg.Clock{kg.Prompt, kg.Prompt, kg.Late, kg.Loaded, kg.Unwritten, kg.Exact},
		Productions: []kg.Production{
			{Name: "two fields", Make: func(w *kg.World) []kg.Kind { return kg.One(joined(w, separator(w), 2, 0)) }},
			{Name: "three fields", Make: func(w *kg.World) []kg.Kind { return kg.One(joined(w, separator(w), 3, 0)) }},
			{Name: "many fields", Make: func(w *kg.World) []kg.Kind { return kg.One(joined(w, separator(w), 4+w.IntN(2), 0)) }},
			{Name: "field and time", Make: fieldAndTime},
			{Name: "named fields", Make: namedFields},
			{Name: "groups", Make: groups},
			{Name: "object key", Make: objectKey},
			{Name: "document path", Make: documentPath},
			{Name: "alone", Make: alone},
			{Name: "behind a constant", Make: behindConstant},
			{Name: "side by side", Make: sideBySide},
			{Name: "bytes", Make: func(w *kg.World) []kg.Kind { return kg.One(inBytes(w, 1+w.IntN(4), 0)) }},
			{Name: "bytes and time", Make: bytesAndTime},
			{Name: "bytes behind text", Make: bytesBehindText},
			{Name: "text between bytes", Make: textBetweenBytes},
			{Name: "sized fields", Make: sizedFields},
			{Name: "ordered struct", Make: orderedStruct},
			{Name: "terminated fields", Make: terminatedFields},
			{Name: "known salt", Make: knownSalt},
			{Name: "hashed front", Make: hashedFront},
			{Name: "kinds by word", Make: kindsByWord},
			{Name: "kinds by byte", Make: kindsByByte},
			{Name: "kinds by form", Make: kindsByForm},
			{Name: "part of another", Make: partOfAnother},
			{Name: "random", Make: random},
			{Name: "sequence", Make: sequence},
		},
	}
}

func separator(w *kg.World) string {
	return w.One("#", "|", "/", ":", ";", ",", "~", "_", "-", ".", "!", "%", "&", "^", "@", "::", "||", "\t", "\x1e", " ")
}

// joined joins fields by a separator, now and then by another one in one place.
func joined(w *kg.World, sep string, n, first int) []kg.Part {
	var parts []kg.Part
	for i := range n {
		between := sep
		if w.IntN(8) == 0 {
			between = w.One("#", "/", ":", "|")
		}
		if i > 0 {
			parts = append(parts, kg.Lit(between))
		}
		parts = append(parts, kg.Of(without(w, sep+between, first+i, text)))
	}
	return parts
}

// without draws a field that holds none of some bytes.
func without(w *kg.World, bytes string, i int, draw func(*kg.World, int) kg.Field) kg.Field {
	for {
		f := draw(w, i)
		if !strings.ContainsAny(f.Holds, bytes) {
			f.Name = fmt.Sprint("part", i)
			return f
		}
	}
}

func fieldAndTime(w *kg.World) []kg.Kind {
	sep := separator(w)
	fs := []kg.Field{without(w, sep, 0, text), without(w, sep, 1, moment)}
	if w.IntN(3) == 0 {
		fs[0], fs[1] = fs[1], fs[0]
	}
	return kg.One(kg.Joined(sep, fs...))
}

func namedFields(w *kg.World) []kg.Kind {
	sep, is := w.One("/", "&", ";", ",", "|"), w.One("=", ":")
	var parts []kg.Part
	for i := range 2 + w.IntN(3) {
		name := jobs()[w.IntN(len(jobs()))][:3+w.IntN(2)]
		if i > 0 {
			name = sep + name
		}
		parts = append(parts, kg.Lit(name+is), kg.Of(without(w, sep+is, i, text)))
	}
	return kg.One(parts)
}

// groups joins fields by one separator, and groups of them by another.
func groups(w *kg.World) []kg.Kind {
	outer, inner := w.One("#", "|", "/", "::", ";"), w.One(":", "_", "-", ".", "~", ",")
	draw := func(i int) kg.Part { return kg.Of(without(w, outer+inner, i, text)) }
	parts := []kg.Part{draw(0), kg.Lit(inner), draw(1), kg.Lit(outer), draw(2)}
	if w.IntN(2) == 0 {
		parts = append(parts, kg.Lit(inner), draw(3))
	}
	return kg.One(parts)
}

// objectKey is a constant name, an id, and the name of an attribute, as keys of caches are.
func objectKey(w *kg.World) []kg.Kind {
	sep := w.One(":", ".", "/", "|")
	return kg.One(kg.Joined(sep, kg.Constant(w.One(jobs()...)), without(w, sep, 0, text), kg.Choice("part1", "attribute", jobs(), 2+w.IntN(6), kg.Evenly)))
}

func documentPath(w *kg.World) []kg.Kind {
	parts := []kg.Part{kg.Lit("/"), kg.Of(kg.Choice("part0", "folder", jobs(), 3, kg.Skewed)), kg.Lit("/"), kg.Of(without(w, "/", 1, moment)), kg.Lit("/"), kg.Of(without(w, "/", 2, text))}
	if w.IntN(2) == 0 {
		parts = append(parts, kg.Lit(w.One(".json", ".gz", ".log")))
	}
	return kg.One(parts[w.IntN(2):])
}

func alone(w *kg.World) []kg.Kind {
	if w.IntN(3) == 0 {
		return kg.One([]kg.Part{kg.Of(number(w, 0))})
	}
	return kg.One([]kg.Part{kg.Of(text(w, 0))})
}

func behindConstant(w *kg.World) []kg.Kind {
	f := text(w, 0)
	if w.IntN(3) == 0 {
		f = number(w, 0)
	}
	return kg.One([]kg.Part{kg.Lit(w.One("item-", "obj:", "\x07", "z/", "db1|", "evt_", "R#")), kg.Of(f)})
}

// sideBySide puts fields of fixed widths beside each other, neighbors of different character.
func sideBySide(w *kg.World) []kg.Kind {
	var parts []kg.Part
	letters := w.IntN(2) == 0
	for i := range 2 + w.IntN(3) {
		name, width := fmt.Sprint("part", i), 2+w.IntN(5)
		f := kg.Padded(name, width, max(kg.Pow10(min(width, 12))/(1+w.IntN(40)), 4), kg.ByEntity)
		switch {
		case letters:
			f = kg.Typed(name, fmt.Sprintf("%d letters beside others", width), "", 4+w.IntN(60), kg.Skewed, kg.Value{Type: rowkey.Text}, func(w *kg.World) string { return w.Letters(width, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") })
			f.Fixed = true
		case w.IntN(3) == 0:
			f = kg.Calendar(rowkey.Day, w.One("20060102", "060102"))
		}
		f.Name, letters = name, !letters
		parts = append(parts, kg.Of(f))
	}
	return kg.One(parts)
}

// inBytes puts binary fields beside each other, no two random ones.
func inBytes(w *kg.World, n, first int) []kg.Part {
	var parts []kg.Part
	before := false
	for i := range n {
		f := number(w, first+i)
		random := f.Encoding == "" || strings.Contains(f.Encoding, "random")
		for before && random {
			f = number(w, first+i)
			random = strings.Contains(f.Encoding, "random")
		}
		f.Name, before = fmt.Sprint("part", first+i), random
		parts = append(parts, kg.Of(f))
	}
	return parts
}

func bytesAndTime(w *kg.World) []kg.Kind {
	parts := append(inBytes(w, 1+w.IntN(2), 0), kg.Of(tick(w)))
	if w.IntN(3) == 0 {
		parts = append(parts, inBytes(w, 1, 5)...)
	}
	return kg.One(parts)
}

func bytesBehindText(w *kg.World) []kg.Kind {
	sep := w.One("\x00", "\x00", "\x1f", "#", "/", "|")
	return kg.One(append([]kg.Part{kg.Of(without(w, sep, 0, text)), kg.Lit(sep)}, inBytes(w, 1+w.IntN(2), 1)...))
}

func textBetweenBytes(w *kg.World) []kg.Kind {
	parts := append(inBytes(w, 1, 0), kg.Of(without(w, "\x00", 1, text)))
	if w.IntN(2) == 0 {
		return kg.One(parts)
	}
	return kg.One(append(append(parts, kg.Lit("\x00")), inBytes(w, 1, 2)...))
}

func sizedFields(w *kg.World) []kg.Kind {
	var fs []kg.Field
	for i := range 1 + w.IntN(3) {
		fs = append(fs, without(w, "", i, text))
	}
	if w.IntN(2) == 0 {
		fs = append(fs, number(w, 3))
	}
	return kg.One(kg.Lengths([]int{1, 2, 2, 4}[w.IntN(4)], fs...))
}

func orderedStruct(w *kg.World) []kg.Kind {
	fs := []kg.Field{without(w, "", 0, text), kg.Ordered("part1", 1<<(8+w.IntN(30)))}
	if w.IntN(2) == 0 {
		fs = append(fs, without(w, "", 2, text))
	}
	if w.IntN(3) == 0 {
		fs = append(fs, tick(w))
	}
	return kg.One(kg.Struct(fs...))
}

func terminatedFields(w *kg.World) []kg.Kind {
	end := w.One("\x00", "\x01", "\x1f")
	parts := kg.Joined(end, without(w, end, 0, text), without(w, end, 1, text))
	if w.IntN(2) == 0 {
		parts = append(parts, kg.Lit(end))
	}
	return kg.One(parts)
}

func knownSalt(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "-", "|")
	of := without(w, sep, 0, text)
	parts := []kg.Part{kg.Salt(w.One("crc32", "java", "fnv1a"), []int{5, 12, 24, 32, 128}[w.IntN(5)], w.One("%d", "%02d", "%03d", "%x"), of.Name), kg.Lit(sep), kg.Of(of)}
	if w.IntN(2) == 0 {
		parts = append(parts, kg.Lit(sep), kg.Of(without(w, sep, 1, moment)))
	}
	return kg.One(parts)
}

func hashedFront(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "-", "|", "/")
	of := without(w, sep, 0, text)
	parts := []kg.Part{kg.Digest(w.One("md5", "sha1", "sha256"), []int{4, 5, 8, 16, 32}[w.IntN(5)], false, of.Name), kg.Lit(sep), kg.Of(of)}
	if w.IntN(2) == 0 {
		parts = append(parts, kg.Lit(sep), kg.Of(without(w, sep, 1, moment)))
	}
	return kg.One(parts)
}

func kindsByWord(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "/", "|", "_", "-")
	words := w.Perm(len(jobs()))
	var kinds []kg.Kind
	for i := range 2 + w.IntN(4) {
		parts := append([]kg.Part{kg.Of(kg.Constant(jobs()[words[i]])), kg.Lit(sep)}, joined(w, sep, 1+w.IntN(3), 10*i)...)
		kinds = append(kinds, kg.Kind{Parts: parts, Weight: 0.2 + w.Float64()})
	}
	return kinds
}

func kindsByByte(w *kg.World) []kg.Kind {
	first := w.One("\x01", "\x10", "a", "\xf0")[0]
	var kinds []kg.Kind
	for i := range 2 + w.IntN(3) {
		parts := append([]kg.Part{kg.Of(kg.Constant(string([]byte{first + byte(i)})).Accepting(rowkey.IntBE, rowkey.Bytes))}, inBytes(w, 1+w.IntN(2), 10*i)...)
		kinds = append(kinds, kg.Kind{Parts: parts, Weight: 0.2 + w.Float64()})
	}
	return kinds
}

func kindsByForm(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "/", "|")
	return []kg.Kind{{Parts: joined(w, sep, 1+w.IntN(2), 0)}, {Parts: joined(w, sep, 3+w.IntN(2), 10), Weight: 0.5 + w.Float64()}}
}

func partOfAnother(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "/", "|", "~")
	head := joined(w, sep, 1+w.IntN(2), 0)
	return []kg.Kind{{Parts: head}, {Parts: append(append(head[:len(head):len(head)], kg.Lit(sep)), joined(w, sep, 1+w.IntN(2), 10)...), Weight: 1 + 2*w.Float64()}}
}

func random(w *kg.World) []kg.Kind {
	width := []int{8, 11, 16, 18, 27, 40}[w.IntN(6)]
	from := []kg.Field{
		kg.RandomBytes("part0", width, 5000, kg.Evenly), kg.Base64("part0", width, 5000, kg.Evenly),
		kg.RandomID("part0", "random hexadecimal", "0123456789abcdef", width, 5000, kg.Evenly),
		kg.RandomID("part0", "random letters and digits", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", width, 5000, kg.Evenly),
	}
	return kg.One([]kg.Part{kg.Of(from[w.IntN(len(from))])})
}

func sequence(w *kg.World) []kg.Kind {
	width := 4 + w.IntN(9)
	from := []kg.Field{
		kg.Padded("part0", width, min(kg.Pow10(min(width, 12)), 1<<40), kg.Counting), kg.Decimal("part0", 1, 1<<30, kg.Counting),
		kg.Binary("part0", 8, 1<<40, false, kg.Counting), kg.HexNumber("part0", 4+width, 1<<20, kg.Counting),
	}
	parts := []kg.Part{kg.Of(from[w.IntN(len(from))])}
	if w.IntN(2) == 0 {
		parts = append([]kg.Part{kg.Lit(w.One("n", "seq:", "\x00", "ID-"))}, parts...)
	}
	return kg.One(parts)
}
