package columns

import (
	"tabletop/model/sample"
	"tabletop/views"
)

// Points is the column or family under the cursor.
func (s *Screen) Points() views.Place {
	family, column, ok := s.current()
	switch {
	case !ok:
		return views.Place{}
	case column == nil:
		return views.Place{Family: family}
	}
	return views.Place{Column: &sample.Column{Family: family, Qualifier: column.Qualifier}}
}
