package confidence

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
)

// TestBesideFeatures verifies what the segments beside one tell of its ends, where something besides widths does and
// where nothing does.
func TestBesideFeatures(t *testing.T) {
	const three = "{a:be(2)}{b:be(2)}{c:be(2)}"
	key := func(i int) string {
		b := binary.BigEndian.AppendUint16(nil, uint16(i%7))
		b = binary.BigEndian.AppendUint16(b, uint16(i%16))
		return string(binary.BigEndian.AppendUint16(b, uint16(i%5)))
	}
	for _, tt := range []struct {
		feature, template string
		segment           int
		known             []bool // by segment, whether no accident looks like it
		want              float64
	}{
		{"known before", three, 0, []bool{false, false, false}, 1},
		{"known before", three, 1, []bool{false, false, false}, 0},
		{"known before", three, 1, []bool{true, false, false}, 1},
		{"known behind", three, 1, []bool{true, false, false}, 0},
		{"known behind", three, 1, []bool{false, false, true}, 1},
		{"known behind", three, 2, []bool{false, false, false}, 1},
		{"unknown run", three, 1, []bool{false, false, false}, 3.0 / 6},
		{"unknown run", three, 1, []bool{true, false, false}, 2.0 / 6},
		{"unknown run", three, 1, []bool{true, false, true}, 1.0 / 6},
		{"entropy behind", three, 1, []bool{false, false, false}, 0},
		{"last entropy", three, 1, []bool{false, false, false}, 4.0 / 8},
		{"digest", "{a:hash(bytes(6))}", 0, []bool{false}, 1},
		{"digest", "{a:be(6)}", 0, []bool{false}, 0},
		{"signed", "{a:be(6, flip)}", 0, []bool{false}, 1},
		{"start recurs", "{a:bytes(4)}{c:be(2)}", 0, []bool{false, false}, 1 - 7.0/112},
		{"start recurs", "{b:be(2)}{a:bytes(4)}", 0, []bool{false, false}, 6.0 / 7},
	} {
		in := inputOf(t, tt.template, key, nil)
		for _, known := range tt.known {
			in.Kinds[0].Segments = append(in.Kinds[0].Segments, SegmentClaim{Known: known})
		}
		got := Evaluate(in)[0].Segments[tt.segment].Features[slices.Index(FeatureNames(), tt.feature)]
		if math.Abs(got-tt.want) > 0.01 {
			t.Errorf("%s of segment %d of %s, known %v: %.3f, want %.3f", tt.feature, tt.segment, tt.template, tt.known,
				got, tt.want)
		}
	}
}
