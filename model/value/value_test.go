package value

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"pgregory.net/rapid"

	"tabletop/model/sample"
)

// kept is a cell of which the first keep bytes were kept.
func kept(v []byte, keep int) sample.Cell {
	return sample.Cell{Value: v[:min(keep, len(v))], Size: len(v)}
}

func be(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// makers make a value of each kind.
func makers(t testing.TB) map[Codec]func(r *rand.Rand) []byte {
	encode := func(m proto.Message) []byte {
		b, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	packer, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	words := func(r *rand.Rand) string {
		return strings.Repeat([]string{"temperature ", "höhe ", "东京 "}[r.IntN(3)], 1+r.IntN(30)) +
			fmt.Sprint(r.IntN(1000))
	}
	return map[Codec]func(r *rand.Rand) []byte{
		Empty: func(*rand.Rand) []byte { return nil },
		Gzip: func(r *rand.Rand) []byte {
			var b bytes.Buffer
			w := gzip.NewWriter(&b)
			fmt.Fprint(w, words(r))
			w.Close()
			return b.Bytes()
		},
		Zlib: func(r *rand.Rand) []byte {
			var b bytes.Buffer
			w := zlib.NewWriter(&b)
			fmt.Fprint(w, words(r))
			w.Close()
			return b.Bytes()
		},
		Zstd: func(r *rand.Rand) []byte { return packer.EncodeAll([]byte(words(r)), nil) },
		JSON: func(r *rand.Rand) []byte {
			b, err := json.Marshal(map[string]any{"name": words(r), "n": r.IntN(100), "on": r.IntN(2) == 0,
				"list": []int{r.IntN(9)}})
			if err != nil {
				t.Fatal(err)
			}
			return b
		},
		Text:  func(r *rand.Rand) []byte { return []byte(words(r)) },
		Int64: func(r *rand.Rand) []byte { return be(uint64(r.Int64N(1<<40) - 1<<20)) },
		Float64: func(r *rand.Rand) []byte { // a tenth is eight printable characters now and then
			return be(math.Float64bits(float64(r.IntN(400)) / 10))
		},
		Protobuf: func(r *rand.Rand) []byte {
			s, err := structpb.NewStruct(map[string]any{"name": words(r), "n": r.Float64()})
			if err != nil {
				t.Fatal(err)
			}
			return append(encode(timestamppb.New(time.Unix(r.Int64N(2e9), r.Int64N(1e9)))), encode(s)...)
		},
		Avro: func(r *rand.Rand) []byte { // a schema registry's frame around a string
			s := words(r)
			return append(append([]byte{0, 0, 0, 0, 7}, binary.AppendVarint(nil, int64(len(s)))...), s...)
		},
		Binary: func(r *rand.Rand) []byte {
			sum := sha256.Sum256(be(r.Uint64()))
			return sum[:12+r.IntN(20)]
		},
	}
}

// TestEveryCodecIsRecognized verifies that 100 values of one codec are taken for it, whole and cut.
func TestEveryCodecIsRecognized(t *testing.T) {
	for want, make := range makers(t) {
		for _, keep := range []int{16, 64, 1 << 20} {
			r := rand.New(rand.NewPCG(1, uint64(keep)))
			var cells []sample.Cell
			cut := 0
			for range 100 {
				c := kept(make(r), keep)
				if len(c.Value) < c.Size {
					cut++
				}
				cells = append(cells, c)
			}
			g := Of(cells)
			if g.Codec != want || g.Share < 0.9 && want != Binary {
				t.Errorf("%s kept to %d: %+v", want, keep, g)
			}
			if g.Cut != cut || g.Values != 100 {
				t.Errorf("%s kept to %d: %d of %d cut, want %d of 100", want, keep, g.Cut, g.Values, cut)
			}
		}
	}
}

func TestMixtures(t *testing.T) {
	make := makers(t)
	r := rand.New(rand.NewPCG(3, 3))
	mix := func(parts map[Codec]int) []sample.Cell {
		var cells []sample.Cell
		for _, c := range []Codec{Empty, Text, JSON, Binary, Gzip, Int64} {
			for range parts[c] {
				cells = append(cells, kept(make[c](r), 64))
			}
		}
		return cells
	}
	for _, tt := range []struct {
		parts map[Codec]int
		want  Codec
		share float64
	}{
		{map[Codec]int{JSON: 80, Binary: 20}, JSON, 0.8},
		{map[Codec]int{JSON: 60, Text: 40}, Mixed, 1},
		{map[Codec]int{JSON: 98, Text: 2}, JSON, 0.98},
		{map[Codec]int{Empty: 90, Text: 10}, Empty, 0.9},
		{map[Codec]int{Empty: 40, Gzip: 60}, Gzip, 1},
		{map[Codec]int{Binary: 60, Text: 40}, Mixed, 1},
		{map[Codec]int{}, Empty, 1},
	} {
		g := Of(mix(tt.parts))
		if g.Codec != tt.want || math.Abs(g.Share-tt.share) > 0.011 {
			t.Errorf("%v: %+v, want %s %v", tt.parts, g, tt.want, tt.share)
		}
	}
	if g := Of(mix(map[Codec]int{JSON: 60, Text: 40})); len(g.Tried) == 0 || g.Tried[0].Codec != JSON {
		t.Errorf("JSON that fits 60%% is not told: %+v", g)
	}
}

func TestEightLettersAreText(t *testing.T) {
	var cells []sample.Cell
	for i := range 50 {
		cells = append(cells, kept(fmt.Appendf(nil, "WORD%04d", i), 64))
	}
	if g := Of(cells); g.Codec != Text || g.Share != 1 {
		t.Errorf("%+v", g)
	}
}

func TestCounters(t *testing.T) {
	column := func(next func(v int) uint64) (*sample.Sample, []uint32) {
		b := sample.NewBuilder(0)
		var cells []uint32
		for row := range 20 {
			b.Row([]byte{byte(row)})
			for v := range 5 { // newest first
				b.Cell("f", []byte("q"), int64(1000*(10-v)), be(next(v)))
				cells = append(cells, uint32(len(cells)))
			}
		}
		return sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}), cells
	}
	r := rand.New(rand.NewPCG(5, 5))
	for _, tt := range []struct {
		name      string
		aggregate bool
		next      func(v int) uint64
		want      Codec
	}{
		{"grows from version to version", false, func(v int) uint64 { return uint64(100 - 7*v) }, Counter},
		{"stands still at times", false, func(v int) uint64 { return uint64(100 - v/2) }, Counter},
		{"goes up and down", false, func(int) uint64 { return r.Uint64N(1000) }, Int64},
		{"times grow too", false, func(v int) uint64 { return uint64(1_700_000_000_000 - v) }, Int64},
		{"declared", true, func(int) uint64 { return r.Uint64N(1000) }, Counter},
	} {
		s, cells := column(tt.next)
		if g := OfColumn(s, cells, tt.aggregate); g.Codec != tt.want || g.Share != 1 {
			t.Errorf("%s: %+v, want %s", tt.name, g, tt.want)
		}
	}
	s, cells := column(func(v int) uint64 { return uint64(10 - v) })
	if g := OfColumn(s, cells[:1], false); g.Codec != Int64 {
		t.Errorf("one value is no counter: %+v", g)
	}
}

