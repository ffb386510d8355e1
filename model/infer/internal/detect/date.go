package detect

import (
	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// date reads calendar times.
func (e *Reader) date(s *column.Summary) (Reading, bool) {
	t, ok := e.FindCalendar(s)
	if !ok {
		return Reading{}, false
	}
	return Reading{Typ: rowkey.Timestamp, Unit: t.unit, Spec: "date(" + t.format + ")", Bits: t.bits * float64(s.N),
		Solid: true, Strong: true,
		Known: t.Known || !shortDigits(t.format)}, true
}
