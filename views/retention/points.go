package retention

import "tabletop/views"

// Points is the family under the cursor.
func (s *Screen) Points() views.Place {
	if f := s.family(); f != nil {
		return views.Place{Family: f.Name}
	}
	return views.Place{}
}
