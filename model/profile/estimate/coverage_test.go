package estimate

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"tabletop/model/sample"
)

// tables are those that a sample has to speak for.
var tables = []struct {
	name string
	make func(rows, sections int, seed uint64) *world
}{
	{"hashed", hashed}, {"tenants", tenants}, {"aged", aged},
}

// designs are the ways to draw one.
var designs = []struct {
	name string
	draw func(w *world, r *rand.Rand) *sample.Sample
}{
	{"quick", func(w *world, r *rand.Rand) *sample.Sample { return w.quick(80, 50, r) }},
	{"accurate", func(w *world, r *rand.Rand) *sample.Sample { return w.accurate(60, 0.3, r) }},
	{"small", func(w *world, r *rand.Rand) *sample.Sample { return w.small(0.02, r) }},
}

// TestCoverage draws 200 samples of each table in each way and holds that the intervals cover the truth at least 93 times
// in 100, that the estimates are right on average within 3 %, and that the intervals are of a useful width.
func TestCoverage(t *testing.T) {
	for _, table := range tables {
		w := table.make(200_000, 1000, 1)
		for _, design := range designs {
			for name, s := range try(w, 200, func(r *rand.Rand) *sample.Sample { return design.draw(w, r) }) {
				t.Logf("%-8s %-8s %-6s %v", table.name, design.name, name, s)
				if s.coverage() < 0.93 || math.Abs(s.bias()) > 0.03 || s.width/float64(s.n) > 0.8 {
					t.Errorf("%s, %s: %s has %v", table.name, design.name, name, s)
				}
			}
		}
	}
}

// TestCoverageOfManyTables is the same over tables that were made with other seeds, which takes minutes.
func TestCoverageOfManyTables(t *testing.T) {
	if os.Getenv("TABLETOP_SLOW") == "" {
		t.Skip("TABLETOP_SLOW=1 runs it")
	}
	const worlds = 20
	for _, table := range tables {
		for _, sections := range []int{1000, 200} {
			under, off := map[string]int{}, map[string]int{}
			for seed := range uint64(worlds) {
				w := table.make(200_000, sections, seed)
				for name, s := range try(w, 100, func(r *rand.Rand) *sample.Sample { return w.quick(100, 50, r) }) {
					if s.coverage() < 0.93 {
						under[name]++
					}
					if math.Abs(s.bias()) > 0.03 {
						off[name]++
					}
				}
			}
			for name := range (truth{}).all() {
				t.Logf("%s with %d sections: of %d tables, %s is covered less than 93 times in 100 on %d, off by more than 3 %% on %d", table.name, sections, worlds, name, under[name], off[name])
				if under[name] > worlds/4 || sections == 1000 && off[name] > worlds/4 {
					t.Errorf("%s with %d sections: %s", table.name, sections, name)
				}
			}
		}
	}
}
