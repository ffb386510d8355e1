package row

import (
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/value"
	"tabletop/views/widget"
)

// SearchLines are the columns of the row with their values.
func (s *Screen) SearchLines() []widget.FindEntry {
	out := make([]widget.FindEntry, len(s.items))
	for i, it := range s.items {
		if it.cell < 0 {
			out[i].Name = text.EscapeString(it.family)
			continue
		}
		cell := it.of.Cell(it.cell)
		out[i] = widget.FindEntry{Name: text.ColumnName(it.of.Column(cell.Column)),
			More: value.Line(value.Guess(cell.Value, cell.Size), cell.Value, cell.Size)}
	}
	return out
}

// GoTo puts the cursor on a cell.
func (s *Screen) GoTo(line int) views.Request {
	s.onValue = false
	s.list.SetCursor(line)
	return s.decode()
}
