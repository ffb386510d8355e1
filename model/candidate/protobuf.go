package candidate

import "strconv"

// Content is the value of a cell: Front is as much of it as is known, Size the length of the whole in bytes.
type Content struct {
	Front []byte
	Size  int
}

// ProtobufSize estimates the length of a message with a field for each value, numbered in their order, by the wire
// format: a tag, then a varint for a decimal integer, 8 bytes for another decimal number, else a length and the bytes
// (protobuf.dev/programming-guides/encoding).
func ProtobufSize(values []Content) int {
	size := 0
	for i, value := range values {
		size += varintSize(uint64(i+1) << 3)
		text := string(value.Front)
		if value.Size == len(value.Front) {
			if n, err := strconv.ParseInt(text, 10, 64); err == nil && strconv.FormatInt(n, 10) == text {
				size += varintSize(uint64(n))
				continue
			}
			if f, err := strconv.ParseFloat(text, 64); err == nil && f == f && value.Size > 2 && text[0] <= '9' {
				size += 8
				continue
			}
		}
		size += varintSize(uint64(value.Size)) + value.Size
	}
	return size
}

func varintSize(u uint64) int {
	n := 1
	for ; u >= 0x80; u >>= 7 {
		n++
	}
	return n
}
