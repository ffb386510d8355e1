package detect

import (
	"fmt"
	"math"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// quadkey recognizes cells of a quadtree: digits 0 to 3 alone.
func quadkey(s *column.Summary) (Reading, bool) {
	if s.Min < 6 || s.Distinct < 12 || !s.Nearly(func(v []byte) bool {
		for _, c := range v {
			if c > '3' {
				return false
			}
		}
		return true
	}) {
		return Reading{}, false
	}
	seen := 0
	for c := '0'; c <= '3'; c++ {
		if int(s.Chars[c])*12 > s.Total {
			seen++
		}
	}
	if seen < 3 {
		return Reading{}, false
	}
	return Reading{Typ: rowkey.Geohash, Spec: "geohash(quadkey)", Bits: math.Min(positions(s), order0(s)), Solid: true,
		Strong: true}, true
}

// geohash reads geohashes: base 32 without a, i, l and o, the first letters varying less than the last.
func (e *Reader) geohash(s *column.Summary) (Reading, bool) {
	if s.Min < 3 || s.Max > 12 || !s.Only(column.Digit|column.HexLower|column.Lower) ||
		int(s.Chars['a']+s.Chars['i']+s.Chars['l']+s.Chars['o']) > s.Total/60 {
		return Reading{}, false
	}
	if s.Distinct < 20 || s.Chars['a']+s.Chars['i']+s.Chars['l']+s.Chars['o'] > 0 && s.Distinct < 60 {
		return Reading{}, false
	}
	digits, used := 0, 0
	for c, k := range s.Chars {
		if k > 0 {
			used++
		}
		if c >= '0' && c <= '9' {
			digits += int(k)
		}
	}
	if digits*8 < s.Total || digits*10 > s.Total*8 || used < 18 {
		return Reading{}, false
	}
	spec := "geohash"
	if s.Width > 0 {
		spec = fmt.Sprintf("geohash(%d)", s.Width)
	}
	return Reading{Typ: rowkey.Geohash, Spec: spec, Bits: math.Min(positions(s), order0(s)), Solid: true, Strong: true},
		true
}
