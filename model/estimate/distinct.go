package estimate

import "math"

// leastCoverage is the share of the values met that must be of values met more than once: under it, as of identifiers,
// the number of distinct values in the table cannot be determined.
const leastCoverage = 0.5

// Richness estimates how many distinct values a table has. The sample has seen of them: once of these occur in one key
// range only, twice in two, and met is the sum over all key ranges of the values that occur there. It is the
// bias-corrected Chao2 estimator of a lower bound: of values that are very rare it counts too few. It has a log-normal
// 95% interval (Chao, Biometrics 43, 1987; Chiu et al., Biometrics 70, 2014). ok is false if the sample allows no
// estimate beyond seen: all values recur, or most do not.
func Richness(seen, once, twice, met int64) (f Figure, ok bool) {
	q1, q2, value := float64(once), float64(twice), float64(seen)
	unseen := q1 * (q1 - 1) / (2 * (q2 + 1))
	if unseen <= 0 || met <= 0 || 1-q1/float64(met) < leastCoverage {
		return Figure{}, false
	}
	n := q2 + 1
	variance := q1*(q1-1)/(2*n) + q1*(2*q1-1)*(2*q1-1)/(4*n*n) + q1*q1*q2*(q1-1)*(q1-1)/(4*n*n*n*n)
	k := math.Exp(1.96 * math.Sqrt(math.Log(1+variance/(unseen*unseen))))
	return Within(value+unseen, value+unseen/k, value+unseen*k), true
}
