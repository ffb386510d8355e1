package widget

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"tabletop/model/rowkey"
)

func layout(t testing.TB, template string) *rowkey.Layout {
	t.Helper()
	l, err := rowkey.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestKeyAndBraces(t *testing.T) {
	st := &Styles{}
	for _, c := range []struct {
		template, key string
		w             int
		key1, braces  string
	}{
		{"{host}#{at:ms}", "server1.bbb.com#1426535612045", 80, "server1.bbb.com#1426535612045",
			"└─ host ──────┘ └─ at ──────┘"},
		{"{a}#{b}#{c}", "x#yy#zzz", 80, "x#yy#zzz", "╵ └┘ └c┘"},
		{"{a}#{b}", "long value#rest", 8, "long va…", "└─ a ──┘"},
		{"{a}#{b}", "long#rest", 4, "lon…", "└a─┘"},
		{`{a}\0{b:be(2)}`, "x\x00\xff\x01", 80, `x\x00\xff\x01`, "╵    └─ b ──┘"},
	} {
		l := layout(t, c.template)
		spans, err := l.Decode(nil, []byte(c.key))
		if err != nil {
			t.Fatal(err)
		}
		labels := make([]string, len(l.Segments()))
		for i, s := range l.Segments() {
			labels[i] = s.Name
		}
		parts := KeyParts(nil, []byte(c.key), spans, l.Segments(), c.w)
		if got := DrawKey(st, parts); got != c.key1 {
			t.Errorf("%s: key %q, want %q", c.template, got, c.key1)
		}
		if got := Braces(st, parts, labels); got != c.braces {
			t.Errorf("%s: braces %q, want %q", c.template, got, c.braces)
		}
	}
}

// TestKeyPartsFit verifies for any key and width: never too wide, the braces as wide as the key, and a key that fits is
// there to its last byte.
func TestKeyPartsFit(t *testing.T) {
	l := layout(t, `{a:bytes(3)}{b:bytes}`)
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.OneOf(rapid.SliceOfN(rapid.Byte(), 3, 60), rapid.Map(rapid.StringN(3, 60, -1),
			func(s string) []byte { return []byte("abc" + s) })).Draw(t, "key")
		w := rapid.IntRange(0, 80).Draw(t, "w")
		spans, err := l.Decode(nil, key)
		if err != nil {
			t.Fatal(err)
		}
		st := &Styles{}
		parts := KeyParts(nil, key, spans, l.Segments(), w)
		drawn := DrawKey(st, parts)
		if n := ansi.StringWidth(drawn); n > w {
			t.Fatalf("%q is %d wide, not %d", drawn, n, w)
		}
		if n := Width(Braces(st, parts, []string{"a", "b"})); len(parts) > 0 && n != Width(drawn) {
			t.Fatalf("braces are %d wide under %q", n, drawn)
		}
		if whole := KeyParts(nil, key, spans, l.Segments(), 1000); Width(DrawKey(st, whole)) > w && w > 0 &&
			!strings.HasSuffix(drawn, "…") {
			t.Fatalf("%q is cut and does not say so", drawn)
		}
	})
}

func TestPattern(t *testing.T) {
	for _, c := range []struct{ template, want string }{
		{"k = {a}#{b:hex(4)}", "{a}#{b:hex(4)}"},
		{"{p:enum(us-west2, asia-south2, africa-south1)}#{n:int}", "{p:enum(…)}#{n:int}"},
		{"{p:enum(a, b)}[/{q:prefix(something quite long here, text)}]*", "{p:enum(a, b)}[/{q:prefix(…)}]*"},
		{`\{x\}{a:date(2006-01-02T15:04:05.000Z)}`, `\{x\}{a:date(2006-01-02T15:04:05.000Z)}`},
	} {
		if got := Pattern(layout(t, c.template)); got != c.want {
			t.Errorf("Pattern(%s) = %s, want %s", c.template, got, c.want)
		}
	}
}

func TestSegmentValue(t *testing.T) {
	for _, c := range []struct{ template, key, want string }{
		{"{a:ms}", "1732112312001", "2024-11-20 14:18:32.001"},
		{"{a:date(20060102)}", "20240131", "2024-01-31"},
		{"{a:date(2006-W01)}", "2024-W05", "2024-W05"},
		{"{a:date(200601)}", "202401", "2024-01"},
		{"{a:hour}", "475531", "2024-03-31 19:00"},
		{"{a:s(be(4))}", "\x65\xba\x00\x00", "2024-01-31 08:08:32"},
		{"{a:ns}", "1732112312000000001", "2024-11-20 14:18:32.000000001"},
		{"{a:be(2)}", "\x01\x00", "256"},
		{"{a:be(8)}", "\xff\xff\xff\xff\xff\xff\xff\xff", "18446744073709551615"},
		{"{a:uuid(bytes)}", "0123456789abcdef", "30313233-3435-3637-3839-616263646566"},
		{"{a:ip(4)}", "\x0a\x00\x00\x01", "10.0.0.1"},
		{"{a:bytes(3)}", "\x00\xff\x01", "00ff01"},
		{"{a:bytes}", "mostly text\x00", `mostly text\x00`},
		{"{a}", "東\u202e", `東\xe2\x80\xae`},
	} {
		l := layout(t, c.template)
		spans, err := l.Decode(nil, []byte(c.key))
		if err != nil {
			t.Errorf("%s does not decode %q: %v", c.template, c.key, err)
			continue
		}
		if got := SegmentValue(spans[0].Segment.Codec, spans[0].Value); got != c.want {
			t.Errorf("%s: %q is written %q, want %q", c.template, c.key, got, c.want)
		}
	}
}

// TestEscapeMiddle verifies that a long key keeps both ends, within its width, and that a short one is whole.
func TestEscapeMiddle(t *testing.T) {
	for _, c := range []struct {
		key  string
		w    int
		want string
	}{{"urn:org:device:u00042", 30, "urn:org:device:u00042"}, {"urn:org:device:u00042", 14, "urn:or…:u00042"},
		{"urn:org:device:u00042", 4, "urn…"}} {
		if got := EscapeMiddle([]byte(c.key), c.w); got != c.want {
			t.Errorf("%q in %d cells is %q, not %q", c.key, c.w, got, c.want)
		}
	}
	long := strings.Repeat("\x00東", 5000)
	for w := range 60 {
		if n := Width(EscapeMiddle([]byte(long), w)); n > w {
			t.Errorf("%d cells in %d", n, w)
		}
	}
}
