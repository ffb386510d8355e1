package overview

import (
	"strings"

	"tabletop/views"
)

// Location is what the line under the cursor is about: a family, or a segment of a key.
func (s *Screen) Location() views.Target {
	id := s.current().id
	if name, ok := strings.CutPrefix(id, "family/"); ok {
		return views.Target{Family: name}
	}
	if _, name, ok := strings.Cut(id, "/segment/"); ok {
		return views.Target{Segment: name}
	}
	return views.Target{}
}
