package estimate

import (
	"errors"
	"math"
	"math/bits"
)

// fine is the binary logarithm of how many buckets a doubling has. Numbers below 2^(fine+1) have a bucket each.
const fine = 6

// Histogram counts numbers that are not negative, in buckets that grow with them: what it says of a number is within
// 1/64 of it, and below 128 it is exact. Histograms are merged by addition, so the result is the same for any split and
// any order. The zero value is empty. It takes at most 30 KB.
type Histogram struct {
	N      int64   // numbers
	Sum    int64   // of them
	Min    int64   // 0 when there is none
	Max    int64   // 0 when there is none
	Counts []int64 // bucket -> numbers, up to the last bucket in use
}

// Add counts v.
func (h *Histogram) Add(v int64) {
	if h.N == 0 {
		h.Min, h.Max = v, v
	}
	h.N++
	h.Sum += v
	h.Min, h.Max = min(h.Min, v), max(h.Max, v)
	b := bucket(v)
	h.grow(b + 1)
	h.Counts[b]++
}

func (h *Histogram) grow(n int) {
	if n > len(h.Counts) {
		h.Counts = append(h.Counts, make([]int64, n-len(h.Counts))...)
	}
}

// Merge adds what o counted.
func (h *Histogram) Merge(o *Histogram) {
	if o.N == 0 {
		return
	}
	if h.N == 0 {
		h.Min, h.Max = o.Min, o.Max
	}
	h.N += o.N
	h.Sum += o.Sum
	h.Min, h.Max = min(h.Min, o.Min), max(h.Max, o.Max)
	h.grow(len(o.Counts))
	for i, n := range o.Counts {
		h.Counts[i] += n
	}
}

// Quantile bounds the quantile p by nearest rank: it lies between low and high, both inclusive.
func (h *Histogram) Quantile(p float64) (low, high int64) {
	if h.N == 0 {
		return 0, 0
	}
	// p*N is rounded: a rank that it misses by a hair is meant.
	rank := max(1, int64(math.Ceil(p*float64(h.N)*(1-1e-12))))
	for at, count := range h.Counts {
		if rank -= count; rank <= 0 {
			low, high = Bounds(at)
			return max(low, h.Min), min(high, h.Max)
		}
	}
	return h.Max, h.Max
}

// Figure is the quantile p, in the middle of its bounds. It is exact where they are equal; else it is between them for
// certain.
func (h *Histogram) Figure(p float64) Figure {
	low, high := h.Quantile(p)
	return Between(float64(low), float64(high))
}

// Mean is the mean of the numbers; 0 if there is none.
func (h *Histogram) Mean() Figure {
	return Counted(float64(h.Sum) / float64(max(1, h.N)))
}

// bucket is where v is counted.
func bucket(v int64) int {
	if v < 1<<(fine+1) {
		return int(v)
	}
	shift := bits.Len64(uint64(v)) - fine - 1
	return shift<<fine + int(v>>shift)
}

// Bounds are the least and the greatest number of bucket i.
func Bounds(i int) (low, high int64) {
	if i < 1<<(fine+1) {
		return int64(i), int64(i)
	}
	shift := i>>fine - 1
	low = int64(i&(1<<fine-1)+1<<fine) << shift
	return low, low + 1<<shift - 1
}

// Above returns how many numbers are over limit, at least and at most: those of the bucket of limit may be on either
// side.
func (h *Histogram) Above(limit float64) (least, most int64) {
	for at, count := range h.Counts {
		low, high := Bounds(at)
		if float64(max(low, h.Min)) > limit {
			least += count
		}
		if float64(min(high, h.Max)) > limit {
			most += count
		}
	}
	return least, most
}

// Validate checks that the buckets hold N numbers from Min to Max.
func (h *Histogram) Validate() error {
	if len(h.Counts) > bucket(math.MaxInt64)+1 || h.Sum < 0 || h.Min < 0 || h.Min > h.Max {
		return errors.New("a distribution is out of bounds")
	}
	left, first, last := h.N, -1, -1
	for i, count := range h.Counts {
		if count < 0 || count > left {
			return errors.New("a distribution has another number of values than it says")
		}
		left -= count
		if count > 0 && first < 0 {
			first = i
		}
		if count > 0 {
			last = i
		}
	}
	if left != 0 || h.N > 0 && (first != bucket(h.Min) || last != bucket(h.Max)) {
		return errors.New("a distribution has other values than it says")
	}
	return nil
}
