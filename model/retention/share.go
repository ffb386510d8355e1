package retention

import "tabletop/model/profile/estimate"

// share sums up a ratio of weighted bytes over the clusters of a sample, most of which contribute nothing. The zero value is
// empty.
type share struct {
	at    estimate.Cluster // the current cluster
	y, z  float64          // its sums
	ratio estimate.Ratio
}

// add adds y, a part of z, both weighted. Clusters come in ascending order.
func (s *share) add(at estimate.Cluster, y, z float64) {
	if at != s.at {
		s.flush()
		s.at = at
	}
	s.y += y
	s.z += z
}

func (s *share) flush() {
	if s.z != 0 {
		s.ratio.Add(s.at, s.y, s.z)
		s.y, s.z = 0, 0
	}
}

// figure returns the estimate. Only clusters with some of z are representative of it: a family seen in 5 of 400 key ranges has
// a sample of 5.
func (s share) figure(d *estimate.Design) estimate.Figure {
	s.flush()
	if s.ratio.Z == 0 {
		return estimate.Figure{Exact: d.IsExact()}
	}
	return s.ratio.Share(d)
}

// of returns the share of p that is eligible: exact for a full scan, otherwise the estimate.
func (s share) of(j *Evaluator, p Part) estimate.Figure {
	if !j.design.IsExact() {
		return s.figure(j.design)
	}
	f := estimate.Figure{Exact: true}
	if p.Stored.Bytes > 0 {
		f.Value = float64(p.Eligible.Bytes) / float64(p.Stored.Bytes)
	}
	f.Low, f.High = f.Value, f.Value
	return f
}
