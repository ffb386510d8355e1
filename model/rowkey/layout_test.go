package rowkey

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawParts draws parts of a layout, many of which New refuses.
func drawParts(t *rapid.T, depth int, names *int) []Part {
	specs := []string{"text", "text", "int", "enum(a, bb)", "be(2)", "hex", "hex(4)", "ordered", "date(20060102)",
		"bytes(3)", "bytes", "reverse(ms)", "prefix(d, int)", "url(path)"}
	var parts []Part
	for range rapid.IntRange(1, 4).Draw(t, "parts") {
		if rapid.IntRange(0, 2).Draw(t, "literal") > 0 {
			lit := rapid.SampledFrom([]string{"#", "/", "-", "\x00\x01", "##", "u", "*", "\x00", "é"}).Draw(t,
				"literal")
			parts = append(parts, Part{Literal: []byte(lit)})
		}
		if depth < 3 && rapid.IntRange(0, 4).Draw(t, "group") == 0 {
			g := &Group{Parts: drawParts(t, depth+1, names), Repeat: rapid.Bool().Draw(t, "repeat")}
			parts = append(parts, Part{Group: g})
			continue
		}
		*names++
		seg := &Segment{Name: fmt.Sprintf("s%d", *names),
			Codec: mustCodec(t, rapid.SampledFrom(specs).Draw(t, "codec"))}
		switch rapid.IntRange(0, 9).Draw(t, "extra") {
		case 0:
			seg.Last = true
		case 1:
			seg.Escape = EscapeOrdered
		case 2:
			seg.LengthPrefix = rapid.IntRange(1, 2).Draw(t, "prefix")
		}
		parts = append(parts, Part{Segment: seg})
	}
	return parts
}

func drawLayout(t *rapid.T) *Layout {
	names := 0
	l, err := New(rapid.SampledFrom([]string{"", "kind"}).Draw(t, "name"), drawParts(t, 0, &names)...)
	if err != nil {
		t.Skip(err)
	}
	return l
}

// drawKey draws a key that a layout might read: its parts written one after the other, at times with a byte changed.
func drawKey(t *rapid.T, l *Layout) []byte {
	spans := drawSpans(t, l.Parts())
	key, err := l.Encode(nil, spans)
	if err != nil {
		return rapid.SliceOfN(rapid.SampledFrom([]byte("ab01#/-u*\x00\x01\xff")), 0, 30).Draw(t, "key")
	}
	if len(key) > 0 && rapid.IntRange(0, 3).Draw(t, "changed") == 0 {
		key[rapid.IntRange(0, len(key)-1).Draw(t, "at")] = rapid.SampledFrom([]byte("a0#/\x00\xff")).Draw(t, "byte")
	}
	return key
}

func drawSpans(t *rapid.T, parts []Part) []Span {
	var spans []Span
	for _, p := range parts {
		switch {
		case p.Segment != nil:
			spans = append(spans, Span{Segment: p.Segment, Value: valueFor(t, p.Segment.Codec)})
		case p.Group != nil:
			most := 1
			if p.Group.Repeat {
				most = 3
			}
			for range rapid.IntRange(0, most).Draw(t, "rounds") {
				spans = append(spans, drawSpans(t, p.Group.Parts)...)
			}
		}
	}
	return spans
}

// valueFor draws a value that codec can hold.
func valueFor(t *rapid.T, codec Codec) Value {
	switch codec.Type() {
	case Timestamp:
		v := Value{Kind: KindTime, Int: rapid.Int64Range(1e9, 2e9).Draw(t, "time")}
		return v.Floor(codec.Unit())
	case IntDecimal, OrderedCode, IntBE:
		return Value{Kind: KindInt, Int: rapid.Int64Range(0, 65535).Draw(t, "int")}
	case Enum:
		return Value{Kind: KindText, Bytes: []byte(rapid.SampledFrom([]string{"a", "bb"}).Draw(t, "enum"))}
	case Hex:
		return Value{Kind: KindText, Bytes: []byte(rapid.StringMatching(`[0-9a-f]{4}`).Draw(t, "hex"))}
	case Bytes:
		return Value{Kind: KindBytes, Bytes: rapid.SliceOfN(rapid.Byte(), 3, 3).Draw(t, "bytes")}
	case URL:
		return Value{Kind: KindText, Bytes: []byte(rapid.StringMatching(`/[a-c]{0,3}`).Draw(t, "path"))}
	}
	return Value{Kind: KindText, Bytes: []byte(rapid.StringMatching(`[a-c#]{0,3}`).Draw(t, "text"))}
}

