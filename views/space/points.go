package space

import "tabletop/views"

// Points is the node under the cursor: its first row, and the segment it is grouped by.
func (s *Screen) Points() views.Place {
	n, ok := s.node()
	if !ok {
		return views.Place{}
	}
	return views.Place{Key: s.firstKey(), Segment: n.Step.By.Segment}
}
