package retention

import (
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// SearchLines are the families with their policies.
func (s *Screen) SearchLines() []widget.FindEntry {
	if s.review == nil {
		return nil
	}
	out := make([]widget.FindEntry, len(s.review.Garbage.Families))
	for i := range out {
		family := &s.review.Garbage.Families[i]
		out[i] = widget.FindEntry{Name: text.EscapeString(family.Name), More: text.EscapeString(family.Rule.String())}
	}
	return out
}

// GoTo puts the cursor on a family.
func (s *Screen) GoTo(line int) views.Request {
	s.onLower = false
	s.families.SetCursor(line)
	return s.settle()
}
