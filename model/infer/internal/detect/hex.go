package detect

import (
	"fmt"
	"math"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// hexText reads columns of hexadecimal digits.
func (e *Reader) hexText(s *column.Summary) (Reading, bool) {
	up := s.Only(column.Digit | column.HexUpper)
	if !up && !s.Only(column.Digit|column.HexLower) {
		return Reading{}, false
	}
	if s.Width > 1 && s.Distinct >= leastEven && !mixesDigits(s) {
		return Reading{}, false // 0016883D: letters have places of their own
	}
	digits := s.Share(func(v []byte) bool { return column.TextClasses(v)&column.Digit != 0 })
	mixed := s.Share(func(v []byte) bool {
		m := column.TextClasses(v)
		return m&column.Digit != 0 && m&column.Letters != 0
	})
	if s.Width == 0 && (mixed*4 < s.N || digits*2 < s.N || s.Max < 3 || few(s)) ||
		s.Width > 0 && (mixed*5 < s.N || s.Width < 2) {
		return Reading{}, false
	}
	if s.Width > 0 && s.Width <= 4 && Closed(s) &&
		s.Nearly(func(v []byte) bool { return len(v) > 0 && column.ByteClass(v[0])&column.Letters != 0 }) {
		return Reading{}, false // B02, B8A, A4: numbers begin with digits too
	}
	if at := len(s.CommonPrefix()); at > 0 &&
		s.Nearly(func(v []byte) bool { return at < len(v) && column.TextClasses(v[at:]) == column.Digit }) {
		return Reading{}, false // d19010: the letters are the same in all
	}
	cost := math.Min(4*float64(s.Total), positions(s))
	random := s.Width >= 6 && evenBytes(s, 16, 0)
	if s.Width > 0 && s.Width <= 16 && s.Width >= 8 {
		nums := s.ParseNumbers(16)
		if t, ok := FindTime(e.Keys, nums.Row, nums.Val, field{bits: 4 * s.Width, base: 16}); ok &&
			(t.Known || !random) {
			usual := uint64(math.MaxUint64) >> (64 - 4*s.Width)
			return t.reading(s, epochSpec(t, fmt.Sprintf("hex(%d%s)", s.Width, upperArg(up)), usual)), true
		}
	}
	switch {
	case s.Width == 15 && s.Nearly(func(v []byte) bool { return len(v) == 15 && v[0] == '8' && v[14]|0x20 == 'f' }):
		return Reading{Typ: rowkey.Geohash, Spec: "geohash(h3)", Bits: cost, Solid: true, Strong: true}, true
	case s.Width >= 16 && random:
		form := "hex"
		if up {
			form = "upper"
		}
		return Reading{Typ: rowkey.Hash, Spec: column.HashSpec(form, s.Width), Bits: cost, Solid: true, Strong: true,
			Random: true}, true
	case s.Width > 0:
		return Reading{Typ: rowkey.Hex, Spec: fmt.Sprintf("hex(%d%s)", s.Width, upperArg(up)), Bits: cost,
			Strong: random && s.Width >= 12, Random: random}, true
	}
	return Reading{Typ: rowkey.Hex, Spec: "hex" + map[bool]string{true: "(upper)"}[up], Bits: cost}, true
}

// mixesDigits reports whether values of one width may be numbers of base 16: no place has letters alone while at two
// others all ten digits, but no letters, come about equally often.
func mixesDigits(s *column.Summary) bool {
	decimal, letters := 0, false
	for index := range s.Width {
		counts, count := s.CountAt(index)
		digits := 0
		for _, n := range counts['0' : '9'+1] {
			digits += n
		}
		switch {
		case digits <= column.Tolerance(count):
			letters = true
		case digits >= column.Most(count) && column.Entropy(counts[:], count) > evenDigitEntropy:
			decimal++
		}
	}
	return !letters || decimal < 2
}

func upperArg(up bool) string {
	if up {
		return ", upper"
	}
	return ""
}
