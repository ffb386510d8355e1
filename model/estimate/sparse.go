package estimate

// Sparse sums up, row by row, a ratio of which most clusters of a design have nothing. Only clusters with some of z
// count: a family seen in 5 of 400 key ranges has a sample of 5. The zero value is empty.
type Sparse struct {
	at    Cluster // the current cluster
	y, z  float64 // its sums
	ratio Ratio
}

// Add adds y, a part of z, both weighted, of a row of a cluster. Clusters come in ascending order.
func (s *Sparse) Add(at Cluster, y, z float64) {
	if at != s.at {
		s.flush()
		s.at = at
	}
	s.y += y
	s.z += z
}

func (s *Sparse) flush() {
	if s.z != 0 {
		s.ratio.Add(s.at, s.y, s.z)
		s.y, s.z = 0, 0
	}
}

// Ratio returns the ratio of what was added so far; its Z is 0 if nothing was.
func (s Sparse) Ratio() Ratio {
	s.flush()
	return s.ratio
}
