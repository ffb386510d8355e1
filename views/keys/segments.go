package keys

import "tabletop/views"

func (s *Screen) segmentBindings() []views.Binding { return nil }

// clampSegment keeps the segment cursor on a segment of the layout shown.
func (s *Screen) clampSegment() {
	k := s.kind()
	if set := s.layouts(); k >= 0 && k < len(set) {
		s.segment = max(0, min(s.segment, len(set[k].Segments())-1))
		return
	}
	s.segment = 0
}
