package row

import "tabletop/views"

// Location is the column under the cursor, and the row.
func (s *Screen) Location() views.Target {
	p := views.Target{Key: s.key}
	if it, ok := s.current(); ok && it.cell >= 0 {
		c := it.of.Column(it.of.CellColumn(it.cell))
		p.Column = &c
	} else if ok {
		p.Family = it.family
	}
	return p
}
