package recordkind

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/model/infer/internal/keyset"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// recordKind makes keys of one kind: values, with literals before those that have one.
type recordKind struct {
	name string
	make func(rng *rand.Rand, i int) []string // of each value what stands before it, and itself
}

// recordKinds lists kinds of which no two look alike.
func recordKinds() []recordKind {
	hex := func(rng *rand.Rand, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "0123456789abcdef"[rng.IntN(16)]
		}
		return string(b)
	}
	raw := func(rng *rand.Rand, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return string(b)
	}
	be8 := func(n uint64) string { return string(binary.BigEndian.AppendUint64(nil, n)) }
	date := func(rng *rand.Rand) string { return fmt.Sprintf("2025-%02d-%02d", 1+rng.IntN(12), 1+rng.IntN(28)) }
	return []recordKind{
		{"user", func(rng *rand.Rand, _ int) []string {
			return []string{"", "USER", "#", fmt.Sprint(10_000 + rng.IntN(90_000))}
		}},
		{"order", func(rng *rand.Rand, _ int) []string {
			return []string{"", "ORDER", "#", date(rng), "#", fmt.Sprintf("%06d", rng.IntN(100_000))}
		}},
		{"session", func(rng *rand.Rand, _ int) []string {
			return []string{"", "session", ":", hex(rng, 32), ":", fmt.Sprint(1_700_000_000 + rng.IntN(9_000_000))}
		}},
		{"path", func(rng *rand.Rand, _ int) []string {
			return []string{"", []string{"logs", "raw"}[rng.IntN(2)], "/", date(rng), "/", hex(rng, 16)}
		}},
		{"uuid", func(rng *rand.Rand, _ int) []string {
			return []string{"", hex(rng, 8) + "-" + hex(rng, 4) + "-4" + hex(rng, 3) + "-a" + hex(rng, 3) + "-" +
				hex(rng, 12)}
		}},
		{"block", func(rng *rand.Rand, _ int) []string { return []string{"", "b", "", be8(rng.Uint64N(1 << 22))} }},
		{"digest", func(rng *rand.Rand, _ int) []string {
			return []string{"", "h", "", be8(rng.Uint64N(1 << 22)), "", raw(rng, 32)}
		}},
		{"address", func(rng *rand.Rand, _ int) []string {
			return []string{"", fmt.Sprintf("10.%d.%d.%d", rng.IntN(256), rng.IntN(256), rng.IntN(256)), "|",
				fmt.Sprint(rng.IntN(65536))}
		}},
	}
}

// cutRight returns how many keys are cut where their values begin and end.
func cutRight(set rowkey.Set, keys [][]byte, cuts [][]int) (n int) {
	for i, key := range keys {
		spans, k := set.Decode(nil, key)
		if k < 0 {
			continue
		}
		var got []int
		for _, s := range spans {
			got = append(got, s.Start, s.End)
		}
		if slices.Equal(got, cuts[i]) {
			n++
		}
	}
	return n
}

// explained finds the kinds of keys of some kinds and returns the layouts, the keys, and where their values begin and
// end.
func explained(t *testing.T, of []recordKind, share []int) (rowkey.Set, [][]byte, [][]int) {
	t.Helper()
	type row struct {
		key  []byte
		cuts []int
	}
	var rows []row
	rng := rand.New(rand.NewPCG(1, 2))
	for k, kind := range of {
		for i := range share[k] {
			var r row
			for at, part := range kind.make(rng, i) {
				if at%2 == 1 {
					r.cuts = append(r.cuts, len(r.key))
				}
				if r.key = append(r.key, part...); at%2 == 1 {
					r.cuts = append(r.cuts, len(r.key))
				}
			}
			rows = append(rows, r)
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return bytes.Compare(a.key, b.key) })
	rows = slices.CompactFunc(rows, func(a, b row) bool { return bytes.Equal(a.key, b.key) })
	ks := &keyset.Keyset{To: 2_082_758_400_000_000}
	var cuts [][]int
	for _, r := range rows {
		ks.Key, ks.Oldest, ks.Newest = append(ks.Key, r.key), append(ks.Oldest, keyset.NoTime),
			append(ks.Newest, keyset.NoTime)
		cuts = append(cuts, r.cuts)
	}
	e := NewEngine(context.Background(), ks)
	forms := e.Explain(nil)
	e.Harmonize(forms)
	var set rowkey.Set
	for i, f := range forms {
		n := 0
		l, err := f.Build(fmt.Sprintf("kind%d", i), func(*search.Piece) string { n++; return fmt.Sprintf("s%d", n) })
		if err != nil {
			t.Fatal(err)
		}
		set = append(set, l)
	}
	return set, ks.Key, cuts
}

// TestKindsAreToldApart verifies for pairs of kinds, in equal parts and one beside nine of the other, and for all kinds
// of text together, that there are as many layouts as kinds and that nearly all keys are cut where their values begin
// and end. Left out is what is not distinguished today: equal parts of digests behind a tag and of long words or UUIDs,
// which are taken for one kind of bytes.
func TestKindsAreToldApart(t *testing.T) {
	all := recordKinds()
	check := func(of []recordKind, share []int) {
		t.Helper()
		var names []string
		for _, k := range of {
			names = append(names, k.name)
		}
		set, keys, cuts := explained(t, of, share)
		if n := cutRight(set, keys, cuts); len(set) != len(of) || n*50 < len(keys)*49 {
			t.Errorf("%s of %v: %d of %d keys are cut right by %d layouts:\n%s", strings.Join(names, " and "), share, n,
				len(keys), len(set), set)
		}
	}
	for i := range all {
		check(all[i:i+1], []int{120})
		for j := range i {
			if long := all[j].name == "session" || all[j].name == "uuid"; all[i].name != "digest" || !long {
				check([]recordKind{all[i], all[j]}, []int{90, 90})
			}
			check([]recordKind{all[i], all[j]}, []int{20, 180})
		}
	}
	text := slices.DeleteFunc(slices.Clone(all), func(k recordKind) bool {
		return k.name == "block" ||
			k.name == "digest"
	})
	check(text, slices.Repeat([]int{100}, len(text)))
}

// TestKindsWithGarbage verifies that keys of no kind beside two kinds change neither layout.
func TestKindsWithGarbage(t *testing.T) {
	all := recordKinds()
	noise := recordKind{"garbage", func(rng *rand.Rand, _ int) []string {
		b := make([]byte, 3+rng.IntN(20))
		for i := range b {
			b[i] = byte(33 + rng.IntN(94))
		}
		return []string{"", string(b)}
	}}
	for i := range all {
		of := []recordKind{all[i], all[(i+1)%len(all)]}
		clean, _, _ := explained(t, of, []int{100, 100})
		dirty, _, _ := explained(t, append(of, noise), []int{100, 100, 4})
		for _, l := range clean {
			if !slices.ContainsFunc(dirty, func(d *rowkey.Layout) bool {
				return bytes.HasSuffix([]byte(d.String()),
					[]byte(unnamed(l)))
			}) {
				t.Errorf("%s and %s with garbage: %s is gone, there are\n%s", of[0].name, of[1].name, l, dirty)
			}
		}
	}
}

// unnamed returns a template without the name of its kind.
func unnamed(l *rowkey.Layout) string {
	_, template, _ := strings.Cut(l.String(), " = ")
	return template
}
