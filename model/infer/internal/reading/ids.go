package reading

import (
	"bytes"
	"math"
	"time"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// uuidText reads UUIDs of 36 characters or 32 hex digits.
func (e *Reader) uuidText(s *column.Summary) (Reading, bool) {
	r := Reading{Typ: rowkey.UUID, Bits: 122 * float64(s.N), Solid: true, Strong: true, Random: true}
	switch {
	case s.Width == 36 && s.Nearly(IsUUID):
		r.Spec = "uuid"
		if s.All&column.HexUpper != 0 {
			r.Spec = "uuid(upper)"
			if s.All&column.HexLower != 0 {
				r.Spec = "uuid(any)"
			}
		}
	case s.Width == 32 && s.Only(column.Digit|column.HexLower) && versioned(s, 12, 16):
		r.Spec = "uuid(hex)"
	default:
		return r, false
	}
	return r, true
}

func IsUUID(v []byte) bool {
	if len(v) != 36 || v[8] != '-' || v[13] != '-' || v[18] != '-' || v[23] != '-' {
		return false
	}
	for i, c := range v {
		if i != 8 && i != 13 && i != 18 && i != 23 && column.ClassOf(c)&(column.Digit|column.HexLower|column.HexUpper) == 0 {
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

// idText reads ULIDs, KSUIDs and random ids in alphabets of 32 to 64 letters.
func (e *Reader) idText(s *column.Summary) (Reading, bool) {
	if s.All&^(column.Alnum|column.Dash|column.Underscore|column.Plus|column.Slash|column.Equals) != 0 || s.All&column.Letters == 0 {
		return Reading{}, false
	}
	if s.Width == 26 {
		if r, ok := e.ulid(s); ok {
			return r, true
		}
	}
	r := Reading{Typ: rowkey.Hash, Bits: math.Min(positions(s), order0(s)), Random: true, Strong: s.Min >= 16}
	if s.Width == 27 && s.Only(column.Alnum) && e.ksuid(s) {
		r.Spec, r.Strong, r.Solid = "ksuid", true, true
		r.Bits = math.Min(r.Bits, 140*float64(s.N))
		return r, true
	}
	if s.Width == xidWidth && e.xid(s) {
		r.Spec, r.Strong, r.Solid = column.HashSpec("b32", s.Width), true, true
		return r, true
	}
	alphabet, size := alphabet(s)
	if size == 0 || s.Min < 7 || s.Distinct < 12 && (s.Distinct < 4 || s.Distinct*s.Min < fewIDs) {
		return r, false
	}
	if s.Width == 0 && s.Max-s.Min > 2+s.Max/16 {
		return r, false
	}
	if !evenChars(s, size) {
		return r, false
	}
	r.Solid = s.Min >= 16
	r.Spec = column.HashSpec(alphabet, s.Width)
	return r, true
}

// fewIDs is the number of characters in all from which few distinct values tell whether they are drawn evenly.
const fewIDs = 120

// notBase58 is one part of the characters of ids that is too many for those that base 58 leaves out, of which base 62 has one in 15: garbage
// has few of them.
const notBase58 = 60

// alphabet guesses which letters ids are made of, from the classes that occur.
func alphabet(s *column.Summary) (string, int) {
	low, up := s.All&(column.HexLower|column.Lower) != 0, s.All&(column.HexUpper|column.Upper) != 0
	if s.All&column.Digit == 0 && !(low && up) {
		return "", 0 // words of letters alone are names
	}
	special := hasSpecials(s)
	switch {
	case low && up && (special || int(s.Chars['0']+s.Chars['O']+s.Chars['I']+s.Chars['l'])*notBase58 > s.Total):
		if special {
			return "b64", 62
		}
		return "b62", 60
	case special:
		return "", 0
	case low && up:
		return "b58", 56
	}
	used := 0
	for _, k := range s.Chars {
		if int(k)*rareChar > s.Total {
			used++
		}
	}
	if used <= 33 && s.Total > 400 {
		return "b32", 31
	}
	return "b62", 34
}

// hasSpecials reports whether the two characters that base 64 has besides letters and digits occur as often as in it. Where they are in fewer
// than a third as many values, those values are garbage, whose number differs between samples.
func hasSpecials(s *column.Summary) bool {
	const punctuation = column.Dash | column.Underscore | column.Plus | column.Slash | column.Equals
	if s.All&punctuation == 0 {
		return false
	}
	expected := 1 - math.Pow(62.0/64, float64(s.Total)/float64(s.N))
	k := s.Share(func(v []byte) bool { return column.ClassesOf(v)&punctuation != 0 })
	return float64(k) > expected/3*float64(s.N)
}

// evenChars reports whether the distinct values are drawn evenly from about size letters.
func evenChars(s *column.Summary, size int) bool {
	var all [256]int
	n, both := 0, 0
	for _, u := range s.Uniq {
		m := column.Class(0)
		for _, c := range u.Val {
			all[c]++
			m |= column.ClassOf(c)
			n++
		}
		if m&column.Digit != 0 && m&column.Letters != 0 || m&(column.HexUpper|column.Upper) != 0 && m&(column.HexLower|column.Lower) != 0 {
			both++
		}
	}
	if both*10 < len(s.Uniq)*8 {
		return false
	}
	if column.EntropyOf(all[:], n) < evenCharsShare*ExpectedEntropy(n, size) {
		return false
	}
	return s.Distinct < 12 || spreadChars(s, size)
}

// spreadChars makes sure that no position favors some letters, the first one and the last ones left out: those of base 58
// and base 64 do.
func spreadChars(s *column.Summary, size int) bool {
	var counts [256]int
	for p := 1; p < s.Min-2; p++ {
		clear(counts[:])
		n := 0
		for _, u := range s.Uniq {
			if v := u.Val; p < len(v) {
				counts[v[p]]++
				n++
			}
		}
		if column.EntropyOf(counts[:], n) < spreadShare*ExpectedEntropy(n, size) {
			return false
		}
	}
	return true
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

func (e *Reader) ulid(s *column.Summary) (Reading, bool) {
	n := column.Numbers{}
	low := s.All&(column.HexLower|column.Lower) != 0
	for i, v := range s.Val {
		if len(v) != 26 || v[0] > '7' {
			continue
		}
		ms, ok := uint64(0), true
		for j, c := range v {
			d := bytes.IndexByte([]byte(crockford), upperByte(c))
			if d < 0 {
				ok = false
				break
			}
			if j < 10 {
				ms = ms<<5 | uint64(d)
			}
		}
		if ok {
			n.Row, n.Val = append(n.Row, s.Row[i]), append(n.Val, ms)
		}
	}
	if len(n.Val) < column.Most(s.N) {
		return Reading{}, false
	}
	t, ok := TimeOf(e.Keys, n.Row, n.Val, field{base: 32})
	if !ok || t.unit != rowkey.Millisecond || t.reversed() {
		if s.Distinct < 12 || !ofOurDays(n.Val) || !evenTail(s) {
			return Reading{}, false
		}
		t = timing{unit: rowkey.Millisecond, bits: 40}
	}
	spec := "ulid"
	if low {
		spec = "ulid(lower)"
	}
	return Reading{Typ: rowkey.ULID, Spec: spec, Bits: (t.bits + 80) * float64(s.N), Solid: true, Strong: true, Random: true}, true
}

// ofOurDays reports whether nearly all milliseconds are of a time in which programs write keys: one in a thousand numbers of
// 50 bits is, and that all of them are with the same first characters is what IDs without known cells have for evidence.
func ofOurDays(ms []uint64) bool {
	from, to := uint64(0), uint64(time.Date(calendarTo, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli())
	k := 0
	for _, v := range ms {
		if v > from && v < to {
			k++
		}
	}
	return k >= column.Most(len(ms))
}

// evenTail reports whether the last 16 characters of ULIDs are drawn evenly.
func evenTail(s *column.Summary) bool {
	_, tail := s.Column.CutAt(10, 0)
	return evenChars(column.Summarize(tail), 31)
}

func upperByte(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// ksuid checks the 32 bits of seconds since 2014-05-13 that a KSUID begins with.
func (e *Reader) ksuid(s *column.Summary) bool {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	n := column.Numbers{}
	for i, v := range s.Val {
		if len(v) != 27 {
			continue
		}
		// The seconds are the number shifted right by 128 bits; the first 11 characters hold about 65 bits of 161.
		x := 0.0
		for _, c := range v {
			x = x*62 + float64(bytes.IndexByte([]byte(digits), c))
		}
		n.Row, n.Val = append(n.Row, s.Row[i]), append(n.Val, uint64(x/math.Pow(2, 128))+1_400_000_000)
	}
	t, ok := TimeOf(e.Keys, n.Row, n.Val, field{})
	return ok && t.unit == rowkey.Second && !t.reversed() && t.Known
}

// xidWidth is the number of characters of an xid.
const xidWidth = 20

// xid checks the 32 bits of seconds that an xid begins with: 12 bytes in base 32 with the digits 0 to v (github.com/rs/xid).
func (e *Reader) xid(s *column.Summary) bool {
	n := column.Numbers{}
	for i, v := range s.Val {
		if len(v) != xidWidth {
			continue
		}
		seconds, ok := uint64(0), true
		for j, c := range v {
			d := c - '0'
			if c >= 'a' {
				d = c - 'a' + 10
			}
			ok = ok && (c >= '0' && c <= '9' || c >= 'a' && c <= 'v')
			if j < 7 {
				seconds = seconds<<5 | uint64(d&31)
			}
		}
		if ok {
			n.Row, n.Val = append(n.Row, s.Row[i]), append(n.Val, seconds>>3)
		}
	}
	if len(n.Val) < column.Most(s.N) {
		return false
	}
	t, ok := TimeOf(e.Keys, n.Row, n.Val, field{})
	return ok && t.unit == rowkey.Second && !t.reversed() && t.Known
}
