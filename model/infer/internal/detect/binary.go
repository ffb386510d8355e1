package detect

import (
	"bytes"
	"fmt"
	"math"
	"unicode/utf8"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// ReadBinary reads a column of one width: integers, times, digests, text in a fixed field.
func (e *Reader) ReadBinary(s *column.Summary) Reading {
	e.Tried++
	if s.N == 0 {
		return Plain(s)
	}
	if v, ok := s.Constant(); ok {
		return constantBinary(s, v)
	}
	if s.Width == 0 {
		return e.readOpaque(s)
	}
	if r, ok := paddedText(s); ok {
		return r
	}
	if r, ok := e.binaryID(s); ok {
		return r
	}
	for _, read := range []func(*column.Summary) (Reading, bool){readFloats, e.packedDate, readPacked,
		e.readLittle} {
		if r, ok := read(s); ok {
			return r
		}
	}
	if s.Width <= 8 {
		return e.integer(s)
	}
	return e.readOpaque(s)
}

func constantBinary(s *column.Summary, v []byte) Reading {
	reading := Reading{Bits: float64(8*len(v)) + misfits(s, string(v)), Solid: true}
	reading.Typ, reading.Spec = rowkey.Bytes, fmt.Sprintf("bytes(%d)", len(v))
	if len(v) <= 8 {
		reading.Typ, reading.Spec = rowkey.IntBE, fmt.Sprintf("be(%d)", len(v))
	}
	return reading
}

// readOpaque reads binary of no known form.
func (e *Reader) readOpaque(s *column.Summary) Reading {
	one := math.Min(8*float64(s.Total), positions(s))
	reading := Reading{Typ: rowkey.Bytes, Spec: "bytes", Bits: shared(s, one, false), Each: each(s, one)}
	if s.Width > 0 {
		reading.Spec = fmt.Sprintf("bytes(%d)", s.Width)
	}
	if s.Width == 0 && s.Nearly(utf8.Valid) && s.All&column.Control == 0 {
		return Plain(s)
	}
	return reading
}

// each is the mean of a cost over the values.
func each(s *column.Summary, cost float64) float64 { return cost / float64(max(1, s.N)) }

// binaryID reads UUIDs and addresses of 16 bytes, object ids of 12, and digests.
func (e *Reader) binaryID(s *column.Summary) (Reading, bool) {
	one := math.Min(8*float64(s.Total), positions(s))
	reading := Reading{Bits: shared(s, one, false), Each: each(s, one), Random: true}
	version := 0
	if s.Width == 16 {
		version = uuidBytes(s)
	}
	switch {
	case version > 0:
		reading.Typ, reading.Spec, reading.Solid, reading.Strong = rowkey.UUID, "uuid(bytes)", true, true
		reading.Bits = uuidShare * math.Min(reading.Bits, e.uuidBits(s, version))
		return reading, true
	case s.Width == 4 && privateIP(s):
		reading.Typ, reading.Spec, reading.Solid, reading.Strong, reading.Random = rowkey.IP, "ip(4)", true, true, false
		reading.Bits *= addressShare
		return reading, true
	case s.Width == 16 && s.Share(func(v []byte) bool {
		return len(v) == 16 && (v[0] == 0x20 && v[1]&0xf0 <= 0x20 || v[0] == 0xfd || v[0] == 0xfe && v[1] == 0x80)
	}) >= column.Most(s.N):
		reading.Typ, reading.Spec, reading.Solid, reading.Strong, reading.Random = rowkey.IP, "ip(16)", true, true,
			false
		reading.Bits = math.Min(reading.Bits, positions(s))
		return reading, true
	}
	if s.Width >= 4 && evenBytes(s, 256, 0) && s.Width != 8 && s.Width != 4 {
		reading.Typ, reading.Spec = rowkey.Hash, column.HashSpec("bytes", s.Width)
		reading.Solid = s.Width >= 16
		return reading, true
	}
	return reading, false
}

// paddedText reads text in a fixed field, filled up with zero bytes or spaces.
func paddedText(s *column.Summary) (Reading, bool) {
	for _, pad := range []byte{0, ' '} {
		padded, lengths := 0, map[int]bool{}
		ok := s.Nearly(func(v []byte) bool {
			t := bytes.TrimRight(v, string(pad))
			if len(t) < len(v) {
				padded++
			}
			lengths[len(t)] = true
			return len(t) > 0 && column.TextClasses(t)&column.NonText&^column.High == 0 && utf8.Valid(t)
		})
		if ok && padded*10 > s.N && len(lengths) > 1 && s.Width >= 3 {
			spec := fmt.Sprintf("text(%d, \\x00)", s.Width)
			if pad == ' ' {
				spec = fmt.Sprintf("text(%d)", s.Width)
			}
			reading := Reading{Typ: rowkey.Text, Spec: spec, Solid: true, Padded: pad == 0,
				Bits: shared(s, positions(s), true)}
			switch s.Width {
			case 8, 10, 16, 20, 32, 64:
			default:
				reading.Bits += oddPaddingBits * float64(s.N)
			}
			if few(s) {
				reading.Typ = rowkey.Enum
			}
			return reading, true
		}
	}
	return Reading{}, false
}

// integer reads a big-endian integer of up to 8 bytes: a time, a number, or short random bytes.
func (e *Reader) integer(s *column.Summary) Reading {
	numbers := s.Numbers(func(v []byte) (uint64, bool) { return column.BigEndian(v), len(v) == s.Width })
	bits := 8 * s.Width
	even := s.Width >= 4 && evenBytes(s, 256, 0)
	if s.Width >= 2 && !even && !constantTail(s) {
		if timing, ok := FindTime(e.Keys, numbers.Row, numbers.Val, binaryField(bits)); ok &&
			(timing.Known || !zeroSecond(s)) {
			form := fmt.Sprintf("be(%d)", s.Width)
			usual := uint64(math.MaxUint64) >> (64 - bits)
			if s.Width == 8 || s.Width == 4 {
				usual >>= 1 // the maximum of the signed type, as most programs subtract from
			}
			if timing.flip {
				form = fmt.Sprintf("be(%d, flip)", s.Width)
			}
			r := timing.reading(s, epochSpec(timing, form, usual))
			r.Bits += 40
			return r
		}
	}
	one := math.Min(column.RangeBits(numbers.Val), positions(s))
	reading := Reading{Typ: rowkey.IntBE, Spec: fmt.Sprintf("be(%d)", s.Width), Bits: shared(s, one, false),
		Each: each(s, one)}
	if s.Width == 8 || s.Width == 4 {
		signed(s, numbers.Val, bits, &reading)
	}
	if even {
		reading.Typ, reading.Random, reading.Spec = rowkey.Hash, true, column.HashSpec("bytes", s.Width)
		one = math.Min(8*float64(s.Total), positions(s))
		reading.Bits, reading.Each = shared(s, one, false), each(s, one)
	}
	return reading
}

// zeroSecond reports whether four bytes are any one and a zero in nearly all values: what ends a word, the zero byte
// behind it, and a small number. Of seconds one day in 256 is so.
func zeroSecond(s *column.Summary) bool {
	return s.Width == 4 && s.Nearly(func(v []byte) bool { return len(v) == 4 && v[0] != 0 && v[1] == 0 })
}

// constantTail reports whether the last two bytes of values of four and more are always the same, which those of times
// are not.
func constantTail(s *column.Summary) bool {
	if s.Width < 4 || s.Distinct < 2 {
		return false
	}
	var tail []byte
	for _, u := range s.Uniq {
		if len(u.Val) != s.Width {
			continue
		}
		if tail == nil {
			tail = u.Val[s.Width-2:]
		}
		if !bytes.Equal(tail, u.Val[s.Width-2:]) {
			return false
		}
	}
	return tail != nil
}

// signed recognizes integers with the sign bit flipped (small numbers stand around 0x80 00 ..) and such that were
// subtracted from the greatest one.
func signed(s *column.Summary, vals []uint64, bits int, r *Reading) {
	top := uint64(1) << (bits - 1)
	near := top >> 12 // a flipped number is far smaller than its field
	flipped, reversed, reversedSigned := 0, 0, 0
	for _, val := range vals {
		switch {
		case val >= top && val-top < near:
			flipped++
		case val < top && top-val <= near:
			reversedSigned++
		case val >= uint64(math.MaxUint64)>>(64-bits)-near:
			reversed++
		}
	}
	most := column.Most(len(vals))
	switch {
	case flipped >= most || flipped+reversedSigned >= most && flipped > 0 && reversedSigned > 0:
		r.Spec = fmt.Sprintf("be(%d, flip)", s.Width)
	case reversedSigned >= most:
		r.Spec, r.Reversed = fmt.Sprintf("reverse(be(%d), 2^%d-1)", s.Width, bits-1), true
	case reversed >= most:
		r.Spec, r.Reversed = fmt.Sprintf("reverse(be(%d), 2^%d-1)", s.Width, bits), true
	}
}

// privateIP reports whether most values begin like addresses of private networks (RFC 1918), and that they vary at
// their end.
func privateIP(s *column.Summary) bool {
	private := s.Share(func(v []byte) bool {
		return len(v) == 4 && (v[0] == 10 || v[0] == 192 && v[1] == 168 || v[0] == 172 && v[1]&0xf0 == 16)
	})
	if private*10 < s.N*7 || s.Distinct < 8 {
		return false
	}
	first, _ := s.CountAt(0)
	second, _ := s.CountAt(1)
	last, _ := s.CountAt(3)
	if first[10] >= column.Most(s.N) && column.Entropy(second[:], s.N) > mostNetworks {
		// a constant byte and bytes of any kind; newline, 0a, is the tag of the first field of protocol buffers
		return false
	}
	return column.Entropy(last[:], s.N) > lastByteEntropy
}

// mostNetworks is the entropy of the second byte of addresses that all begin with 10, in bits: 16 networks of /16 have
// 4.
const mostNetworks = 4.0
