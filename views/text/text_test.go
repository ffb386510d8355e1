package text

import (
	"bytes"
	"math"
	"strconv"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"tabletop/model/estimate"
)

func TestEscape(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"user#42 a", "user#42 a"},
		{"naïve 東京 ✓", "naïve 東京 ✓"},
		{`a\b`, `a\\b`},
		{"a\x00b", `a\x00b`},
		{"\x1b[31mred\x1b[0m", `\x1b[31mred\x1b[0m`},
		{"line\nbreak\ttab\r", `line\x0abreak\x09tab\x0d`},
		{"\xff\xfe", `\xff\xfe`},
		{"caf\xc3", `caf\xc3`},
		{"\u202eevil", `\xe2\x80\xaeevil`}, // right-to-left override
		{"a\u200bb", `a\xe2\x80\x8bb`},     // zero-width space
		{"a\u00a0b", `a\xc2\xa0b`},         // no-break space
		{"\u009b31m", `\xc2\x9b31m`},       // the C1 form of ESC [
		{"e\u0301", "e\u0301"},             // a mark on its letter
		{"\u0301e", `\xcc\x81e`},           // a mark on nothing
		{"a\x00\u0301", `a\x00\xcc\x81`},   // a mark on an escape
		{"e\u0301\u0301\u0301", "e\u0301\u0301" + `\xcc\x81`},
		{"a\ufe0f", `a\xef\xb8\x8f`}, // variation selector
		{"\u3164", `\xe3\x85\xa4`},   // Hangul filler: a letter that nobody sees
		{"\ufffd", "\ufffd"},         // the replacement character itself is fair
		{"\x7f", `\x7f`},
		{"👍🏽", "👍" + `\xf0\x9f\x8f\xbd`},                              // a skin tone joins the character before it
		{"🇩🇪", `\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa`},                    // two letters that join into a flag
		{"\u1112\u1161\u11ab", "\u1112" + `\xe1\x85\xa1\xe1\x86\xab`}, // a vowel and a final that join into a syllable
		{"\ud7b0", `\xed\x9e\xb0`},
	} {
		if got := EscapeString(c.in); got != c.want {
			t.Errorf("Escape(%q) = %q, want %q", c.in, got, c.want)
		}
		if clean := IsClean([]byte(c.in)); clean != (c.in == c.want) {
			t.Errorf("Clean(%q) = %v", c.in, clean)
		}
	}
}

// TestEscapeIsReversible verifies that no two inputs have the same result, and that no unsafe character remains.
func TestEscapeIsReversible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in []byte
		if rapid.Bool().Draw(t, "text") {
			in = []byte(rapid.String().Draw(t, "s"))
		} else {
			in = rapid.SliceOf(rapid.Byte()).Draw(t, "b")
		}
		out := Escape(in)
		if !utf8.ValidString(out) {
			t.Fatalf("%q is not UTF-8", out)
		}
		for _, r := range out {
			if !strconv.IsPrint(r) {
				t.Fatalf("Escape(%q) lets %U through", in, r)
			}
		}
		if back := unescape(t, out); !bytes.Equal(back, in) {
			t.Fatalf("%q became %q, which reads as %q", in, out, back)
		}
	})
}

func unescape(t *rapid.T, s string) []byte {
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			out = append(out, s[i])
			continue
		}
		if s[i+1] == '\\' {
			out = append(out, '\\')
			i++
			continue
		}
		n, err := strconv.ParseUint(s[i+2:i+4], 16, 8)
		if err != nil || s[i+1] != 'x' {
			t.Fatalf("%q has a broken escape", s)
		}
		out = append(out, byte(n))
		i += 3
	}
	return out
}

