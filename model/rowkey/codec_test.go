package rowkey

import (
	"bytes"
	"flag"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/orderedcode"
	"pgregory.net/rapid"
)

// Property tests draw the same cases every time, unless -rapid.seed asks for others.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	m.Run()
}

func mustCodec(t interface{ Fatalf(string, ...any) }, spec string) Codec {
	c, err := ParseCodec(spec)
	if err != nil {
		t.Fatalf("ParseCodec(%q): %v", spec, err)
	}
	return c
}

// examples lists the forms in the registry, one codec each.
func examples() []string {
	var specs []string
	for _, f := range Words() {
		depth, start := 0, 0
		for i := 0; i <= len(f.Usage); i++ {
			switch {
			case i == len(f.Usage) || f.Usage[i] == ',' && depth == 0:
				specs = append(specs, strings.TrimSpace(f.Usage[start:i]))
				start = i + 1
			case f.Usage[i] == '(':
				depth++
			case f.Usage[i] == ')':
				depth--
			}
		}
	}
	return specs
}

func TestSpecsAreCanonical(t *testing.T) {
	more := []string{"reverse(pad(10), 2^31-1)", "reverse(int, 12345)", "prefix(\\,\\(\\x20, int)",
		"enum(\\x20a\\x20, b\\,c)", "ms(flip)", "mirror(hex)",
		"reverse(reverse(ms))", "reverse(text)", "int(hex)", "int(hex(8, upper))", "s(point(3))", "salt(be(1), crc32)",
		"date(Jan 02\\, 2006)",
		"reverse(date(2006-01-02))", "reverse(ordered)", "text(4, \\0)"}
	bad := map[string]bool{"ms(flip)": true, "mirror(hex)": true, "reverse(reverse(ms))": true, "reverse(text)": true,
		"reverse(date(2006-01-02))": true}
	for _, spec := range append(examples(), more...) {
		c, err := ParseCodec(spec)
		if (err != nil) != bad[spec] {
			t.Errorf("ParseCodec(%q): %v", spec, err)
		}
		if err != nil {
			continue
		}
		if c.Spec() != spec {
			t.Errorf("ParseCodec(%q).Spec() = %q", spec, c.Spec())
		}
		if c.Type() == "" || c.Encoding() == "" || (c.Type() == Timestamp) != (c.Unit() != "") {
			t.Errorf("%s: type %q, unit %q, encoding %q", spec, c.Type(), c.Unit(), c.Encoding())
		}
	}
}

