package reading

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/netip"
	"time"

	"golang.org/x/net/publicsuffix"

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

// datedText reads calendar times.
func (e *Reader) datedText(s *column.Summary) (Reading, bool) {
	t, ok := e.CalendarOf(s)
	if !ok {
		return Reading{}, false
	}
	return Reading{Typ: rowkey.Timestamp, Unit: t.unit, Spec: "date(" + t.format + ")", Bits: t.bits * float64(s.N), Solid: true, Strong: true,
		Known: t.Known || !shortDigits(t.format)}, true
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

// alphabet guesses which letters ids are made of, from the classes that occur.
func alphabet(s *column.Summary) (string, int) {
	low, up := s.All&(column.HexLower|column.Lower) != 0, s.All&(column.HexUpper|column.Upper) != 0
	if s.All&column.Digit == 0 && !(low && up) {
		return "", 0 // words of letters alone are names
	}
	special := s.All & (column.Dash | column.Underscore | column.Plus | column.Slash | column.Equals)
	switch {
	case low && up && (special != 0 || s.Chars['0']+s.Chars['O']+s.Chars['I']+s.Chars['l'] > 0 && s.Total > 800):
		if special != 0 {
			return "b64", 62
		}
		return "b62", 60
	case special != 0:
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
	if !ok && s.Distinct >= 12 && ofOurDays(n.Val) && evenTail(s) {
		t, ok = timing{unit: rowkey.Millisecond, bits: 40}, true
	}
	if !ok || t.unit != rowkey.Millisecond || t.reversed() {
		return Reading{}, false
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
	from, to := time.Date(calendarFrom, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli(), time.Date(calendarTo, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()
	k := 0
	for _, v := range ms {
		if v >= uint64(from) && v < uint64(to) {
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

// addressText reads IP and e-mail addresses and domains.
func (e *Reader) addressText(s *column.Summary) (Reading, bool) {
	cost := order0(s)
	switch {
	case s.All&(column.Dot|column.Punct) != 0 && s.All&^(column.Digit|column.Dot|column.HexLower|column.HexUpper|column.Punct) == 0 && s.Nearly(IsIP):
		return Reading{Typ: rowkey.IP, Spec: "ip", Bits: cost, Solid: true, Strong: true}, true
	case s.Chars['@'] > 0 && s.Nearly(IsEmail):
		return Reading{Typ: rowkey.Email, Spec: "email", Bits: cost * emailShare, Solid: true, Strong: true}, true
	case s.All&column.Dot != 0 && s.All&^(column.Alnum|column.Dot|column.Dash|column.Underscore) == 0:
		return e.domainText(s, cost)
	case s.Chars[','] > 0 && e.surt(s):
		return Reading{Typ: rowkey.Domain, Reversed: true, Spec: "surt", Bits: cost * domainShare, Solid: true, Strong: true}, true
	}
	return Reading{}, false
}

func IsIP(v []byte) bool {
	if len(v) < 3 || len(v) > 39 {
		return false
	}
	_, err := netip.ParseAddr(string(v))
	return err == nil
}

func IsEmail(v []byte) bool {
	at := bytes.LastIndexByte(v, '@')
	if at < 1 || at == len(v)-1 || bytes.IndexByte(v[at:], '.') < 2 || v[len(v)-1] == '.' {
		return false
	}
	top := v[bytes.LastIndexByte(v, '.')+1:]
	return column.ClassesOf(v[:at])&^(column.Alnum|column.Dot|column.Dash|column.Underscore|column.Plus) == 0 && column.ClassesOf(v[at+1:])&^(column.Alnum|column.Dot|column.Dash) == 0 && column.ClassesOf(top)&column.Digit == 0
}

// domainText reads DNS names, forward or with their labels reversed, by where the top-level domain stands.
func (e *Reader) domainText(s *column.Summary, cost float64) (Reading, bool) {
	if s.All&(column.HexUpper|column.Upper) != 0 && s.Share(func(v []byte) bool { return column.ClassesOf(v)&(column.HexUpper|column.Upper) != 0 }) > column.Tolerance(s.N)*3 {
		return Reading{}, false
	}
	total, first, last, dots := 0, 0, 0, 0
	heads, tails := map[string]int{}, map[string]int{}
	for _, u := range s.Uniq {
		v := u.Val
		if len(v) == 0 {
			continue
		}
		total++
		a, b := bytes.IndexByte(v, '.'), bytes.LastIndexByte(v, '.')
		if a < 1 || b == len(v)-1 {
			continue
		}
		dots++
		head, tail := string(v[:a]), string(v[b+1:])
		heads[head]++
		tails[tail]++
		if e.topLevel(head) {
			first++
		}
		if e.topLevel(tail) && !fileEnding(tail) {
			last++
		}
	}
	if dots*100 < total*90 || total < 3 {
		return Reading{}, false
	}
	switch {
	case last*10 >= total*9 && (first*10 < total*9 || len(tails) <= len(heads)):
		return Reading{Typ: rowkey.Domain, Spec: "domain", Bits: cost * domainShare, Solid: true, Strong: true}, true
	case first*10 >= total*9:
		return Reading{Typ: rowkey.Domain, Reversed: true, Spec: "reverse(domain)", Bits: cost * domainShare, Solid: true, Strong: true}, true
	}
	return Reading{}, false
}

// surt tells hosts with their labels reversed and joined by commas, as crawlers sort them.
func (e *Reader) surt(s *column.Summary) bool {
	return s.Nearly(func(v []byte) bool {
		at := bytes.IndexByte(v, ',')
		return at > 1 && e.topLevel(string(v[:at])) && column.ClassesOf(bytes.ReplaceAll(v, []byte(","), nil))&^(column.Alnum|column.Dash) == 0
	})
}

// topLevel reports whether label is a top-level domain of the public suffix list.
func (e *Reader) topLevel(label string) bool {
	if known, ok := e.tlds[label]; ok {
		return known
	}
	_, icann := publicsuffix.PublicSuffix("a." + label)
	known := icann && label != ""
	e.tlds[label] = known
	return known
}

// fileEnding reports whether a top-level domain is more often the ending of a file.
func fileEnding(label string) bool {
	switch label {
	case "zip", "mov", "md", "py", "sh", "rs", "pl", "ps", "so", "cc", "js", "ts", "gz":
		return true
	}
	return false
}

// documentText reads JSON documents and URLs.
func (e *Reader) documentText(s *column.Summary) (Reading, bool) {
	r := Reading{Bits: documentShare * math.Min(order0(s), positions(s)), Solid: true, Strong: true}
	switch {
	case int(s.Chars['{']+s.Chars['[']+s.Chars['"']) > s.N/2 && s.Nearly(func(v []byte) bool {
		return len(v) > 1 && (v[0] == '{' || v[0] == '[') && json.Valid(v)
	}):
		r.Typ, r.Spec = rowkey.JSON, "json"
		r.Bits *= jsonShare // the names and the punctuation repeat
	case int(s.Chars[':']) > s.N/2 && s.Nearly(isURL):
		r.Typ, r.Spec = rowkey.URL, "url"
	case int(s.Chars['?']) > s.N/3 && s.Nearly(func(v []byte) bool { return v[0] == '/' }), int(s.Chars['?']) > s.N/2 && s.Nearly(HasQuery):
		r.Typ, r.Spec = rowkey.URL, "url"
	default:
		return r, false
	}
	return r, true
}

// NotInURLs are printable characters that no URL has (RFC 3986).
const NotInURLs = " |\"<>\\^`{}"

// isURL reports whether v is a scheme, "://" and something.
func isURL(v []byte) bool {
	at := bytes.Index(v, []byte("://"))
	if at < 2 || at > 12 || at+3 >= len(v) || bytes.ContainsAny(v, NotInURLs) {
		return false
	}
	for _, c := range v[:at] {
		if column.ClassOf(c)&(column.HexLower|column.Lower|column.Digit|column.Plus) == 0 {
			return false
		}
	}
	return true
}

// HasQuery reports whether v is a page, a question mark and name=value.
func HasQuery(v []byte) bool {
	at := bytes.IndexByte(v, '?')
	equal := bytes.IndexByte(v[at+1:], '=')
	return at > 0 && equal > 0 && column.ClassesOf(v[at+1:at+1+equal])&^(column.Alnum|column.Underscore) == 0
}

// gridText reads geohashes: base 32 without a, i, l and o, the first letters varying less than the last.
func (e *Reader) gridText(s *column.Summary) (Reading, bool) {
	if s.Min < 3 || s.Max > 12 || !s.Only(column.Digit|column.HexLower|column.Lower) || int(s.Chars['a']+s.Chars['i']+s.Chars['l']+s.Chars['o']) > s.Total/60 {
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
	return Reading{Typ: rowkey.Geohash, Spec: spec, Bits: math.Min(positions(s), order0(s)), Solid: true, Strong: true}, true
}

// prefixedText reads columns of which all values begin with the same letters, when what follows is certain.
func (e *Reader) prefixedText(s *column.Summary) (Reading, bool) {
	p := s.CommonPrefix()
	for len(p) > 0 && column.ClassOf(p[len(p)-1])&(column.Digit|column.HexLower|column.HexUpper) != 0 && column.ClassesOf(p)&column.Digit != 0 {
		p = p[:len(p)-1] // digits belong to what follows
	}
	if column.ClassesOf(p)&^column.Alnum != 0 {
		return Reading{}, false
	}
	if len(p) == 0 || len(p) >= s.Min || column.ClassesOf(p)&column.NonText != 0 {
		return Reading{}, false
	}
	inner := column.Column{}
	for i, v := range s.Val {
		if bytes.HasPrefix(v, p) {
			inner.Row, inner.Val = append(inner.Row, s.Row[i]), append(inner.Val, v[len(p):])
		}
	}
	r := e.ReadText(column.Summarize(inner))
	if !r.Strong || r.Typ == rowkey.Domain || r.Typ == rowkey.URL || r.Typ == rowkey.Email || r.Spec == "" {
		return Reading{}, false
	}
	r.Spec = "prefix(" + QuoteArg(string(p)) + ", " + r.Spec + ")"
	r.Bits += float64(8*len(p)) + misfitPrefix(s, p)
	return r, true
}

func misfitPrefix(s *column.Summary, p []byte) float64 {
	c := 0.0
	for _, v := range s.Val {
		if !bytes.HasPrefix(v, p) {
			c += 8 * float64(len(v)+1)
		}
	}
	return c
}
