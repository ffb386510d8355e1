package rowkey

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// Word is a word of the codec language. To add a codec is to add one to Words.
type Word struct {
	Word  string // as a template writes it
	Usage string // its forms, comma-separated
	Text  string // what it reads
	// the forms that a menu offers, the most common first, separated by |; # is the width of the values in bytes
	Menu string
	// Build makes the codec of the arguments as written; it is for words outside of this package.
	Build func(args []string) (Codec, error)
	build func(call) (Codec, error)
}

// Vocabulary is the words that templates are written with.
type Vocabulary []Word

// Words returns the vocabulary of all codecs that there are.
func Words() Vocabulary {
	return slices.Concat(plainWords(), epochWords(), madeWords(), formatWords())
}

// plainWords are for texts, numbers, digits of ids and dates.
func plainWords() Vocabulary {
	return Vocabulary{
		{Word: "text", Usage: "text, text(8), text(8, _)", Menu: "text|text(#)",
			Text: "UTF-8; text(8) is 8 bytes padded with spaces, text(8, _) with another byte", build: buildText},
		{Word: "enum", Usage: "enum, enum(phone, tablet)", Menu: "enum",
			Text: "text with few values; in parentheses the only ones allowed", build: buildEnum},
		{Word: "int", Usage: "int, int(hex), int(hex(16))", Menu: "int",
			Text: "decimal integer without padding, or an integer in another number form", build: buildInt},
		{Word: "pad", Usage: "pad(10)", Menu: "pad(#)",
			Text: "decimal integer zero-padded to a width", build: buildNumber},
		{Word: "be", Usage: "be(4), be(8, signed), be(8, flip)", Menu: "be(#)|be(#, signed)|be(#, flip)",
			Text:  "big-endian integer of 1 to 8 bytes: unsigned, two's complement, or with the sign bit flipped",
			build: buildNumber},
		{Word: "le", Usage: "le(4), le(8, signed)", Menu: "le(#)|le(#, signed)",
			Text: "little-endian integer of 1 to 8 bytes: unsigned or two's complement", build: buildNumber},
		{Word: "ordered", Usage: "ordered, ordered(tuple), ordered(cockroach), ordered(sqlite), ordered(unsigned)",
			Menu: "ordered|ordered(tuple)|ordered(cockroach)|ordered(sqlite)|ordered(unsigned)",
			Text: "integer that tells its length and sorts: OrderedCode, FoundationDB tuple, " +
				"CockroachDB, SQLite4, OrderedCode without sign",
			build: buildNumber},
		{Word: "varint", Usage: "varint, varint(zigzag)", Menu: "varint|varint(zigzag)",
			Text: "integer of 7 bits a byte, the least first; with zigzag negative ones too", build: buildNumber},
		{Word: "float", Usage: "float(8), float(4), float(8, raw)", Menu: "float(#)|float(#, raw)",
			Text: "floating-point number that sorts; raw as IEEE 754 has it", build: buildFloat},
		{Word: "bcd", Usage: "bcd(4), bcd(5, sign)", Menu: "bcd(#)|bcd(#, sign)",
			Text: "decimal digits, two in a byte, the last four bits a sign or not", build: buildNumber},
		{Word: "hex", Usage: "hex, hex(8), hex(upper), hex(8, any)", Menu: "hex|hex(#)|hex(upper)|hex(any)",
			Text: "hexadecimal digits, lower case unless said otherwise", build: buildHex},
		{Word: "uuid", Usage: "uuid, uuid(upper), uuid(any), uuid(hex), uuid(bytes)",
			Menu: "uuid|uuid(hex)|uuid(bytes)|uuid(upper)",
			Text: "UUID: 36 characters, 32 hex digits or 16 bytes", build: buildUUID},
		{Word: "ulid", Usage: "ulid, ulid(lower)", Menu: "ulid|ulid(lower)",
			Text: "ULID, 26 characters", build: buildULID},
		{Word: "date", Usage: "date(20060102), date(2006-01-02T15:04:05Z), date(2006-W01)",
			Menu: "date(20060102)|date(2006-01-02)|date(2006)|date(200601)|date(2006010215)|date(200601021504)|date(20060102150405)|date(2006-01-02T15:04:05Z)|date(2006-01-02T15:04:05-07:00)|date(2006-W01)|date(2006002)",
			Text: "calendar time (UTC) in Go's reference form, W01 for the ISO week", build: buildDate},
	}
}

