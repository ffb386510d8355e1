package lab

import (
	"cmp"

	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// SearchLines are the layouts with their letters.
func (s *Screen) SearchLines() []widget.FindEntry {
	out := make([]widget.FindEntry, len(s.slots))
	for i, slot := range s.slots {
		out[i] = widget.FindEntry{Name: cmp.Or(text.EscapeString(slot.text), s.slotName(i)), More: s.slotName(i)}
	}
	return out
}

// GoTo puts the cursor on a layout.
func (s *Screen) GoTo(line int) views.Request {
	s.focus, s.at, s.field = onLayouts, line, 0
	s.measure()
	return nil
}
