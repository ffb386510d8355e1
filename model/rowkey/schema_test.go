package rowkey

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSchemaToLayout(t *testing.T) {
	field := func(name, kind, encoding string) SchemaField { return SchemaField{name, kind, encoding} }
	for _, c := range []struct {
		schema Schema
		want   string
	}{
		{Schema{Singleton, nil, []SchemaField{field("id", "int64", "big_endian")}}, "{id:be(8, signed)}"},
		{Schema{DelimitedBytes, []byte("#"), []SchemaField{field("user", "string", "utf8"),
			field("raw", "bytes", "raw"), field("at", "timestamp", "unix_micros_big_endian")}},
			"{user}#{raw:bytes}#{at:us(be(8, signed))}"},
		{Schema{OrderedStruct, nil, []SchemaField{field("user", "string", "utf8"), field("n", "int64", "ordered_code"),
			field("at", "timestamp", "unix_micros_ordered_code")}},
			`{user:text escaped}\0\x01{n:ordered escaped}\0\x01{at:us(ordered) escaped}`},
		{Schema{OrderedStruct, nil, []SchemaField{field("n", "int64", "big_endian"), field("a", "string", "utf8"),
			field("b", "bytes", "raw")}},
			`{n:be(8, signed) escaped}[\0\x01{a:text escaped}[\0\x01{b:bytes escaped}]]`},
		{Schema{DelimitedBytes, []byte("\x00"), []SchemaField{field("user id", "string", "utf8"),
			field("1", "string", "utf8"), field("user_id", "string", "utf8")}},
			`{user_id}\0{_1}\0{user_id_3}`},
		{Schema{OrderedStruct, nil, []SchemaField{field("n", "int64", "decimal")}},
			`n: the type int64 with the encoding "decimal" is not one of row keys`},
		{Schema{Singleton, nil, []SchemaField{field("a", "string", "utf8"), field("b", "string", "utf8")}},
			"singleton has one field, here are 2"},
		{Schema{DelimitedBytes, nil, []SchemaField{field("a", "string", "utf8")}},
			"the delimiter has 1 to 50 bytes, here are 0"},
		{Schema{DelimitedBytes, []byte("#"), nil}, "no fields"},
		{Schema{DelimitedBytes, []byte("#"), []SchemaField{field("_key", "string", "utf8")}},
			"_key: Bigtable keeps this name for itself"},
		{Schema{"", []byte("#"), []SchemaField{field("a", "string", "utf8")}}, `no known encoding: ""`},
	} {
		l, err := c.schema.Layout("")
		if err != nil {
			if err.Error() != "cannot be a row-key schema: "+c.want {
				t.Errorf("%+v: %v, want %s", c.schema, err, c.want)
			}
			continue
		}
		if l.String() != c.want {
			t.Errorf("%+v is %s, want %s", c.schema, l, c.want)
		}
	}
}

// Keys of Bigtable's ordered structs, some of them from the tests of Google's Cassandra adapter for Bigtable.
func TestOrderedStructKeys(t *testing.T) {
	s := Schema{OrderedStruct, nil, []SchemaField{{"user", "string", "utf8"}, {"team", "int64", "ordered_code"},
		{"city", "string", "utf8"}, {"tail", "string", "utf8"}}}
	l, err := s.Layout("")
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"user1\x00\x01\x81\x00\x01new york":             "user=user1 team=1 city=new york",
		"user1\x00\x01\x81\x00\x01new york\x00\x01x":    "user=user1 team=1 city=new york tail=x",
		"user1\x00\x01\x81":                             "user=user1 team=1",
		"\x00\x00\x00\x01\x7f\x00\x01\x00\x00\x00\x01x": "user= team=-1 city= tail=x",
		"a\x00\xffb\x00\x01\x00\xff\x3f\x80\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\x01c": "user=a\x00b team=-9223372036854775808 city=c",
		"user1": "!", "user1\x00\x01": "!", "a\x00b\x00\x01\x81": "!",
	} {
		spans, err := l.Decode(nil, []byte(key))
		got := spelled(spans)
		if err != nil {
			got = "!"
		}
		if got != want {
			t.Errorf("%q is %q (%v), want %q", key, got, err, want)
		}
	}
}

