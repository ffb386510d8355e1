package retention

import "tabletop/model/estimate"

// share is the share of bytes or cells that are eligible. The zero value is empty.
type share struct{ estimate.Sparse }

// figure returns the estimate, 0 if there is nothing to share.
func (s share) figure(d *estimate.Design) estimate.Figure {
	ratio := s.Ratio()
	if ratio.Z == 0 {
		return estimate.CountedIf(0, d.IsExact())
	}
	return ratio.Share(d)
}

// of returns the share of p that is eligible: exact for a full scan, otherwise the estimate.
func (s share) of(j *Evaluator, p Part) estimate.Figure {
	if !j.design.IsExact() {
		return s.figure(j.design)
	}
	return estimate.CountedShare(p.Eligible.Bytes, p.Stored.Bytes)
}
