package large

import (
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// wholeName is the width of a row's name that is searched.
const wholeName = 200

// SearchLines are the rows of the list that has the focus, of cells with their columns.
func (s *Screen) SearchLines() []widget.FindEntry {
	if s.data == nil || s.data.Profile == nil {
		return nil
	}
	var out []widget.FindEntry
	if s.cells {
		for _, i := range s.largest {
			cell := &s.data.Profile.LargestCells[i]
			column := sample.Column{Family: cell.Family, Qualifier: cell.Qualifier}
			out = append(out, widget.FindEntry{Name: widget.RowName(s.data.Layouts, cell.Key, wholeName),
				More: text.ColumnName(column) + "  " + text.Key(cell.Key)})
		}
		return out
	}
	for _, i := range s.rows {
		key := s.data.Profile.LargestRows[i].Key
		out = append(out, widget.FindEntry{Name: widget.RowName(s.data.Layouts, key, wholeName), More: text.Key(key)})
	}
	return out
}

// GoTo puts the cursor on a line of that list.
func (s *Screen) GoTo(line int) views.Request {
	s.list().SetCursor(line)
	return nil
}
