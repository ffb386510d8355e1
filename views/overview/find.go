package overview

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"tabletop/views"
	"tabletop/views/widget"
)

// SearchLines are the lines of the screen as they are drawn.
func (s *Screen) SearchLines() []widget.FindEntry {
	out := make([]widget.FindEntry, len(s.lines))
	for i, l := range s.lines {
		out[i].Name = strings.TrimSpace(ansi.Strip(l.text))
	}
	return out
}

// GoTo puts the cursor on a line.
func (s *Screen) GoTo(line int) views.Request {
	s.moved = true
	s.list.SetCursor(line)
	return nil
}
