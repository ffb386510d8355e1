package value

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"tabletop/views/text"
)

// Limits of what is taken for protobuf: a message with a field number beyond maxField is more likely something else,
// and deeper nesting than maxDepth is shown as bytes.
const (
	maxField = 1 << 12
	maxDepth = 8
)

// The wire types of protobuf that are in use.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

// field is one field of a message in wire format.
type field struct {
	number uint64
	wire   int
	num    uint64 // of the number wire types
	bytes  []byte // wireBytes
}

// nextField reads the field that b starts with; ok is false when there is none.
func nextField(b []byte) (f field, rest []byte, ok bool) {
	tag, count := binary.Uvarint(b)
	if count <= 0 || tag>>3 == 0 || tag>>3 > maxField {
		return f, nil, false
	}
	f.number, f.wire, b = tag>>3, int(tag&7), b[count:]
	switch f.wire {
	case wireVarint:
		f.num, count = binary.Uvarint(b)
		return f, b[max(count, 0):], count > 0
	case wireFixed64:
		if len(b) < 8 {
			return f, nil, false
		}
		f.num = binary.LittleEndian.Uint64(b)
		return f, b[8:], true
	case wireFixed32:
		if len(b) < 4 {
			return f, nil, false
		}
		f.num = uint64(binary.LittleEndian.Uint32(b))
		return f, b[4:], true
	case wireBytes:
		size, n := binary.Uvarint(b)
		if n <= 0 || size > uint64(len(b)-n) {
			return f, nil, false
		}
		f.bytes = b[n : n+int(size)]
		return f, b[n+int(size):], true
	}
	return f, nil, false
}

// isProto reports whether b is fields to its end. Short random values fit too, so a message has at least three bytes.
func isProto(b []byte) bool {
	if len(b) < 3 {
		return false
	}
	for ok := true; len(b) > 0; {
		if _, b, ok = nextField(b); !ok {
			return false
		}
	}
	return true
}

// protoLine writes the fields of a message one after the other: 1=42 2="name".
func protoLine(b []byte) string {
	var out []string
	for len(b) > 0 {
		f, rest, ok := nextField(b)
		if !ok {
			break
		}
		out = append(out, fmt.Sprintf("%d=%s", f.number, f.words()))
		b = rest
	}
	return strings.Join(out, " ")
}

// words writes what the field holds. The wire format does not distinguish signed from unsigned, nor integers from
// floats.
func (f field) words() string {
	switch f.wire {
	case wireVarint:
		return text.Integer(int64(f.num))
	case wireFixed64:
		if v := math.Float64frombits(f.num); sensible(v) {
			return fmt.Sprint(v)
		}
		return text.Integer(int64(f.num))
	case wireFixed32:
		if v := math.Float32frombits(uint32(f.num)); sensible(float64(v)) {
			return fmt.Sprint(v)
		}
		return text.Integer(int64(int32(f.num)))
	}
	if isText(f.bytes, true) {
		return `"` + text.Escape(f.bytes) + `"`
	}
	return hex.EncodeToString(f.bytes)
}

// protoLines writes a message with a field a line, nested messages indented.
func protoLines(b []byte, w int) []string {
	out := wrap(nil, "protobuf wire format: field numbers, no names", w)
	return appendFields(out, b, 0, w)
}

func appendFields(out []string, b []byte, depth, w int) []string {
	indent := strings.Repeat("  ", depth)
	for len(b) > 0 {
		field, rest, ok := nextField(b)
		if !ok {
			return wrap(out, indent+hex.EncodeToString(b), w)
		}
		b = rest
		if field.wire == wireBytes && depth < maxDepth && !isText(field.bytes, true) && isProto(field.bytes) {
			out = append(out, ansi.Truncate(fmt.Sprintf("%s%d {", indent, field.number), w, ""))
			out = appendFields(out, field.bytes, depth+1, w)
			out = append(out, ansi.Truncate(indent+"}", w, ""))
			continue
		}
		out = wrap(out, fmt.Sprintf("%s%d: %s", indent, field.number, field.words()), w)
	}
	return out
}
