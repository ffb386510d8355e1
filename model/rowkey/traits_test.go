package rowkey

import (
	"errors"
	"strings"
	"testing"
)

// TestCodecsDescribeThemselves verifies what each codec says of itself: its type, its encoding in words, the unit of a
// time, its width in bytes, whether it is reversed, whether it is binary, and how its bytes sort.
func TestCodecsDescribeThemselves(t *testing.T) {
	const plain, reversed, binary = "", "reversed", "binary"
	for _, tt := range []struct {
		spec     string
		typ      Type
		encoding string
		unit     Unit
		width    int
		is       string
		order    Order
	}{
		{"text", Text, "UTF-8", "", 0, plain, OrderUnknown},
		{"text(8)", Text, "UTF-8, 8 bytes, padded with spaces", "", 8, plain, OrderUnknown},
		{"text(8, _)", Text, "UTF-8, 8 bytes, padded with _", "", 8, plain, OrderUnknown},
		{`text(8, \0)`, Text, `UTF-8, 8 bytes, padded with \x00`, "", 8, plain, OrderUnknown},
		{"enum", Enum, "UTF-8", "", 0, plain, OrderUnknown}, {"enum(a)", Enum, "constant", "", 1, plain, OrderUnknown},
		{"enum(a, b)", Enum, "one of 2 values", "", 1, plain, OrderUnknown},
		{"enum(a, bc)", Enum, "one of 2 values", "", 0, plain, OrderUnknown},
		{"int", IntDecimal, "decimal, not padded", "", 0, plain, OrderUnknown},
		{"int(hex)", Hex, "hexadecimal", "", 0, plain, OrderUnknown},
		{"int(hex(4, upper))", Hex, "4 hexadecimal digits", "", 4, plain, OrderByValue},
		{"int(point(2))", IntDecimal, "decimal with 2 digits after the point", "", 0, plain, OrderUnknown},
		{"pad(10)", IntPadded, "10 digits", "", 10, plain, OrderByValue},
		{"be(3)", IntBE, "3 bytes big-endian", "", 3, binary, OrderByValue},
		{"be(8, signed)", IntBE, "8 bytes big-endian, two's complement", "", 8, binary, OrderUnknown},
		{"be(8, flip)", IntBE, "8 bytes big-endian, sign bit flipped", "", 8, binary, OrderByValue},
		{"ordered", OrderedCode, "OrderedCode integer", "", 0, binary, OrderByValue},
		{"memcomparable", Text, "UTF-8 in groups of 8 bytes and a marker", "", 0, binary, OrderByValue},
		{"hex", Hex, "hexadecimal, lower case", "", 0, plain, OrderUnknown},
		{"hex(8, upper)", Hex, "hexadecimal, upper case, 8 digits", "", 8, plain, OrderUnknown},
		{"hex(8, any)", Hex, "hexadecimal, 8 digits", "", 8, plain, OrderUnknown},
		{"uuid", UUID, "36 characters", "", 36, plain, OrderUnknown},
		{"uuid(hex, upper)", UUID, "32 hexadecimal digits", "", 32, plain, OrderUnknown},
		{"uuid(bytes)", UUID, "16 bytes", "", 16, binary, OrderUnknown},
		{"ulid", ULID, "Crockford base 32", "", 26, plain, OrderUnknown},
		{"ulid(lower)", ULID, "Crockford base 32, lower case", "", 26, plain, OrderUnknown},
		{"date(20060102)", Timestamp, "UTC 20060102", Day, 8, plain, OrderByValue},
		{"date(2006-W01)", Timestamp, "UTC 2006-W01", Week, 8, plain, OrderByValue},
		{"date(06)", Timestamp, "UTC 06", Year, 2, plain, OrderUnknown},
		{"date(1504)", Timestamp, "UTC 1504", Minute, 4, plain, OrderUnknown},
		{"date(2006-01-02T15:04:05-07:00)", Timestamp, "local time with its offset 2006-01-02T15:04:05-07:00", Second, 25,
			plain, OrderUnknown},
		{"s", Timestamp, "epoch seconds, decimal", Second, 0, plain, OrderUnknown},
		{"ms", Timestamp, "epoch milliseconds, decimal", Millisecond, 0, plain, OrderUnknown},
		{"us(be(8))", Timestamp, "epoch microseconds, 8 bytes big-endian", Microsecond, 8, binary, OrderByValue},
		{"ns(pad(19))", Timestamp, "epoch nanoseconds, 19 digits", Nanosecond, 19, plain, OrderByValue},
		{"minute", Timestamp, "epoch minutes, decimal", Minute, 0, plain, OrderUnknown},
		{"hour", Timestamp, "epoch hours, decimal", Hour, 0, plain, OrderUnknown},
		{"day", Timestamp, "epoch days, decimal", Day, 0, plain, OrderUnknown},
		{"week", Timestamp, "epoch weeks of seven days, decimal", Week, 0, plain, OrderUnknown},
		{"ms(point(3))", Timestamp, "epoch milliseconds, decimal with 3 digits after the point", Millisecond, 0, plain,
			OrderUnknown},
		{"reverse(ms)", Timestamp, "2^63-1 minus epoch milliseconds, decimal", Millisecond, 0, reversed, OrderUnknown},
		{"reverse(ms, 10^13-1)", Timestamp, "10^13-1 minus epoch milliseconds, decimal", Millisecond, 0, reversed,
			OrderUnknown},
		{"reverse(int)", IntDecimal, "2^63-1 minus number, decimal", "", 0, reversed, OrderUnknown},
		{"reverse(be(4))", IntBE, "2^31-1 minus number, 4 bytes big-endian", "", 4, reversed + binary, OrderByValue},
		{"reverse(pad(4))", IntPadded, "10^4-1 minus number, 4 digits", "", 4, reversed, OrderByValue},
		{"reverse(date(20060102))", Timestamp, "10^8-1 minus 20060102 as a number", Day, 8, reversed, OrderByValue},
		{"reverse(domain)", Domain, "DNS name, labels from last to first", "", 0, reversed, OrderUnknown},
		{"reverse(ordered)", OrderedCode, "2^63-1 minus number, OrderedCode integer", "", 0, reversed + binary, OrderByValue},
		{"mirror(int)", IntDecimal, "decimal, digits from last to first", "", 0, reversed, OrderScattered},
		{"mirror(pad(8))", IntPadded, "8 digits, digits from last to first", "", 8, reversed, OrderScattered},
		{"prefix(d, day)", Timestamp, "d before: epoch days, decimal", Day, 0, plain, OrderUnknown},
		{"prefix(d, pad(2))", IntPadded, "d before: 2 digits", "", 3, plain, OrderByValue},
		{`prefix(\0, enum(a, bc))`, Enum, `\x00 before: one of 2 values`, "", 0, binary, OrderUnknown},
		{"hash", Hash, "digits and letters", "", 0, plain, OrderUnknown},
		{"hash(hex(32))", Hash, "digest in hex(32)", "", 32, plain, OrderUnknown},
		{"hash(bytes(16))", Hash, "digest in bytes(16)", "", 16, binary, OrderUnknown},
		{"salt(16)", Salt, "2 digits, 16 buckets", "", 2, plain, OrderScattered},
		{"salt(10)", Salt, "1 digits, 10 buckets", "", 1, plain, OrderScattered},
		{"salt(101, crc32(user, event))", Salt, "3 digits, 101 buckets, crc32 of user, event", "", 3, plain, OrderScattered},
		{"salt(8, be(2))", Salt, "2 bytes big-endian, 8 buckets", "", 2, binary, OrderScattered},
		{"salt(be(2))", Salt, "2 bytes big-endian", "", 2, binary, OrderScattered},
		{"salt(16, crc32)", Salt, "2 digits, 16 buckets, crc32", "", 2, plain, OrderScattered},
		{"bytes", Bytes, "binary", "", 0, binary, OrderUnknown}, {"bytes(16)", Bytes, "16 bytes, binary", "", 16, binary, OrderUnknown},
		{"domain", Domain, "DNS name", "", 0, plain, OrderUnknown},
		{"surt", Domain, "DNS name, labels from last to first, joined by commas", "", 0, reversed, OrderUnknown},
		{"url", URL, "URL", "", 0, plain, OrderUnknown}, {"url(path)", URL, "path from the first slash on", "", 0, plain, OrderUnknown},
		{"email", Email, "address", "", 0, plain, OrderUnknown}, {"ip", IP, "text", "", 0, plain, OrderUnknown},
		{"ip(4)", IP, "4 bytes", "", 4, binary, OrderUnknown}, {"ip(16)", IP, "16 bytes", "", 16, binary, OrderUnknown},
		{"geohash", Geohash, "geohash", "", 0, plain, OrderUnknown},
		{"geohash(6)", Geohash, "geohash, 6 characters", "", 6, plain, OrderUnknown},
		{"geohash(quadkey)", Geohash, "quadkey", "", 0, plain, OrderUnknown},
		{"geohash(h3)", Geohash, "H3 index in hexadecimal", "", 0, plain, OrderUnknown},
		{"json", JSON, "JSON text", "", 0, plain, OrderUnknown},
		{"ksuid", Hash, "27 characters of base 62", "", 27, plain, OrderUnknown},
		{"xid", Hash, "20 digits of base 32", "", 20, plain, OrderUnknown},
		{"objectid", Hash, "24 hexadecimal digits", "", 24, plain, OrderUnknown},
		{"objectid(bytes)", Hash, "12 bytes", "", 12, binary, OrderUnknown},
	} {
		c := mustCodec(t, tt.spec)
		is := ""
		if c.Reversed() {
			is = reversed
		}
		if c.Form().Binary {
			is += binary
		}
		if c.Type() != tt.typ || c.Encoding() != tt.encoding || c.Unit() != tt.unit || c.Width() != tt.width || is != tt.is ||
			c.Form().Order != tt.order || c.Spec() != tt.spec {
			t.Errorf("%s: {%q, %q, %q, %q, %d, %q, %d}, want %+v", tt.spec, c.Spec(), c.Type(), c.Encoding(), c.Unit(), c.Width(), is,
				c.Form().Order, tt)
		}
	}
}

