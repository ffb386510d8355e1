package value

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func be64(v uint64) []byte { return binary.BigEndian.AppendUint64(nil, v) }
func be32(v uint32) []byte { return binary.BigEndian.AppendUint32(nil, v) }

func packed(t *testing.T, b []byte) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestGuess(t *testing.T) {
	for _, c := range []struct {
		name  string
		value []byte
		size  int // 0: whole
		want  Form
	}{
		{"nothing", nil, 0, Empty},
		{"word", []byte("hello"), 0, Text},
		{"word of eight", []byte("hellohel"), 0, Text},
		{"lines", []byte("a\nb\tc\r\n"), 0, Text},
		{"Japanese", []byte("東京"), 0, Text},
		{"cut inside a character", []byte("東京")[:5], 100, Text},
		{"whole but broken character", []byte("東京")[:5], 0, Hex},
		{"object", []byte(`{"a":1}`), 0, JSON},
		{"array", []byte(` [1,2]`), 0, JSON},
		{"cut object", []byte(`{"a":[1,`), 1000, JSON},
		{"braces that are no JSON", []byte(`{hello}`), 0, Text},
		{"zero", be64(0), 0, Int},
		{"counter", be64(12345), 0, Int},
		{"minus one", be64(math.MaxUint64), 0, Int},
		{"microseconds", be64(1732112312001000), 0, Int},
		{"nanoseconds", be64(1732112312001000000), 0, Int},
		{"double", be64(math.Float64bits(21.5)), 0, Float},
		{"negative double", be64(math.Float64bits(-0.001)), 0, Float},
		{"float", be32(math.Float32bits(21.5)), 0, Float},
		{"small 4-byte integer", be32(7), 0, Int},
		{"one byte", []byte{3}, 0, Int},
		{"message", []byte{0x08, 0x96, 0x01, 0x12, 0x04, 'a', 'b', 'c', 0xff}, 0, Proto},
		{"noise", []byte{0xff, 0xfe, 0x00, 0x01, 0x99}, 0, Hex},
	} {
		t.Run(c.name, func(t *testing.T) {
			size := max(c.size, len(c.value))
			got := Guess(c.value, size)
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	// Eight bytes are a number first, and offered as a message too when they are one.
	if diff := cmp.Diff([]Form{Int, Float, Proto, Hex}, Forms([]byte{0x08, 0x96, 0x01, 0x12, 3, 'a', 'b', 0xff},
		8)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := Guess(packed(t, []byte("hello")), len(packed(t, []byte("hello")))); got != Gzip {
		t.Errorf("gzip: got %s", got)
	}
}

func TestLine(t *testing.T) {
	for _, c := range []struct {
		form  Form
		value []byte
		size  int
		want  string
	}{
		{Text, nil, 0, "(empty)"},
		{Text, []byte("a\x00b"), 3, `a\x00b`},
		{Text, []byte("front"), 900, "front…"},
		{Int, be64(1234567), 8, "1,234,567"},
		{Int, be64(1732112312001), 8, "1,732,112,312,001  (in ms since 1970: 2024-11-20 14:18:32.001)"},
		{Int, []byte{0xff, 0xfe}, 2, "-2"},
		{Float, be64(math.Float64bits(21.5)), 8, "21.5"},
		{Float, be32(math.Float32bits(-0.1)), 4, "-0.1"},
		{Hex, []byte{0, 255}, 2, "00ff"},
		{Int, []byte("abc"), 3, "abc"}, // no integer: the best form instead
		{Proto, []byte{0x08, 0x96, 0x01, 0x12, 0x04, 'a', 'b', 'c', 0xff}, 9, `1=150 2=616263ff`},
	} {
		if got := Line(c.form, c.value, c.size); got != c.want {
			t.Errorf("Line(%s, %q) = %q, want %q", c.form, c.value, got, c.want)
		}
	}
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		name  string
		form  Form
		value []byte
		size  int
		w     int
		want  []string
	}{
		{"text wraps", Text, []byte("abcdefgh"), 8, 3, []string{"abc", "def", "gh"}},
		{"text lines", Text, []byte("a\r\n\tb"), 5, 10, []string{"a", "    b"}},
		{"wide runes", Text, []byte("東京都"), 9, 5, []string{"東京", "都"}},
		{"no room for wide", Text, []byte("東"), 3, 1, []string{"·"}},
		{"json", JSON, []byte(`{"a":1,"b":[true,{}],"c":"x,\"{"}`), 33, 40,
			[]string{`{`, `  "a": 1,`, `  "b": [`, `    true,`, `    {}`, `  ],`, `  "c": "x,\"{"`, `}`}},
		{"cut json", JSON, []byte(`{"a":{"b":"x`), 99, 40, []string{`{`, `  "a": {`, `    "b": "x`}},
		{"integer", Int, []byte{1, 0}, 2, 20, []string{"256", "000000  01 00  .."}},
		{"message", Proto, []byte{0x0a, 0x03, 0x08, 0x96, 0x01, 0x15, 0, 0, 0xac, 0x41}, 10, 60,
			[]string{"protobuf wire format: field numbers, no names", "1 {", "  1: 150", "}", "2: 21.5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Lines(c.form, c.value, c.size, c.w)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	inside := Lines(Gzip, packed(t, []byte(`{"a":1}`)), len(packed(t, []byte(`{"a":1}`))), 40)
	if diff := cmp.Diff([]string{"gzip, unpacks to 7 B", "{", `  "a": 1`, "}"}, inside); diff != "" {
		t.Errorf("gzip: -want +got:\n%s", diff)
	}
	// A bomb is unpacked only so far.
	bomb := packed(t, make([]byte, 50<<20))
	if got := Lines(Gzip, bomb, len(bomb), 80); !strings.Contains(got[0], "more than 65.5 kB") {
		t.Errorf("bomb: %q", got[0])
	}
}

func TestDump(t *testing.T) {
	got := Dump([]byte("0123456789abcde\x00\xffz"), 80)
	want := []string{
		"000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 00  0123456789abcde.",
		"000010  ff 7a                                             .z",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestAnyValue verifies for any bytes, form and width: nothing unsafe comes out, and no line is too wide.
func TestAnyValue(t *testing.T) {
	forms := []Form{Empty, Text, JSON, Int, Float, Proto, Gzip, Hex}
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.OneOf(
			rapid.SliceOf(rapid.Byte()),
			rapid.Map(rapid.String(), func(s string) []byte { return []byte(s) }),
			rapid.Map(rapid.StringMatching(`[\[{"0-9a:, \]}\\]*`), func(s string) []byte { return []byte(s) }),
		).Draw(t, "value")
		size := len(b) + rapid.IntRange(0, 3).Draw(t, "missing")
		w := rapid.IntRange(1, 90).Draw(t, "w")
		f := rapid.SampledFrom(forms).Draw(t, "form")
		lines := append(Lines(f, b, size, w), Line(f, b, size))
		for i, l := range lines {
			if got := ansi.StringWidth(l); got > w && i < len(lines)-1 {
				t.Fatalf("line %q is %d wide, not %d", l, got, w)
			}
			if !utf8.ValidString(l) ||
				strings.ContainsFunc(l, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x202e || r == 0x9b }) {
				t.Fatalf("unsafe: %q", l)
			}
		}
	})
}

func BenchmarkJSON64K(b *testing.B) {
	doc := []byte(`{"items":[` + strings.Repeat(`{"id":12345,"name":"some device","ok":true},`, 1500) + `{}]}`)
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		Lines(JSON, doc, len(doc), 80)
	}
}
