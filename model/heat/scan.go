package heat

// scan finds the hottest range, one part wide, among positions between 0 and 1, on a grid of stepsPerPart steps per
// part.
type scan struct {
	counts []int
	width  int // steps of the range
	n      int
}

const stepsPerPart = 12

func newScan(parts int) *scan {
	return &scan{counts: make([]int, parts*stepsPerPart), width: stepsPerPart}
}

func (s *scan) reset() {
	clear(s.counts)
	s.n = 0
}

func (s *scan) add(position float64) {
	s.counts[min(int(position*float64(len(s.counts))), len(s.counts)-1)]++
	s.n++
}

// hottest returns the share of the positions that lie in the hottest range, and their mean.
func (s *scan) hottest() (share, middle float64) {
	inside, best, at := 0, 0, 0
	for i, n := range s.counts {
		inside += n
		if i >= s.width {
			inside -= s.counts[i-s.width]
		}
		if inside > best {
			best, at = inside, i
		}
	}
	sum := 0.0
	for i := max(0, at-s.width+1); i <= at; i++ {
		sum += float64(s.counts[i]) * (float64(i) + 0.5)
	}
	return float64(best) / float64(s.n), sum / float64(best) / float64(len(s.counts))
}
