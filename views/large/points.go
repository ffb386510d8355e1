package large

import "tabletop/views"

// Points is the row under the cursor.
func (s *Screen) Points() views.Place { return views.Place{Key: s.key()} }
