package estimate

import (
	"cmp"
	"math"
	"slices"
)

// RankCorrelation returns Spearman's rank correlation of x and y, which are of one length, with mean ranks for ties; 0
// where it is undefined, as it is of constants.
func RankCorrelation(x, y []float64) float64 {
	ranks, values := ranks(x), ranks(y)
	mean := float64(len(x)+1) / 2
	var ab, aa, bb float64
	for i := range ranks {
		p, q := ranks[i]-mean, values[i]-mean
		ab, aa, bb = ab+p*q, aa+p*p, bb+q*q
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}

// ranks returns the ranks of v from 1; equal numbers have their mean rank.
func ranks(v []float64) []float64 {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(v[i], v[j]) })
	out := make([]float64, len(v))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && v[order[j]] == v[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			out[order[k]] = float64(i+j+1) / 2
		}
		i = j
	}
	return out
}
