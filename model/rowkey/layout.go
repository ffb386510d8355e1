// Package rowkey states how row keys are built: layouts of typed segments, the template language that writes a layout
// in one line, and the codecs that turn the bytes of a segment into a value and back. docs/templates.md is the grammar.
package rowkey

// Type is a word of the closed vocabulary of segment types.
type Type string

// The vocabulary. Every codec has one of these types.
const (
	Text        Type = "text"         // words, names, codes, slugs, paths: UTF-8 without a closer type
	Enum        Type = "enum"         // text with few distinct values in the table
	IntDecimal  Type = "int_decimal"  // decimal integer, not padded
	IntPadded   Type = "int_padded"   // decimal integer padded to a fixed width
	Hex         Type = "hex"          // integer or short id in hexadecimal
	UUID        Type = "uuid"         // as text, as 32 hex digits or as 16 bytes
	ULID        Type = "ulid"         // 26 characters of Crockford base 32
	Timestamp   Type = "timestamp"    // a time; see Unit
	Salt        Type = "salt"         // a small value that is a function of other segments, modulo a bucket count
	Hash        Type = "hash"         // digest or random id: high entropy in any encoding
	Domain      Type = "domain"       // DNS name; reversed when its labels are (org.debian.www)
	URL         Type = "url"          // URL, or the path and query of one
	Email       Type = "email"        // e-mail address
	IP          Type = "ip"           // IP address, as text or as 4 or 16 bytes
	Geohash     Type = "geohash"      // cell of a geographic grid: geohash, quadkey, H3 index
	IntBE       Type = "int_be"       // integer of a fixed width, greatest digit first, sign bit flipped or not
	Bytes       Type = "bytes"        // opaque binary, and numbers that are no integers or do not sort
	OrderedCode Type = "ordered_code" // variable-length order-preserving integer
	JSON        Type = "json"         // JSON document
)

// IsInteger reports whether the values are integers, however they are written.
func (t Type) IsInteger() bool {
	return t == IntDecimal || t == IntPadded || t == IntBE || t == OrderedCode
}

// Codec turns the bytes of one segment into a value and back. Codecs are immutable. Append(nil, Decode(b)) is b for
// every b that Decode accepts; a spelling that could not be written back (other case, other padding) is an error.
type Codec interface {
	Spec() string     // as a template writes it: "ms", "reverse(ms)", "be(4)"
	Encoding() string // in words: "2^63-1 minus epoch milliseconds, 19 digits"
	Type() Type
	Unit() Unit     // timestamps only, else empty
	Reversed() bool // larger values are stored as smaller ones, or labels or digits are reversed
	Width() int     // bytes, when every value has the same width; 0 when it varies
	Form() Form     // what it can do beyond that
	Decode(b []byte) (Value, error)
	Append(dst []byte, v Value) ([]byte, error)
}

// Segment is one named part of a key.
type Segment struct {
	Name  string
	Codec Codec
	// Escape states how the bytes of the segment are escaped inside the key, so that a delimiter can be distinguished
	// from data.
	Escape Escape
	// Last lets a segment of varying width run to the last occurrence of the literal after it, not the first, or to the
	// end of the key. Without it the value never holds the delimiter after it, or before it when it ends the key.
	Last bool
	// LengthPrefix is the number of big-endian bytes before the segment that hold its length; 0 for none. The prefix
	// belongs to no segment.
	LengthPrefix int
}

// Escape is a way to escape the bytes of a segment.
type Escape string

// The escapes. EscapeOrdered is Bigtable's OrderedCode struct encoding: 00 inside a field is written 00 FF, and fields
// are joined by 00 01.
const (
	EscapeNone    Escape = ""
	EscapeOrdered Escape = "ordered"
)

// Part is one piece of a layout: exactly one of its fields is set.
type Part struct {
	Literal []byte   // bytes that stand in every key as they are: delimiters, prefixes
	Segment *Segment // a value
	Group   *Group   // parts that may be absent or come several times
}

// Group is a run of parts that is optional, or repeated zero or more times. An optional group that does not match is
// skipped whole.
type Group struct {
	Parts  []Part
	Repeat bool
}

// Span is one segment found in a key: bytes Start to End (exclusive) of the key, escapes included.
type Span struct {
	Segment *Segment
	Start   int
	End     int
	Value   Value
}
