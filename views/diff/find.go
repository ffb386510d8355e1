package diff

import (
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// SearchLines are the sources to compare with, or the figures that are listed.
func (s *Screen) SearchLines() []widget.FindEntry {
	var out []widget.FindEntry
	if s.choosing() {
		for _, source := range s.offered() {
			out = append(out, widget.FindEntry{Name: text.EscapeString(source.Name),
				More: text.EscapeString(source.Title)})
		}
		return out
	}
	for _, it := range s.items {
		out = append(out, widget.FindEntry{Name: it.heading + it.row.Name, More: it.about})
	}
	return out
}

// GoTo puts the cursor on a line.
func (s *Screen) GoTo(line int) views.Request {
	s.listed().SetCursor(line)
	return nil
}