// epochWords are for times that are counted in units since 1970.
func epochWords() Vocabulary {
	return Vocabulary{
		{Word: "s", Usage: "s, s(pad(10)), s(be(4))", Menu: "s|s(pad(#))|s(be(#))",
			Text: "seconds since 1970 in any number form", build: buildEpoch},
		{Word: "ms", Usage: "ms, ms(pad(13)), ms(be(8))", Menu: "ms|ms(pad(#))|ms(be(#))",
			Text: "milliseconds since 1970 in any number form", build: buildEpoch},
		{Word: "us", Usage: "us, us(pad(16)), us(be(8))", Menu: "us|us(pad(#))|us(be(#))",
			Text: "microseconds since 1970 in any number form", build: buildEpoch},
		{Word: "ns", Usage: "ns, ns(pad(19)), ns(be(8))", Menu: "ns|ns(pad(#))|ns(be(#))",
			Text: "nanoseconds since 1970 in any number form", build: buildEpoch},
		{Word: "minute", Usage: "minute, minute(pad(8)), minute(be(4))", Menu: "minute|minute(be(#))",
			Text: "minutes since 1970 in any number form", build: buildEpoch},
		{Word: "hour", Usage: "hour, hour(pad(6)), hour(be(4))", Menu: "hour|hour(be(#))",
			Text: "hours since 1970 in any number form", build: buildEpoch},
		{Word: "day", Usage: "day, day(pad(5)), day(be(4))", Menu: "day|day(be(#))",
			Text: "days since 1970 in any number form", build: buildEpoch},
		{Word: "week", Usage: "week, week(pad(4)), week(be(2))", Menu: "week|week(be(#))",
			Text: "weeks of seven days since 1970 in any number form", build: buildEpoch},
	}
}

// madeWords are for values made of others, by turning, cutting or hashing them, and for what nothing is known of.
func madeWords() Vocabulary {
	return Vocabulary{
		{Word: "reverse", Usage: "reverse(ms), reverse(ms, 10^13-1), reverse(be(8)), reverse(domain)",
			Menu: "reverse(ms)|reverse(s)|reverse(us)|reverse(pad(#))|reverse(date(20060102))|reverse(be(#))|reverse(ms(be(#)))|reverse(us(be(#)))|reverse(domain)",
			Text: "a maximum minus the number; labels of a domain from last to first", build: buildReverse},
		{Word: "mirror", Usage: "mirror(int), mirror(pad(8))", Menu: "mirror(int)|mirror(pad(#))",
			Text: "decimal digits from last to first", build: buildMirror},
		{Word: "prefix", Usage: "prefix(d, day)", Menu: "",
			Text: "constant bytes that belong to the segment, then another codec", build: buildPrefix},
		{Word: "hash", Usage: "hash, hash(hex), hash(hex(32)), hash(b64), hash(bytes(16))",
			Menu:  "hash|hash(hex(#))|hash(bytes(#))",
			Text:  "digest or random id; in hex, upper, b32, b58, b62, b64, dec or bytes, of any or a fixed width",
			build: buildHash},
		{Word: "salt", Usage: "salt(16), salt(8, be(1)), salt(16, pad(2), crc32(user, event))", Menu: "salt(16)",
			Text: "salt of so many buckets, how it is written, and what it is the hash of", build: buildSalt},
		{Word: "bytes", Usage: "bytes, bytes(16)", Menu: "bytes|bytes(#)",
			Text: "opaque binary", build: buildBytes},
	}
}

