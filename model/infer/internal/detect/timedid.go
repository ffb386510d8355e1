package detect

import (
	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// timedID reads ids that begin with the time at which they were made. The digits of some times are as much evidence as
// those of a number are; others have to agree with the cells.
func (e *Reader) timedID(s *column.Summary) (Reading, bool) {
	for _, id := range []struct {
		spec   string
		width  int
		unit   rowkey.Unit
		from   field
		known  bool    // the time has to agree with the cells
		spare  bool    // few times with so many digits are of our days, which proves them
		random float64 // bits behind the time
	}{
		{"objectid", 24, rowkey.Second, field{bits: 32, base: 16}, false, false, 64},
		{"ulid", 26, rowkey.Millisecond, field{base: 32}, false, true, 80},
		{"ulid(lower)", 26, rowkey.Millisecond, field{base: 32}, false, true, 80},
		{"ksuid", 27, rowkey.Second, field{}, true, false, 128},
		{"xid", 20, rowkey.Second, field{}, true, false, 64},
	} {
		if s.Width != id.width {
			continue
		}
		codec, err := rowkey.ParseCodec(id.spec)
		if err != nil {
			continue
		}
		made := s.Numbers(func(v []byte) (uint64, bool) {
			value, err := codec.Decode(v)
			at, ok := rowkey.IDTime(codec, value)
			ok = ok && err == nil && at.Year() < calendarTo
			if id.unit == rowkey.Millisecond {
				return uint64(at.UnixMilli()), ok
			}
			return uint64(at.Unix()), ok
		})
		t, ok := FindTime(e.Keys, made.Row, made.Val, id.from)
		if ok = ok && t.unit == id.unit && !t.reversed() && (t.Known || !id.known); !ok && id.spare {
			t, ok = timing{bits: 40}, true
		}
		if !ok || len(made.Val) < column.Most(s.N) {
			continue
		}
		return Reading{Typ: codec.Type(), Spec: id.spec, Solid: true, Strong: true, Random: true,
			Bits: min(positions(s), order0(s), (t.bits+id.random)*float64(s.N))}, true
	}
	return Reading{}, false
}
