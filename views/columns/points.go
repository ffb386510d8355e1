package columns

import (
	"tabletop/model/sample"
	"tabletop/views"
)

// Location is the column, the family or the example row under the cursor.
func (s *Screen) Location() views.Target {
	family, column, ok := s.current()
	switch {
	case !ok:
		return views.Target{}
	case s.onExamples && s.exampleKey() != nil:
		return views.Target{Key: s.exampleKey()}
	case column == nil:
		return views.Target{Family: family}
	}
	return views.Target{Column: &sample.Column{Family: family, Qualifier: column.Qualifier}}
}

// exampleKey is the key of the example row under the cursor; nil without one.
func (s *Screen) exampleKey() []byte {
	if at, d := s.examples.Cursor(), s.detailNow(); d != nil && at >= 0 && at < len(d.rows) {
		return d.of.Sample.Key(int(d.rows[at]))
	}
	return nil
}
