package retention

import (
	"math"
	"math/bits"
	"time"
)

// exactRanks is the number of ranks with a bucket of their own; above it, each doubling of the rank has four buckets.
const exactRanks = 32

// rankBucket returns the bucket of a rank.
func rankBucket(rank int) int {
	if rank < exactRanks {
		return rank
	}
	k := bits.Len(uint(rank)) - 1
	return exactRanks + 4*(k-5) + rank>>(k-2)&3
}

// rankStart returns the lowest rank of a bucket. As a number of versions it keeps exactly the buckets before it.
func rankStart(bucket int) int {
	if bucket < exactRanks {
		return bucket
	}
	k := 5 + (bucket-exactRanks)/4
	return (4 + (bucket-exactRanks)%4) << (k - 2)
}

// ageScale divides ages into buckets at the ages that policies commonly use, so that the buckets are exact for such a
// policy. Bucket i holds the ages over edge i-1 up to edge i; the first one also holds timestamps in the future, the
// last one ages above the last edge.
type ageScale struct {
	edges []int64 // microseconds
	start [65]int // bits of an age -> the first bucket it may be in
}

// AgeStops returns the ages at which buckets end, in ascending order.
func AgeStops() []time.Duration {
	var stops []time.Duration
	for _, entry := range []struct {
		unit time.Duration
		of   []int
	}{
		{time.Second, []int{1, 2, 5, 10, 20, 30}},
		{time.Minute, []int{1, 2, 5, 10, 15, 20, 30, 45}},
		{time.Hour, []int{1, 2, 3, 4, 6, 8, 10, 12, 15, 18}},
		{24 * time.Hour, []int{1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 21, 25, 28, 30, 35, 40, 45, 50, 60, 70, 75, 80,
			90, 100, 120, 135, 150, 180,
			210, 240, 270, 300, 330, 365, 400, 455, 540, 640, 730, 900, 1095, 1460, 1825, 2555, 3650, 5475, 7300}},
	} {
		for _, n := range entry.of {
			stops = append(stops, time.Duration(n)*entry.unit)
		}
	}
	return stops
}

func newAgeScale() *ageScale {
	ageScale := &ageScale{}
	for _, d := range AgeStops() {
		ageScale.edges = append(ageScale.edges, d.Microseconds())
	}
	count := 0
	for index := range ageScale.start {
		least := int64(0) // of the ages of n bits
		if index > 0 {
			least = int64(uint64(1) << (index - 1) & math.MaxInt64)
		}
		for count < len(ageScale.edges) && ageScale.edges[count] < least {
			count++
		}
		ageScale.start[index] = count
	}
	return ageScale
}

// buckets returns the number of buckets.
func (a *ageScale) buckets() int { return len(a.edges) + 1 }

// bucket returns the bucket of an age in microseconds.
func (a *ageScale) bucket(age int64) int {
	if age <= 0 {
		return 0
	}
	b := a.start[bits.Len64(uint64(age))]
	for b < len(a.edges) && a.edges[b] < age {
		b++
	}
	return b
}

// bounds returns the lowest and highest age of a bucket.
func (a *ageScale) bounds(bucket int) (least, greatest int64) {
	least, greatest = math.MinInt64, math.MaxInt64
	if bucket > 0 {
		least = a.edges[bucket-1] + 1
	}
	if bucket < len(a.edges) {
		greatest = a.edges[bucket]
	}
	return least, greatest
}