// checkLayout holds for every key: what is decoded lies in the key in order, and is encoded to the same key.
func checkLayout(t rapid.TB, l *Layout, key []byte) bool {
	kept := bytes.Clone(key)
	first := []Span{{Start: -1}}
	spans, err := l.Decode(first, key)
	if !bytes.Equal(key, kept) {
		t.Fatalf("%s changed the key %q", l, kept)
	}
	if err != nil {
		de, ok := err.(*DecodeError)
		if !ok || de.Offset < 0 || de.Offset > len(key) || de.Reason == "" || len(spans) != 1 ||
			printable([]byte(de.Error())) != de.Error() {
			t.Fatalf("%s on %q: %#v with %d spans", l, key, err, len(spans))
		}
		return false
	}
	end := 0
	for _, s := range spans[1:] {
		if s.Start < end || s.End < s.Start || s.End > len(key) {
			t.Fatalf("%s on %q: span %d..%d after %d", l, key, s.Start, s.End, end)
		}
		end = s.End
	}
	back, err := l.Encode([]byte("x"), spans[1:])
	if err != nil || string(back) != "x"+string(key) {
		t.Fatalf("%s: %q came back as %q, %v", l, key, back, err)
	}
	return true
}

func propertyDecode(t *rapid.T) {
	l := drawLayout(t)
	checkLayout(t, l, drawKey(t, l))
}

func TestDecodeComesBack(t *testing.T) { rapid.Check(t, propertyDecode) }

// FuzzDecode reads any key with any layout.
func FuzzDecode(f *testing.F) {
	for _, template := range hardTemplates {
		f.Add(template, []byte(strings.Repeat("a/b#c,", 20)))
	}
	f.Fuzz(func(t *testing.T, template string, key []byte) {
		if l, err := Parse(template); err == nil {
			checkLayout(t, l, key)
		}
	})
}

var hardTemplates = []string{
	`{a}[/{b}[,{c}=[{d}]]*]*{e:be(1)}`, `{a...}#{b}/{c:date(20060102)}`, `[{x:be(1)}[{y:be(1)}{z:be(1)}]*]*{e:be(2)}`,
	`{a:text escaped}[\0\x01{b:ordered escaped}[\0\x01{c:bytes escaped}]]`,
	`{a:text len(1)}{n:ordered}[{b:text len(2)}]*`,
	`{a}[#{b}][#{c}][#{d}][#{e}][#{f}]`, `{h:reverse(domain)}[:{port:int}]:{s:enum}[{p:url(path)}]`,
}

// A template that String wrote is read as the same layout.
func TestStringComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLayout(t)
		text := l.String()
		back, err := Parse(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if back.String() != text || back.Name() != l.Name() || len(back.Segments()) != len(l.Segments()) {
			t.Fatalf("%q came back as %q", text, back)
		}
		key := drawKey(t, l)
		a, err1 := l.Decode(nil, key)
		b, err2 := back.Decode(nil, key)
		if (err1 == nil) != (err2 == nil) || spelled(a) != spelled(b) {
			t.Fatalf("%s reads %q as %s, %s as %s", text, key, spelled(a), back, spelled(b))
		}
	})
}

// TestSetHasLimitedLayouts verifies the limit of a file of templates on both sides.
func TestSetHasLimitedLayouts(t *testing.T) {
	for n, want := range map[int]string{256: "", 257: "line 257: a table has at most 256 layouts"} {
		_, err := ParseSet(strings.Repeat("{user}\n", n))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%d layouts: %v", n, err)
		}
	}
}
