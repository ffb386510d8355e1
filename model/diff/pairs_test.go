package diff_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tabletop/model/diff"
	"tabletop/model/sample"
)

// sections is a table of 400 sections whose rows differ in size from one to the next by tens of times; a later state of
// it has values that are so many times as large, and one more version in a share of the rows.
type sections struct{ growth, more float64 }

// draw reads 20 rows at the starts of 100 sections, selected by the seed: the same for the same seed.
func (s sections) draw(seed uint64) *sample.Sample {
	r := rand.New(rand.NewPCG(seed, 1))
	how := sample.Provenance{Strategy: sample.Quick, Started: now, Filter: 1, RowShare: 1, Points: 100}
	var parts []*sample.Builder
	for step := range 100 {
		at := 4*step + r.IntN(4)
		world := rand.New(rand.NewPCG(uint64(at), 2)) // the table is the same whatever the seed
		size := 40 * math.Exp(1.2*world.NormFloat64())
		b := sample.NewBuilder(0)
		for row := range 20 {
			b.Row(fmt.Appendf(nil, "s%03d#%08d", at, row))
			b.Cell("f", []byte("body"), now.UnixMicro(), make([]byte, int(s.growth*size*(0.8+0.4*world.Float64()))))
			if world.Float64() < s.more {
				b.Cell("f", []byte("body"), now.UnixMicro()-1, make([]byte, int(size)))
			}
		}
		b.SetSection(1, 1<<20, false)
		parts = append(parts, b)
		how.Places = append(how.Places, sample.ReadRange{Start: fmt.Appendf(nil, "s%03d", at),
			End: fmt.Appendf(nil, "s%03d", at+1), Bytes: 1 << 20, Done: true, Hits: 1})
	}
	how.TotalBytes = 400 << 20
	gc := sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}
	return sample.Assemble(sample.Table{Source: "p/i/orders", Name: "orders",
		Families: []sample.Family{{Name: "f", GC: gc}}}, how, parts)
}

// TestRealChangesAreFound verifies that a change of 3% is found in samples of the same sections, though either sample
// alone is off by many times as much; that most intervals of the difference hold it; and that samples of other sections
// do not claim to know.
func TestRealChangesAreFound(t *testing.T) {
	before, after := sections{growth: 1, more: 0.20}, sections{growth: 1.05, more: 0.22}
	truth := map[string]float64{}
	var a, b float64 // means of the whole table, of all sections
	for seed := range uint64(30) {
		d := compared(t, before.draw(seed), after.draw(seed))
		a += find(t, d, "mean row").Delta.Value / 30
		b += find(t, d, "cells a row").Delta.Value / 30
	}
	truth["mean row"], truth["cells a row"] = a, b
	const draws = 15
	found, held := map[string]int{}, map[string]int{}
	for seed := range uint64(draws) {
		d := compared(t, before.draw(seed), after.draw(seed))
		if !d.Paired {
			t.Fatal("samples of the same sections are not compared in pairs")
		}
		for name, want := range truth {
			x := find(t, d, name)
			if x.Verdict == diff.Grew {
				found[name]++
			}
			if x.Delta.Low <= want && want <= x.Delta.High {
				held[name]++
			}
		}
		if x := find(t, d, "mean row"); x.Before.High-x.Before.Low < 3*(x.Delta.High-x.Delta.Low) {
			t.Errorf("seed %d: the difference is %+v, the figure %+v", seed, x.Delta, x.Before)
		}
		if c := d.Columns[0]; c.Bytes.Verdict != diff.Grew {
			t.Errorf("seed %d: column %s has %+v", seed, c.Qualifier, c.Bytes)
		}
		if other := compared(t, before.draw(seed),
			after.draw(seed+1000)); find(t, other, "mean row").Verdict == diff.Grew &&
			find(t, other, "mean row").Delta.Value < find(t, other, "mean row").Before.Value*0.1 {
			t.Errorf("seed %d: independent samples are said to show a change of 5%%", seed)
		}
	}
	for name := range truth {
		if found[name] < draws*9/10 || held[name] < draws*8/10 {
			t.Errorf("%s: of %d samples %d find the change and %d hold it", name, draws, found[name], held[name])
		}
	}
}

// TestPairsOfOneTable verifies that samples of the same sections of an unchanged table differ in nothing.
func TestPairsOfOneTable(t *testing.T) {
	x := sections{growth: 1, more: 0.2}
	for seed := range uint64(3) {
		if d := compared(t, x.draw(seed), x.draw(seed)); d.Beyond != 0 || !d.Paired {
			t.Errorf("%d of %d figures differ", d.Beyond, d.Compared)
		}
	}
}