func TestCodecs(t *testing.T) {
	for _, c := range []struct{ spec, bytes, want string }{
		{"text", "Ελλάδα", "Ελλάδα"}, {"text", "\xff", "!"}, {"text(4)", "ab  ", "ab"}, {"text(4, _)", "ab__", "ab"},
		{"text(4)", "abcde", "!"},
		{"enum(a, bb)", "bb", "bb"}, {"enum(a, bb)", "b", "!"}, {"enum(ab)", "ab", "ab"},
		{"int", "0", "0"}, {"int", "-12", "-12"}, {"int", "012", "!"}, {"int", "-0", "!"}, {"int", "+1", "!"},
		{"int", "", "!"},
		{"int", "18446744073709551615", "18446744073709551615"}, {"int", "18446744073709551616", "!"},
		{"int", "-9223372036854775808", "-9223372036854775808"}, {"int", "-9223372036854775809", "!"},
		{"pad(4)", "0012", "12"}, {"pad(4)", "-012", "-12"}, {"pad(4)", "12", "!"}, {"pad(4)", "0x12", "!"},
		{"pad(4)", "-000", "!"},
		{"pad(25)", "0000001738494537404873053", "1738494537404873053"},
		{"be(1)", "\xff", "255"}, {"be(1, signed)", "\xff", "-1"}, {"be(1, flip)", "\x7f", "-1"},
		{"be(8, flip)", "\x80\x00\x00\x00\x00\x00\x00\x05", "5"},
		{"be(3)", "\x00\x01\x00", "256"}, {"be(8)", "\xff\xff\xff\xff\xff\xff\xff\xff", "18446744073709551615"},
		{"be(3)", "\x00\x01", "!"},
		{"int(hex)", "ff", "255"}, {"int(hex)", "0f", "!"}, {"int(hex(4))", "00ff", "255"},
		{"int(hex(4, upper))", "00FF", "255"}, {"int(hex)", "FF", "!"},
		{"reverse(int)", "9223372036854775806", "1"}, {"reverse(int)", "-1", "!"},
		{"reverse(pad(20))", "18446744073709351716", "199899"},
		{"reverse(pad(10), 2^31-1)", "2147483636", "11"}, {"reverse(pad(10), 2^31-1)", "2147483648", "!"},
		{"reverse(be(4))", "\x7f\xff\xff\xfe", "1"},
		{"reverse(be(2))", "\xff\xfe", "1"}, {"mirror(int)", "21", "12"}, {"mirror(int)", "10", "!"},
		{"mirror(pad(4))", "2100", "12"}, {"mirror(int)", "5-", "!"},
		{"hex", "0aF", "!"}, {"hex(any)", "0aF", "0aF"}, {"hex(upper)", "0AF", "0AF"}, {"hex(2)", "0af", "!"},
		{"hex", "", "!"},
		{"s", "1426535612", "2015-03-16T19:53:32Z"}, {"ms", "1426535612045", "2015-03-16T19:53:32.045Z"},
		{"ms", "-1", "1969-12-31T23:59:59.999Z"},
		{"us(ordered)", "\xff\x06\x0a\x24\x18\x1e\x40\x00", "2023-11-14T22:13:20Z"},
		{"ns(pad(25))", "0000001738494537404873053", "2025-02-02T11:08:57.404873053Z"},
		{"s(be(4))", "\x50\xe2\xdd\xd0", "2013-01-01T13:00:00Z"}, {"s(hex(8))", "50e2ddd0", "2013-01-01T13:00:00Z"},
		{"week(be(2))", "\x0b\x01", "2023-12-28T00:00:00Z"},
		{"hour", "400000", "2015-08-19T16:00:00Z"}, {"day", "19002", "2022-01-10T00:00:00Z"},
		{"minute", "28000000", "2023-03-28T10:40:00Z"},
		{"s", "9223372036854775807", "!"}, {"s(point(3))", "1425330757.685", "!"},
		{"ms(point(3))", "1425330757.685", "2015-03-02T21:12:37.685Z"},
		{"reverse(ms)", "9223370308547777502", "2024-10-07T13:16:38.305Z"}, {"reverse(ms(pad(13)))", "8573464387954",
			"2015-03-16T19:53:32.045Z"},
		{"reverse(s(be(4)))", "\x2f\x1d\x22\x2f", "2013-01-01T13:00:00Z"},
		{"reverse(s(be(4)), 2^32-1)", "\xaf\x1d\x22\x2f", "2013-01-01T13:00:00Z"},
		{"date(20060102)", "20240229", "2024-02-29T00:00:00Z"}, {"date(20060102)", "20230229", "!"},
		{"date(20060102)", "2024022", "!"}, {"date(20060102)", "20241301", "!"},
		{"date(2006-01-02T15:04:05Z)", "2015-03-16T19:53:32Z", "2015-03-16T19:53:32Z"},
		{"date(2006-01-02T15:04:05.000Z)", "2015-03-16T19:53:32.045Z", "2015-03-16T19:53:32.045Z"},
		{"date(20060102150405000)", "20150316195332045", "2015-03-16T19:53:32.045Z"},
		{"date(2006-002)", "2024-366", "2024-12-31T00:00:00Z"}, {"date(2006-002)", "2023-366", "!"},
		{"date(2006-W01)", "2020-W53", "2020-12-28T00:00:00Z"}, {"date(2006-W01)", "2021-W53", "!"},
		{"date(2006-W01)", "2026-W01", "2025-12-29T00:00:00Z"},
		{"date(06Jan02)", "24Feb29", "2024-02-29T00:00:00Z"}, {"date(06Jan02)", "24feb29", "!"},
		{"date(2006-01)", "2024-02", "2024-02-01T00:00:00Z"}, {"date(2006)", "2024", "2024-01-01T00:00:00Z"},
		{"date(06)", "68", "2068-01-01T00:00:00Z"}, {"date(06)", "69", "1969-01-01T00:00:00Z"},
		{"date(2006-01-02T15:04:05-07:00)", "2024-03-05T13:11:18-05:00", "2024-03-05T13:11:18-05:00"},
		{"date(2006-01-02T15:04:05-07:00)", "2024-03-05T13:11:18+00:00", "2024-03-05T13:11:18Z"},
		{"date(2006-01-02T15:04:05-07:00)", "2024-03-05T13:11:18-00:00", "!"}, {"date(2006-01-02T15:04:05-07:00)",
			"2024-03-05T13:11:18+14:30", "!"}, {"date(2006-01-02T15:04:05-07:00)", "2024-03-05T13:11:18+05:60", "!"},
		{"date(2006-01-02T15:04:05Z07:00)", "2024-03-05T13:11:18Z", "2024-03-05T13:11:18Z"},
		{"date(2006-01-02T15:04:05Z07:00)", "2024-03-05T13:11:18+05:30", "2024-03-05T13:11:18+05:30"},
		{"date(2006-01-02T15:04:05Z07:00)", "2024-03-05T13:11:18+00:00", "!"},
		{"date(20060102150405-0700)", "20240305131118-0500", "2024-03-05T13:11:18-05:00"},
		{"date(20060102T15-07)", "20240305T13+02", "2024-03-05T13:00:00+02:00"},
		{"date(02JAN2006)", "05MAR2024", "2024-03-05T00:00:00Z"}, {"date(2 January 2006)", "5 March 2024",
			"2024-03-05T00:00:00Z"}, {"date(2 January 2006)", "05 March 2024", "!"},
		{"date(1/2/2006)", "12/31/2024", "2024-12-31T00:00:00Z"},
		{"date(1/2/2006)", "2/30/2024", "!"}, {"date(Mon 2006-01-02)", "Tue 2024-03-05", "2024-03-05T00:00:00Z"},
		{"date(Mon 2006-01-02)", "Mon 2024-03-05", "!"}, {"date(2006-W01-1)", "2024-W10-2", "2024-03-05T00:00:00Z"},
		{"date(2006W011)", "2024W102", "2024-03-05T00:00:00Z"}, {"date(2006W01)", "2024W10", "2024-03-04T00:00:00Z"},
		{"date(2006-01-02 03:04 PM)", "2024-03-05 12:30 AM", "2024-03-05T00:30:00Z"},
		{"date(2006-01-02 03:04 PM)", "2024-03-05 12:30 PM", "2024-03-05T12:30:00Z"},
		{"date(2006-01-02 03:04 PM)", "2024-03-05 13:30 PM", "!"}, {"date(2006-01-02 03:04pm)", "2024-03-05 01:30pm",
			"2024-03-05T13:30:00Z"},
		{"date(20060102150405.00)", "20240305131118.25", "2024-03-05T13:11:18.25Z"},
		{"date(2006002150405)", "2024065131118", "2024-03-05T13:11:18Z"}, {"date(20060102150405)", "20240305241118",
			"!"},
		{"reverse(date(20060102))", "79759770", "2024-02-29T00:00:00Z"}, {"reverse(date(20060102))", "79759769", "!"},
		{"prefix(d, day)", "d19002", "2022-01-10T00:00:00Z"}, {"prefix(d, day)", "19002", "!"},
		{"reverse(domain)", "org.debian.www", "www.debian.org"}, {"reverse(domain)", "org..www", "!"},
		{"surt", "org,debian,www", "www.debian.org"}, {"surt", "org.debian", "!"}, {"surt", "org,,www", "!"},
		{"domain", "www.debian.org", "www.debian.org"}, {"domain", "a b", "!"},
		{"uuid", "02fe3e38-e2d6-4add-b629-f4fbca07012b", "02fe3e38-e2d6-4add-b629-f4fbca07012b"},
		{"uuid", "02FE3e38-e2d6-4add-b629-f4fbca07012b", "!"},
		{"uuid(any)", "02FE3e38-e2d6-4add-b629-f4fbca07012b", "02FE3e38-e2d6-4add-b629-f4fbca07012b"},
		{"uuid(hex)", "02fe3e38e2d64addb629f4fbca07012b", "02fe3e38e2d64addb629f4fbca07012b"},
		{"uuid(bytes)", "\x02\xfe\x3e\x38\xe2\xd6\x4a\xdd\xb6\x29\xf4\xfb\xca\x07\x01\x2b",
			"02fe3e38-e2d6-4add-b629-f4fbca07012b"},
		{"ulid", "01JE44228R8MNB9PQEP2M0FE5N", "01JE44228R8MNB9PQEP2M0FE5N"}, {"ulid", "81JE44228R8MNB9PQEP2M0FE5N",
			"!"}, {"ulid", "01JE44228R8MNB9PQEP2M0FE5I", "!"},
		{"ip", "10.0.0.1", "10.0.0.1"}, {"ip", "2001:db8::1", "2001:db8::1"}, {"ip", "2001:DB8::1", "!"},
		{"ip", "010.0.0.1", "!"}, {"ip(4)", "\x0a\x00\x00\x01", "10.0.0.1"},
		{"ip(16)", "\x20\x01\x0d\xb8" + strings.Repeat("\x00", 11) + "\x01", "2001:db8::1"},
		{"ip(4)", "\x0a\x00\x00", "!"},
		{"email", "a@b.example", "a@b.example"}, {"email", "a@", "!"},
		{"url", "https://a.example/b?c=d", "https://a.example/b?c=d"}, {"url", "a b", "!"}, {"url(path)", "/", "/"},
		{"url(path)", "a", "!"},
		{"json", `{"a":1}`, `{"a":1}`}, {"json", `{"a":`, "!"}, {"geohash(6)", "6msg4g", "6msg4g"},
		{"geohash(6)", "6msg4a", "!"}, {"geohash(quadkey)", "0123", "0123"},
		{"hash(hex(4))", "004c", "004c"}, {"hash(b58)", "0", "!"}, {"hash(bytes(2))", "\x00\xff", "00ff"},
		{"hash(dec)", "019", "019"},
		{"salt(16)", "07", "7"}, {"salt(16)", "16", "!"}, {"salt(8, be(1))", "\x07", "7"},
		{"salt(8, be(1))", "\x08", "!"}, {"salt(hex(1))", "f", "15"},
		{"bytes", "\x00", "00"}, {"bytes(2)", "\x00", "!"}, {"ordered", "\xc1\x0e", "270"},
		{"ordered", "\xc0\x23", "!"},
		{"le(4)", "\x2a\x01\x00\x00", "298"}, {"le(2, signed)", "\xfe\xff", "-2"}, {"le(2)", "\xfe", "!"},
		{"ms(le(8))", "\x8d\xfe\x25\x24\x4c\x01\x00\x00", "2015-03-16T19:53:32.045Z"},
		{"varint", "\xac\x02", "300"}, {"varint", "\x80\x00", "!"}, {"varint", "\xac", "!"}, // protobuf.dev
		{"varint", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "18446744073709551615"},
		{"varint", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "!"},
		{"varint(zigzag)", "\x03", "-2"}, {"varint(zigzag)", "\x04", "2"},
		{"ordered(tuple)", "\x14", "0"}, {"ordered(tuple)", "\x15\x05", "5"}, {"ordered(tuple)", "\x13\xfe", "-1"},
		{"ordered(tuple)", "\x11\xba\xab\xd4", "-4543531"}, {"ordered(tuple)", "\x16\x00\x05", "!"}, // tuple.md
		{"ordered(tuple)", "\x0c\x7f\xff\xff\xff\xff\xff\xff\xff", "-9223372036854775808"},
		{"ordered(cockroach)", "\x88", "0"}, {"ordered(cockroach)", "\xf5", "109"},
		{"ordered(cockroach)", "\xf6\x6e", "110"}, {"ordered(cockroach)", "\xf6\x6d", "!"},
		{"ordered(cockroach)", "\x87\xff", "-1"}, {"ordered(cockroach)", "\x86\xff\x00", "-256"},
		{"ordered(sqlite)", "\xf0", "240"}, {"ordered(sqlite)", "\xf1\x01", "241"},
		{"ordered(sqlite)", "\xf8\xff", "2287"}, {"ordered(sqlite)", "\xf9\xff\xff", "67823"},
		{"ordered(sqlite)", "\xfa\x01\x08\xf0", "67824"}, {"ordered(sqlite)", "\xfa\x01\x08\xef", "!"},
		{"ordered(unsigned)", "\x00", "0"}, {"ordered(unsigned)", "\x01\xe6", "230"}, // google/orderedcode
		{"ordered(unsigned)", "\x02\x04\x21", "1057"}, {"ordered(unsigned)", "\x02\x00\x21", "!"},
		{"memcomparable", "pedro.sc\xffhmidt\x00\x00\x00\xfc", "pedro.schmidt"},
		{"memcomparable", "\x00\x00\x00\x00\x00\x00\x00\x00\xf7", ""},
		{"memcomparable", "pedro.sc\xff\x00\x00\x00\x00\x00\x00\x00\x00\xf7", "pedro.sc"},
		{"memcomparable", "pedro\x00a\x00\xfc", "!"}, {"memcomparable", "pedro.sc\xff", "!"},
		{"memcomparable", "pedro\x00\x00\x00\xf6", "!"}, {"memcomparable", "pedr\xff\x00\x00\x00\xfc", "!"},
		{"float(8)", "\xbf\xf0\x00\x00\x00\x00\x00\x00", "1"},
		{"float(8)", "\x3f\xba\xff\xff\xff\xff\xff\xff", "-42"},
		{"float(4, raw)", "\xc2\x28\x00\x00", "-42"}, {"float(4)", "\x3d\xd7\xff\xff", "-42"}, // tuple.md
		{"float(8)", "\xff\xff\xff\xff\xff\xff\xff\xff", "!"}, {"float(4)", "\x80\x00\x00\x00", "0"},
		{"bcd(3)", "\x12\x34\x56", "123456"}, {"bcd(3)", "\x12\x3a\x56", "!"},
		{"bcd(2, sign)", "\x12\x3d", "-123"},
		{"bcd(2, sign)", "\x12\x3c", "123"}, {"bcd(2, sign)", "\x12\x34", "!"}, {"bcd(2, sign)", "\x00\x0d", "!"},
	} {
		codec := mustCodec(t, c.spec)
		v, err := codec.Decode([]byte(c.bytes))
		got := v.String()
		if err != nil {
			got = "!"
		}
		if got != c.want {
			t.Errorf("%s reads %q as %s (%v), want %s", c.spec, c.bytes, got, err, c.want)
		}
		if err != nil {
			continue
		}
		if back, err := codec.Append([]byte("x"), v); err != nil || string(back) != "x"+c.bytes {
			t.Errorf("%s: %q came back as %q, %v", c.spec, c.bytes, back, err)
		}
	}
}

