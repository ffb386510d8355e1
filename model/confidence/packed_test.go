package confidence

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
)

// TestPackedFeatures verifies what tells numbers in bytes from each other, on values that show it and on values that do
// not.
func TestPackedFeatures(t *testing.T) {
	big := func(i int) string { return string(binary.BigEndian.AppendUint32(nil, uint32(i))) }
	little := func(i int) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(i))) }
	for _, tt := range []struct {
		feature, template string
		key               func(i int) string
		want              float64
	}{
		{"sized", "{n:varint}", func(i int) string { return string(binary.AppendUvarint(nil, uint64(i))) }, 1},
		{"sized", "{n:be(4)}", big, 0},
		{"sorted", "{n:be(4)}", big, 1},
		{"sorted", "{n:le(4)}", little, 0},
		{"decimals in bytes", "{n:bytes(2)}", func(int) string { return "\x19\x99" }, 1},
		{"decimals in bytes", "{n:bytes(2)}", func(int) string { return "\x9a\x90" }, 0.5},
		{"decimals in bytes", "{n:bytes(2)}", func(int) string { return "\xa0\x0a" }, 0},
		{"falling", "{n:le(4)}", func(i int) string { return little(i * 3) }, 1},
		{"falling", "{n:bytes(2)}", func(i int) string { return "\x00" + string([]byte{byte(i)}) }, 0},
		{"even start", "{n:bytes(2)}", func(i int) string { return string([]byte{byte(i), 7}) }, 1.0 / 8},
		{"even end", "{n:bytes(2)}", func(i int) string { return string([]byte{byte(i), 7}) }, 0},
		{"even end", "{n:bytes(2)}", func(i int) string { return string([]byte{7, byte(i)}) }, 1.0 / 8},
		{"zeros inside", "{n:bytes(4)}", func(int) string { return "\x05\x00\x00\x07" }, 1},
		{"zeros inside", "{n:bytes(4)}", func(int) string { return "\x00\x00\x05\x07" }, 0},
		{"words", "{n:bytes(4)}", func(int) string { return "aZ\x00\xff" }, 0.5},
	} {
		got := Evaluate(inputOf(t, tt.template, tt.key, nil))[0].Segments[0].Features[slices.Index(FeatureNames(),
			tt.feature)]
		if math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s of %s, such as %q: %.3f, want %.3f", tt.feature, tt.template, tt.key(1), got, tt.want)
		}
	}
}
