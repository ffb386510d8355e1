package value

import "testing"

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
		{"gzip of another method", isGzip([]byte{0x1f, 0x8b, 7}, 100), false},
		{"Avro of 11 bytes", isAvro([]byte{0xc3, 1}, 11), true}, {"Avro of 10 bytes", isAvro([]byte{0xc3, 1}, 10), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}
