package detect

import (
	"encoding/hex"
	"fmt"
	"math"
	"strings"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// packedBit is the evidence of a byte that is two decimal digits, in bits: 100 of 256 are.
const packedBit = 1.36

// PackedDigits reports whether a byte is two decimal digits.
func PackedDigits(c byte) bool { return c>>4 <= 9 && c&15 <= 9 }

// packedDate reads a column of dates in packed decimals: 20 24 02 29. There is no codec for them, so they are digits.
func (e *Reader) packedDate(s *column.Summary) (Reading, bool) {
	if s.Width != len("20060102")/2 && s.Width != len("20060102150405")/2 {
		return Reading{}, false
	}
	digits := column.Column{Row: s.Row, Val: make([][]byte, len(s.Val))}
	for i, v := range s.Val {
		digits.Val[i] = hex.AppendEncode(nil, v)
	}
	t, ok := e.FindCalendar(column.Summarize(digits))
	return Reading{Typ: rowkey.IntBE, Spec: fmt.Sprintf("bcd(%d)", s.Width), Bits: t.bits * float64(s.N), Solid: true,
		Strong: true, Evidence: t.evidence}, ok && strings.HasPrefix(t.format, "20060102")
}

// readPacked reads a column of packed decimals: bytes of two decimal digits each, many of them, of which the last may
// be a digit and a sign. Many letters are two decimal digits too, and so are few small numbers.
func readPacked(s *column.Summary) (Reading, bool) {
	if s.Width < 2 || s.Width > 9 || s.Distinct < leastEven {
		return Reading{}, false
	}
	signed := s.Share(func(v []byte) bool {
		return len(v) == s.Width && (v[s.Width-1]&15 == 0xC || v[s.Width-1]&15 == 0xD) && v[s.Width-1]>>4 <= 9
	}) >= column.Most(s.N)
	last := s.Width
	reading := Reading{Typ: rowkey.IntBE, Spec: fmt.Sprintf("bcd(%d)", s.Width), Solid: true, Strong: true}
	if signed {
		last--
		reading.Spec = fmt.Sprintf("bcd(%d, sign)", s.Width)
	}
	evidence := 0.0
	for p := range last {
		distinct, text, ok := packedAt(s, p)
		if !ok {
			return Reading{}, false
		}
		if !text {
			evidence += packedBit * float64(distinct-1)
		}
	}
	if evidence < needed(true) {
		return Reading{}, false
	}
	numbers := make([]uint64, 0, len(s.Val))
	for _, value := range s.Val {
		if len(value) == s.Width {
			number := uint64(0)
			for _, c := range value[:last] {
				number = number*100 + uint64(c>>4)*10 + min(uint64(c&15), 9)
			}
			if signed {
				number = number*10 + uint64(value[last]>>4)
			}
			numbers = append(numbers, number)
		}
	}
	one := math.Min(positions(s), column.RangeBits(numbers))
	reading.Bits, reading.Each = shared(s, one, false), each(s, one)
	return reading, true
}

// packedAt looks at a place of values: how many different bytes stand there, whether they are text, and whether nearly
// all are two decimal digits.
func packedAt(s *column.Summary, place int) (distinct int, text, packed bool) {
	counts, _ := s.CountAt(place)
	digits, printed := 0, 0
	for char, many := range counts {
		if many > 0 {
			distinct++
		}
		if PackedDigits(byte(char)) {
			digits += many
		}
		if column.ByteClass(byte(char))&column.NonText == 0 {
			printed += many
		}
	}
	const mostPrinted = 0.9 // 60 of the 100 are printed
	return distinct, float64(printed) > mostPrinted*float64(s.N), digits >= column.Most(s.N)
}