// formatWords are for values of a format that a standard or a library defines.
func formatWords() Vocabulary {
	return Vocabulary{
		{Word: "domain", Usage: "domain", Menu: "domain",
			Text: "DNS name; reverse(domain) is org.debian.www", build: buildDomain},
		{Word: "surt", Usage: "surt", Menu: "surt",
			Text: "DNS name with its labels reversed and joined by commas, org,debian,www", build: buildSurt},
		{Word: "url", Usage: "url, url(path)", Menu: "url|url(path)",
			Text:  "URL, or the path and query of one; url(path) begins with a slash, which ends the segment before",
			build: buildURL},
		{Word: "email", Usage: "email", Menu: "email",
			Text: "e-mail address", build: buildWord},
		{Word: "ip", Usage: "ip, ip(4), ip(16)", Menu: "ip|ip(4)|ip(16)",
			Text: "IP address as text, as 4 or as 16 bytes", build: buildIP},
		{Word: "geohash", Usage: "geohash, geohash(6), geohash(quadkey), geohash(h3)",
			Menu: "geohash|geohash(#)|geohash(quadkey)|geohash(h3)",
			Text: "geohash, quadkey or H3 cell", build: buildGeohash},
		{Word: "memcomparable", Usage: "memcomparable", Menu: "memcomparable",
			Text:  "text in groups of 8 bytes, each with a marker behind it, of TiDB and MyRocks",
			build: buildMemcomparable},
		{Word: "json", Usage: "json", Menu: "json",
			Text: "JSON document", build: buildWord},
		{Word: "snowflake", Usage: "snowflake, snowflake(discord), snowflake(1288834974657)",
			Menu: "snowflake|snowflake(discord)",
			Text: "id with 41 bits of milliseconds since an epoch, decimal", build: buildSnowflake},
		{Word: "ksuid", Usage: "ksuid", Menu: "ksuid",
			Text: "KSUID, 27 characters", build: buildKSUID},
		{Word: "xid", Usage: "xid", Menu: "xid",
			Text: "xid, 20 characters", build: buildXID},
		{Word: "objectid", Usage: "objectid, objectid(bytes)", Menu: "objectid|objectid(bytes)",
			Text: "MongoDB object id, 24 hex digits or 12 bytes", build: buildObjectID},
	}
}

// Codec makes a codec as ParseCodec does, with the words of v.
func (v Vocabulary) Codec(spec string) (Codec, error) {
	return (&scanner{src: spec, vocabulary: v}).whole()
}

// Parse reads a template as the function Parse does, with the words of v.
func (v Vocabulary) Parse(template string) (*Layout, error) { return parse(template, v) }

// Menu lists the codecs that are offered for values of width bytes, the most common forms of each word first. Whether
// they decode such a value is for the caller to see.
func (v Vocabulary) Menu(width int) []Codec {
	var menu []Codec
	for _, w := range v {
		for spec := range strings.SplitSeq(w.Menu, "|") {
			if c, err := v.Codec(strings.ReplaceAll(spec, "#", strconv.Itoa(width))); err == nil {
				menu = append(menu, c)
			}
		}
	}
	return menu
}

// traits are what a codec says of itself.
type traits struct {
	spec, encoding string
	typ            Type
	unit           Unit
	reversed       bool
	width          int
}

func (t *traits) Spec() string     { return t.spec }
func (t *traits) Encoding() string { return t.encoding }
func (t *traits) Type() Type       { return t.typ }
func (t *traits) Unit() Unit       { return t.unit }
func (t *traits) Reversed() bool   { return t.reversed }
func (t *traits) Width() int       { return t.width }

// sized is a codec of varying width that determines its length from its first bytes.
type sized interface {
	// size is the length of the value at the start of b, 0 when b is too short.
	size(b []byte) int
}

// SizeOf returns how many bytes the value of c at the start of b takes, where its first bytes determine that; 0 where
// they do not, or begin no value.
func SizeOf(c Codec, b []byte) int {
	if s, ok := c.(sized); ok {
		return s.size(b)
	}
	return 0
}

// IDTime returns the time at which an id was made, for the values of a Stamped codec that hold one.
func IDTime(c Codec, v Value) (time.Time, bool) {
	s, ok := AsStamped(c)
	if !ok {
		return time.Time{}, false
	}
	seconds, nanos, ok := s.Stamp(v)
	return time.Unix(seconds, int64(nanos)).UTC(), ok
}

// AsStamped returns what c knows of times in ids, constant bytes before the id aside; false when it knows nothing.
func AsStamped(c Codec) (Stamped, bool) {
	if p, ok := c.(*prefixCodec); ok {
		c = p.Codec
	}
	s, ok := c.(Stamped)
	return s, ok
}

// AsStructured returns what c knows of the bytes that its values have to keep, constant bytes before the value aside.
func AsStructured(c Codec) (Structured, bool) {
	if p, ok := c.(*prefixCodec); ok {
		c = p.Codec
	}
	s, ok := c.(Structured)
	return s, ok
}
