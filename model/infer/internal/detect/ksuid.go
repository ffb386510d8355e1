package detect

import (
	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// ksuid reads KSUIDs, whose seconds have to agree with the cells.
func (e *Reader) ksuid(s *column.Summary) (Reading, bool) {
	if s.Width != 27 || s.All&column.Letters == 0 || !s.Only(column.Alnum) || !mayBeID(s) ||
		!e.inSeconds(stamps(s, "ksuid", nil)) {
		return Reading{}, false
	}
	bits := min(positions(s), order0(s), 140*float64(s.N))
	return Reading{Typ: rowkey.Hash, Spec: "ksuid", Bits: bits, Solid: true, Strong: true, Random: true}, true
}
