package retention

import "tabletop/views"

// Location is the family under the cursor.
func (s *Screen) Location() views.Target {
	if f := s.family(); f != nil {
		return views.Target{Family: f.Name}
	}
	return views.Target{}
}
