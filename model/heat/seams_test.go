package heat

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tabletop/model/sample"
)

// rowsOf makes a sample in which every event is a row of its own, so that the key space is as wide where they are many.
func rowsOf(rng *rand.Rand, events []event) *sample.Sample {
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.place, b.place) })
	b := sample.NewBuilder(0)
	for i, e := range events {
		b.Row(fmt.Appendf(nil, "row%06d", i))
		at := start.Add(time.Duration((float64(e.window) + rng.Float64()) * float64(time.Hour)))
		b.Cell("f", []byte("q"), at.UnixMicro(), []byte("v"))
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
}

// A salt that is a hash gives each of its values another number of rows.
func TestHotspotsOfUnequalWidth(t *testing.T) {
	salted := func(n int, backwards bool) func(rng *rand.Rand) []event {
		return func(rng *rand.Rand) []event {
			return draw(func(w int) float64 {
				within := (float64(w) + rng.Float64()) / testWindows
				if backwards {
					within = 1 - within
				}
				return (float64(rng.IntN(n)) + within) / float64(n)
			})
		}
	}
	for _, c := range []struct {
		name   string
		draw   func(rng *rand.Rand) []event
		want   Pattern
		fronts int
	}{
		{"salt of 3", salted(3, false), ParallelHotspots, 3},
		{"salt of 8", salted(8, false), ParallelHotspots, 8},
		{"salt of 16, newest first", salted(16, true), ParallelHotspots, 16},
		{"salt of 32", salted(32, false), ParallelHotspots, 32},
		{"a kind in front that has most writes", func(rng *rand.Rand) []event {
			return draw(func(w int) float64 {
				kind := max(0, rng.IntN(12)-7) // 8, 1, 1, 1, 1
				return (float64(kind) + (float64(w)+rng.Float64())/testWindows) / 5
			})
		}, MovingHotspot, 1},
		{"even", func(rng *rand.Rand) []event { return draw(func(int) float64 { return rng.Float64() }) }, Even, 0},
		{"roving", func(rng *rand.Rand) []event {
			at := make([]float64, testWindows)
			for i := range at {
				at[i] = rng.Float64()
			}
			return draw(func(w int) float64 { return at[w] + 0.001*rng.Float64() })
		}, Roving, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range 5 {
				rng := rand.New(rand.NewPCG(uint64(seed), 11))
				m, err := NewMap(context.Background(), rowsOf(rng, c.draw(rng)), Options{Now: start.AddDate(1, 0, 0)})
				if err != nil {
					t.Fatal(err)
				}
				if m.Score.Pattern != c.want || m.Score.Hotspots != c.fronts {
					t.Errorf("seed %d: %s of %d fronts", seed, m.Score.Pattern, m.Score.Hotspots)
				}
			}
		})
	}
}

// TestPartsOfASalt verifies which parts of the key space are similar enough to be those of a salt: in rows, and in
// writes.
func TestPartsOfASalt(t *testing.T) {
	for _, tt := range []struct {
		seams []float64
		want  bool
	}{{[]float64{0.5}, true}, {[]float64{0.3, 0.7}, true}, {[]float64{0.1, 0.9}, false}, {[]float64{0.2}, false},
		{[]float64{0.9}, false}} {
		if got := similarParts(tt.seams); got != tt.want {
			t.Errorf("similarParts(%v) = %v", tt.seams, got)
		}
	}
	part := between([]float64{0.5})
	for _, tt := range []struct {
		positions []float64
		want      bool
	}{{[]float64{0.1, 0.6}, true}, {[]float64{0.1, 0.6, 0.7, 0.8}, true}, {[]float64{0.1, 0.6, 0.7, 0.8, 0.9}, false},
		{[]float64{0.1, 0.2}, false}} {
		if got := isShared([]judged{{positions: tt.positions}}, 2, part); got != tt.want {
			t.Errorf("isShared(%v) = %v", tt.positions, got)
		}
	}
}
