package value

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
	"unicode"
	"unicode/utf8"

	"tabletop/model/sample"
)

func isGzip(v []byte, size int) bool {
	return size >= 18 && len(v) >= 3 && v[0] == 0x1f && v[1] == 0x8b && v[2] == 8 // RFC 1952
}

func isZstd(v []byte, size int) bool {
	return size >= 6 && bytes.HasPrefix(v, []byte{0x28, 0xb5, 0x2f, 0xfd}) // RFC 8878
}

// isZlib reports whether v has the header of RFC 1950: deflate with a window of 32 kB, and a check of the two bytes.
func isZlib(v []byte, size int) bool {
	return size >= 8 && len(v) >= 2 && v[0] == 0x78 && binary.BigEndian.Uint16(v)%31 == 0 && v[1]&0x20 == 0 &&
		!isText(v, size)
}

// isAvro reports whether v has a frame with a magic number: an object container file, or the single-object encoding.
func isAvro(v []byte, size int) bool {
	return bytes.HasPrefix(v, []byte("Obj\x01")) || size > 10 && bytes.HasPrefix(v, []byte{0xc3, 0x01})
}

// frames counts the frames of a schema registry: a zero byte and a schema's number in 4 bytes. Such a prefix is
// significant only if many values of different lengths share it.
type frames struct {
	byID  map[uint32]int
	sizes map[int]bool
}

func newFrames() *frames { return &frames{byID: map[uint32]int{}, sizes: map[int]bool{}} }

func (f *frames) add(v []byte, size int) {
	if len(v) > 5 && v[0] == 0 {
		if id := binary.BigEndian.Uint32(v[1:]); id > 0 && id < 1<<24 {
			f.byID[id]++
			f.sizes[size] = true
		}
	}
}

// most returns the number of framed values, 0 if that is not significant.
func (f *frames) most() int {
	n := 0
	for _, k := range f.byID {
		n += k
	}
	if n < 8 || len(f.byID) > 4 || len(f.sizes) < 3 {
		return 0
	}
	return n
}

// IsText reports whether the kept bytes of a cell's value are UTF-8 of printable characters and white space.
func IsText(c sample.Cell) bool { return isText(c.Value, c.Size) }

// isText reports whether v is UTF-8 of printable characters and white space. The last character may be truncated.
func isText(v []byte, size int) bool {
	if len(v) == 0 {
		return false // no byte of the value was kept
	}
	for rest := v; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		if r == utf8.RuneError && n <= 1 {
			return len(v) < size && !utf8.FullRune(rest) && len(rest) < len(v)
		}
		if !unicode.IsPrint(r) && !unicode.IsSpace(r) {
			return false
		}
		rest = rest[n:]
	}
	return true
}

// isJSON reports whether v is a JSON object or array, or a prefix of one.
func isJSON(v []byte, size int) bool {
	start := bytes.TrimLeft(v, " \t\r\n")
	if len(start) == 0 || start[0] != '{' && start[0] != '[' {
		return false
	}
	if len(v) >= size {
		return json.Valid(v)
	}
	d := json.NewDecoder(bytes.NewReader(v))
	for {
		if _, err := d.Token(); err != nil {
			return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		}
	}
}

func integer(v []byte) int64 { return int64(binary.BigEndian.Uint64(v)) }

// IsTime reports whether n is likely a time: one between 2000 and 2100 in seconds, or in milli-, micro- or nanoseconds.
func IsTime(n int64) bool { return isTime(n) }

// isTime reports whether n is a time between 2000 and 2100 in seconds, or in milli-, micro- or nanoseconds.
func isTime(n int64) bool {
	const from, to = 946_684_800, 4_102_444_800
	for _, per := range []int64{1, 1e3, 1e6, 1e9} {
		if s := n / per; s >= from && s < to {
			return true
		}
	}
	return false
}

// isInt64 reports whether v is 8 bytes of a number of a plausible size for a count, or a time. Text of 8 characters and
// most doubles are neither.
func isInt64(v []byte, size int) bool {
	if size != 8 || len(v) != 8 || isText(v, size) {
		return false
	}
	n := integer(v)
	return n > -1<<48 && n < 1<<48 || isTime(n)
}

// isFloat64 reports whether v is 8 bytes of a number of a plausible magnitude for a measurement. Small integers read as
// doubles are below 1e-300. Some doubles are valid text, and 8 characters are a double, so only the whole column
// distinguishes them.
func isFloat64(v []byte, size int) bool {
	if size != 8 || len(v) != 8 {
		return false
	}
	a := math.Abs(math.Float64frombits(binary.BigEndian.Uint64(v)))
	return a >= 1e-12 && a <= 1e18 || a == 0
}
