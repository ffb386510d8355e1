package keys

import "tabletop/views"

// Location is the key under the cursor and its record kind, or the kind alone in the list of kinds; once the segment
// cursor was moved, it is the segment.
func (s *Screen) Location() views.Target {
	layout, segment := s.chosen()
	switch {
	case layout == nil:
		return views.Target{Key: s.current()}
	case s.segment > 0:
		return views.Target{Layout: layout.String(), Segment: segment.Name}
	case s.onKinds:
		return views.Target{Layout: layout.String()}
	}
	return views.Target{Layout: layout.String(), Key: s.current()}
}
