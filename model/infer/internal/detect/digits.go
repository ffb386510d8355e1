package detect

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// digitsText reads columns of decimal digits: times, numbers, quadkeys.
func (e *Reader) digitsText(s *column.Summary) (Reading, bool) {
	if !s.Only(column.Digit) {
		return e.decimalText(s)
	}
	nums := s.ParseNumbers(10)
	big := len(nums.Val) < column.Most(s.N)
	if s.Width >= 16 && !big {
		if r, ok := e.snowflake(s, nums); ok {
			return r, true
		}
	}
	if !big {
		from := DecimalField()
		if s.LeadingZeros() <= column.Tolerance(s.N) {
			from.full = s.Width
		}
		if timing, ok := FindTime(e.Keys, nums.Row, nums.Val, from); ok && s.Min >= 4 &&
			!(timing.unit == rowkey.Nanosecond && !timing.Known && !timing.reversed() && hasSequence(nums.Val)) {
			reading := timing.reading(s, epochSpec(timing, numberForm(s), numberMax(s)))
			if s.Width > 0 {
				usual := uint64(math.MaxInt64)
				if s.Width < 19 {
					usual = column.Tens(s.Width) - 1
				}
				reading.Fixed = epochSpec(timing, fmt.Sprintf("pad(%d)", s.Width), usual)
			}
			return reading, true
		}
	}
	if t, ok := e.reversedDay(s, nums); ok {
		reading := t.reading(s, "reverse(date(20060102))")
		reading.Reversed = true
		return reading, true
	}
	zeros := s.LeadingZeros()
	if q, ok := quadkey(s); ok {
		return q, true
	}
	cost := positions(s)
	if !big {
		cost = math.Min(cost, math.Min(column.RangeBits(nums.Val), column.SizedBits(nums.Val)))
	}
	cost = math.Min(cost, order0(s))
	if r, ok := descending(s, nums, cost); ok && !big {
		return r, true
	}
	switch {
	case s.Width >= 20 && evenBytes(s, 10, 1) || big && s.Width == 0:
		return Reading{Typ: rowkey.Hash, Spec: column.HashSpec("dec", s.Width), Bits: cost, Random: true}, true
	case s.Width > 0 && zeros > column.Tolerance(s.N):
		return Reading{Typ: rowkey.IntPadded, Spec: fmt.Sprintf("pad(%d)", s.Width), Bits: cost}, true
	case zeros > column.Tolerance(s.N):
		return Reading{Typ: rowkey.Text, Spec: "text", Bits: cost}, s.Distinct > 32
	}
	return Reading{Typ: rowkey.IntDecimal, Spec: "int", Fixed: fmt.Sprintf("pad(%d)", s.Width), Bits: cost}, true
}

// descending recognizes numbers that were subtracted from a maximum, so that the greatest come first: they all stand
// just below it.
func descending(s *column.Summary, nums column.Numbers, cost float64) (Reading, bool) {
	if len(nums.Val) < column.Most(s.N) || s.Distinct < 3 || s.Width < 8 {
		return Reading{}, false
	}
	lo, hi := slices.Min(nums.Val), slices.Max(nums.Val)
	for _, limit := range []uint64{math.MaxInt32, math.MaxUint32, math.MaxInt64, math.MaxUint64,
		column.Tens(min(s.Width, 19)) - 1} {
		if hi <= limit && limit-lo < limit/200 {
			r := Reading{Typ: rowkey.IntPadded, Reversed: true, Bits: cost, Spec: fmt.Sprintf("reverse(pad(%d), %s)",
				s.Width, maximumSpec(limit))}
			r.Fixed = r.Spec
			return r, true
		}
	}
	return Reading{}, false
}

// decimalText reads times with a fraction after a point: 1425330757.685.
func (e *Reader) decimalText(s *column.Summary) (Reading, bool) {
	if !s.Only(column.Digit | column.Dot) {
		return Reading{}, false
	}
	places := -1
	for _, v := range s.Val {
		if at := bytes.IndexByte(v, '.'); at > 0 {
			places = len(v) - at - 1
			break
		}
	}
	if places < 1 || places > 9 ||
		!s.Nearly(func(v []byte) bool { at := bytes.IndexByte(v, '.'); return at == len(v)-places-1 && at > 0 }) {
		return Reading{}, false
	}
	numbers := s.Numbers(func(v []byte) (uint64, bool) {
		return column.ParseUint(bytes.Replace(v, []byte("."), nil, 1), 10)
	})
	if t, ok := FindTime(e.Keys, numbers.Row, numbers.Val, DecimalField()); ok && !t.reversed() {
		return t.reading(s, fmt.Sprintf("%s(point(%d))", t.unit, places)), true
	}
	return Reading{}, false
}