// TestPatternsOfCodecs verifies the pattern that the texts of a codec match.
func TestPatternsOfCodecs(t *testing.T) {
	const label = `[^\x00-\x2c\x2e-\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7f]+`
	for spec, want := range map[string]string{
		"text": "", "int": "", "enum(a, bc)": "a|bc", "hex": "[0-9a-f]+", "hex(8)": "[0-9a-f]{8}", "hex(upper)": "[0-9A-F]+",
		"hex(8, any)": "[0-9A-Fa-f]{8}", "uuid": "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
		"uuid(hex)": "[0-9a-f]{32}", "uuid(hex, upper)": "[0-9A-F]{32}", "uuid(hex, any)": "[0-9A-Fa-f]{32}", "uuid(bytes)": "",
		"ulid": "[0-7][0-9A-HJ-KM-NP-TV-Z]{25}", "ulid(lower)": "[0-7][0-9a-hj-km-np-tv-z]{25}", "domain": label + `(?:\x2e` + label + ")*",
		"surt": label + `(?:\x2c` + label + ")*", "url": `[^\x00-\x20\x7f]+`, "url(path)": `/[^\x00-\x20\x7f]*`,
		"email": `[^\x00-\x20\x7f]+@[^\x00-\x20\x7f@]+`, "geohash": "[0-9b-hj-km-np-z]+", "geohash(6)": "[0-9b-hj-km-np-z]{6}",
		"geohash(quadkey)": "[0-3]+", "geohash(h3)": "[0-9a-f]+", "ksuid": "[0-9A-Za-z]{27}", "xid": "[0-9a-v]{20}",
		"objectid": "[0-9a-f]{24}", "hash(b64)": `[\x2b\x2d\x2f-9\x3dA-Z_a-z]+`,
	} {
		if got := mustCodec(t, spec).Form().Code.Pattern; got != want {
			t.Errorf("%s has the pattern %q, want %q", spec, got, want)
		}
	}
}

