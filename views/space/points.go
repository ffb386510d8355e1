package space

import "tabletop/views"

// Location is the node under the cursor: its first row, and the segment it is grouped by.
func (s *Screen) Location() views.Target {
	n, ok := s.node()
	if !ok {
		return views.Target{}
	}
	return views.Target{Key: s.firstKey(), Segment: n.Step.By.Segment}
}
