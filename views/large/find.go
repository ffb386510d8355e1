package large

import (
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// SearchLines are the keys of the list that has the focus, of cells with their columns.
func (s *Screen) SearchLines() []widget.FindEntry {
	if s.data == nil || s.data.Profile == nil {
		return nil
	}
	var out []widget.FindEntry
	if s.cells {
		for _, i := range s.largest {
			cell := &s.data.Profile.LargestCells[i]
			column := sample.Column{Family: cell.Family, Qualifier: cell.Qualifier}
			out = append(out, widget.FindEntry{Name: text.Escape(cell.Key), More: text.ColumnName(column)})
		}
		return out
	}
	for _, i := range s.rows {
		out = append(out, widget.FindEntry{Name: text.Escape(s.data.Profile.LargestRows[i].Key)})
	}
	return out
}

// GoTo puts the cursor on a line of that list.
func (s *Screen) GoTo(line int) views.Request {
	s.list().SetCursor(line)
	return nil
}