// TestMarkersStay verifies that the markers of groups are structure, with what fills the last one up.
func TestMarkersStay(t *testing.T) {
	structured, _ := AsStructured(mustCodec(t, "memcomparable"))
	for text, want := range map[string]string{"pedro.sc\xffhmi\x00\x00\x00\x00\x00\xfa": "........|...||||||",
		"pedro.sc\xffabcdefg": "........|.......", "a\x00\x00\x00\x00\x00\x00\x00\x01": "|||||||||"} {
		fixed := make([]bool, len(text))
		structured.Structure([]byte(text), fixed)
		got := ""
		for _, is := range fixed {
			got += map[bool]string{true: "|", false: "."}[is]
		}
		if got != want {
			t.Errorf("%q: %s stays, want %s", text, got, want)
		}
	}
}

// OrderedCode integers are those of Google's own package.
func TestOrderedIntegers(t *testing.T) {
	numbers := []int64{0, 1, -1, 35, 63, 64, -64, -65, 270, 1.7e15, math.MaxInt64, math.MinInt64}
	for shift := range 64 {
		numbers = append(numbers, 1<<shift, 1<<shift-1, -1<<shift, -1<<shift-1)
	}
	for _, n := range numbers {
		want, err := orderedcode.Append(nil, n)
		if err != nil {
			t.Fatal(err)
		}
		got, err := orderedInt{}.write(nil, fromInt64(n))
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%d is written % x, want % x (%v)", n, got, want, err)
		}
		back, err := orderedInt{}.read(want)
		v, _ := back.value()
		if err != nil || v.Int != n || (orderedInt{}).size(append(want, 1, 2, 3)) != len(want) {
			t.Fatalf("% x is read as %v, %v", want, v, err)
		}
	}
}

