package lab

import (
	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/widget"
)

// Press handles keys that are in no binding.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	switch s.mode {
	case typing:
		return s.typeLetter(k)
	case choosing:
		return s.choose(k)
	case asking:
		return s.ask(k.String())
	case phrasing:
		return s.typeQuery(k)
	}
	s.measure()
	if list := s.focused(); list.Press(k.String()) && s.focus == onLayouts && list.Cursor() != s.at {
		s.at, s.field = max(list.Cursor(), 0), 0
	}
	return nil
}

// focused is the list that keys go to.
func (s *Screen) focused() *widget.List {
	switch s.focus {
	case onFigures:
		return &s.lines.List
	case onQueries:
		return &s.asked
	}
	return &s.layouts.List
}

// measure brings the lists in line with what they show.
func (s *Screen) measure() {
	s.layouts.SetLen(len(s.slots))
	s.layouts.SetCursor(s.at)
	s.lines.SetLen(len(s.rows()))
	s.asked.SetLen(len(s.list()))
}

func (s *Screen) typeLetter(k tea.KeyPressMsg) views.Request {
	if k.String() == "enter" || k.String() == "esc" {
		return s.typed(k.String())
	}
	before := s.input.Text()
	if !s.input.Press(k) || s.input.Text() == before {
		return nil
	}
	return s.set(s.input.Text())
}

// typed ends typing: enter keeps the layout, esc brings back what there was before.
func (s *Screen) typed(key string) views.Request {
	return s.endMode(func() views.Request {
		switch {
		case key == "esc":
			return s.restore(s.before)
		case s.slots[s.at].text == "":
			s.removeSlot()
		}
		s.remember(s.before)
		return nil
	})
}

// drop takes the candidate under the cursor away.
func (s *Screen) drop() views.Request {
	if s.at == 0 {
		return nil
	}
	name := s.slotName(s.at)
	s.remember(s.now())
	s.removeSlot()
	return views.Notify{Text: name + " dropped; u brings it back"}
}

// removeSlot removes the candidate under the cursor.
func (s *Screen) removeSlot() {
	s.slots = append(s.slots[:s.at:s.at], s.slots[s.at+1:]...)
	s.at, s.field = min(s.at, len(s.slots)-1), 0
}

// Wheel moves the cursor.
func (s *Screen) Wheel(lines int) views.Request {
	s.measure()
	s.focused().Wheel(lines)
	if s.focus == onLayouts {
		s.at, s.field = max(s.layouts.Cursor(), 0), 0
	}
	return nil
}

// Click puts the cursor on a layout, a figure, or a query.
func (s *Screen) Click(_, y int) views.Request {
	if s.mode != comparing {
		return nil
	}
	s.measure()
	areas := s.areas
	switch {
	case y >= areas.queries && areas.queries > 0:
		if i := s.asked.RowAt(y - areas.queries); i >= 0 {
			s.focus = onQueries
			s.asked.SetCursor(i)
		}
	case y >= areas.figures && areas.figures > 0:
		if i := s.lines.RowAt(y - areas.figures); i >= 0 {
			s.focus = onFigures
			s.lines.SetCursor(i)
		}
	case y >= areas.layouts && areas.layouts > 0:
		if i := s.layouts.RowAt(y - areas.layouts); i >= 0 {
			s.focus, s.at, s.field = onLayouts, i, 0
		}
	}
	return nil
}
