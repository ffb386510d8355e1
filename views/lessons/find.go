package lessons

import (
	"tabletop/views"
	"tabletop/views/widget"
)

// SearchLines are the titles of the lessons with their names.
func (s *Screen) SearchLines() []widget.FindEntry {
	all := s.all()
	out := make([]widget.FindEntry, len(all))
	for i, l := range all {
		out[i] = widget.FindEntry{Name: l.Title, More: l.Name}
	}
	return out
}

// GoTo puts the cursor on a lesson.
func (s *Screen) GoTo(line int) views.Request {
	s.list.SetCursor(line)
	return nil
}
