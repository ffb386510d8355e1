package infer

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"tabletop/model/rowkey"
)

// readBinary reads a column of one width: integers, times, digests, text in a fixed field.
func (e *engine) readBinary(s *summary) reading {
	if s.n == 0 {
		return s.plain()
	}
	if v, ok := s.constant(); ok {
		return constantBinary(s, v)
	}
	if s.all&nonText == 0 && (s.width > 1 || s.all&^(digit|hexLower|hexUpper|lower|upper) == 0) && s.min > 0 {
		if s.only(^nonText) {
			r := e.readText(s)
			r.bits = math.Min(r.bits, s.positions())
			return r
		}
	}
	if s.width == 0 {
		return e.readOpaque(s)
	}
	if r, ok := s.paddedText(); ok {
		return r
	}
	if r, ok := e.binaryID(s); ok {
		return r
	}
	if s.width <= 8 {
		return e.integer(s)
	}
	return e.readOpaque(s)
}

func constantBinary(s *summary, v []byte) reading {
	r := reading{bits: float64(8*len(v)) + s.misfits(string(v)), solid: true}
	switch {
	case classesOf(v)&alnum != 0 && classesOf(v)&nonText == 0:
		r.typ, r.spec = rowkey.Enum, "enum("+quoteArg(string(v))+")"
	case len(v) <= 8:
		r.typ, r.spec = rowkey.IntBE, fmt.Sprintf("be(%d)", len(v))
	default:
		r.typ, r.spec = rowkey.Bytes, fmt.Sprintf("bytes(%d)", len(v))
	}
	return r
}

// readOpaque reads binary of no known form: a digest when every byte is drawn evenly.
func (e *engine) readOpaque(s *summary) reading {
	r := reading{typ: rowkey.Bytes, spec: "bytes", bits: s.shared(math.Min(8*float64(s.total), s.positions()), false)}
	if s.width > 0 {
		r.spec = fmt.Sprintf("bytes(%d)", s.width)
	}
	if s.width == 0 && s.nearly(utf8.Valid) && s.all&control == 0 {
		return s.plain()
	}
	if s.evenBytes(256, 0) {
		r.typ, r.random = rowkey.Hash, true
		r.spec = hashSpec("bytes", s.width)
		r.bits = s.shared(math.Min(8*float64(s.total), s.positions()), false)
	}
	return r
}

// binaryID reads UUIDs and addresses of 16 bytes, object ids of 12, and digests.
func (e *engine) binaryID(s *summary) (reading, bool) {
	r := reading{bits: s.shared(math.Min(8*float64(s.total), s.positions()), false), random: true}
	switch {
	case s.width == 16 && s.uuidBytes():
		r.typ, r.spec, r.solid, r.strong = rowkey.UUID, "uuid(bytes)", true, true
		r.bits = math.Min(r.bits, 122*float64(s.n))
		if t, ok := e.uuidTime(s); ok {
			r.bits = math.Min(r.bits, (t.bits+72)*float64(s.n))
		}
		return r, true
	case s.width == 4 && s.privateIP():
		r.typ, r.spec, r.solid, r.strong, r.random = rowkey.IP, "ip(4)", true, true, false
		r.bits *= 0.98
		return r, true
	case s.width == 16 && s.share(func(v []byte) bool {
		return v[0] == 0x20 && v[1]&0xf0 <= 0x20 || v[0] == 0xfd || v[0] == 0xfe && v[1] == 0x80 || bytes.HasPrefix(v, mappedV4())
	}) >= most(s.n):
		r.typ, r.spec, r.solid, r.strong, r.random = rowkey.IP, "ip(16)", true, true, false
		r.bits = math.Min(r.bits, s.positions())
		return r, true
	}
	if s.width >= 4 && s.evenBytes(256, 0) && s.width != 8 && s.width != 4 {
		r.typ, r.spec = rowkey.Hash, hashSpec("bytes", s.width)
		r.solid = s.width >= 16
		return r, true
	}
	return r, false
}

// privateIP says that most values begin like addresses of private networks (RFC 1918), and that they vary at their end.
func (s *summary) privateIP() bool {
	private := s.share(func(v []byte) bool {
		return len(v) == 4 && (v[0] == 10 || v[0] == 192 && v[1] == 168 || v[0] == 172 && v[1]&0xf0 == 16)
	})
	if private*10 < s.n*7 || s.distinct < 8 {
		return false
	}
	var last [256]int
	for _, v := range s.val {
		if len(v) == 4 {
			last[v[3]]++
		}
	}
	return entropyOf(last[:], s.n) > 2.5
}

// uuidTime reads the milliseconds that a UUID of version 7 begins with.
func (e *engine) uuidTime(s *summary) (timing, bool) {
	n := numbers{}
	for i, v := range s.val {
		if len(v) == 16 && v[6]>>4 == 7 {
			n.row, n.val = append(n.row, s.row[i]), append(n.val, bigEndian(v[:6]))
		}
	}
	if len(n.val) < most(s.n) {
		return timing{}, false
	}
	return e.keys.timeOf(n.row, n.val, 48)
}

func mappedV4() []byte { return []byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff} }

