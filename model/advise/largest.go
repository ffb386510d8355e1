package advise

import "tabletop/model/census"

// countedLargest returns the bytes of the largest row of the kind in the whole table; 0 if rows were not counted, or
// those listed are all of other kinds.
func (s *space) countedLargest() float64 {
	if !s.facts.Sample.CountsAll() {
		return 0
	}
	totals, err := census.TotalsFromSample(s.facts.Sample)
	if err != nil || totals == nil {
		return 0
	}
	for _, x := range totals.LargestRows {
		if _, kind := s.facts.Layouts.Decode(nil, x.Key); kind >= 0 && s.facts.Layouts[kind].Name() == s.kind {
			return float64(x.Bytes)
		}
	}
	return 0
}
