package heat

import (
	"cmp"
	"slices"
)

// minSide is the minimum number of writes averaged on either side of a seam: with fewer, random variation alone makes
// seams.
const minSide = 5

// seams returns the positions in the key space where the time of the writes falls back by more than half of the whole
// period (with backwards: leaps ahead by as much). There one moving hotspot ends and the next begins. Salts that are
// hashes get unequal numbers of rows, so their hotspots lie in parts of somewhat unequal width. It returns nil if the
// parts differ a lot.
func seams(windows []judged, backwards bool) []float64 {
	type point struct{ place, time float64 }
	var points []point
	for i, window := range windows {
		time := float64(i) / float64(len(windows)-1)
		if backwards {
			time = 1 - time
		}
		step := max(1, len(window.positions)/maxFolded)
		for k := 0; k < len(window.positions); k += step {
			points = append(points, point{window.positions[k], time})
		}
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.place, b.place) })
	sums := make([]float64, 1, len(points)+1)
	for first := 0; first < len(points); {
		end, sum := first, 0.0
		for end < len(points) && points[end].place == points[first].place {
			sum += points[end].time
			end++
		}
		for range end - first { // versions of a row have no order among keys: each gets their mean
			sums = append(sums, sums[len(sums)-1]+sum/float64(end-first))
		}
		first = end
	}
	side := max(minSide, len(points)/(8*maxFronts))
	var out, shares []float64 // seams in the key space, and the share of the writes before each
	deepest, last := 0.5, -side
	for i := side; i+side <= len(points); i++ {
		fall := (2*sums[i] - sums[i-side] - sums[i+side]) / float64(side)
		if i-last >= side {
			deepest = 0.5 // beyond the reach of the seam before
		}
		if fall <= deepest {
			continue
		}
		at := (points[i-1].place + points[i].place) / 2
		if i-last < side {
			out, shares = out[:len(out)-1], shares[:len(shares)-1]
		}
		out, shares = append(out, at), append(shares, float64(i)/float64(len(points)))
		deepest, last = fall, i
	}
	if !similarParts(out) || !similarParts(shares) {
		return nil
	}
	return out
}

// similarParts reports whether each part between seams is between half and twice the mean. The parts of a salt are, in
// rows and in writes. Parts that differ more are record kinds or tenants, and the busiest of them is the hotspot.
func similarParts(seams []float64) bool {
	mean, low := 1/float64(len(seams)+1), 0.0
	for _, high := range append(slices.Clone(seams), 1) {
		if width := high - low; width < mean/2 || width > 2*mean {
			return false
		}
		low = high
	}
	return true
}

// between returns the part that a position is in, where seams divide the key space, and its place in that part, 0 to 1.
func between(seams []float64) func(position float64) (int, float64) {
	return func(position float64) (int, float64) {
		index, _ := slices.BinarySearch(seams, position)
		low, high := 0.0, 1.0
		if index > 0 {
			low = seams[index-1]
		}
		if index < len(seams) {
			high = seams[index]
		}
		return index, min((position-low)/(high-low), 1)
	}
}