func TestQuantities(t *testing.T) {
	now := time.Date(2026, 8, 10, 12, 0, 0, 0, time.UTC)
	ago := func(d time.Duration) int64 { return now.Add(-d).UnixMicro() }
	for _, c := range []struct{ got, want string }{
		{Bytes(0), "0 B"}, {Bytes(587), "587 B"}, {Bytes(999), "999 B"}, {Bytes(1000), "1.00 kB"},
		{Bytes(1234), "1.23 kB"},
		{Bytes(99960), "100 kB"}, {Bytes(999999), "1.00 MB"}, {Bytes(31.2e9), "31.2 GB"}, {Bytes(2.1e12), "2.10 TB"},
		{Bytes(412.5), "412 B"}, {Bytes(7.14), "7.14 B"}, {Bytes(math.NaN()), NoFigure}, {Bytes(5e21), "5000 EB"},
		{Number(0), "0"}, {Number(7.142), "7.14"}, {Number(1204), "1,204"}, {Number(999999), "999,999"},
		{Number(1e6), "1.00 M"},
		{Number(1.9e12), "1.90 T"}, {Number(-1234), "-1,234"}, {Number(math.Inf(1)), NoFigure},
		{Integer(math.MinInt64), "-9,223,372,036,854,775,808"}, {Integer(12), "12"}, {Integer(123456), "123,456"},
		{Percent(0), "0%"}, {Percent(1), "100%"}, {Percent(0.382), "38.2%"}, {Percent(0.9999), ">99.9%"},
		{Number(0.00012), "0.00012"}, {Number(0.00009), "<0.0001"}, {Number(4.2e-08), "<0.0001"},
		{Number(-4.2e-08), "0"}, {Bytes(4.2e-08), "<0.0001 B"}, {Bytes(-4.2e-08), "0 B"},
		{About("5 B"), "≈ 5 B"}, {About(">99.9%"), ">99.9%"}, {About("<0.01%"), "<0.01%"},
		{Percent(0.00001), "<0.01%"}, {Percent(0.0012), "0.12%"}, {Percent(-0.5), "-50.0%"}, {Percent(20), "2,000%"},
		{Duration(0), "0 s"}, {Count(1, "row"), "1 row"}, {Count(0, "row"), "0 rows"},
		{Count(2000, "row"), "2,000 rows"}, {Duration(412 * time.Millisecond), "412 ms"},
		{Duration(90 * time.Minute), "1.5 h"},
		{Duration(9 * 24 * time.Hour), "9 d"}, {Duration(365 * 24 * time.Hour), "365 d"},
		{Duration(-time.Hour), "-1 h"},
		{Duration(math.MinInt64), "-292 y"},
		{Age(now, ago(9*24*time.Hour)), "9 d"}, {Age(now, ago(-3*time.Hour)), "in 3 h"},
		{Age(now, math.MaxInt64), "in 292 y"},
		{Micros(0), "1970-01-01 00:00:00"}, {Micros(1732112312001000), "2024-11-20 14:18:32.001"},
		{PlusMinus(587, 551, 624, Bytes), "±7%"}, {PlusMinus(100, 99.6, 100.4, Number), "±0.4%"},
		{PlusMinus(5, 5, 5, Number), ""},
		{PlusMinus(100, 90, 400, Number), "90–400"}, {PlusMinus(0, 0, 3, Number), "≤ 3"},
		{PlusMinus(5, 4, math.Inf(1), Number), "≥ 4"},
		{PlusMinus(1, math.NaN(), math.NaN(), Number), ""}, {PlusMinus(900, 800, 2000, Bytes), "800 B–2.00 kB"},
		{PlusMinus(900, 800, 990, Bytes), "±12%"}, {PlusMinus(700, 690, 990, Bytes), "690–990 B"},
		{PlusMinus(0.369, 0.22, 0.5, Percent), "±15 points"},
		{PlusMinus(0.002, 0.0002, 0.011, Percent), "0.02–1.1%"},
		{PlusMinus(1, 0.99, 1, Percent), "≥ 99.0%"}, {PlusMinus(0.999, 0.989, 0.99999, Percent), "≥ 98.9%"},
		{PlusMinus(0, 0, 0.075, Percent), "≤ 7.5%"}, {PlusMinus(0.96, 0.9575, 0.9625, Percent), "±0.3 points"},
		{PlusMinus(0.99995, 0.9999, 0.99999, Percent), ""},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func BenchmarkEscape(b *testing.B) {
	key := []byte("device-000123#2026-08-10#cpu")
	buf := make([]byte, 0, 100)
	b.ReportAllocs()
	for b.Loop() {
		buf = AppendEscape(buf[:0], key)
	}
}

// TestBoundsAreMarkedOnce verifies that a figure that is written as a bound gets no second sign, and that others get
// one.
func TestBoundsAreMarkedOnce(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{AtLeast(Percent(0.9995)), ">99.9%"}, {AtLeast(Percent(0.98)), "≥ 98.0%"}, {AtMost(Percent(0.00001)), "<0.01%"},
		{AtMost(Percent(0.02)), "≤ 2.0%"},
		{PlusMinus(1, 0.9995, 1, Percent), ">99.9%"}, {PlusMinus(0.9996, 0.99, 1, Percent), "≥ 99.0%"},
		{Share(estimate.Within(1, 0.9995, 1)), ">99.9%"}, {Share(estimate.Within(0, 0, 0.00005)), "<0.01%"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// TestBinaryKeysAreNoLetters verifies that a key which is not text shows no letters of any script but ASCII, and that
// text in any script is shown as it is.
func TestBinaryKeysAreNoLetters(t *testing.T) {
	for key, want := range map[string]string{"\x00\x00ZP": `\x00\x00ZP`, "a\x00\xd0\x96": `a\x00\xd0\x96`,
		"\xd0\x96\xff": `\xd0\x96\xff`, "Ж#1": "Ж#1", `a\b`: `a\\b`, "": ""} {
		if got := Key([]byte(key)); got != want {
			t.Errorf("%q: %s, want %s", key, got, want)
		}
	}
}
