package large

import "tabletop/views"

// Location is the row under the cursor.
func (s *Screen) Location() views.Target { return views.Target{Key: s.key()} }
