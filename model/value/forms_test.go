package value

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"tabletop/model/sample"
)

// TestProtobufToTheLastByte verifies which values are fields of the wire format from end to end, whole and cut.
func TestProtobufToTheLastByte(t *testing.T) {
	for _, tt := range []struct {
		name string
		kept string
		size int // 0 for as many as were kept
		want bool
	}{
		{"a number", "\x08\x96\x01", 0, true}, {"a number of one byte", "\x08\x01", 0, true}, {"one byte", "\x08", 0, false},
		{"a number that ends within", "\x08\x96", 0, false}, {"the same, cut", "\x08\x96", 3, true},
		{"a tag that ends within", "\x08\x01\x88", 0, false}, {"the same, cut", "\x08\x01\x88", 9, true},
		{"eight bytes", "\x09\x00\x00\x00\x00\x00\x00\x00\x00", 0, true}, {"seven of eight", "\x09\x00\x00\x00\x00\x00\x00\x00", 0, false},
		{"seven of eight, cut", "\x09\x00\x00\x00\x00\x00\x00\x00", 9, true}, {"eight, of which there are seven", "\x09\x00", 8, false},
		{"four bytes", "\x0d\x00\x00\x00\x00", 0, true}, {"three of four", "\x0d\x00\x00\x00", 0, false},
		{"bytes", "\x12\x02\x00\x01", 0, true}, {"no bytes", "\x12\x00", 0, true}, {"one byte too few", "\x12\x03\x00\x01", 0, false},
		{"the same, cut", "\x12\x03\x00\x01", 5, true}, {"longer than the value", "\x12\x04\x00\x01", 5, false},
		{"a length that ends within", "\x12\x82", 0, false}, {"the same, cut", "\x12\x82", 5, true},
		{"a length beyond 64 bits", "\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 0, false},
		{"a huge length", "\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00", 100, false},
		{"a number beyond 64 bits", "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 0, false},
		{"a tag beyond 64 bits", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00", 0, false},
		{"field 0", "\x00\x01", 0, false}, {"field 4096", "\x80\x80\x02\x01", 0, true}, {"field 4097", "\x88\x80\x02\x01", 0, false},
		{"a group", "\x0b\x01", 0, false}, {"the end of a group", "\x0c\x01", 0, false}, {"wire type 6", "\x0e\x01", 0, false},
		{"two fields", "\x08\x01\x12\x01\x00", 0, true}, {"two, of which the second is wrong", "\x08\x01\x0f\x01", 0, false},
		{"text", "\n\x05hello", 0, true}, {"only text", "\t\tab", 0, false},
	} {
		size := tt.size
		if size == 0 {
			size = len(tt.kept)
		}
		if got := isProtobuf([]byte(tt.kept), size); got != tt.want {
			t.Errorf("%s: %x of %d bytes is protobuf %t, want %t", tt.name, tt.kept, size, got, tt.want)
		}
	}
}

// TestPlausibleDoubles verifies the magnitudes of measurements, on both sides of the limits.
func TestPlausibleDoubles(t *testing.T) {
	for f, want := range map[float64]bool{0: true, 1e-12: true, 0.99e-12: false, -1e-12: true, 1e18: true, 1.01e18: false,
		-1e18: true, -2e18: false, 21.5: true, math.Inf(1): false, math.NaN(): false, 1.5e-12: true, 0.6e18: true} {
		b := binary.BigEndian.AppendUint64(nil, math.Float64bits(f))
		if got := isFloat64(b, 8); got != want {
			t.Errorf("%g is a measurement %t, want %t", f, got, want)
		}
		if isFloat64(b[:7], 8) || isFloat64(b, 9) {
			t.Errorf("%g of other than 8 bytes is a measurement", f)
		}
	}
}

// TestHeaders verifies the headers of zlib and Avro, and of which frames of a schema registry are believed.
func TestHeaders(t *testing.T) {
	for _, tt := range []struct {
		name string
		got  bool
		want bool
	}{
		{"zlib", isZlib([]byte{0x78, 0x9c}, 8), true}, {"zlib of 7 bytes", isZlib([]byte{0x78, 0x9c}, 7), false},
		{"of which 1 was kept", isZlib([]byte{0x78}, 8), false}, {"another check", isZlib([]byte{0x78, 0x9d}, 8), false},
		{"with a dictionary", isZlib([]byte{0x78, 0xbb}, 8), false}, {"another window", isZlib([]byte{0x68, 0x81}, 8), false},
		{"text that begins so", isZlib([]byte("x^ equals"), 9), false}, {"the fastest", isZlib([]byte{0x78, 0x01}, 8), true},
		{"an Avro file", isAvro([]byte("Obj\x01"), 4), true}, {"another version", isAvro([]byte("Obj\x02abcdefgh"), 12), false},
		{"one object of another version", isAvro([]byte{0xc3, 2}, 11), false},
		{"JSON behind spaces", isJSON([]byte(" \n[1]"), 5), true}, {"a number", isJSON([]byte("12"), 2), false},
		{"half of an object", isJSON([]byte(`{"a":`), 5), false}, {"the same, cut", isJSON([]byte(`{"a":`), 9), true},
		{"what is no JSON, cut", isJSON([]byte(`{"a" 1`), 9), false}, {"two lists, cut", isJSON([]byte(`[1] [2]`), 9), true},
		{"nothing", isJSON([]byte("  "), 2), false},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %t, want %t", tt.name, tt.got, tt.want)
		}
	}
	for _, tt := range []struct {
		name   string
		values [][2]int // schema, size
		want   int
	}{
		{"eight of three lengths", [][2]int{{7, 6}, {7, 7}, {7, 8}, {7, 6}, {7, 6}, {7, 6}, {7, 6}, {7, 6}}, 8},
		{"seven", [][2]int{{7, 6}, {7, 7}, {7, 8}, {7, 6}, {7, 6}, {7, 6}, {7, 6}}, 0},
		{"of two lengths", [][2]int{{7, 6}, {7, 7}, {7, 7}, {7, 6}, {7, 6}, {7, 6}, {7, 6}, {7, 6}}, 0},
		{"of four schemas", [][2]int{{1, 6}, {2, 7}, {3, 8}, {4, 6}, {1, 6}, {1, 6}, {1, 6}, {1, 6}}, 8},
		{"of five", [][2]int{{1, 6}, {2, 7}, {3, 8}, {4, 6}, {5, 6}, {1, 6}, {1, 6}, {1, 6}}, 0},
		{"one of no schema", [][2]int{{7, 6}, {7, 7}, {7, 8}, {7, 6}, {7, 6}, {7, 6}, {7, 6}, {0, 6}}, 0},
		{"one of a large number", [][2]int{{7, 6}, {7, 7}, {7, 8}, {7, 6}, {7, 6}, {7, 6}, {7, 6}, {1 << 24, 6}}, 0},
		{"one of the largest number", [][2]int{{7, 6}, {7, 7}, {7, 8}, {7, 6}, {7, 6}, {7, 6}, {7, 6}, {1<<24 - 1, 6}}, 8},
		{"one without content", [][2]int{{7, 6}, {7, 7}, {7, 8}, {7, 6}, {7, 6}, {7, 6}, {7, 6}, {7, 5}}, 0},
	} {
		f := newFrames()
		for _, v := range tt.values {
			f.add(append(binary.BigEndian.AppendUint32([]byte{0}, uint32(v[0])), make([]byte, v[1]-5)...), v[1])
		}
		if got := f.most(); got != tt.want {
			t.Errorf("%s: %d frames, want %d", tt.name, got, tt.want)
		}
	}
	f := newFrames()
	for i := range 9 {
		f.add(append([]byte{1, 0, 0, 0, 7}, make([]byte, 1+i)...), 6+i)
	}
	if f.most() != 0 {
		t.Error("values that do not begin with 0 are frames")
	}
}

// TestGuessesCountValues verifies what is counted of the values that a guess is from, the share of an empty column, and
// the order of the codecs that fit.
func TestGuessesCountValues(t *testing.T) {
	cells := func(values ...string) (out []sample.Cell) {
		for _, v := range values {
			out = append(out, sample.Cell{Value: []byte(v), Size: len(v)})
		}
		return out
	}
	for _, tt := range []struct {
		name string
		in   []sample.Cell
		want Codec
		of   float64
	}{
		{"half are empty", cells("", "a"), Text, 1}, {"more are", cells("", "", "a"), Empty, 2. / 3},
		{"nine in ten are JSON, the others text", cells(append(repeat(`{"a":1}`, 9), "a")...), Mixed, 1},
		{"just fewer", cells(append(repeat(`{"a":1}`, 10), "a")...), Text, 1},
		{"one in ten is JSON", cells(append(repeat("a", 9), "{}")...), Mixed, 1},
	} {
		g := Of(tt.in)
		if g.Codec != tt.want || math.Abs(g.Share-tt.of) > 1e-9 || g.Values != len(tt.in) {
			t.Errorf("%s: %+v, want %s of %g", tt.name, g, tt.want, tt.of)
		}
		if (g.Codec == Mixed) != (g.Parts != nil) {
			t.Errorf("%s has the parts %+v", tt.name, g.Parts)
		}
	}
	g := Of([]sample.Cell{{Value: []byte("ab"), Size: 3}, {Value: []byte("ab"), Size: 2}, {}})
	if g.Cut != 1 || g.Empty != 1 || g.Codec != Text || g.Share != 1 || len(g.Tried) != 0 {
		t.Errorf("%+v", g)
	}
	for text, want := range map[string]Codec{"12": Integer, "-12": Integer, "9223372036854775808": Decimal, "1.5": Decimal, "1e3": Decimal,
		"1e999": Text, "NaN": Text, "inf": Text, "x": Text} {
		if got := ofText(Text, []byte(text)); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	if got := ofText(JSON, []byte("12")); got != JSON {
		t.Errorf("JSON is %s", got)
	}
	shares := codecShares(map[Codec]int{Text: 1, JSON: 2, Avro: 1}, 4)
	if want := []CodecShare{{JSON, 0.5}, {Avro, 0.25}, {Text, 0.25}}; !slices.Equal(shares, want) {
		t.Errorf("shares %+v, want %+v", shares, want)
	}
}

// TestValuesOfAColumnAreExamined verifies how many values of a column are examined, at equal distances.
func TestValuesOfAColumnAreExamined(t *testing.T) {
	for cells, want := range map[int]int{0: 0, 1: 1, 64: 64, 65: 33, 128: 64, 129: 43, 1000: 63} {
		b, at := sample.NewBuilder(8), []uint32{}
		b.Row([]byte("row"))
		for i := range cells {
			b.Cell("f", []byte("q"), int64(10_000-i), []byte(strings.Repeat("x", 1+i%3)))
			at = append(at, uint32(i))
		}
		s := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
		if got := OfColumn(s, at, false); got.Values != want {
			t.Errorf("of %d values %d are examined, want %d", cells, got.Values, want)
		}
	}
}

// TestNumbersThatDoNotCount verifies of which cells numbers are compared: versions of one row, of 8 bytes, that are no
// times.
func TestNumbersThatDoNotCount(t *testing.T) {
	for _, tt := range []struct {
		name  string
		apart bool   // each cell in a row of its own
		size  int    // of the older one of each pair
		first uint64 // the newest number
		want  bool
	}{
		{"a counter", false, 8, 1000, true}, {"rows of one cell", true, 8, 1000, false}, {"shorter numbers", false, 7, 1000, false},
		{"times", false, 8, 1_700_000_000, false},
	} {
		b, cells := sample.NewBuilder(16), []uint32{}
		for i := range 20 {
			if i == 0 || tt.apart {
				b.Row([]byte{'a' + byte(i)})
			}
			value := be(tt.first - uint64(i))
			if i%2 == 1 {
				value = value[8-tt.size:]
			}
			b.Cell("f", []byte("q"), int64(10_000-i), value)
			cells = append(cells, uint32(i))
		}
		if tt.apart {
			for i := range cells { // of which only every second is of the column
				cells[i] *= 2
			}
			cells = cells[:10]
		}
		s := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
		if got := counts(s, cells); got != tt.want {
			t.Errorf("%s: a counter %t, want %t", tt.name, got, tt.want)
		}
	}
}