// numberForm is the number form of a column of decimal digits.
func numberForm(s *column.Summary) string {
	if s.Width > 0 && s.LeadingZeros() > column.Tolerance(s.N) {
		return fmt.Sprintf("pad(%d)", s.Width)
	}
	return "int"
}

func numberMax(s *column.Summary) uint64 {
	if s.Width == 0 || s.LeadingZeros() <= column.Tolerance(s.N) || s.Width == 19 {
		return math.MaxInt64
	}
	if s.Width > 19 {
		return math.MaxUint64
	}
	return column.Tens(s.Width) - 1
}

// epochSpec writes the codec of a count of units in a number form whose usual maximum is usual.
func epochSpec(t timing, form string, usual uint64) string {
	spec := string(t.unit)
	if form != "int" {
		spec += "(" + form + ")"
	}
	switch {
	case !t.reversed():
		return spec
	case t.from == usual:
		return "reverse(" + spec + ")"
	}
	return "reverse(" + spec + ", " + maximumSpec(t.from) + ")"
}

// maximumSpec writes what a reversed number is subtracted from.
func maximumSpec(m uint64) string {
	if n := bits.Len64(m); n >= 8 && m == math.MaxUint64>>(64-n) {
		return fmt.Sprintf("2^%d-1", n)
	}
	for n := 1; n <= 19; n++ {
		if m == column.Tens(n)-1 {
			return fmt.Sprintf("10^%d-1", n)
		}
	}
	return strconv.FormatUint(m, 10)
}

// evenBytes reports whether the values are drawn evenly from an alphabet of size letters: no position from skip on
// favors some. Where there are few values, the positions are looked at together.
func evenBytes(s *column.Summary, size, skip int) bool {
	if s.Width == 0 {
		return false
	}
	if s.Distinct < leastEven {
		return size == 256 && skip == 0 && evenTogether(s)
	}
	step := 1 + s.Width/64 // of long values some places will do
	for place := skip; place < s.Width; place += step {
		counts, count := s.DistinctAt(place)
		high := 0
		for _, n := range counts[0x80:] {
			high += n
		}
		if column.Entropy(counts[:], count) < evenBytesShare*ExpectedEntropy(count, size) ||
			size == 256 && count >= leastEven && high == 0 {
			return false
		}
	}
	return true
}

// leastEven is the number of distinct values from which each position is looked at by itself. That none of so many
// bytes has its highest bit set happens once in 65,536 draws.
const leastEven = 16

// evenTogether reports whether few values are drawn evenly from all bytes: no position has the same byte in three of
// them, as one in 65,536 has of three draws, and the bytes of all positions together are even.
func evenTogether(s *column.Summary) bool {
	if s.Distinct < 4 || s.Width < 8 || s.Width > 64 {
		return false
	}
	var all [256]int
	count := 0
	for index := range s.Width {
		var counts [256]int8
		for _, unique := range s.Uniq {
			if len(unique.Val) != s.Width {
				continue
			}
			c := unique.Val[index]
			if counts[c]++; counts[c] >= 3 {
				return false
			}
			all[c]++
			count++
		}
	}
	return column.Entropy(all[:], count) >= togetherShare*ExpectedEntropy(count, 256)
}

// ExpectedEntropy is about the entropy seen in n even draws from size values: the bias of the estimate is (size-1)/2n
// nats (Miller 1955) as long as n exceeds size, and the log of n caps it below.
func ExpectedEntropy(n, size int) float64 {
	if n == 0 {
		return 0
	}
	full := math.Log2(float64(size))
	biased := full - float64(size-1)/(2*float64(n))*math.Log2E
	return math.Min(math.Max(biased, full*0.5), 0.97*math.Log2(float64(n)))
}
