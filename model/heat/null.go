package heat

import (
	"math"
	"math/rand/v2"
)

// null is the share of the hottest range if writes are uniform. The scan statistic has no closed form at these sizes,
// so it is simulated on a grid of counts and interpolated between them.
type null struct {
	parts  int
	counts []int
	shares []float64
}

const nullDraws = 64

// newNull simulates with a fixed seed, so equal tables get equal scores.
func newNull(parts int) *null {
	null := &null{parts: parts}
	rng := rand.New(rand.NewPCG(1, uint64(parts)))
	sc := newScan(parts)
	for count := MinWrites; count < 2*maxJudged; count *= 2 {
		sum := 0.0
		for range nullDraws {
			sc.reset()
			for range count {
				sc.add(rng.Float64())
			}
			share, _ := sc.hottest()
			sum += share
		}
		null.counts = append(null.counts, count)
		null.shares = append(null.shares, sum/nullDraws)
	}
	return null
}

// at is the expected share for a count of writes, by interpolation in the logarithm of the count.
func (n *null) at(count int) float64 {
	last := len(n.counts) - 1
	count = min(max(count, n.counts[0]), n.counts[last])
	i := 0
	for i < last-1 && n.counts[i+1] <= count {
		i++
	}
	t := math.Log(float64(count)/float64(n.counts[i])) / math.Log(float64(n.counts[i+1])/float64(n.counts[i]))
	return n.shares[i] + t*(n.shares[i+1]-n.shares[i])
}