// near draws bytes that a codec might accept: from the characters its kind is made of, of a likely length.
func near(t *rapid.T, c Codec) []byte {
	if b, err := c.Append(nil, drawValue(t)); err == nil && rapid.Bool().Draw(t, "written") {
		if len(b) > 0 && rapid.Bool().Draw(t, "changed") {
			b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		}
		return b
	}
	n := c.Width()
	if n == 0 || rapid.IntRange(0, 9).Draw(t, "other width") == 0 {
		n = rapid.IntRange(0, 24).Draw(t, "length")
	}
	letters := rapid.SampledFrom([]string{"0123456789", "01", "0123456789abcdef", "0123456789ABCDEF-",
		"abcxyz.@/:-_ 01", "\x00\x01\x7f\x80\xff", "WT:-Z.20",
		"\x00\x01\x02\x03\x04\x05\x06\x07\x80\x81\x90\xa0\xc0\xe0\xf0\xff"}).Draw(t, "letters")
	out := make([]byte, n)
	for i := range out {
		out[i] = letters[rapid.IntRange(0, len(letters)-1).Draw(t, "letter")]
	}
	return out
}

// whatever a codec reads it writes back, and what it writes it reads as the same.
func TestCodecsComeBack(t *testing.T) {
	for _, spec := range examples() {
		codec := mustCodec(t, spec)
		t.Run(spec, rapid.MakeCheck(func(t *rapid.T) { checkCodec(t, codec, near(t, codec)) }))
	}
}

