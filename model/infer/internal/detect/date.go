package detect

import "tabletop/model/infer/internal/column"

// date reads calendar times.
func (e *Reader) date(s *column.Summary) (Reading, bool) {
	t, ok := e.FindCalendar(s)
	if !ok {
		return Reading{}, false
	}
	t.Known = t.Known || !shortDigits(t.format)
	return t.reading(s, "date("+t.format+")"), true
}