// TestLimitsOfNumbers verifies the greatest number that each form reads and writes, and that the next is refused.
func TestLimitsOfNumbers(t *testing.T) {
	for spec, limits := range map[string][2]string{
		"int": {"18446744073709551615", "18446744073709551616"}, "int(hex)": {"ffffffffffffffff", "10000000000000000"},
		"int(point(2))": {"92233720368547758.07", "92233720368547758.08"}, "int(hex(2))": {"ff", "100"}, "pad(2)": {"99", "100"},
		"be(1)": {"\xff", "\x01\x00"}, "ms": {"253402300799999", "253402300800000"}, /* the year 9999 */
		"reverse(pad(10), 2^31-1)": {"2147483647", "2147483648"}, "salt(16)": {"15", "16"}, "salt(hex(1))": {"f", "10"},
	} {
		c := mustCodec(t, spec)
		if v, err := c.Decode([]byte(limits[0])); err != nil {
			t.Errorf("%s does not read %q: %v", spec, limits[0], err)
		} else if back, err := c.Append(nil, v); err != nil || string(back) != limits[0] {
			t.Errorf("%s writes %q as %q, %v", spec, limits[0], back, err)
		}
		if v, err := c.Decode([]byte(limits[1])); err == nil {
			t.Errorf("%s reads %q as %v", spec, limits[1], v)
		}
	}
	for _, tt := range []struct {
		spec  string
		value int64
		want  string // "!" where it cannot be written
	}{
		{"be(1)", 255, "\xff"}, {"be(1)", 256, "!"}, {"be(1, signed)", 127, "\x7f"}, {"be(1, signed)", 128, "!"}, {"be(1, signed)", -128, "\x80"},
		{"be(1, signed)", -129, "!"}, {"be(1, flip)", -128, "\x00"}, {"be(1, flip)", 127, "\xff"}, {"be(1, flip)", 0, "\x80"}, {"be(1)", -1, "!"},
		{"pad(3)", -99, "-99"}, {"pad(3)", -100, "!"}, {"pad(3)", 999, "999"}, {"pad(3)", 1000, "!"}, {"int(hex(2))", 255, "ff"},
		{"int(hex(2))", 256, "!"}, {"int(hex(2, upper))", 10, "0A"}, {"int(point(2))", 5, "0.05"}, {"reverse(be(1))", 255, "\x00"},
		{"reverse(be(1))", 256, "!"}, {"salt(16)", 15, "15"}, {"salt(16)", 16, "!"}, {"salt(16)", -1, "!"}, {"mirror(pad(3))", 12, "210"},
		{"reverse(be(4))", 1<<31 - 1, "\x00\x00\x00\x00"}, {"reverse(be(4))", 1 << 31, "!"}, {"reverse(hex(2))", 1, "!"},
	} {
		c, err := ParseCodec(tt.spec)
		got := []byte("!")
		if err == nil {
			if got, err = c.Append(nil, number64(tt.value)); err != nil {
				got = []byte("!")
			}
		}
		if string(got) != tt.want {
			t.Errorf("%s writes %d as %q (%v), want %q", tt.spec, tt.value, got, err, tt.want)
		}
	}
}

