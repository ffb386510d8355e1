package infer

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/internal/slowtest"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// row is a key of a made-up table and when its cell was written.
type row struct {
	key  string
	time time.Time
}

// world makes up values; the same seed makes the same ones.
type world struct{ *rand.Rand }

func newWorld(seed uint64) *world { return &world{rand.New(rand.NewPCG(seed, 11))} }

// seeds returns n with TABLETOP_SLOW=1, otherwise a quarter of n.
func seeds(n uint64) uint64 {
	if !slowtest.On() {
		return (n + 3) / 4
	}
	return n
}

func (w *world) one(of ...string) string { return of[w.IntN(len(of))] }

func (w *world) word() string {
	return w.one(strings.Fields("amber birch cedar delta ember flint grove haven ivory jade knoll larch maple north " +
		"ocean pearl quartz raven slate thorn umber vale willow yarrow zephyr")...)
}

func (w *world) name() string { return w.word() + w.one("", w.word(), fmt.Sprint(w.IntN(90))) }

func (w *world) letters(n int, from string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = from[w.IntN(len(from))]
	}
	return string(b)
}

func (w *world) bytes(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(w.IntN(256))
	}
	return string(b)
}

func (w *world) hex(n int) string { return w.letters(n, "0123456789abcdef") }

func (w *world) uuid() string {
	h := w.hex(32)
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-" + w.one("8", "9", "a", "b") + h[17:20] + "-" + h[20:]
}

// when is a time within 60 days of May 2024.
func (w *world) when() time.Time {
	return time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(w.Int64N(int64(60 * 24 * time.Hour))))
}

// some draws from n values, the first ones more often.
func some[T any](w *world, n int, make func() T) func() T {
	list := []T{}
	for range n {
		list = append(list, make())
	}
	return func() T { return list[int(w.Float64()*w.Float64()*float64(n))] }
}

func be(v uint64, width int) string {
	return string(binary.BigEndian.AppendUint64(nil, v)[8-width:])
}

// rows makes n rows with different keys.
func rows(n int, make func() row) []row {
	seen := map[string]bool{}
	var out []row
	for tries := 0; len(out) < n && tries < 50*n; tries++ {
		if r := make(); !seen[r.key] {
			seen[r.key] = true
			out = append(out, r)
		}
	}
	return out
}

// sampleOf is a sample of rows, each with a cell written within 3 s of its time; no cell for the zero time.
func sampleOf(rs []row) *sample.Sample {
	rs = slices.Clone(rs)
	slices.SortFunc(rs, func(a, b row) int { return strings.Compare(a.key, b.key) })
	b := sample.NewBuilder(0)
	for i, r := range rs {
		if i > 0 && rs[i-1].key == r.key {
			continue
		}
		b.Row([]byte(r.key))
		if !r.time.IsZero() {
			b.Cell("f", []byte("q"), r.time.UnixMicro()+int64(i%3000)*1000, nil)
		}
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
}

func inferred(t testing.TB, rs []row) Result {
	t.Helper()
	res, err := Sample(context.Background(), sampleOf(rs), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// templates lists the layouts of a result, a line each, sorted.
func templates(r Result) []string {
	var out []string
	for _, k := range r.Kinds {
		out = append(out, k.Layout.String())
	}
	slices.Sort(out)
	return out
}

// checkResult makes sure that a result is what it says of itself.
func checkResult(t *testing.T, s *sample.Sample, res Result) {
	t.Helper()
	sum := res.Unexplained
	for _, k := range res.Kinds {
		if sum += k.Keys; k.Keys == 0 || k.First == nil {
			t.Errorf("%s: %d keys, first %q", k.Layout, k.Keys, k.First)
		}
		if len(k.Segments) != len(k.Layout.Segments()) {
			t.Errorf("%s: evidence for %d segments", k.Layout, len(k.Segments))
		}
		if k.Stability < 0 || k.Stability > 1 || k.Evidence.Margin < 0 {
			t.Errorf("%s: stability %g, margin %g", k.Layout, k.Stability, k.Evidence.Margin)
		}
		if again, err := rowkey.Parse(k.Layout.String()); err != nil || again.String() != k.Layout.String() {
			t.Errorf("%s does not parse back: %v", k.Layout, err)
		}
	}
	if res.Keys != s.Rows() || sum != s.Rows() {
		t.Errorf("%d keys, kinds and remainder have %d, sample has %d", res.Keys, sum, s.Rows())
	}
	set := res.Set()
	for i := range s.Rows() {
		spans, k := set.Decode(nil, s.Key(i))
		if k < 0 {
			continue
		}
		if back, err := set[k].Encode(nil, spans); err != nil || !bytes.Equal(back, s.Key(i)) {
			t.Fatalf("%q is written back as %q: %v", s.Key(i), back, err)
		}
	}
}

// wantKind verifies that n keys that make writes are of one record kind, in whose template want stands. cells states
// that they have cells of the time for which each was made.
func wantKind(t *testing.T, seed uint64, n int, make func(w *world, at time.Time) string, cells bool, want string) {
	t.Helper()
	w := newWorld(seed)
	res := inferred(t, rows(n, func() row {
		at := w.when()
		key := make(w, at)
		if !cells {
			at = time.Time{}
		}
		return row{key, at}
	}))
	if got := fmt.Sprint(templates(res)); len(res.Kinds) != 1 || !strings.Contains(got, want) {
		t.Errorf("seed %d: %s, want %s", seed, got, want)
	}
}
