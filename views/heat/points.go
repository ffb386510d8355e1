package heat

import "tabletop/views"

// Points is the first row under the cross-hair.
func (s *Screen) Points() views.Place {
	if s.shown == nil || s.shown.base.of.Rows() == 0 {
		return views.Place{}
	}
	b, _ := s.drawn.bucketRange(s.row)
	return views.Place{Key: s.shown.base.of.Key(min(s.shown.m.Rows[b], s.shown.base.of.Rows()-1))}
}
