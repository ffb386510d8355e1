package advise_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// wide makes rows of eight segments, the last of them a time.
func wide(rows int) (*sample.Sample, rowkey.Set) {
	return made(rows, 4, 12, 40, 150, 600, 3000, 9000)
}

// made makes rows of seven segments of so many values each, and a time.
func made(rows int, values ...int) (*sample.Sample, rowkey.Set) {
	rng := rand.New(rand.NewPCG(1, 2))
	type row struct {
		key    string
		micros int64
	}
	all := make([]row, rows)
	for i := range all {
		var parts []string
		for k, n := range values {
			parts = append(parts, fmt.Sprintf("%c%05d", 'a'+k, rng.IntN(n)))
		}
		ms := now.UnixMilli() - int64(rng.IntN(30*86400))*1000
		all[i] = row{strings.Join(parts, "#") + fmt.Sprintf("#%d", ms), ms * 1000}
	}
	slices.SortFunc(all, func(a, b row) int { return strings.Compare(a.key, b.key) })
	b := sample.NewBuilder(64)
	for _, r := range all {
		b.Row([]byte(r.key))
		b.Cell("f", []byte("v"), r.micros, []byte("value"))
	}
	l, err := rowkey.Parse("{a}#{b}#{c}#{d}#{e}#{f}#{g}#{at:ms}")
	if err != nil {
		panic(err) // a fault of the test
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b}), rowkey.Set{l}
}

const five = `queries:
  - {name: one, frequency: 50, where: {g: equal, at: range 1d}}
  - {name: two, frequency: 20, where: {c: equal, d: equal}}
  - {name: three, where: {a: equal, b: equal, at: range 1h}}
  - {name: four, frequency: 5, where: {f: equal}, latest: 10 by at}
  - {name: five, where: {e: equal, a: equal}}
`

// BenchmarkSearch is eight segments, five queries and 50,000 rows: with the decoding of the keys, and without.
func BenchmarkSearch(b *testing.B) {
	s, set := wide(50_000)
	w, err := workload.Parse([]byte(five), access.SegmentNames(set))
	if err != nil {
		b.Fatal(err)
	}
	facts := func() *access.Index {
		f, err := indexOf(s, set)
		if err != nil {
			b.Fatal(err)
		}
		return f
	}
	search := func(f *access.Index) {
		a, err := advise.Search(context.Background(), f, w, advise.Options{})
		if err != nil || len(a.Options) < 2 {
			b.Fatal(err)
		}
	}
	b.Run("buckets", func(b *testing.B) { // few entities with many events each: every bucket is worth trying
		s, set := made(50_000, 2, 2, 2, 2, 2, 2, 2)
		f, err := indexOf(s, set)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			search(f)
		}
	})
	b.Run("decoded", func(b *testing.B) {
		f := facts()
		for b.Loop() {
			search(f)
		}
	})
	b.Run("from keys", func(b *testing.B) {
		for b.Loop() {
			search(facts())
		}
	})
}
