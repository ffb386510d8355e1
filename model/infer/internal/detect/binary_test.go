package detect

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/rowkey"
)

// columnOf makes a column of n values.
func columnOf(n int, value func(i int) []byte) *column.Summary {
	var c column.Column
	for i := range n {
		c.Row, c.Val = append(c.Row, int32(i)), append(c.Val, value(i))
	}
	return column.Summarize(c)
}

// untimed returns the times of n rows without cells.
func untimed(n int) *keyset.Keyset {
	none := slices.Repeat([]int64{keyset.NoTime}, n)
	return &keyset.Keyset{Oldest: none, Newest: none, To: 2_082_758_400_000_000}
}

// mixed returns width bytes that look random.
func mixed(i, width int) []byte {
	var out []byte
	for x := uint64(i + 1); len(out) < width; {
		x = (x ^ x>>31) * 0x9e3779b97f4a7c15
		x = (x ^ x>>29) * 0xbf58476d1ce4e5b9
		out = binary.BigEndian.AppendUint64(out, x^x>>32)
	}
	return out[:width]
}

// TestClaimsAgainstConstantBytes verifies that bytes which are the same in all values are not taken for the version of
// a UUID or the network of an address, and that values of another width do no harm.
func TestClaimsAgainstConstantBytes(t *testing.T) {
	after := func(head []byte, i int, tail ...byte) []byte {
		return append(append([]byte{}, head...), append(mixed(i, 3), tail...)...)
	}
	tests := []struct {
		name  string
		value func(i int) []byte
		typ   rowkey.Type
		want  bool
	}{
		{"two numbers, the second with its sign flipped", func(i int) []byte {
			return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(70000+i)),
				1<<63|uint64(1_700_000_000_000+977*i))
		}, rowkey.UUID, false},
		{"random UUIDs", func(i int) []byte {
			b := mixed(i, 16)
			b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
			return b
		}, rowkey.UUID, true},
		{"a constant newline before random bytes", func(i int) []byte { return after([]byte{10}, i) }, rowkey.IP,
			false},
		{"addresses in few networks", func(i int) []byte { return []byte{10, byte(i % 4), byte(i / 256), byte(i * 7)} },
			rowkey.IP, true},
		{"a space among addresses", func(i int) []byte {
			if i == 7 {
				return []byte{0x20}
			}
			return append([]byte{0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0}, mixed(i, 8)...)
		}, rowkey.IP, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := NewReader(untimed(200)).ReadBinary(columnOf(200, tt.value))
			if got := r.Typ == tt.typ; got != tt.want {
				t.Errorf("read as %s %s", r.Typ, r.Spec)
			}
		})
	}
}

// TestEvenBytes verifies that digests of few entities are told from numbers, and numbers below half of their field from
// random ones.
func TestEvenBytes(t *testing.T) {
	tests := []struct {
		name  string
		value func(i int) []byte
		want  bool
	}{
		{"20 bytes of 8 entities", func(i int) []byte { return mixed(i%8, 20) }, true},
		{"8 bytes of 100 entities", func(i int) []byte { return mixed(i%100, 8) }, true},
		{"numbers of 8 entities", func(i int) []byte { return binary.BigEndian.AppendUint64(nil, uint64(1000+i%8)) },
			false},
		{"numbers below 2^30", func(i int) []byte { b := mixed(i, 4); b[0] &= 0x3f; return b }, false},
	}
	for _, tt := range tests {
		if got := evenBytes(columnOf(200, tt.value), 256, 0); got != tt.want {
			t.Errorf("%s: even is %t", tt.name, got)
		}
	}
}

