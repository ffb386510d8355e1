package detect

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// readFloats reads a column of floating-point numbers.
func readFloats(s *column.Summary) (Reading, bool) {
	if s.Width != 8 && s.Width != 4 || s.Distinct < leastPairs {
		return Reading{}, false
	}
	reading := Reading{Typ: rowkey.Bytes, Solid: true}
	negative := s.Share(func(v []byte) bool { return v[0] >= 0x80 }) // or positive ones that sort
	for _, raw := range []bool{negative <= column.Tolerance(s.N), false} {
		reading.Spec = fmt.Sprintf("float(%d)", s.Width)
		if raw {
			reading.Spec = fmt.Sprintf("float(%d, raw)", s.Width)
		}
		if bits, ok := floats(s, raw); ok {
			one := min(positions(s), float64(s.N)*bits)
			reading.Bits, reading.Each, reading.Strong = shared(s, one, false), each(s, one), true
			return reading, true
		}
		if preciseFloats(s, raw) {
			one := positions(s)
			reading.Bits, reading.Each = shared(s, one, false), each(s, one)
			return reading, true
		}
	}
	return reading, false
}

// floatOf is the number that 4 or 8 bytes hold: as IEEE 754 has it if raw, else with the sign bit of positive numbers
// flipped, and all bits of negative ones.
func floatOf(v []byte, raw bool) float64 {
	bits, top := column.BigEndian(v), uint64(1)<<(8*len(v)-1)
	switch {
	case raw:
	case bits&top != 0:
		bits ^= top
	default:
		bits ^= top<<1 - 1
	}
	if len(v) == 4 {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

// floats reports whether the values are floating-point numbers of 8 or 4 bytes with few decimal digits. Of other
// numbers of 64 bits nearly all have 16 digits or are no float that a program writes. bits is what one takes to encode:
// its digits and where the point stands, or which of the values in steps it is.
func floats(s *column.Summary, raw bool) (bits float64, ok bool) {
	const smallest, greatest = 1e-6, 1e15
	// digits, and those that are looked at but one: sums of decimals differ from these in the last ones
	most, precision := 10, 11
	if s.Width == 4 {
		most, precision = 5, -1 // one float of 4 bytes in 300 has so few
	}
	var buf [32]byte
	sum, places, low, high := 0, 0, math.Inf(1), 0.0
	ok = (s.Width == 8 || s.Width == 4) && s.Distinct >= leastPairs && s.Nearly(func(v []byte) bool {
		if len(v) != s.Width {
			return false
		}
		value := math.Abs(floatOf(v, raw))
		if !(value >= smallest && value <= greatest) {
			return false
		}
		digits, exponent, _ := strings.Cut(string(strconv.AppendFloat(buf[:0], value, 'e', precision, 8*s.Width)), "e")
		n := len(strings.TrimRight(strings.Replace(digits, ".", "", 1), "0"))
		if n > most {
			return false
		}
		power, _ := strconv.Atoi(exponent)
		sum, places, low, high = sum+n, max(places, n-1-power), min(low, value), max(high, value)
		return true
	})
	digits := float64(sum) / float64(max(1, s.N))
	return min(floatBits+digits*math.Log2(10), math.Log2((high-low)*math.Pow10(places)+1)), ok
}

// preciseFloats reports whether the values are floating-point numbers of 8 bytes of any number of digits: the first
// byte holds an exponent that is near that of one, the second one varies less than bytes drawn evenly, those behind it
// vary nearly as much as those.
func preciseFloats(s *column.Summary, raw bool) bool {
	if s.Width != 8 || s.Distinct < leastEven || !s.Nearly(func(v []byte) bool {
		if len(v) != 8 {
			return false
		}
		e := math.Float64bits(floatOf(v, raw)) >> 56 &^ 0x80
		return e >= 0x3e && e <= 0x41
	}) {
		return false
	}
	var entropies [8]float64
	for p := range entropies {
		counts, _ := s.DistinctAt(p)
		entropies[p] = column.Entropy(counts[:], s.Distinct) / ExpectedEntropy(s.Distinct, 256)
	}
	const mostFirst, leastVarying = 0.5, 0.4 // shares of the entropy of bytes drawn evenly
	return entropies[0] < mostFirst && entropies[1] < evenBytesShare && slices.Min(entropies[2:]) > leastVarying
}