func TestLayoutToSchema(t *testing.T) {
	for _, c := range []struct{ template, back, notes, problems string }{
		{`{user}#{at:us(be(8, signed))}`, ``, ``, ``},
		{`{id:be(8, signed)}`, ``, ``, ``},
		{`{a:text escaped}\0\x01{n:ordered escaped}[\0\x01{b:bytes escaped}]`, ``, ``, ``},
		{`{a}\0\x01{b}`, ``, ``, ``},
		{`{type:enum}#{id:hex(8)}#{day:date(20060102)}`, `{type}#{id}#{day}`,
			"type: as string: a row-key schema has no enum|id: as string: a row-key schema has no hex(8)|day: as " +
				"string: a row-key schema has no date(20060102)", ``},
		{`{u}#{n:be(8)}`, `{u}#{n:be(8, signed)}`, "n: as int64: numbers from 2^63 on read as negative ones", ``},
		{`{u}#{n:be(4)}`, `{u}#{n:bytes}`, "n: as bytes: a row-key schema has no be(4)", ``},
		{`phone#{id}`, `{constant1}#{id}`, `constant1: always "phone", which a row-key schema cannot say`, ``},
		{`{a}#x#y#{b}#z`, `{a}#{constant2}#{constant3}#{b}#{constant5}`,
			`constant2: always "x", which a row-key schema cannot say|constant3: always "y", which a row-key schema cannot say|constant5: always "z", which a row-key schema cannot say`, ``},
		{`{id}#META`, `{id}#{constant2}`, `constant2: always "META", which a row-key schema cannot say`, ``},
		{`{a}-{b}#{c}`, ``, ``, `"#" stands where the delimiter "-" should: a row-key schema has one delimiter`},
		{`{a}[#{b}]`, ``, ``, `b: in a group: a row-key schema has the same fields in every key`},
		{`{m:be(3)}{h:s(be(4))}`, ``, ``, `h: no delimiter before it: a row-key schema joins fields by a delimiter`},
		{`{a}#{n:be(8)}#{b}`, ``, ``,
			`n: binary (be(8)) and not the last field: it may hold the delimiter "#", where Bigtable would cut it`},
		{`{a...}#{b}`, ``, ``, `a: it may hold the delimiter "#", where Bigtable would cut it`},
		{`{a}#{b:text len(2)}`, ``, ``, `b: its length stands before it: a row-key schema has no lengths`},
		{`{a}\0\x01{b:text escaped}`, ``, ``,
			`b: escaped while other segments are not: in ordered_code_bytes all fields are`},
		{`{a:text escaped}[\0\x01{b:text escaped}]\0\x01{c:text escaped}`, ``, ``,
			`b: in a group: a row-key schema has the same fields in every key, though empty ones at the end may be missing`},
		{`u{n:int}`, ``, ``, `no delimiter at the constant "u"`},
	} {
		l := mustParse(t, c.template)
		schema, notes, err := l.Schema()
		var problems []SchemaNote
		var se *SchemaError
		if errors.As(err, &se) {
			problems = se.Problems
		}
		if got := joined(notes); got != c.notes {
			t.Errorf("%s: notes %s\nwant %s", c.template, got, c.notes)
		}
		if got := joined(problems); got != c.problems {
			t.Errorf("%s: problems %s\nwant %s", c.template, got, c.problems)
		}
		if err != nil {
			continue
		}
		if c.back == "" {
			c.back = c.template
		}
		if back, err := schema.Layout(""); err != nil || back.String() != c.back {
			t.Errorf("%s came back as %v, %v, want %s", c.template, back, err, c.back)
		}
	}
}

func joined(notes []SchemaNote) string {
	var out []string
	for _, n := range notes {
		out = append(out, n.String())
	}
	return strings.Join(out, "|")
}

