package heat

import "math"

// maxFronts bounds how many parallel frontiers are looked for.
const maxFronts = 64

// maxFolded is how many writes of a window are folded: enough to see a frontier among 64.
const maxFolded = 192

// pattern names how the writes move, and counts the frontiers.
func pattern(s Score, windows []judged, null *null) (Pattern, int) {
	excess := (s.Hot - s.UniformShare) / (1 - s.UniformShare)
	if excess > 0.4 {
		switch {
		case math.Abs(s.Trend) > 0.8:
			return MovingFrontier, 1
		case s.Persistence > 0.6:
			return FixedRange, 0
		}
	}
	if n := fronts(windows, s.Parts, null); n > 1 {
		return SaltedFrontier, n
	}
	if excess < hotExcess {
		return Even, 0
	}
	if s.Persistence > 0.6 {
		return FixedRange, 0
	}
	if math.Abs(s.Trend) > 0.8 {
		return MovingFrontier, 1
	}
	return Roving, 0
}

// fronts finds frontiers that move in step, as a salt in front of a time makes them: folded onto one n-th of the key
// space, or onto one part between seams, the writes of a window lie together, and from window to window they move on. It
// returns their number, 0 when there are none.
func fronts(windows []judged, parts int, null *null) int {
	best, bestExcess := 0, 0.0
	try := func(n int, place func(float64) float64) {
		excess, trend := folded(windows, place, parts, null)
		// A multiple of the true number folds as tightly, but its frontiers wrap round; a divisor folds less tightly.
		if excess > 0.5 && math.Abs(trend) > 0.7 && excess > bestExcess*1.15 {
			best, bestExcess = n, excess
		}
	}
	for n := 2; n <= maxFronts; n++ {
		try(n, func(position float64) float64 {
			_, place := math.Modf(position * float64(n))
			return place
		})
	}
	for _, backwards := range []bool{false, true} {
		if at := seams(windows, backwards); len(at) > 0 && len(at) < maxFronts {
			try(len(at)+1, between(at))
		}
	}
	return best
}

// folded lays parts of the key space over each other, in which place is the place of a position: how concentrated the
// writes then are above chance, and how steadily their centre moves.
func folded(windows []judged, place func(float64) float64, parts int, null *null) (excess, trend float64) {
	var hot, chance, total float64
	tops := make([]float64, len(windows))
	sc := newScan(parts)
	for i, w := range windows {
		sc.reset()
		step := max(1, len(w.positions)/maxFolded)
		for k := 0; k < len(w.positions); k += step {
			sc.add(place(w.positions[k]))
		}
		share, at := sc.hottest()
		c := float64(sc.n)
		hot += c * share
		chance += c * null.at(sc.n)
		total += c
		tops[i] = at
	}
	hot, chance = hot/total, chance/total
	return (hot - chance) / (1 - chance), kendall(tops)
}
