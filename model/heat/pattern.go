package heat

import (
	"math"
	"slices"
)

// maxFronts bounds how many parallel hotspots are looked for.
const maxFronts = 64

// maxFolded is how many writes of a window are folded: enough to see a moving hotspot among 64.
const maxFolded = 192

// pattern names how the writes move, and counts the moving hotspots. tops are the hottest places of the windows.
func pattern(s Score, tops []float64, windows []judged, null *null) (Pattern, int) {
	if n := hotspots(s, windows, null); n > 1 {
		return ParallelHotspots, n
	}
	excess := (s.Hot - s.UniformShare) / (1 - s.UniformShare)
	moves := math.Abs(s.Trend) > 0.8 || math.Abs(runTrend(tops, 1/float64(s.Parts))) > 0.8
	switch {
	case excess < hotExcess:
		return Even, 0
	case moves && (excess > 0.4 || s.Persistence <= 0.6):
		return MovingHotspot, 1
	case s.Persistence > 0.6:
		return FixedRange, 0
	}
	return Roving, 0
}

// minRun is how many windows a run of a moving hotspot has: in shorter ones any order of places looks like a direction.
const minRun = 4

// runTrend is Kendall's tau of the places within the runs of a moving hotspot: ids that gain a digit, or a load that
// begins in another range, make it jump, and between the jumps it moves on. Jumps are steps far above the usual one. It
// is 0 where more than a fifth of the windows are in no run.
func runTrend(tops []float64, width float64) float64 {
	steps := make([]float64, 0, len(tops))
	for i := 1; i < len(tops); i++ {
		steps = append(steps, math.Abs(tops[i]-tops[i-1]))
	}
	sorted := slices.Sorted(slices.Values(steps))
	if len(sorted) == 0 {
		return 0
	}
	jump := max(width, 4*sorted[len(sorted)/2])
	var sum, pairs float64
	inRuns, first := 0, 0
	for end := 1; end <= len(tops); end++ {
		if end < len(tops) && steps[end-1] <= jump {
			continue
		}
		if n := end - first; n >= minRun {
			weight := float64(n * (n - 1) / 2)
			sum += weight * kendall(tops[first:end])
			pairs += weight
			inRuns += n
		}
		first = end
	}
	if 5*inRuns < 4*len(tops) {
		return 0
	}
	return sum / pairs
}

// minGain is how much more concentrated the writes must be when the parts are laid over each other: a single
// moving hotspot that passes through some of the parts only is as concentrated before as after.
const minGain = 1.25

// hotspots finds moving hotspots that move in step, as a salt in front of a time makes them: folded onto one n-th
// of the key space, or onto one part between seams, the writes of a window lie together, and from window to
// window they move on. It returns their number, 0 when there are none.
func hotspots(s Score, windows []judged, null *null) int {
	best, bestExcess := 0, 0.0
	try := func(n int, part func(float64) (int, float64)) {
		hot, uniform, trend := folded(windows, func(p float64) float64 { _, place := part(p); return place }, s.Parts,
			null)
		excess := (hot - uniform) / (1 - uniform)
		// A multiple of the true number folds as tightly, but its hotspots wrap round; a divisor folds less tightly.
		if excess > 0.5 && math.Abs(trend) > 0.7 && hot > minGain*s.Hot && excess > bestExcess*1.15 &&
			isShared(windows, n, part) {
			best, bestExcess = n, excess
		}
	}
	for n := 2; n <= maxFronts; n++ {
		try(n, func(position float64) (int, float64) {
			at := position * float64(n)
			i := int(at) // math.Modf takes three times as long
			return min(i, n-1), at - float64(i)
		})
	}
	for _, backwards := range []bool{false, true} {
		if at := seams(windows, backwards); len(at) > 0 && len(at) < maxFronts {
			try(len(at)+1, between(at))
		}
	}
	return best
}

// isShared reports whether each of n parts takes between half and twice its share of the writes.
func isShared(windows []judged, n int, part func(float64) (int, float64)) bool {
	counts, total := make([]int, n), 0
	for _, w := range windows {
		for _, p := range w.positions {
			i, _ := part(p)
			counts[i]++
			total++
		}
	}
	return n*slices.Min(counts)*2 >= total && n*slices.Max(counts) <= 2*total
}

// folded lays parts of the key space over each other, in which place is the place of a position: how concentrated the
// writes then are compared with uniform ones, and how steadily their center moves.
func folded(windows []judged, place func(float64) float64, parts int, null *null) (hot, uniform, trend float64) {
	var total float64
	tops := make([]float64, len(windows))
	sc := newScan(parts)
	for i, window := range windows {
		sc.reset()
		step := max(1, len(window.positions)/maxFolded)
		for k := 0; k < len(window.positions); k += step {
			sc.add(place(window.positions[k]))
		}
		share, at := sc.hottest()
		c := float64(sc.n)
		hot += c * share
		uniform += c * null.at(sc.n)
		total += c
		tops[i] = at
	}
	return hot / total, uniform / total, kendall(tops)
}
