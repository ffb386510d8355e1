package access

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// TestIntervalsCover draws samples of a table whose figures are known: the 95% intervals must hold the truth nearly as
// often as they say.
func TestIntervalsCover(t *testing.T) {
	const share = 0.1
	trials := 60
	if slowtest.On() {
		trials = 200
	}
	rng := rand.New(rand.NewPCG(5, 5))
	var keys []string
	for i := range 12_000 {
		keys = append(keys, fmt.Sprintf("u%03d#%06d", int(rng.ExpFloat64()*40)%200, i))
	}
	slices.Sort(keys)
	truth := cost(t, facts(t, "{u}#{n:pad(6)}", slices.Clone(keys)...), "{name: q, where: {u: equal}}")
	l, err := rowkey.Parse("{u}#{n:pad(6)}")
	if err != nil {
		t.Fatal(err)
	}
	covered, wide := 0, 0.0
	for range trials {
		b := sample.NewBuilder(64)
		for _, k := range keys {
			if rng.Float64() < share {
				b.Row([]byte(k))
				b.Cell("f", []byte("q"), 1000, []byte("v"))
			}
		}
		how := sample.Provenance{Strategy: sample.Small, Complete: true, Filter: share, RowShare: share}
		f, err := indexOf(sample.Assemble(sample.Table{}, how, []*sample.Builder{b}), rowkey.Set{l})
		if err != nil {
			t.Fatal(err)
		}
		got := cost(t, f, "{name: q, where: {u: equal}}")
		read := got.ByData.RowsRead
		if !read.Interval() || read.IsExact() || !got.AtMost {
			t.Fatalf("%+v of a sample", got)
		}
		if want := truth.ByData.RowsRead.Value; read.Low <= want && want <= read.High {
			covered++
		}
		wide += (read.High - read.Low) / truth.ByData.RowsRead.Value / float64(trials)
		if bound := got.ByValue.RowsRead; bound.High < truth.ByValue.RowsRead.Value*0.9 {
			t.Errorf("the bound %g lies below the truth %g", bound.High, truth.ByValue.RowsRead.Value)
		}
	}
	if covered < trials*9/10 || wide > 0.5 {
		t.Errorf("%d of %d intervals hold the truth, %.0f%% wide on average", covered, trials, 100*wide)
	}
	t.Logf("%d of %d intervals hold the truth, %.0f%% wide on average", covered, trials, 100*wide)
}
