package detect

import (
	"bytes"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// objectID reads 24 hex digits of which the first 8 are seconds: these prove it, whatever the other digits are.
func (e *Reader) objectID(s *column.Summary) (Reading, bool) {
	if s.Width != 24 || !s.Only(column.Digit|column.HexUpper) && !s.Only(column.Digit|column.HexLower) {
		return Reading{}, false
	}
	made := stamps(s, "objectid", bytes.ToLower)
	t, ok := FindTime(e.Keys, made.Row, made.Val, field{bits: 32, base: 16})
	if !ok || t.unit != rowkey.Second || t.reversed() {
		return Reading{}, false
	}
	bits := min(4*float64(s.Total), positions(s), 76*float64(s.N))
	return Reading{Typ: rowkey.Hash, Spec: "objectid", Bits: bits, Solid: true, Strong: true, Random: true}, true
}
