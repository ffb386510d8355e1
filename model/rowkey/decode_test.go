package rowkey

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// spelled writes spans as "name=value ...".
func spelled(spans []Span) string {
	var out []string
	for _, s := range spans {
		out = append(out, fmt.Sprintf("%s=%s", s.Segment.Name, s.Value))
	}
	return strings.Join(out, " ")
}

func mustParse(t testing.TB, template string) *Layout {
	t.Helper()
	l, err := Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestDecode(t *testing.T) {
	for _, c := range []struct{ template, key, want string }{
		// Delimiters, and the last field from the right.
		{`{device}#{id:hex}#{day:date(20060102)}`, "phone#4c410523#20190501",
			"device=phone id=4c410523 day=2019-05-01T00:00:00Z"},
		{`{user}#{at:reverse(ms)}`, "ann#9223370308547777502", "user=ann at=2024-10-07T13:16:38.305Z"},
		{`{a}##{b}`, "x#y##z", "a=x#y b=z"},
		{`u{n:int}`, "u12345", "n=12345"},
		{`{name}/{n:be(2)}`, "a/b/##", "error at 1: name"}, // it would hold the delimiter
		{`{name}/{n:be(2)}`, "a/b/", "name=a n=25135"},     // the delimiter is a byte of n
		{`{name}#{n:be(2)}{z:be(1)}`, "ab###\x01", "name=ab n=8995 z=1"},
		{`{name}{n:be(2)}`, "abcd", "name=ab n=25444"},
		{`{a}{n:be(1)}#{b}`, "xyz#w", "a=xy n=122 b=w"},
		{`{a}#{b}`, "x#y#z", "error at 3: b"},
		{`{a}#{b...}`, "x#y#z", "a=x b=y#z"},
		{`{a...}#{b}`, "x#y#z", "a=x#y b=z"},
		{`{a}#{b}`, "x#", "a=x b="},
		{`#{b}`, "x", "error at 0: literal"},
		{`{t},{start...},{id:ms}.{enc:hash(hex(8))}.`, "ns:t,a,,b,1696162698435.86d7b97c.",
			"t=ns:t start=a,,b id=2023-10-01T12:18:18.435Z enc=86d7b97c"},
		{`{t},{start...},{id:ms}.{enc:hash(hex(8))}.`, "ns:t,,1696162698435.86d7b97c.",
			"t=ns:t start= id=2023-10-01T12:18:18.435Z enc=86d7b97c"},
		// Groups.
		{`{a}-{day:date(20060102)}[-{n:int}]`, "3M-20240513-916", "a=3M day=2024-05-13T00:00:00Z n=916"},
		{`{a}-{day:date(20060102)}[-{n:int}]`, "3M-20240513", "a=3M day=2024-05-13T00:00:00Z"},
		{`{a}-{day:date(20060102)}[-{n:int}]`, "3M-20240513-x", "error at 12: n"},
		{`{a}[:{b}[:{c}]]`, "x:y", "a=x b=y"},
		{`{a}[:{b:int}]`, "x:y", "error at 2: b"},
		{`{m:be(3)}{h:s(be(4))}[{k:be(3)}{v:be(3)}]*`,
			"\x00\x00\x06P\xe2\xdd\xd0\x00\x00\x01\x00\x00\xc1\x00\x00\x02\x00\x00\x03",
			"m=6 h=2013-01-01T13:00:00Z k=1 v=193 k=2 v=3"},
		{`{m:be(3)}[{k:be(3)}]*`, "\x00\x00\x06\x00", "error at 3: k"},
		{`{tile:reverse(pad(10), 2^31-1)}:[,{k}={v}]*,`, "2147483636:,0=0,1=10,", "tile=11 k=0 v=0 k=1 v=10"},
		{`{tile:reverse(pad(10), 2^31-1)}:[,{k}={v}]*,`, "2147483636:,", "tile=11"},
		{`{a}[/{b}]*`, "x/y/z", "a=x b=y b=z"},
		{`{a}[/{b}[@{c}]]*!`, "x/y@1/z!", "a=x b=y c=1 b=z"},
		{`[{x:be(1)}]*{y:be(2)}`, "abcd", "x=97 x=98 y=25444"},
		{`{a}[/{b}]*{e:be(1)}`, "ab/", "a=ab e=47"}, // the last byte is of e, whatever it is
		{`{a}[/{b}]*{e:be(1)}`, "abx", "a=ab e=120"},
		{`{a}[/{b}]*{e:be(1)}`, "ab/c//", "a=ab b=c b= e=47"},
		{`{cache}/{place}[^{variable}]`, "0/country/AFW", "cache=0 place=country/AFW"},
		{`{cache}/{place}[^{variable}]`, "0/country/AFW^Count", "cache=0 place=country/AFW variable=Count"},
		{`{h:reverse(domain)}[:{port:int}]:{s:enum}[{p:url(path)}]`, "org.debian.www:80:http/a:b",
			"h=www.debian.org port=80 s=http p=/a:b"},
		{`{h:reverse(domain)}[:{port:int}]:{s:enum}[{p:url(path)}]`, "org.debian.www:http", "h=www.debian.org s=http"},
		{`{k:enum(a, ab)}{n:int}`, "ab7", "k=ab n=7"},
		{`{k:enum(a, ab)}{n:int}`, "xb7", "error at 0: k"},
		// Binary.
		{`{a:text escaped}\xff{b}`, "x\x00\xff\xffy", "a=x\x00 b=y"},
		{`{u:text escaped}\0\x01{h:us(be(8)) escaped}`, "ann\x00\x01\x00\xff\x06+\xcc\x81 \xd8\x00\xff",
			"u=ann h=2025-01-16T06:00:00Z"},
		{`{u:text escaped}\0\x01{b:text escaped}`, "\x00\x00\x00\x01x", "u= b=x"},
		{`{u:text escaped}\0\x01{b:text escaped}`, "\x00\x01x", "error at 0: u"},
		{`{n:ordered}{s}`, "\xc0\x40abc", "n=64 s=abc"},
		{`{n:ordered}{s}`, "\xc0", "error at 0: n"},
		{`{s:text len(2)}{n:text len(1)}`, "\x00\x03abc\x00", "s=abc n="},
		{`{s:text len(2)}`, "\x00\x04abc", "error at 0: s"},
		{`{s:bytes(2)}`, "abc", "error at 2: literal"},
		{`{s:bytes(2)}{r}`, "a", "error at 0: s"},
	} {
		key := []byte(c.key)
		l := mustParse(t, c.template)
		spans, err := l.Decode(nil, key)
		got := spelled(spans)
		var de *DecodeError
		if errors.As(err, &de) {
			where := "literal"
			if de.Segment != nil {
				where = de.Segment.Name
			}
			got = fmt.Sprintf("error at %d: %s", de.Offset, where)
		}
		if got != c.want {
			t.Errorf("%s on %q:\n got %s (%v)\nwant %s", c.template, c.key, got, err, c.want)
		}
		if err != nil {
			continue
		}
		if back, err := l.Encode(nil, spans); err != nil || string(back) != c.key {
			t.Errorf("%s: %q came back as %q, %v", c.template, c.key, back, err)
		}
	}
}

// TestDelimitersAreNoPartsOfEscapes verifies where a segment with escapes ends: a zero byte or an FF byte of an escape
// ends nothing.
func TestDelimitersAreNoPartsOfEscapes(t *testing.T) {
	for _, tt := range []struct {
		text, delimiter string
		want            int
	}{
		{"ab\x00\x01c", "\x00\x01", 2},
		{"a\x00\xffb\x00\x01", "\x00\x01", 4},
		{"a\x00\xffb", "\x00", -1},
		{"a\x00\x00b", "\x00", -1},
		{"a\x00b", "\x00", 1},
		{"a\x00", "\x00", 1},
		{"a\x00\xff\x00", "\x00", 3},
		{"\x00\xff#", "#", 2},
		{"\x00\xff\xff#", "\xff", 2},
		{"abc", "#", -1},
		{"", "#", -1},
	} {
		if got := escapedEnd([]byte(tt.text), []byte(tt.delimiter)); got != tt.want {
			t.Errorf("%q ends at %q in %d, want %d", tt.text, tt.delimiter, got, tt.want)
		}
	}
}
