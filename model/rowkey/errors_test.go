package rowkey

import (
	"errors"
	"strings"
	"testing"
)

// Specs that are none, with what the message must say.
func TestBadCodecs(t *testing.T) {
	for spec, want := range map[string]string{
		"": "a codec belongs here", "texts": `did you mean "text"`, "nonsense": `no codec "nonsense"`,
		"int)": "nothing may follow", "text(0)": "from 1 to 4096",
		"text(3, ab)": "one ASCII byte", "text(3, a, b)": "wants", "enum(a, a)": "there already",
		"enum()": "empty value", `enum(\xff)`: "UTF-8", "int(text)": "number form",
		"int(int, int)": "at most one", "pad": "number of digits", "pad(65)": "from 1 to 64", "pad(x)": "from 1 to 64",
		"be(0)": "from 1 to 8", "be(4, upside)": "wants",
		"ordered(1)": "want nothing, tuple", "point(10)": "no codec", "int(point(10))": "from 1 to 9",
		"hex(0)": "from 1", "hex(upper, any)": "either upper or any",
		"uuid(hex, bytes)": "either hex or bytes", "uuid(bytes, upper)": "neither with bytes", "uuid(3)": "wants",
		"ulid(26)": "wants", "ms(pad)": "number of digits", "ms(1, 2)": "at most one",
		"date": "wants a form", "date(x)": "no field", "date(2006 06)": "two fields",
		"date(2006-2006)": "there already", "date(Mon 2006)": "whole date", "date(2006 MST)": "cannot be written back",
		"date(2006-01-02 03)": "goes with PM", "date(2006-01-02-07:00)": "time of day", "date(W01)": "week goes with",
		"date(2006-W01-02)": "week goes with", "date(2006-01-002)": "two fields", "reverse": "wants",
		"reverse(reverse(ms))": "reversed already", "reverse(text)": "cannot be reversed",
		"reverse(ms, 10^20-1)": "10^19-1", "reverse(ms, 0)": "maximum", "reverse(date(2006-01))": "nothing else",
		"mirror(be(4))": "decimal digits", "mirror": "int or pad",
		"prefix(a)": "wants", "prefix(, int)": "empty prefix", "prefix(a, x)": "no codec", "hash(base64)": "want hex",
		"hash(hex(0))": "from 1", "hash(hex, 2)": "at most",
		"salt": "wants", "salt(0)": "from 1", "salt(crc32(a))": "number of buckets", "salt(4, a(b), c(d))": "two hash",
		"salt(4, be(9))": "from 1 to 8", "salt(4, crc32(a b))": "name of a segment",
		"bytes(1, 2)": "wants", "url(7)": "wants", "email(x)": "nothing in parentheses", "ip(5)": "4 or 16",
		"geohash(h3, quadkey)": "either", "geohash(99)": "from 1 to 64",
		"snowflake(x)": "epoch", "ksuid(1)": "nothing", "xid(1)": "nothing", "objectid(hex)": "wants",
		"int(": "never closed", `int(\`: "never closed", "int(}": `")" is missing`, `enum(\q)`: "backslash",
	} {
		c, err := ParseCodec(spec)
		var syntax *SyntaxError
		if err == nil || !errors.As(err, &syntax) || !strings.Contains(syntax.Message, want) {
			t.Errorf("ParseCodec(%q) = %v, %v; want a SyntaxError with %q", spec, c, err, want)
		} else if syntax.Template != spec || syntax.Offset > len(spec) {
			t.Errorf("ParseCodec(%q): the error is about %q at %d", spec, syntax.Template, syntax.Offset)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	text := newText()
	seg := func(name string) Part { return Part{Segment: &Segment{Name: name, Codec: text}} }
	for want, parts := range map[string][]Part{
		"at least one part": {},
		"only one of them":  {{Literal: []byte("#"), Segment: seg("a").Segment}},
		"no name for":       {seg("a b")},
		"has no codec":      {{Segment: &Segment{Name: "a"}}},
		"1 to 4 bytes":      {{Segment: &Segment{Name: "a", Codec: text, LengthPrefix: 5}}},
		"unknown escape":    {{Segment: &Segment{Name: "a", Codec: text, Escape: "c"}}},
		"needs a segment":   {{Group: &Group{Parts: []Part{{Group: &Group{Parts: []Part{seg("a")}}}}}}},
		`"a" ends and "b"`:  {seg("a"), seg("b")},
		`are called "a"`:    {seg("a"), {Literal: []byte("#")}, seg("a")},
	} {
		if l, err := New("", parts...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New(%v) = %v, %v; want %q", parts, l, err, want)
		}
	}
	if _, err := New("a b", seg("a")); err == nil {
		t.Error("a kind's name with a space was taken")
	}
}

// A layout does not change with the parts it was made of.
func TestNewCopies(t *testing.T) {
	parts := []Part{{Literal: []byte("#")}, {Literal: []byte("!")}, {Segment: &Segment{Name: "a", Codec: newText()}}}
	l, err := New("k", parts...)
	if err != nil {
		t.Fatal(err)
	}
	parts[0].Literal[0], parts[2].Segment.Name = 'x', "b"
	if got := l.String(); got != "k = #!{a}" {
		t.Errorf("the layout became %s", got)
	}
	if l.Segment("a") == nil || l.Segment("b") != nil {
		t.Error("segments are found by other names")
	}
}

func TestEncodeRefuses(t *testing.T) {
	l := mustParse(t, `{a}#{n:pad(2)}[#{b:text len(1)}]`)
	span := func(name string, v Value) Span { return Span{Segment: &Segment{Name: name}, Value: v} }
	a, n, b := span("a", text("x")), span("n", number64(7)), span("b", text("y"))
	for _, c := range []struct {
		spans []Span
		want  string
	}{
		{[]Span{a, n}, "x#07"}, {[]Span{a, n, b}, "x#07#\x01y"},
		{[]Span{a}, `no value for segment "n"`}, {[]Span{n, a}, `no value for segment "a"`},
		{[]Span{a, n, b, b}, `no place in the layout for segment "b"`},
		{[]Span{a, n, {}}, `no place in the layout for segment ""`}, {[]Span{a, span("n", number64(777))},
			`segment "n" (pad(2)) cannot hold 777: more digits`},
		{[]Span{a, span("n", text("7"))}, "not an integer"}, {[]Span{a, n, span("b", text(strings.Repeat("y", 256)))},
			"too long for a length of 1 bytes"},
	} {
		got, err := l.Encode([]byte("k:"), c.spans)
		if err == nil && string(got) != "k:"+c.want ||
			err != nil && (!strings.Contains(err.Error(), c.want) || string(got) != "k:") {
			t.Errorf("Encode = %q, %v; want %q", got, err, c.want)
		}
	}
}

// Values pass from one form of a thing to another.
func TestFormsConvert(t *testing.T) {
	const id = "02fe3e38-e2d6-4add-b629-f4fbca07012b"
	for _, c := range []struct{ from, to, in, want string }{
		{"uuid", "uuid(bytes)", id, "\x02\xfe\x3e\x38\xe2\xd6\x4a\xdd\xb6\x29\xf4\xfb\xca\x07\x01\x2b"},
		{"uuid(any)", "uuid", strings.ToUpper(id), id},
		{"uuid(hex)", "uuid(upper)", strings.ReplaceAll(id, "-", ""), strings.ToUpper(id)},
		{"bytes(16)", "uuid", "\x02\xfe\x3e\x38\xe2\xd6\x4a\xdd\xb6\x29\xf4\xfb\xca\x07\x01\x2b", id},
		{"ip", "ip(4)", "10.0.0.1", "\x0a\x00\x00\x01"}, {"ip", "ip(16)", "10.0.0.1", "!"},
		{"ip(4)", "ip", "\x0a\x00\x00\x01", "10.0.0.1"},
		{"domain", "reverse(domain)", "www.debian.org", "org.debian.www"}, {"ms", "reverse(ms)", "1728306998305",
			"9223370308547777502"},
		{"ms", "date(2006-01-02T15:04:05.000Z)", "1426535612045", "2015-03-16T19:53:32.045Z"},
		{"ms", "s", "1426535612045", "!"}, {"ms", "date(20060102)", "1426535612045", "!"},
		{"int", "pad(8)", "12", "00000012"}, {"int", "mirror(pad(4))", "12", "2100"}, {"int", "be(1)", "256", "!"},
		{"int", "be(1, signed)", "128", "!"}, {"int", "be(2)", "-1", "!"},
		{"int", "int(hex(2))", "-1", "!"}, {"int", "int(hex(2))", "256", "!"}, {"int", "text", "12", "12"},
		{"int", "ms", "12", "!"}, {"text", "int", "12", "!"}, {"int", "ordered", "18446744073709551615", "!"},
		{"int", "reverse(int)", "-1", "!"}, {"text", "text(2)", "abc", "!"}, {"text", "text(4)", "ab", "ab  "},
		{"text", "text(4)", "a ", "!"}, {"bytes", "text", "\xff", "!"}, {"text", "hex", "xyz", "!"},
		{"int", "bytes", "1", "!"}, {"text", "bytes(1)", "ab", "!"}, {"text", "date(2006)", "2024", "!"},
		{"date(2006)", "date(06)", "2024", "24"}, {"date(2006)", "date(06)", "1924", "!"},
		{"int", "salt(4)", "4", "!"}, {"int", "mirror(int)", "-4", "!"}, {"int", "int(point(2))", "-4", "!"},
		{"int", "int(point(2))", "1234", "12.34"}, {"text", "uuid", "x", "!"}, {"text", "ip", "x", "!"},
	} {
		v, err := mustCodec(t, c.from).Decode([]byte(c.in))
		if err != nil {
			t.Fatalf("%s of %q: %v", c.from, c.in, err)
		}
		got, err := mustCodec(t, c.to).Append(nil, v)
		if err != nil {
			got = []byte("!")
		}
		if string(got) != c.want {
			t.Errorf("%q from %s to %s is %q (%v), want %q", c.in, c.from, c.to, got, err, c.want)
		}
	}
}

func TestDecodeAllocatesNothing(t *testing.T) {
	for _, c := range []struct{ template, key string }{
		{`{type:enum(tablet, phone)}#{id:hex(8)}#{day:date(20060102)}#{at:reverse(ms)}`,
			"phone#4c410523#20240229#9223370308547777502"},
		{`{m:be(3)}{h:s(be(4))}[{k:be(3)}{v:be(3)}]*`, "\x00\x00\x06P\xe2\xdd\xd0\x00\x00\x01\x00\x00\xc1"},
		{`{a:text escaped}\0\x01{b:ordered escaped}[\0\x01{c:uuid}][#{d}]`,
			"ann\x00\x01\x81\x00\x0102fe3e38-e2d6-4add-b629-f4fbca07012b"},
	} {
		l, key := mustParse(t, c.template), []byte(c.key)
		spans, err := l.Decode(nil, key)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, func() { spans, _ = l.Decode(spans[:0], key) }); n > 0 {
			t.Errorf("%s allocates %v times a key", c.template, n)
		}
	}
}
