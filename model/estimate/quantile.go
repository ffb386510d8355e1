package estimate

import (
	"math"
	"slices"
	"sort"
)

// WeightedHistogram is how often each number occurs, or how much weight it has. Numbers are not negative. The zero
// value is empty.
type WeightedHistogram struct {
	N         int64 // numbers
	Weight    float64
	Min, Max  int64     // of the numbers; 0 when there is none
	small     []float64 // number -> weight, for numbers below smallNumbers
	large     []weighed // all others, sorted by number once asked for
	unordered bool
}

type weighed struct {
	number int64
	weight float64
}

// smallNumbers is where counting by index ends; most sizes are below it.
const smallNumbers = 1 << 15

// Add counts v with weight w.
func (h *WeightedHistogram) Add(v int64, w float64) {
	if h.N == 0 {
		h.Min, h.Max = v, v
	}
	h.Min, h.Max = min(h.Min, v), max(h.Max, v)
	h.N++
	h.Weight += w
	if v >= smallNumbers {
		h.large = append(h.large, weighed{v, w})
		h.unordered = true
		return
	}
	if int(v) >= len(h.small) {
		h.small = append(h.small, make([]float64, min(smallNumbers, int(v)*2+16)-len(h.small))...)
	}
	h.small[v] += w
}

func (h *WeightedHistogram) order() {
	if !h.unordered {
		return
	}
	slices.SortFunc(h.large, func(a, b weighed) int {
		switch {
		case a.number < b.number:
			return -1
		case a.number > b.number:
			return 1
		}
		return 0
	})
	h.unordered = false
}

// Each calls f for each number that occurs, in ascending order, until f says stop. A large number may come several
// times in a row.
func (h *WeightedHistogram) Each(f func(v int64, w float64) bool) {
	for v, w := range h.small {
		if w > 0 && !f(int64(v), w) {
			return
		}
	}
	h.order()
	for _, l := range h.large {
		if !f(l.number, l.weight) {
			return
		}
	}
}

// Quantile is the least number that at least the share p of the weight does not exceed (nearest rank): for p <= 0 the
// least, for p >= 1 the greatest. It is 0 when there is none.
func (h *WeightedHistogram) Quantile(p float64) int64 {
	// Sums of weights are rounded: a rank that a sum misses by a hair is reached.
	want := math.Max(0, p*h.Weight*(1-1e-12))
	var below float64
	found := h.Max
	h.Each(func(v int64, w float64) bool {
		below += w
		if below >= want {
			found = v
			return false
		}
		return true
	})
	return found
}

// Series is numbers that rows have, one or several each or none, in order of rows: sizes of rows, versions of columns.
type Series struct {
	WeightedHistogram
	draw   *Design
	rows   int     // of the sample
	ys     float64 // weighted sum
	values []int64 // kept only for intervals
	rowOf  []int32
}

// NewSeries starts a series of numbers of the rows of a sample of so many rows.
func (d *Design) NewSeries(rows int) *Series { return &Series{draw: d, rows: rows} }

// Add adds a number of row i. Rows come in ascending order.
func (s *Series) Add(i int, v int64) {
	w := s.draw.Weight(i)
	s.WeightedHistogram.Add(v, w)
	s.ys += w * float64(v)
	if s.draw.HasIntervals() {
		s.values = append(s.values, v)
		s.rowOf = append(s.rowOf, int32(i))
	}
}

// clusters calls f for each cluster with the part of the numbers in it.
func (s *Series) clusters(f func(c Cluster, from, to int)) {
	row, j := 0, 0
	for c := 0; row < s.rows; c++ {
		row = s.draw.ClusterEnd(c, row, s.rows)
		to := j + sort.Search(len(s.rowOf)-j, func(k int) bool { return int(s.rowOf[j+k]) >= row })
		f(s.draw.Cluster(c), j, to)
		j = to
	}
}

// Mean is the mean of the numbers.
func (s *Series) Mean() Figure {
	if s.Weight == 0 {
		return CountedIf(0, s.draw.IsExact())
	}
	if !s.draw.HasIntervals() {
		return CountedIf(s.ys/s.Weight, s.draw.IsExact())
	}
	var r Ratio
	s.clusters(func(c Cluster, from, to int) {
		var y, z float64
		for j := from; j < to; j++ {
			w := s.draw.Weight(int(s.rowOf[j]))
			y += w * float64(s.values[j])
			z += w
		}
		r.Add(c, y, z)
	})
	return r.Mean(s.draw)
}

// Quantiles estimates the quantiles ps with Woodruff's intervals: the interval of the share of numbers up to the
// quantile, turned back into numbers (Woodruff, JASA 1952). Where that reaches past all numbers seen, High is +Inf.
func (s *Series) Quantiles(ps ...float64) []Figure {
	out := make([]Figure, len(ps))
	for i, p := range ps {
		out[i] = CountedIf(float64(s.Quantile(p)), s.draw.IsExact())
	}
	if !s.draw.HasIntervals() || s.Weight == 0 {
		return out
	}
	// Numbers often come in heaps. The share up to the quantile and the share below it may differ a lot, so the doubt
	// is taken at both.
	upTo, below := make([]Ratio, len(ps)), make([]Ratio, len(ps))
	ys, bs := make([]float64, len(ps)), make([]float64, len(ps))
	s.clusters(func(c Cluster, from, to int) {
		var z float64
		clear(ys)
		clear(bs)
		for j := from; j < to; j++ {
			weight, value := s.draw.Weight(int(s.rowOf[j])), float64(s.values[j])
			z += weight
			for i := range ps {
				if value <= out[i].Value {
					ys[i] += weight
				}
				if value < out[i].Value {
					bs[i] += weight
				}
			}
		}
		for i := range ps {
			upTo[i].Add(c, ys[i], z)
			below[i].Add(c, bs[i], z)
		}
	})
	for i, value := range ps {
		_, amount := upTo[i].value()
		_, figure := below[i].value()
		if amount < 0 || figure < 0 { // too few clusters to know
			out[i] = Within(out[i].Value, 0, math.Inf(1))
			continue
		}
		off := marginFactor(upTo[i].M-1) * max(amount, figure) * s.draw.fpc
		out[i] = Within(out[i].Value, float64(s.Quantile(value-off)), float64(s.Quantile(value+off)))
		if value+off >= 1 {
			out[i].High = math.Inf(1)
		}
	}
	return out
}
