package heat

import "tabletop/views"

// Location is the first row under the cross-hair.
func (s *Screen) Location() views.Target {
	if s.shown == nil || s.shown.base.of.Sample.Rows() == 0 {
		return views.Target{}
	}
	b, _ := s.drawn.bucketRange(s.row)
	return views.Target{Key: s.shown.base.of.Sample.Key(min(s.shown.m.Rows[b], s.shown.base.of.Sample.Rows()-1))}
}
