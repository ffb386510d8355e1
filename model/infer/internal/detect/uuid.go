package detect

import (
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// uuidBytes returns the version of RFC 9562 that stands where it should beside the variant, 0 where there is none, in
// bytes of which those vary that vary in that version. The bytes of two numbers may begin like them.
func uuidBytes(s *column.Summary) int {
	var versions [16]int
	ok := s.Share(func(v []byte) bool {
		if len(v) != 16 || v[8]&0xc0 != 0x80 {
			return false
		}
		versions[v[6]>>4]++
		return true
	})
	if ok < column.Most(s.N) || s.Distinct < 4 {
		return 0
	}
	for v := 1; v <= 8; v++ {
		if versions[v] >= column.Most(s.N) &&
			!slices.ContainsFunc(varyingIn(v), func(p int) bool { return !variesAt(s, p) }) {
			return v
		}
	}
	return 0
}

// uuidBits is the cost of UUIDs by what their version says of their parts: a time, which agrees with the cells or lies
// between the first and the last, and the node that gave them out, which recurs.
func (e *Reader) uuidBits(s *column.Summary, version int) float64 {
	const ofTicks = 13.3 // bits of the place of a tick in its millisecond
	cuts, finer := []int{0, 8, 10, 16}, ofTicks
	switch version {
	case 1, 2, 6:
	case 7:
		cuts, finer = []int{0, 6, 8, 16}, 0
	default:
		return 122 * float64(s.N)
	}
	values := s.Each(func(v []byte) ([]byte, bool) { return v, len(v) == 16 })
	numbers := values.Numbers(func(v []byte) (uint64, bool) { return uuidMillis(v, version) })
	bits := column.RangeBits(numbers.Val)
	if t, ok := FindTime(e.Keys, numbers.Row, numbers.Val, binaryField(48)); ok {
		bits = min(bits, t.bits*float64(len(numbers.Val)))
	}
	bits += finer * float64(len(numbers.Val))
	for i := 1; i+1 < len(cuts); i++ {
		part := column.Summarize(values.Part(cuts[i], cuts[i+1]))
		bits += shared(part, positions(part), false)
	}
	return bits
}

// uuidMillis returns the time of a UUID in milliseconds since 1970.
func uuidMillis(v []byte, version int) (uint64, bool) {
	const since1582, ticks = 122192928000000000, 10000 // of 100 nanoseconds
	first := column.BigEndian(v[:8])
	switch version {
	case 7:
		return first >> 16, true
	case 6:
		first = first>>16<<12 | first&0xfff
	default:
		first = first&0xfff<<48 | first>>16&0xffff<<32 | first>>32
	}
	return (first - since1582) / ticks, first >= since1582
}

// varyingIn lists the bytes that differ between nearly any two UUIDs of a version: the low ones of the time, and random
// ones.
func varyingIn(version int) []int {
	switch version {
	case 1, 2:
		return []int{1, 2}
	case 6:
		return []int{4, 5, 7}
	case 7:
		return []int{9, 11, 13, 15}
	}
	return []int{0, 2, 4, 9, 11, 13, 15}
}

// variesAt reports whether the byte at p has several values, and none of them in half of the distinct values.
func variesAt(s *column.Summary, p int) bool {
	counts, _ := s.DistinctAt(p)
	return 2*slices.Max(counts[:]) <= s.Distinct
}

// uuidText reads UUIDs of 36 characters or 32 hex digits.
func (e *Reader) uuidText(s *column.Summary) (Reading, bool) {
	reading := Reading{Typ: rowkey.UUID, Bits: 122 * float64(s.N), Solid: true, Strong: true, Random: true}
	switch {
	case s.Width == 36 && s.Nearly(IsUUID):
		reading.Spec = "uuid"
		if s.All&column.HexUpper != 0 {
			reading.Spec = "uuid(upper)"
			if s.All&column.HexLower != 0 {
				reading.Spec = "uuid(any)"
			}
		}
	case s.Width == 32 && s.Only(column.Digit|column.HexLower) && versioned(s, 12, 16):
		reading.Spec = "uuid(hex)"
	default:
		return reading, false
	}
	return reading, true
}

// IsUUID reports whether v is a UUID of 36 characters.
func IsUUID(v []byte) bool {
	if len(v) != 36 || v[8] != '-' || v[13] != '-' || v[18] != '-' || v[23] != '-' {
		return false
	}
	for i, c := range v {
		if i != 8 && i != 13 && i != 18 && i != 23 &&
			column.ByteClass(c)&(column.Digit|column.HexLower|column.HexUpper) == 0 {
			return false
		}
	}
	return true
}

// versioned reports whether one version digit (RFC 9562) stands at v and the variant bits at w.
func versioned(s *column.Summary, v, w int) bool {
	versions := [256]int{}
	ok := s.Share(func(b []byte) bool {
		if len(b) <= w {
			return false
		}
		versions[b[v]]++
		return b[v] >= '1' && b[v] <= '8' && (b[w] == '8' || b[w] == '9' || b[w]|0x20 == 'a' || b[w]|0x20 == 'b')
	})
	if ok < column.Most(s.N) || s.Distinct < 4 {
		return false
	}
	for _, k := range versions {
		if k >= column.Most(s.N) {
			return true
		}
	}
	return false
}
