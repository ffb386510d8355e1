package demo

import (
	"math"
	"math/bits"
)

// rng is a small random generator (SplitMix64, Steele et al. 2014) seeded by a name and numbers, so that any row of
// any table can be made on its own. math/rand would do, but its generators are large to seed and its methods may
// change what they draw from one release of Go to the next.
type rng uint64

// roll starts the dice for one thing: a table and an index, mostly.
func roll(name string, index ...int) rng {
	hash := uint64(14695981039346656037) // FNV-1a
	for _, c := range []byte(name) {
		hash = (hash ^ uint64(c)) * 1099511628211
	}
	d := rng(hash)
	for _, i := range index {
		d ^= rng(uint64(i))
		d = rng(d.next())
	}
	return d
}

func (r *rng) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below is uniform in 0 to n-1.
func (r *rng) below(n int) int {
	hi, _ := bits.Mul64(r.next(), uint64(n))
	return int(hi)
}

// between is uniform in lo to hi, both included.
func (r *rng) between(lo, hi int) int { return lo + r.below(hi-lo+1) }

// unit is uniform in [0, 1).
func (r *rng) unit() float64 { return float64(r.next()>>11) / (1 << 53) }

func (r *rng) chance(p float64) bool { return r.unit() < p }

// normal is roughly normal with mean 0 and deviation 1: the sum of 12 uniform numbers less 6.
func (r *rng) normal() float64 {
	sum := -6.0
	for range 12 {
		sum += r.unit()
	}
	return sum
}

// tail is 1 or more, with a Pareto tail: it passes x with probability x^-shape. It is never more than most.
func (r *rng) tail(shape, most float64) float64 {
	return min(math.Pow(1-r.unit(), -1/shape), most)
}

// pick chooses one of the list.
func pick[T any](d *rng, list []T) T { return list[d.below(len(list))] }

// weighted chooses an index in proportion to the weights.
func (r *rng) weighted(weights ...int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	x := r.below(total)
	for i, w := range weights {
		if x -= w; x < 0 {
			return i
		}
	}
	return len(weights) - 1
}

// shares gives each of a number of entities a part of total, at least 1 and at most most: the k-th gets in proportion
// to (k+1)^-skew. It returns the running totals, so that shares[last] is total.
func shares(total, entities int, skew float64, most int) []int {
	parts := make([]int, entities)
	fill := func(scale float64) (sum int) {
		for k := range parts {
			parts[k] = max(1, min(most, int(scale*math.Pow(float64(k+1), -skew))))
			sum += parts[k]
		}
		return sum
	}
	lo, hi := 0.0, float64(total)*math.Pow(float64(entities), skew)
	for range 60 {
		if mid := (lo + hi) / 2; fill(mid) > total {
			hi = mid
		} else {
			lo = mid
		}
	}
	left := total - fill(lo)
	for k := 0; left > 0; k = (k + 1) % entities { // what rounding left over
		if parts[k] < most {
			parts[k]++
			left--
		}
	}
	for k := 1; k < entities; k++ {
		parts[k] += parts[k-1]
	}
	return parts
}

// locate finds the entity that has the i-th part of shares, and which of its parts that is.
func locate(shares []int, i int) (entity, part int) {
	lo, hi := 0, len(shares)-1
	for lo < hi {
		if mid := (lo + hi) / 2; shares[mid] <= i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo > 0 {
		i -= shares[lo-1]
	}
	return lo, i
}

// count is how many parts an entity has.
func count(shares []int, entity int) int {
	if entity == 0 {
		return shares[0]
	}
	return shares[entity] - shares[entity-1]
}

// Random is the generator of the demo tables for other packages that generate rows.
type Random struct{ dice rng }

// Roll returns the generator for one thing, which numbers identify.
func Roll(index ...int) Random { return Random{roll("", index...)} }

// Next returns 64 random bits.
func (r *Random) Next() uint64 { return r.dice.next() }

// Unit is uniform in [0, 1).
func (r *Random) Unit() float64 { return r.dice.unit() }

// Below is uniform in 0 to n-1.
func (r *Random) Below(n int) int { return r.dice.below(n) }