// drawSchema draws a schema that the admin API would take.
func drawSchema(t *rapid.T) Schema {
	types := []SchemaField{{"", "string", "utf8"}, {"", "bytes", "raw"}, {"", "int64", "big_endian"},
		{"", "int64", "ordered_code"},
		{"", "timestamp", "unix_micros_big_endian"}, {"", "timestamp", "unix_micros_ordered_code"}}
	s := Schema{Encoding: rapid.SampledFrom([]StructEncoding{Singleton, DelimitedBytes, OrderedStruct}).Draw(t,
		"encoding")}
	n := rapid.IntRange(1, 5).Draw(t, "fields")
	switch s.Encoding {
	case Singleton:
		n = 1
	case DelimitedBytes:
		s.Delimiter = []byte(rapid.SampledFrom([]string{"#", "::", "\x00\x01", "\xff", "'\"", " ", "é", "x#", "\x7f",
			"\u0085", "\u2028", "\ufffd", "\ufeff", "_w==", "\r\n"}).Draw(t, "delimiter"))
	}
	for i := range n {
		f := rapid.SampledFrom(types).Draw(t, "type")
		if s.Encoding == DelimitedBytes && i < n-1 {
			// a layout of anything else could not be distinguished for certain, so that it does not convert back
			f = types[0]
		}
		f.Name = string(rune('a' + i))
		s.Fields = append(s.Fields, f)
	}
	if s.Encoding == DelimitedBytes && n == 1 {
		s.Encoding, s.Delimiter = Singleton, nil // the same keys; a layout keeps no delimiter that joins nothing
	}
	return s
}

func TestSchemasComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSchema(t)
		l, err := s.Layout("k")
		if err != nil {
			t.Fatal(err)
		}
		if back, notes, err := l.Schema(); err != nil || len(notes) > 0 || !cmp.Equal(back, s) {
			t.Fatalf("%+v is %s and comes back as %+v, %v, %v", s, l, back, notes, err)
		}
		checkFiles(t, s)
	})
}

// checkFiles verifies that s is read back from the files that it is written to.
func checkFiles(t rapid.TB, s Schema) {
	t.Helper()
	for name, write := range map[string]func() ([]byte, error){"YAML": s.YAML, "JSON": s.JSON} {
		text, err := write()
		if err != nil {
			if name == "JSON" && s.Encoding == DelimitedBytes && (s.PreEncoded() || isBase64(string(s.Delimiter))) {
				continue
			}
			t.Fatalf("%+v as %s: %v", s, name, err)
		}
		if back, err := ParseSchema(text); err != nil || !cmp.Equal(back, s) || !IsSchema(text) {
			t.Fatalf("%+v is written\n%s\nand comes back as %+v, %v", s, text, back, err)
		}
	}
}

// TestExportedLayoutsReadBackEqual verifies that every layout that can be exported as a row-key schema reads back as
// the same schema, and that it then finds the same bytes in every key: only a last field that may hold the delimiter,
// of which a note tells, is read by the layout alone.
func TestExportedLayoutsReadBackEqual(t *testing.T) {
	specs := []string{"text", "text", "bytes", "int", "enum(a, bb)", "be(2)", "be(8)", "be(8, signed)", "hex(4)",
		"ordered", "date(2006-01-02)", "us(be(8, signed))", "us(ordered)", "reverse(ms)", "pad(3)", "uuid"}
	rapid.Check(t, func(t *rapid.T) {
		escape := rapid.IntRange(0, 3).Draw(t, "escaped") == 0
		d := rapid.SampledFrom([]string{"#", "\x00", "\x00\x01", "\xff", "Iw==", "abcd", "::", "-", "1", "\x1f", "é",
			"#b64#"}).Draw(t, "delimiter")
		if escape {
			d = "\x00\x01"
		}
		var parts []Part
		for i := range rapid.IntRange(1, 4).Draw(t, "fields") {
			if i > 0 {
				parts = append(parts, Part{Literal: []byte(d)})
			}
			seg := &Segment{Name: string(rune('a' + i)), Codec: mustCodec(t, rapid.SampledFrom(specs).Draw(t, "codec"))}
			if escape {
				seg.Escape = EscapeOrdered
			}
			parts = append(parts, Part{Segment: seg})
		}
		l, err := New("", parts...)
		if err != nil {
			t.Skip(err)
		}
		schema, _, err := l.Schema()
		if err != nil {
			t.Skip(err)
		}
		checkFiles(t, schema)
		back, err := schema.Layout("")
		if err != nil {
			t.Fatalf("%s is no layout any more: %v", l, err)
		}
		key := drawKey(t, l)
		spans, err := l.Decode(nil, key)
		if err != nil {
			return
		}
		last := spans[len(spans)-1]
		if schema.Encoding == DelimitedBytes && bytes.Contains(key[last.Start:last.End], []byte(d)) {
			return
		}
		again, err := back.Decode(nil, key)
		if err != nil || len(again) != len(spans) {
			t.Fatalf("%s reads %q; read back it is %s, which reads %v, %v", l, key, back, again, err)
		}
		for i, s := range spans {
			if again[i].Start != s.Start || again[i].End != s.End {
				t.Fatalf("%s cuts %q at %d..%d, read back at %d..%d", l, key, s.Start, s.End, again[i].Start,
					again[i].End)
			}
		}
	})
}

