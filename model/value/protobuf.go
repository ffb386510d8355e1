package value

import "encoding/binary"

// maxField is the maximum field number that is accepted. The format allows 2^29-1, but real messages seldom reach four
// digits, while random bytes do.
const maxField = 4096

// The wire types of the protobuf encoding; 3 and 4 are groups, which are deprecated.
const (
	wireVarint = 0
	wire64     = 1
	wireBytes  = 2
	wire32     = 5
)

// isProtobuf reports whether v is fields of the protobuf wire format from end to end, as far as the value was kept. A
// field must not extend past the end of the value.
func isProtobuf(v []byte, size int) bool {
	if len(v) < 2 || isText(v, size) {
		return false
	}
	at := 0
	for at < len(v) {
		tag, count := binary.Uvarint(v[at:])
		if count == 0 {
			return cutHere(v, size)
		}
		field := tag >> 3
		if count < 0 || field == 0 || field > maxField {
			return false
		}
		at += count
		step, ok := fieldBytes(v[at:], tag&7, size-at)
		switch {
		case !ok:
			return false
		case step < 0:
			return cutHere(v, size)
		}
		at += step
	}
	return true // fieldBytes refuses what ends behind the value
}

// cutHere reports whether parsing stopped because the rest of the value was not kept.
func cutHere(v []byte, size int) bool { return len(v) < size }

// fieldBytes returns the length of the content of a field, of left bytes to the end of the value; -1 if v ends within
// it.
func fieldBytes(v []byte, wire uint64, left int) (n int, ok bool) {
	switch wire {
	case wireVarint:
		_, n = binary.Uvarint(v)
		if n < 0 {
			return 0, false
		}
		if n == 0 {
			n = -1
		}
		return n, true
	case wire64:
		return 8, left >= 8
	case wire32:
		return 4, left >= 4
	case wireBytes:
		length, k := binary.Uvarint(v)
		switch {
		case k < 0:
			return 0, false
		case k == 0:
			return -1, true
		}
		return k + int(min(length, uint64(left)+1)), length <= uint64(left-k)
	}
	return 0, false
}
