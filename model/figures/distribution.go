package figures

import (
	"math/bits"

	"tabletop/model/estimate"
)

// distribution sums a series up.
func distribution(s *estimate.Series) Distribution {
	q := s.Quantiles(0.5, 0.9, 0.95, 0.99)
	d := Distribution{N: s.N, Min: s.Min, Max: s.Max, Mean: s.Mean(), P50: q[0], P90: q[1], P95: q[2], P99: q[3]}
	d.Bins = histogram(&s.WeightedHistogram)
	return d
}

// histogram sorts counts into bins. Bins without numbers stand only between bins with numbers.
func histogram(c *estimate.WeightedHistogram) []Bin {
	if c.N == 0 {
		return nil
	}
	first, last := binIndex(c.Min), binIndex(c.Max)
	bins := make([]Bin, last-first+1)
	for i := range bins {
		bins[i].From, bins[i].To = binFrom(first+i), binFrom(first+i+1)-1
	}
	c.Each(func(v int64, w float64) bool {
		bins[binIndex(v)-first].Count += w
		return true
	})
	return bins
}

// binIndex is the bin of v: 0, 1, 2 and 3 have one each; from there on every doubling has four of equal width.
func binIndex(v int64) int {
	if v < 4 {
		return int(v)
	}
	e := bits.Len64(uint64(v)) - 3 // v>>e is 4, 5, 6 or 7
	return 4*e + int(v>>e)
}

// binFrom is the least number of bin i.
func binFrom(i int) int64 {
	if i < 4 {
		return int64(i)
	}
	e := i/4 - 1
	return int64(4+i%4) << e
}
