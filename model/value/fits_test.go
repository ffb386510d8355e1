package value

import (
	"encoding/binary"
	"testing"
)

// TestMagicNumbersNeedTheirFormat verifies the shortest values that a magic number is believed of.
func TestMagicNumbersNeedTheirFormat(t *testing.T) {
	zstd := []byte{0x28, 0xb5, 0x2f, 0xfd, 0, 0}
	gzip := []byte{0x1f, 0x8b, 8, 0, 0, 0}
	for _, c := range []struct {
		name string
		got  bool
		want bool
	}{
		{"zstd of 6 bytes", isZstd(zstd, 6), true}, {"zstd of 5 bytes", isZstd(zstd[:5], 5), false},
		{"gzip of 18 bytes", isGzip(gzip, 18), true}, {"gzip of 17 bytes", isGzip(gzip, 17), false},
		{"gzip of which 3 bytes were kept", isGzip(gzip[:3], 18), true},
		{"gzip of which 2 bytes were kept", isGzip(gzip[:2], 18), false},
		{"gzip of another method", isGzip([]byte{0x1f, 0x8b, 7}, 100), false},
		{"Avro of 11 bytes", isAvro([]byte{0xc3, 1}, 11), true}, {"Avro of 10 bytes", isAvro([]byte{0xc3, 1}, 10),
			false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

// TestIsTime verifies the ends of the years whose times are recognized, in each unit.
func TestIsTime(t *testing.T) {
	const from, to = 946_684_800, 4_102_444_800
	for _, per := range []int64{1, 1e3, 1e6, 1e9} {
		for s, want := range map[int64]bool{from - 1: false, from: true, to - 1: true, to: false} {
			if got := isTime(s * per); got != want {
				t.Errorf("%d: %v, want %v", s*per, got, want)
			}
		}
	}
}

// TestPlausibleIntegers verifies that 8 bytes are an integer up to 2^48 either way, and beyond that only where they are
// a time.
func TestPlausibleIntegers(t *testing.T) {
	for n, want := range map[int64]bool{
		0: true, 1<<48 - 1: true, 1 << 48: false, -1<<48 + 1: true, -1 << 48: false, -1: true,
		1_700_000_000_000_000: true, 1_700_000_000_000_000_000: true, 1 << 62: false,
	} {
		b := binary.BigEndian.AppendUint64(nil, uint64(n))
		if got := isInt64(b, 8); got != want {
			t.Errorf("%d is an integer: %t", n, got)
		}
	}
	for text, size := range map[string]int{"12345678": 8, "\x00\x00\x00\x00\x00\x00\x01": 7,
		"\x00\x00\x00\x00\x00\x00\x00\x01": 9} {
		if isInt64([]byte(text), size) {
			t.Errorf("%q of %d bytes is an integer", text, size)
		}
	}
}

// TestFieldsEndInTheValue verifies that a field of a fixed length needs its bytes, to the last one.
func TestFieldsEndInTheValue(t *testing.T) {
	for _, tt := range []struct {
		wire  uint64
		left  int
		bytes int
		ok    bool
	}{{wire64, 8, 8, true}, {wire64, 7, 8, false}, {wire32, 4, 4, true}, {wire32, 3, 4, false}} {
		if n, ok := fieldBytes(make([]byte, tt.left), tt.wire, tt.left); n != tt.bytes || ok != tt.ok {
			t.Errorf("wire type %d with %d bytes left: %d, %v", tt.wire, tt.left, n, ok)
		}
	}
}

// TestNothingIsNoText verifies that a value of which no byte was kept is no text, and that a cut letter at its end is.
func TestNothingIsNoText(t *testing.T) {
	for _, tt := range []struct {
		kept string
		size int
		want bool
	}{{"", 10, false}, {"a", 1, true}, {"a\xc3", 3, true}, {"a\xc3", 2, false}, {"\xc3", 2, false}, {"a\x00", 2, false}} {
		if got := isText([]byte(tt.kept), tt.size); got != tt.want {
			t.Errorf("%q of %d bytes: text %v", tt.kept, tt.size, got)
		}
	}
}
