package detect

import (
	"math"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// ReadOrdered reads a column of OrderedCode integers.
func (e *Reader) ReadOrdered(s *column.Summary) (Reading, bool) {
	form, _ := e.FindSized("ordered")
	if s.N == 0 || s.Max > 10 || !s.Nearly(func(v []byte) bool { return form.Size(v) == len(v) }) {
		return Reading{}, false
	}
	numbers := s.Numbers(func(v []byte) (uint64, bool) {
		value, err := form.codec.Decode(v)
		return uint64(value.Int), err == nil && value.Int >= 0
	})
	if q := float64(len(numbers.Val)) / float64(s.N); q < 0.75 || divergenceBits(s.Distinct, q, 0.5) < falseAlarm {
		return Reading{}, false // negative numbers are rare, and half of all random bytes begin them
	}
	negative := 0
	for _, v := range s.Val {
		if len(v) > 0 && v[0] < 0x80 {
			negative += 8 * len(v)
		}
	}
	reading := Reading{Typ: rowkey.OrderedCode, Spec: "ordered",
		Bits: shared(s, column.SizedBits(numbers.Val)+float64(negative), false), Solid: true}
	if len(numbers.Val) >= column.Most(s.N) {
		if t, ok := FindTime(e.Keys, numbers.Row, numbers.Val, field{}); ok {
			reading = t.reading(s, epochSpec(t, "ordered", math.MaxInt64))
		}
	}
	return reading, true
}
