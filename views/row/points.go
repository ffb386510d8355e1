package row

import "tabletop/views"

// Points is the column under the cursor, and the row.
func (s *Screen) Points() views.Place {
	p := views.Place{Key: s.key}
	if it, ok := s.current(); ok && it.cell >= 0 {
		c := it.of.Column(it.of.ColumnOf(it.cell))
		p.Column = &c
	} else if ok {
		p.Family = it.family
	}
	return p
}
