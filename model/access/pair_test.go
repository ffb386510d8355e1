package access

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// pairColumns are two columns of codes, some of them of no value.
func pairColumns(rows, an, bn int) (a, b []uint32) {
	r := rand.New(rand.NewPCG(3, uint64(rows)))
	a, b = make([]uint32, rows), make([]uint32, rows)
	for i := range rows {
		a[i], b[i] = uint32(r.IntN(an)), uint32(r.IntN(bn))
		if i%17 == 3 {
			a[i] = None
		}
		if i%19 == 5 {
			b[i] = None
		}
	}
	return a, b
}

// pairByMap numbers pairs through a map.
func pairByMap(a, b []uint32) ([]uint32, int) {
	ids, out := map[[2]uint32]uint32{}, slices.Clone(a)
	for i := range a {
		if out[i] = None; a[i] == None || b[i] == None {
			continue
		}
		pair := [2]uint32{a[i], b[i]}
		if _, known := ids[pair]; !known {
			ids[pair] = uint32(len(ids))
		}
		out[i] = ids[pair]
	}
	return out, len(ids)
}

// TestPairsAreNumbered verifies that pairs of few and of many codes are numbered alike, in the order in which they first
// occur, and that a row without one of both has no pair.
func TestPairsAreNumbered(t *testing.T) {
	for _, tt := range [][3]int{{0, 1, 1}, {1, 1, 1}, {2000, 3, 7}, {2000, 1, 2000}, {5000, 3000, 3000},
		{5000, 4_000_000, 2}, {5000, 2, 4_000_000}, {20_000, 1 << 31, 1 << 31}, {20_000, 100, 50_000}} {
		a, b := pairColumns(tt[0], tt[1], tt[2])
		want, n := pairByMap(a, b)
		if got, count := pair(a, tt[1], b, tt[2]); count != n || !slices.Equal(got, want) {
			t.Errorf("%v: %d pairs, want %d; the same numbers %t", tt, count, n, slices.Equal(got, want))
		}
	}
}

// BenchmarkPair numbers the pairs of a million rows, and through a map as a baseline.
func BenchmarkPair(b *testing.B) {
	for _, codes := range [][2]int{{50, 1_000_000}, {30_000, 1_000_000}, {30_000, 1000}, {4_000_000, 2}} {
		left, right := pairColumns(1_000_000, codes[0], codes[1])
		b.Run(fmt.Sprint(codes), func(b *testing.B) {
			for b.Loop() {
				pair(slices.Clone(left), codes[0], right, codes[1])
			}
		})
		b.Run(fmt.Sprint(codes, "/map"), func(b *testing.B) {
			for b.Loop() {
				pairByMap(left, right)
			}
		})
	}
}
