package columns

import (
	"tabletop/model/sample"
	"tabletop/views"
)

// Location is the column or family under the cursor.
func (s *Screen) Location() views.Target {
	family, column, ok := s.current()
	switch {
	case !ok:
		return views.Target{}
	case column == nil:
		return views.Target{Family: family}
	}
	return views.Target{Column: &sample.Column{Family: family, Qualifier: column.Qualifier}}
}