// TestCountersNeedPairsThatGrow verifies from how many pairs of versions on, and with how many of these growing, the
// numbers of a column are taken for a counter.
func TestCountersNeedPairsThatGrow(t *testing.T) {
	for _, tt := range []struct {
		pairs, fall int
		want        bool
	}{{fewPairs, 0, true}, {fewPairs - 1, 0, false}, {20, 1, true}, {20, 2, false}} {
		b, cells := sample.NewBuilder(16), []uint32{}
		b.Row([]byte("row"))
		number := uint64(1000)
		for version := range tt.pairs + 1 {
			b.Cell("f", []byte("q"), int64(10_000-version), be(number))
			cells = append(cells, uint32(version))
			if number--; version < tt.fall {
				number += 2 // the older one is larger
			}
		}
		s := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
		if got := counts(s, cells); got != tt.want {
			t.Errorf("%d of %d pairs fall: a counter: %t, want %t", tt.fall, tt.pairs, got, tt.want)
		}
	}
}

// TestChanceIsNotProtobuf measures how often random bytes read as protobuf.
func TestChanceIsNotProtobuf(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{8, 16, 32, 64} {
		hits := 0
		for range 10_000 {
			v := make([]byte, n)
			for i := range v {
				v[i] = byte(r.Uint32())
			}
			if isProtobuf(v, n) {
				hits++
			}
		}
		t.Logf("%d random bytes: %.2f%% read as protobuf", n, float64(hits)/100)
		if hits > 1000 {
			t.Errorf("%d of 10,000 values of %d random bytes read as protobuf", hits, n)
		}
	}
}

// TestAnything verifies that no value breaks the guess, and that shares are shares.
func TestAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var cells []sample.Cell
		for _, v := range rapid.SliceOf(rapid.SliceOf(rapid.Byte())).Draw(t, "values") {
			cells = append(cells, sample.Cell{Value: v, Size: len(v) + rapid.IntRange(0, 5).Draw(t, "more")})
		}
		g := Of(cells)
		if g.Share < 0 || g.Share > 1 || g.Values != len(cells) || g.Empty > g.Values {
			t.Fatalf("%+v", g)
		}
		for _, tr := range g.Tried {
			if tr.Share <= 0 || tr.Share > 1 {
				t.Fatalf("%+v", g)
			}
		}
	})
}

func FuzzProtobuf(f *testing.F) {
	f.Add([]byte{8, 150, 1}, 3)
	f.Add([]byte{0x12, 7, 't', 'e', 's', 't', 'i', 'n', 'g'}, 9)
	f.Fuzz(func(t *testing.T, v []byte, size int) {
		if size < len(v) {
			return
		}
		// What is valid as a whole must be valid when only its front was kept.
		if size == len(v) && len(v) > 4 && isProtobuf(v, size) {
			for n := 2; n < len(v); n++ {
				if !isText(v[:n], size) && !isProtobuf(v[:n], size) {
					t.Fatalf("%x is protobuf, its first %d bytes are not", v, n)
				}
			}
		}
		isProtobuf(v, size)
		isJSON(v, size)
		isText(v, size)
	})
}

func BenchmarkGuess(b *testing.B) {
	make := makers(b)[Protobuf]
	r := rand.New(rand.NewPCG(1, 1))
	var cells []sample.Cell
	for range looks {
		cells = append(cells, kept(make(r), 64))
	}
	for b.Loop() {
		Of(cells)
	}
}
