package advise

// largestKnown returns the bytes of the largest row of the kind in the whole table; 0 if that is not known.
func (s *space) largestKnown() float64 {
	for _, x := range s.facts.Largest {
		if _, kind := s.facts.Layouts.Decode(nil, x.Key); kind >= 0 && s.facts.Layouts[kind] == s.layout {
			return float64(x.Bytes)
		}
	}
	return 0
}