// TestPlaceOfMistakes verifies the caret under a mistake, by the cells that a terminal takes for what stands before it,
// and that bytes which cannot be seen are spelled.
func TestPlaceOfMistakes(t *testing.T) {
	for _, tt := range []struct {
		template string
		offset   int
		want     string
	}{
		{"abc", 1, "m\n  abc\n   ^"}, {"abc", -5, "m\n  abc\n  ^"}, {"abc", 9, "m\n  abc\n     ^"}, {"日本x", 6, "m\n  日本x\n      ^"},
		{"e\u0301x", 3, "m\n  e\u0301x\n   ^"}, {"\x00x", 1, "m\n  \\x00x\n      ^"}, {"\xffx", 1, "m\n  \\xffx\n      ^"},
		{"\u200bx", 3, "m\n  \\xe2\\x80\\x8bx\n              ^"}, {"\ufffdx", 3, "m\n  \ufffdx\n   ^"},
	} {
		if got := (&SyntaxError{Template: tt.template, Offset: tt.offset, Message: "m"}).Error(); got != tt.want {
			t.Errorf("%q at %d:\n%s\nwant\n%s", tt.template, tt.offset, got, tt.want)
		}
	}
}

// TestEscapesOfLiterals verifies what escapes are read as, and the offset of those that are none.
func TestEscapesOfLiterals(t *testing.T) {
	for text, want := range map[string]string{`\0`: "\x00", `\n`: "\n", `\t`: "\t", `\r`: "\r", `\x41`: "A", `\xC3\xa9`: "é", `\{`: "{", `\\`: `\`, `\_`: "_",
		`\ `: " ", `\~`: "~", "\ufffd": "\ufffd"} {
		l, err := Parse("{a}#" + text + "#{b}")
		if err != nil || string(l.Parts()[1].Literal) != "#"+want+"#" {
			t.Errorf("%s is read as %q, %v, want %q", text, l.Parts()[1].Literal, err, want)
		}
	}
	for text, offset := range map[string]int{`\x4`: 3, `\xg0`: 3, `\x0g`: 3, `\q`: 3, `\a`: 3, `\1`: 3, `\é`: 3, `\`: 3, "\x7f": 3, "\xff": 3, "\u200b": 3} {
		_, err := Parse("{a}" + text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || syntax.Offset != offset {
			t.Errorf("%q: %v, want a mistake at %d", text, err, offset)
		}
	}
	for text, want := range map[string]string{" a ": `\x20a\x20`, "a => b": `a \=> b`, "a ++ ++ b": `a \++ \++ b`, "a=>b": "a=>b", "": ""} {
		if got := EscapeReserved(text); got != want {
			t.Errorf("%q is escaped as %q, want %q", text, got, want)
		}
	}
	for in, want := range map[string]string{"\x00": `\0`, "\x001": `\x001`, "\x00/": `\0/`, "\n\t\r": `\n\t\r`, "\x7f": `\x7f`, "é": "é", "(,": `\(\,`, `\`: `\\`} {
		if got := escapeArg([]byte(in)); got != want {
			t.Errorf("%q is written %q, want %q", in, got, want)
		}
	}
}

// TestMenusHaveTheWidth verifies that a menu offers each word's forms, with the width of the values where forms have one.
func TestMenusHaveTheWidth(t *testing.T) {
	var specs []string
	for _, c := range Words().Menu(8) {
		specs = append(specs, c.Spec())
	}
	all := strings.Join(specs, "|")
	for _, want := range []string{"text|text(8)|enum|int|pad(8)|be(8)|be(8, signed)|be(8, flip)|le(8)|le(8, signed)|ordered|",
		"varint|varint(zigzag)|float(8)|float(8, raw)|bcd(8)|bcd(8, sign)|hex|hex(8)", "s|s(pad(8))|s(be(8))",
		"hash|hash(hex(8))|hash(bytes(8))", "bytes|bytes(8)", "geohash|geohash(8)"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %s in %s", want, all)
		}
	}
	for _, c := range Words().Menu(9) {
		if strings.HasPrefix(c.Spec(), "be(") {
			t.Errorf("of 9 bytes %s is offered", c.Spec())
		}
	}
}