// TestDelimiterSpelling verifies that a file states how its delimiter is spelled, and that one that does not is refused
// where it matters.
func TestDelimiterSpelling(t *testing.T) {
	file := func(first, delimiter string) []byte {
		return []byte(first + "encoding: {delimitedBytes: {delimiter: '" + delimiter +
			"'}}\nfields: [{fieldName: a, type: {stringType: {encoding: {utf8Bytes: {}}}}}, {fieldName: b, type: " +
			"{stringType: {encoding: {utf8Bytes: {}}}}}]\n")
	}
	for _, c := range []struct{ first, delimiter, want string }{
		{"", "#", "#"}, {"", "::", "::"}, {"", "Iw==", "!plain text or Base64"}, {"", "AA==", "!plain text or Base64"},
		{"", "abcd", "!plain text or Base64"}, {"", "abc", "abc"},
		{markBase64 + "\n", "Iw==", "#"}, {"# a note\n" + markBase64 + "\n", "AA==", "\x00"},
		{"# Base64\n", "/w==", "\xff"}, {markPlain + "\n", "Iw==", "Iw=="}, {"# plain text\n", "abcd", "abcd"},
		{"", "_w==", "!plain text or Base64"}, {"", "--", "--"}, {"# Base64\n", "_w==", "\xff"},
		{"# Base64\n", "/w", "\xff"}, {"", "\ufffd", "!no text"},
		{"# Base64\n", "#", "!not Base64"}, {"# Base64\n", "Iw=", "!not Base64"},
	} {
		s, err := ParseSchema(file(c.first, c.delimiter))
		want, bad := strings.CutPrefix(c.want, "!")
		if bad != (err != nil) || bad && !strings.Contains(err.Error(), want) || !bad && string(s.Delimiter) != want {
			t.Errorf("%q with %q: %q, %v; want %q", c.first, c.delimiter, s.Delimiter, err, c.want)
		}
	}
	json := `{"encoding": {"delimitedBytes": {"delimiter": "Iw=="}}, "fields": [{"fieldName": "a", "type": {"bytesType": {"encoding": {"raw": {}}}}}]}`
	if _, err := ParseSchema([]byte(json)); err == nil || !strings.Contains(err.Error(), "plain text or Base64") {
		t.Errorf("JSON that does not say: %v", err)
	}
	if s, err := ParseSchema([]byte("# Base64\n" + json)); err != nil || string(s.Delimiter) != "#" {
		t.Errorf("JSON behind a comment: %+v, %v", s, err)
	}
	for text, want := range map[string]bool{`{"fields": [}`: true, "encoding: {delimiter: #}\nfields: []\n": true,
		"rowKeySchema:\n  encoding: {}\n": true, "fields: {a}\nencoding:{b}": false, "{a}#{b}": false,
		"fields: {a}": false, "k = {a}\n// x": false, json: true, `{"structType": {}}`: true,
		"encoding: {singleton: {}}\nfields: []": true, "": false} {
		if IsSchema([]byte(text)) != want {
			t.Errorf("IsSchema(%q) is %v", text, !want)
		}
	}
}

