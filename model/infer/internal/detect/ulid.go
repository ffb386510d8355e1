package detect

import (
	"bytes"
	"time"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// ulid reads ULIDs, in capitals or in lower case.
func (e *Reader) ulid(s *column.Summary) (Reading, bool) {
	if s.Width != 26 || !mayBeID(s) {
		return Reading{}, false
	}
	made := stamps(s, "ulid", bytes.ToUpper)
	if len(made.Val) < column.Most(s.N) {
		return Reading{}, false
	}
	t, ok := FindTime(e.Keys, made.Row, made.Val, field{base: 32})
	if !ok || t.unit != rowkey.Millisecond || t.reversed() {
		if !ofOurDays(made.Val) {
			return Reading{}, false
		}
		t = timing{unit: rowkey.Millisecond, bits: 40}
	}
	spec := "ulid"
	if s.All&(column.HexLower|column.Lower) != 0 {
		spec = "ulid(lower)"
	}
	bits := (t.bits + 80) * float64(s.N)
	return Reading{Typ: rowkey.ULID, Spec: spec, Bits: bits, Solid: true, Strong: true, Random: true}, true
}

// ofOurDays reports whether nearly all milliseconds are of a time in which programs write keys: one in a thousand
// numbers of 50 bits is, and that all of them are with the same first characters is what IDs without known cells have
// for evidence.
func ofOurDays(ms []uint64) bool {
	from, to := uint64(0), uint64(time.Date(calendarTo, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli())
	k := 0
	for _, v := range ms {
		if v > from && v < to {
			k++
		}
	}
	return k >= column.Most(len(ms))
}
