package keys

import "tabletop/views"

// Points is the key under the cursor and its record kind, or the kind alone in the list of kinds; once the segment cursor
// was moved, it is the segment.
func (s *Screen) Points() views.Place {
	l, segment := s.chosen()
	switch {
	case l == nil:
		return views.Place{Key: s.current()}
	case s.segment > 0:
		return views.Place{Layout: l.String(), Segment: segment.Name}
	case s.onKinds:
		return views.Place{Layout: l.String()}
	}
	return views.Place{Layout: l.String(), Key: s.current()}
}
