package value

import "encoding/binary"

// maxField is the greatest field number that is taken for one. The format allows 2^29-1, but messages that people write
// seldom reach four digits, while chance does.
const maxField = 4096

// The wire types of the protobuf encoding; 3 and 4 are groups, which nobody writes any more.
const (
	wireVarint = 0
	wire64     = 1
	wireBytes  = 2
	wire32     = 5
)

// isProtobuf reports whether v reads as fields of the protobuf wire format from end to end; of a value that was cut, as far
// as it goes. A field may not reach past the end of the value.
func isProtobuf(v []byte, size int) bool {
	if len(v) < 2 || isText(v, size) {
		return false
	}
	at := 0
	for at < len(v) {
		tag, n := binary.Uvarint(v[at:])
		if n == 0 {
			return cutHere(v, size)
		}
		field := tag >> 3
		if n < 0 || field == 0 || field > maxField {
			return false
		}
		at += n
		step, ok := fieldBytes(v[at:], tag&7, size-at)
		switch {
		case !ok:
			return false
		case step < 0:
			return cutHere(v, size)
		}
		at += step
	}
	return at == size || len(v) < size && at <= size
}

// cutHere reports whether reading stopped because the rest of the value was not kept.
func cutHere(v []byte, size int) bool { return len(v) < size }

// fieldBytes is how many bytes the content of a field takes, of left bytes to the end of the value; -1 when v ends
// within it.
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
