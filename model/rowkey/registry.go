package rowkey

import "time"

// CodecDoc describes a codec for help, completion and the docs.
type CodecDoc struct {
	Word  string // as a template writes it
	Usage string // its forms, comma-separated
	Text  string // what it reads
}

// Codecs lists every codec there is.
func Codecs() []CodecDoc {
	var docs []CodecDoc
	for _, f := range families() {
		docs = append(docs, CodecDoc{f.word, f.usage, f.text})
	}
	return docs
}

// family is a word of the codec language. To add a codec is to add one value to families.
type family struct {
	word  string
	usage string
	text  string
	build func(call) (Codec, error)
}

func families() []family {
	return []family{
		{"text", "text, text(8), text(8, _)", "UTF-8; text(8) is 8 bytes padded with spaces, text(8, _) with another byte", buildText},
		{"enum", "enum, enum(phone, tablet)", "text with few values; in parentheses the only ones allowed", buildEnum},
		{"int", "int, int(hex), int(hex(16))", "decimal integer without padding, or an integer in another number form", buildInt},
		{"pad", "pad(10)", "decimal integer zero-padded to a width", buildNumber},
		{"be", "be(4), be(8, signed), be(8, flip)", "big-endian integer of 1 to 8 bytes: unsigned, two's complement, or with the sign bit flipped", buildNumber},
		{"ordered", "ordered", "OrderedCode integer, 1 to 10 bytes", buildNumber},
		{"hex", "hex, hex(8), hex(upper), hex(8, any)", "hexadecimal digits, lower case unless said otherwise", buildHex},
		{"uuid", "uuid, uuid(upper), uuid(any), uuid(hex), uuid(bytes)", "UUID: 36 characters, 32 hex digits or 16 bytes", buildUUID},
		{"ulid", "ulid, ulid(lower)", "ULID, 26 characters", buildULID},
		{"date", "date(20060102), date(2006-01-02T15:04:05Z), date(2006-W01)", "calendar time (UTC) in Go's reference form, W01 for the ISO week", buildDate},
		{"s", "s, s(pad(10)), s(be(4))", "seconds since 1970 in any number form", buildEpoch},
		{"ms", "ms, ms(pad(13)), ms(be(8))", "milliseconds since 1970 in any number form", buildEpoch},
		{"us", "us, us(pad(16)), us(be(8))", "microseconds since 1970 in any number form", buildEpoch},
		{"ns", "ns, ns(pad(19)), ns(be(8))", "nanoseconds since 1970 in any number form", buildEpoch},
		{"minute", "minute, minute(pad(8)), minute(be(4))", "minutes since 1970 in any number form", buildEpoch},
		{"hour", "hour, hour(pad(6)), hour(be(4))", "hours since 1970 in any number form", buildEpoch},
		{"day", "day, day(pad(5)), day(be(4))", "days since 1970 in any number form", buildEpoch},
		{"week", "week, week(pad(4)), week(be(2))", "weeks of seven days since 1970 in any number form", buildEpoch},
		{"reverse", "reverse(ms), reverse(ms, 10^13-1), reverse(be(8)), reverse(domain)", "a maximum minus the number; labels of a domain from last to first", buildReverse},
		{"mirror", "mirror(int), mirror(pad(8))", "decimal digits from last to first", buildMirror},
		{"prefix", "prefix(d, day)", "constant bytes that belong to the segment, then another codec", buildPrefix},
		{"hash", "hash, hash(hex), hash(hex(32)), hash(b64), hash(bytes(16))", "digest or random id; in hex, upper, b32, b58, b62, b64, dec or bytes, of any or a fixed width", buildHash},
		{"salt", "salt(16), salt(8, be(1)), salt(16, pad(2), crc32(user, event))", "salt of so many buckets, how it is written, and what it is the hash of", buildSalt},
		{"bytes", "bytes, bytes(16)", "opaque binary", buildBytes},
		{"domain", "domain", "DNS name; reverse(domain) is org.debian.www", buildDomain},
		{"surt", "surt", "DNS name with its labels reversed and joined by commas, org,debian,www", buildSurt},
		{"url", "url, url(path)", "URL, or the path and query of one; url(path) begins with a slash, which ends the segment before", buildURL},
		{"email", "email", "e-mail address", buildWord},
		{"ip", "ip, ip(4), ip(16)", "IP address as text, as 4 or as 16 bytes", buildIP},
		{"geohash", "geohash, geohash(6), geohash(quadkey), geohash(h3)", "geohash, quadkey or H3 cell", buildGeohash},
		{"json", "json", "JSON document", buildWord},
		{"snowflake", "snowflake, snowflake(discord), snowflake(1288834974657)", "id with 41 bits of milliseconds since an epoch, decimal", buildSnowflake},
		{"ksuid", "ksuid", "KSUID, 27 characters", buildKSUID},
		{"objectid", "objectid, objectid(bytes)", "MongoDB object id, 24 hex digits or 12 bytes", buildObjectID},
	}
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

// sized is a codec of varying width that tells its length from its first bytes.
type sized interface {
	// size is the length of the value at the start of b, 0 when b is too short to tell.
	size(b []byte) int
}

// stamped is a codec of ids that hold the time at which they were made.
type stamped interface {
	// stamp is that instant; false when the value holds none, as a random UUID does not.
	stamp(v Value) (seconds int64, nanos int32, ok bool)
}

// IDTime is the time at which an id was made, where codec c is of ids that tell: version 1, 6 and 7 UUIDs, ULIDs,
// snowflakes, KSUIDs and MongoDB's object ids.
func IDTime(c Codec, v Value) (time.Time, bool) {
	if p, ok := c.(*prefixCodec); ok {
		c = p.Codec
	}
	s, ok := c.(stamped)
	if !ok {
		return time.Time{}, false
	}
	seconds, nanos, ok := s.stamp(v)
	return time.Unix(seconds, int64(nanos)).UTC(), ok
}
