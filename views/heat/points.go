package heat

import "tabletop/views"

// Location is the first row under the cross-hair.
func (s *Screen) Location() views.Target {
	if s.shown == nil || s.shown.base.of.Sample.Rows() == 0 {
		return views.Target{}
	}
	first, _ := s.keysAt(s.row)
	return views.Target{Key: first}
}