// TestNumbersInBytes verifies the order of bytes and the form of numbers in bytes, and that others stay what they are.
func TestNumbersInBytes(t *testing.T) {
	tests := []struct {
		name  string
		value func(i int) []byte
		spec  string
	}{
		{"prices as ordered floats", func(i int) []byte {
			return binary.BigEndian.AppendUint64(nil, math.Float64bits(float64(37*i+1)/100)|1<<63)
		}, "float(8)"},
		{"degrees as ordered floats", func(i int) []byte {
			bits := math.Float64bits(float64(37*i-3001) / 100)
			return binary.BigEndian.AppendUint64(nil, bits^(uint64(int64(bits)>>63)|1<<63))
		}, "float(8)"},
		{"prices as floats", func(i int) []byte {
			return binary.BigEndian.AppendUint64(nil, math.Float64bits(float64(37*i+1)/100))
		}, "float(8, raw)"},
		{"packed decimals", func(i int) []byte {
			return binary.BigEndian.AppendUint32(nil, packed(uint32(7919*i)))
		}, "bcd(4)"},
		{"packed decimals with a sign", func(i int) []byte {
			return binary.BigEndian.AppendUint32(nil, packed(uint32(7919*i))<<4|uint32(0xC+i%2))
		}, "bcd(4, sign)"},
		{"letters that are two decimal digits", func(i int) []byte {
			return []byte{0, 0, 'a' + byte(i%9), 'q' + byte(i/9%9), 'B' + byte(i/81)}
		}, "be(5)"},
		{"little-endian numbers of both signs", func(i int) []byte {
			return binary.LittleEndian.AppendUint32(nil, uint32(int32(61*(i-100))))
		}, "le(4, signed)"},
		{"little-endian numbers, of which the whole key tells", func(i int) []byte {
			return binary.LittleEndian.AppendUint32(nil, uint32(7919*i))
		}, "be(4)"},
		{"big-endian numbers", func(i int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(7919*i)) },
			"be(4)"},
		{"big-endian numbers of 8 bytes", func(i int) []byte {
			return binary.BigEndian.AppendUint64(nil, uint64(7919*i))
		}, "be(8)"},
	}
	for _, tt := range tests {
		if r := NewReader(untimed(200)).ReadBinary(columnOf(200, tt.value)); r.Spec != tt.spec {
			t.Errorf("%s are %s, want %s", tt.name, r.Spec, tt.spec)
		}
	}
}

// packed writes a number in decimal digits, two in a byte.
func packed(n uint32) uint32 {
	out := uint32(0)
	for shift := 0; n > 0; shift += 4 {
		out, n = out|n%10<<shift, n/10
	}
	return out
}

// TestReversedDay verifies that days subtracted from 99999999 are dates, newest first, and that other numbers of eight
// digits are none.
func TestReversedDay(t *testing.T) {
	tests := []struct {
		name  string
		value func(i int) string
		typ   rowkey.Type
	}{
		{"days", func(i int) string { return fmt.Sprint(99999999 - (20240101 + 100*(i/28%12) + i%28)) },
			rowkey.Timestamp},
		{"numbers", func(i int) string { return fmt.Sprint(79759000 + 7*i) }, rowkey.IntDecimal},
	}
	for _, tt := range tests {
		r := NewReader(untimed(200)).ReadText(columnOf(200, func(i int) []byte { return []byte(tt.value(i)) }))
		if r.Typ != tt.typ || r.Reversed != (tt.typ == rowkey.Timestamp) {
			t.Errorf("%s are %s %s", tt.name, r.Typ, r.Spec)
		}
	}
}

// TestGapsOfTags verifies that bytes of few values in front of even ones are no evidence for a time, and that times
// that were written now and then are.
func TestGapsOfTags(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var tags, times []uint64
	for range 200 {
		tags = append(tags, []uint64{0x62, 0x66, 0x74}[rng.IntN(3)]<<24|uint64(rng.Uint32())>>8)
		times = append(times, []uint64{0x62, 0x64, 0x67}[rng.IntN(3)]<<24|uint64(rng.Uint32())>>8)
	}
	if got := shapeBits(tags, 256); got > 0 {
		t.Errorf("%v bits of evidence that tags are times", got)
	}
	if got := shapeBits(times, 256); got < needed(true) {
		t.Errorf("%v bits of evidence for times", got)
	}
}
