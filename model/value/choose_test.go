package value

import "testing"

// TestChoose verifies from which share of the values on a codec is chosen: half of them, with others where they fit more
// than a tenth; of two, the more specific one, unless it fits by a twentieth fewer.
func TestChoose(t *testing.T) {
	for _, tt := range []struct {
		json, text float64 // shares, of which the first is the more specific one
		want       Codec
		share      float64
	}{
		{0, 0.099, Binary, 0.901}, {0, 0.1, Mixed, 1}, {0, 0.499, Mixed, 1}, {0, 0.5, Text, 0.5}, {0.95, 1, JSON, 0.95},
		{0.949, 1, Text, 1}, {0.5, 0.5, JSON, 0.5}, {1, 1, JSON, 1},
	} {
		g := Guess{Tried: []CodecShare{{JSON, tt.json}, {Text, tt.text}}}
		if g.choose(); g.Codec != tt.want || g.Share < tt.share-1e-9 || g.Share > tt.share+1e-9 {
			t.Errorf("%v JSON, %v text: %s %v, want %s %v", tt.json, tt.text, g.Codec, g.Share, tt.want, tt.share)
		}
	}
}
