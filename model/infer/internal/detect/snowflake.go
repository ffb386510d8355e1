package detect

import (
	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// snowflake recognizes ids that begin with 41 bits of milliseconds since a known epoch.
func (e *Reader) snowflake(s *column.Summary, nums column.Numbers) (Reading, bool) {
	for _, entry := range []struct {
		epoch int64 // milliseconds since 1970
		spec  string
	}{{1288834974657, "snowflake"}, {1420070400000, "snowflake(discord)"}, {1314220021721, "snowflake(1314220021721)"},
		{1609459200000, "snowflake(1609459200000)"}, {1577836800000, "snowflake(1577836800000)"}} {
		ms := make([]uint64, len(nums.Val))
		for i, v := range nums.Val {
			ms[i] = v>>22 + uint64(entry.epoch)
		}
		if t, ok := FindTime(e.Keys, nums.Row, ms, field{}); ok && t.Known && t.unit == rowkey.Millisecond &&
			!t.reversed() {
			return Reading{Typ: rowkey.IntDecimal, Spec: entry.spec, Bits: (t.bits + 22) * float64(s.N), Solid: true,
				Strong: true, Word: "id"}, true
		}
	}
	return Reading{}, false
}

// hasSequence reports whether the low bits of numbers are a machine and a sequence, as those of ids that begin with
// milliseconds are, whatever their epoch: some of them are nearly always the same, which those of nanoseconds are not
// unless their last digits are too, or the last bits, which a floating-point number has lost.
func hasSequence(vals []uint64) bool {
	const (
		low  = 22 // bits
		lost = 10 // of nanoseconds in a floating-point number, with two to spare
		bias = 0.9
	)
	tens := 0
	for _, v := range vals {
		if v%10 == 0 {
			tens++
		}
	}
	if 2*tens > len(vals) || len(vals) < leastEven {
		return false
	}
	from := stepBits(vals)
	if from > lost {
		from = 0
	}
	for b := from; b < low; b++ {
		set := 0
		for _, v := range vals {
			set += int(v >> b & 1)
		}
		if n := float64(len(vals)); max(float64(set), n-float64(set)) >= bias*n {
			return true
		}
	}
	return false
}
