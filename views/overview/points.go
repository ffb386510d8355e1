package overview

import (
	"strings"

	"tabletop/views"
)

// Points is what the line under the cursor is about: a family, or a segment of a key.
func (s *Screen) Points() views.Place {
	id := s.current().id
	if name, ok := strings.CutPrefix(id, "family/"); ok {
		return views.Place{Family: name}
	}
	if _, name, ok := strings.Cut(id, "/segment/"); ok {
		return views.Place{Segment: name}
	}
	return views.Place{}
}