func checkCodec(t rapid.TB, codec Codec, b []byte) {
	kept := bytes.Clone(b)
	v, err := codec.Decode(b)
	if !bytes.Equal(b, kept) {
		t.Fatalf("%s changed %q", codec.Spec(), kept)
	}
	if err != nil {
		return
	}
	if w := codec.Width(); w > 0 && w != len(b) {
		t.Fatalf("%s of width %d accepts %q", codec.Spec(), w, b)
	}
	if back, err := codec.Append(nil, v); err != nil || !bytes.Equal(back, b) {
		t.Fatalf("%s: %q came back as %q, %v", codec.Spec(), b, back, err)
	}
	_, _ = v.Any(), v.String()
	if v.Compare(v) != 0 {
		t.Fatalf("%v is not equal to itself", v)
	}
}

// drawValue draws a value of some kind.
func drawValue(t *rapid.T) Value {
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return Value{Kind: KindInt, Int: rapid.OneOf(rapid.Int64(), rapid.Int64Range(-20, 300)).Draw(t, "int")}
	case 1:
		return Value{Kind: KindUint, Uint: rapid.Uint64Min(1<<63).Draw(t, "uint")}
	case 2:
		v := Value{Kind: KindTime, Int: rapid.OneOf(rapid.Int64Range(firstSecond, lastSecond),
			rapid.Int64Range(1e9, 2e9), rapid.Int64()).Draw(t, "s"),
			Nanos: rapid.Int32Range(0, 999999999).Draw(t, "ns")}
		return v.Floor(rapid.SampledFrom([]Unit{Nanosecond, Millisecond, Second, Hour, Day, Week, Month}).Draw(t,
			"unit"))
	}
	return Value{Kind: KindText,
		Bytes: []byte(rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z0-9.:-]{0,20}`)).Draw(t, "text"))}
}

// Whatever value a codec writes, from wherever it comes, it reads as an equal one.
func TestCodecsReadWhatTheyWrite(t *testing.T) {
	for _, spec := range examples() {
		codec := mustCodec(t, spec)
		t.Run(spec, rapid.MakeCheck(func(t *rapid.T) {
			v := drawValue(t)
			b, err := codec.Append([]byte("start"), v)
			if err != nil {
				if string(b) != "start" {
					t.Fatalf("%s left %q behind after an error", spec, b)
				}
				return
			}
			back, err := codec.Decode(b[len("start"):])
			if err != nil {
				t.Fatalf("%s wrote %v as %q and does not read it: %v", spec, v, b, err)
			}
			if v.Kind == KindTime && back.Kind == KindTime && v.Compare(back) != 0 ||
				v.Kind == KindInt && back.Kind == KindInt && v.Int != back.Int {
				t.Fatalf("%s wrote %v as %q and reads %v", spec, v, b, back)
			}
		}))
	}
}

// Numbers and times that a codec claims to keep in order are in order as bytes.
func TestOrderIsKept(t *testing.T) {
	for spec, reversed := range map[string]bool{"pad(19)": false, "be(8)": false, "be(8, flip)": false,
		"ordered": false, "int(hex(16))": false, "ordered(tuple)": false, "ordered(cockroach)": false,
		"ordered(sqlite)": false, "ordered(unsigned)": false,
		"reverse(pad(19))": true, "reverse(be(8))": true, "reverse(ordered)": true} {
		codec, r := mustCodec(t, spec), rand.New(rand.NewPCG(1, 2))
		for range 500 {
			a, b := Value{Kind: KindInt, Int: r.Int64N(1 << r.Int64N(62))},
				Value{Kind: KindInt, Int: r.Int64N(1 << r.Int64N(62))}
			x, err1 := codec.Append(nil, a)
			y, err2 := codec.Append(nil, b)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			if want := a.Compare(b); reversed && bytes.Compare(x, y) != -want ||
				!reversed && bytes.Compare(x, y) != want {
				t.Fatalf("%s: %d and %d are written % x and % x", spec, a.Int, b.Int, x, y)
			}
		}
	}
}

func TestIDTime(t *testing.T) {
	for _, c := range []struct{ spec, id, want string }{
		{"uuid", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "2022-02-22T19:22:22Z"}, // the examples of RFC 9562
		{"uuid", "c232ab00-9414-11ec-b3c8-9f6bdeced846", "2022-02-22T19:22:22Z"},
		{"uuid", "1ec9414c-232a-6b00-b3c8-9f6bdeced846", "2022-02-22T19:22:22Z"},
		{"uuid", "02fe3e38-e2d6-4add-b629-f4fbca07012b", "none"},
		{"uuid", "017f22e2-79b0-7cc3-08c4-dc0c0c07398f", "none"}, // of another variant
		{"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "2016-07-30T23:54:10.259Z"},
		{"snowflake", "1541815603606036480", "2022-06-28T16:07:40.105Z"},
		{"ksuid", "0ujtsYcgvSTl8PAuAdqWYSMnLOv", "2017-10-10T04:00:47Z"},
		{"objectid", "507f1f77bcf86cd799439011", "2012-10-17T21:13:27Z"},
		{"xid", "9m4e2mr0ui3e8a215n4g", "2011-03-22T17:50:19Z"}, // the example of its maker
		{"text", "507f1f77bcf86cd799439011", "none"},
	} {
		codec := mustCodec(t, c.spec)
		v, err := codec.Decode([]byte(c.id))
		if err != nil {
			t.Fatal(err)
		}
		got := "none"
		if at, ok := IDTime(codec, v); ok {
			got = at.Format(time.RFC3339Nano)
		}
		if got != c.want {
			t.Errorf("%s %s was made at %s, want %s", c.spec, c.id, got, c.want)
		}
	}
}

func TestSaltOf(t *testing.T) {
	got, ok := AsSalt(mustCodec(t, "salt(16, pad(2), crc32(user, event))"))
	if want := (SaltInfo{16, "crc32", []string{"user", "event"}}); !ok || !cmp.Equal(got, want) {
		t.Errorf("SaltOf = %+v, %v", got, ok)
	}
	if _, ok := AsSalt(mustCodec(t, "int")); ok {
		t.Error("int is a salt")
	}
}

func FuzzCodec(f *testing.F) {
	specs := examples()
	for i := range specs {
		f.Add(uint(i), []byte("20240229"))
	}
	f.Fuzz(func(t *testing.T, i uint, b []byte) { checkCodec(t, mustCodec(t, specs[i%uint(len(specs))]), b) })
}
