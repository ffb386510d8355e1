package detect

import (
	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// xid reads xids, whose seconds have to agree with the cells.
func (e *Reader) xid(s *column.Summary) (Reading, bool) {
	if s.Width != 20 || !mayBeID(s) {
		return Reading{}, false
	}
	made := stamps(s, "xid", nil)
	if len(made.Val) < column.Most(s.N) || !e.inSeconds(made) {
		return Reading{}, false
	}
	bits := min(positions(s), order0(s))
	return Reading{Typ: rowkey.Hash, Spec: "xid", Bits: bits, Solid: true, Strong: true, Random: true}, true
}