// uuidBytes says that the version and the variant of RFC 9562 stand where they should.
func (s *summary) uuidBytes() bool {
	var versions [16]int
	ok := s.share(func(v []byte) bool {
		if len(v) != 16 || v[8]&0xc0 != 0x80 {
			return false
		}
		versions[v[6]>>4]++
		return true
	})
	if ok < most(s.n) || s.distinct < 4 {
		return false
	}
	for v := 1; v <= 8; v++ {
		if versions[v] >= most(s.n) {
			return true
		}
	}
	return false
}

// paddedText reads text in a fixed field, filled up with zero bytes or spaces.
func (s *summary) paddedText() (reading, bool) {
	for _, pad := range []byte{0, ' '} {
		padded, lengths := 0, map[int]bool{}
		ok := s.nearly(func(v []byte) bool {
			t := bytes.TrimRight(v, string(pad))
			if len(t) < len(v) {
				padded++
			}
			lengths[len(t)] = true
			return len(t) > 0 && classesOf(t)&nonText&^high == 0 && utf8.Valid(t)
		})
		if ok && padded*10 > s.n && len(lengths) > 1 && s.width >= 3 {
			spec := fmt.Sprintf("text(%d, \\x00)", s.width)
			if pad == ' ' {
				spec = fmt.Sprintf("text(%d)", s.width)
			}
			r := reading{typ: rowkey.Text, spec: spec, solid: true, padded: pad == 0, bits: s.shared(s.positions(), true)}
			switch s.width {
			case 8, 10, 16, 20, 32, 64:
			default:
				r.bits += 0.15 * float64(s.n)
			}
			if s.few() {
				r.typ = rowkey.Enum
			}
			return r, true
		}
	}
	return reading{}, false
}

// integer reads a big-endian integer of up to 8 bytes: a time, a number, or short random bytes.
func (e *engine) integer(s *summary) reading {
	n := numbers{make([]int32, 0, len(s.val)), make([]uint64, 0, len(s.val))}
	for i, v := range s.val {
		if len(v) == s.width {
			n.row, n.val = append(n.row, s.row[i]), append(n.val, bigEndian(v))
		}
	}
	bits := 8 * s.width
	even := s.width >= 4 && s.evenBytes(256, 0)
	if s.width >= 2 && !even && !s.constantTail() {
		if t, ok := e.keys.timeOf(n.row, n.val, bits); ok && (t.known || !s.fills(n.val)) {
			form := fmt.Sprintf("be(%d)", s.width)
			usual := uint64(math.MaxUint64) >> (64 - bits)
			if s.width == 8 || s.width == 4 {
				usual >>= 1 // the maximum of the signed type, as most programs subtract from
			}
			if t.flip {
				form = fmt.Sprintf("be(%d, flip)", s.width)
			}
			return reading{typ: rowkey.Timestamp, unit: t.unit, reversed: t.reversed(), solid: true, strong: true, known: t.known,
				bits: t.bits*float64(s.n) + 40, spec: epochSpec(t, form, usual)}
		}
	}
	r := reading{typ: rowkey.IntBE, spec: fmt.Sprintf("be(%d)", s.width), bits: s.shared(math.Min(rangeBits(n.val), s.positions()), false)}
	if s.width == 8 || s.width == 4 {
		s.signed(n.val, bits, &r)
	}
	if even {
		r.typ, r.random, r.spec = rowkey.Hash, true, hashSpec("bytes", s.width)
		r.bits = s.shared(math.Min(8*float64(s.total), s.positions()), false)
	}
	return r
}

// fills says that four bytes begin with the same one in all values and that the others run from end to end of what they can
// hold: a tag and random bytes, which look like the seconds of half a year.
func (s *summary) fills(vals []uint64) bool {
	if s.width != 4 || s.distinct < 60 {
		return false
	}
	sorted := slices.Clone(vals)
	slices.Sort(sorted)
	cut := tolerance(len(sorted)) / 2 // garbage
	lo, hi := sorted[cut], sorted[len(sorted)-1-cut]
	const room = 1 << 24
	return lo/room == hi/room && lo%room < room/25 && hi%room > room-room/25
}

// constantTail says that the last two bytes of values of four and more are always the same, which those of times are not.
func (s *summary) constantTail() bool {
	if s.width < 4 || s.distinct < 2 {
		return false
	}
	var tails uniques
	for _, u := range s.uniq {
		if len(u.val) == s.width {
			tails.add(u.val[s.width-2:])
		}
	}
	return len(tails.list) == 1
}

// signed tells integers with the sign bit flipped (small numbers stand around 0x80 00 ..) and such that were subtracted
// from the greatest one.
func (s *summary) signed(vals []uint64, bits int, r *reading) {
	top := uint64(1) << (bits - 1)
	near := top >> 12 // a flipped number is far smaller than its field
	flipped, reversed, reversedSigned := 0, 0, 0
	for _, v := range vals {
		switch {
		case v >= top && v-top < near:
			flipped++
		case v < top && top-v <= near:
			reversedSigned++
		case v >= uint64(math.MaxUint64)>>(64-bits)-near:
			reversed++
		}
	}
	k := most(len(vals))
	switch {
	case flipped >= k || flipped+reversedSigned >= k && flipped > 0 && reversedSigned > 0:
		r.spec = fmt.Sprintf("be(%d, flip)", s.width)
	case reversedSigned >= k:
		r.spec, r.reversed = fmt.Sprintf("reverse(be(%d), 2^%d-1)", s.width, bits-1), true
	case reversed >= k:
		r.spec, r.reversed = fmt.Sprintf("reverse(be(%d), 2^%d-1)", s.width, bits), true
	}
}