func TestSchemaFile(t *testing.T) {
	want := Schema{DelimitedBytes, []byte("#"), []SchemaField{{"type", "string", "utf8"},
		{"at", "timestamp", "unix_micros_big_endian"}}}
	for name, text := range map[string]string{
		"yaml": `
encoding:
  delimitedBytes:
    delimiter: '#'
fields:
- fieldName: type
  type:
    stringType:
      encoding:
        utf8Bytes: {}
- fieldName: at
  type: {timestampType: {encoding: {unixMicrosInt64: {encoding: {bigEndianBytes: {bytesType: {}}}}}}}
`,
		"json": `{"structType": {"encoding": {"delimitedBytes": {"delimiter": "#"}}, "fields": [
  {"fieldName": "type", "type": {"stringType": {"encoding": {"utf8Raw": {}}}}},
  {"fieldName": "at", "type": {"timestampType": {"encoding": {"unixMicrosInt64": {"encoding": {"bigEndianBytes": {}}}}}}}]}}`,
		"row of the API": `{"name": "t", "rowKeySchema": {"encoding": {"delimitedBytes": {"delimiter": "#"}}, "fields": [
  {"fieldName": "type", "type": {"stringType": {"encoding": {"utf8Bytes": {}}}}},
  {"fieldName": "at", "type": {"timestampType": {"encoding": {"unixMicrosInt64": {"encoding": {"bigEndianBytes": {}}}}}}}]}}`,
		"names of protocol buffers": `{"encoding": {"delimited_bytes": {"delimiter": "\u0023"}}, "fields": [
  {"field_name": "type", "type": {"string_type": {"encoding": {"utf8_bytes": {}}}}},
  {"field_name": "at", "type": {"timestamp_type": {"encoding": {"unix_micros_int64": {"encoding": {"big_endian_bytes": {}}}}}}}]}`,
	} {
		if got, err := ParseSchema([]byte(text)); err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for text, want := range map[string]string{
		"":                         "not a row-key schema definition",
		"[1]":                      "not a row-key schema definition",
		"encoding: {delimited: 1}": "not a row-key schema definition",
		"fields: []":               "no encoding",
		"encoding: {singleton: {}}\nfields: [{fieldName: a, type: {int64Type: {}}}]": "a: no type with an encoding",
		"encoding: {singleton: {}}":                                     "no fields",
		"encoding: {singleton: {}}\n---\nencoding: {singleton: {}}\n":   "more than one document",
		"encoding: {singleton: {}, ordered_code_bytes: {}}\nfields: []": "more than one encoding",
		"encoding: {delimitedBytes: {delimiter: '#', width: 1}}\nfields: []": "not a row-key schema definition: " +
			"field width not found",
	} {
		if _, err := ParseSchema([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseSchema(%q): %v, want %s", text, err, want)
		}
	}
}

func TestSchemaCheck(t *testing.T) {
	s := Schema{DelimitedBytes, []byte("#"), []SchemaField{{"user", "string", "utf8"}, {"n", "int64", "big_endian"}}}
	keys := [][]byte{[]byte("ann#\x00\x00\x00#\x00\x00\x00\x01"), []byte("ann smith#12345678"), []byte("ann#1234567")}
	r, err := s.Check(slices.Values(keys))
	if err != nil || r.Keys != 3 || r.Fit != 1 || len(r.Misfits) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	if got, want := r.Misfits[0].Err.Error(),
		"byte 3: user (text): the byte 0x20 is not above 0x23, with which the delimiter begins"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	s.Delimiter = []byte("::")
	if r, err = s.Check(slices.Values([][]byte{[]byte("a:b::12345678"), []byte("a;b::12345678")})); err != nil ||
		r.Fit != 1 || r.Misfits[0].Err.Offset != 1 {
		t.Errorf("a field with half a delimiter: %+v, %v", r, err)
	}
	first := Schema{DelimitedBytes, []byte("#"), []SchemaField{{"n", "int64", "big_endian"},
		{"user", "string", "utf8"}}}
	if r, err = first.Check(slices.Values([][]byte{[]byte("12345678#ann"), []byte("1234567\x01#ann")})); err != nil ||
		r.Fit != 1 || r.Misfits[0].Err.Offset != 7 {
		t.Errorf("a low byte before the last field: %+v, %v", r, err)
	}
	if _, err := (Schema{}).Check(slices.Values(keys)); err == nil {
		t.Error("an empty schema was checked")
	}
}
