package infer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/netip"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"

	"tabletop/model/rowkey"
)

func utf8Mostly(s *summary) bool { return s.nearly(utf8.Valid) }

// uuidText reads UUIDs of 36 characters or 32 hex digits.
func (e *engine) uuidText(s *summary) (reading, bool) {
	r := reading{typ: rowkey.UUID, bits: 122 * float64(s.n), solid: true, strong: true, random: true}
	switch {
	case s.width == 36 && s.nearly(isUUID):
		r.spec = "uuid"
		if s.all&hexUpper != 0 {
			r.spec = "uuid(upper)"
			if s.all&hexLower != 0 {
				r.spec = "uuid(any)"
			}
		}
	case s.width == 32 && s.only(digit|hexLower) && versioned(s, 12, 16):
		r.spec = "uuid(hex)"
	default:
		return r, false
	}
	return r, true
}

func isUUID(v []byte) bool {
	if len(v) != 36 || v[8] != '-' || v[13] != '-' || v[18] != '-' || v[23] != '-' {
		return false
	}
	for i, c := range v {
		if i != 8 && i != 13 && i != 18 && i != 23 && classOf(c)&(digit|hexLower|hexUpper) == 0 {
			return false
		}
	}
	return true
}

// versioned says that one version digit (RFC 9562) stands at v and the variant bits at w.
func versioned(s *summary, v, w int) bool {
	versions := [256]int{}
	ok := s.share(func(b []byte) bool {
		if len(b) <= w {
			return false
		}
		versions[b[v]]++
		return b[v] >= '1' && b[v] <= '8' && (b[w] == '8' || b[w] == '9' || b[w]|0x20 == 'a' || b[w]|0x20 == 'b')
	})
	if ok < most(s.n) || s.distinct < 4 {
		return false
	}
	for _, k := range versions {
		if k >= most(s.n) {
			return true
		}
	}
	return false
}

// datedText reads calendar times.
func (e *engine) datedText(s *summary) (reading, bool) {
	t, ok := e.calendarOf(s)
	if !ok {
		return reading{}, false
	}
	return reading{typ: rowkey.Timestamp, unit: t.unit, spec: "date(" + t.format + ")", bits: t.bits * float64(s.n), solid: true, strong: true, known: true}, true
}

// idText reads ULIDs, KSUIDs and random ids in alphabets of 32 to 64 letters.
func (e *engine) idText(s *summary) (reading, bool) {
	if s.all&^(alnum|dash|underscore|plus|slash|equals) != 0 || s.all&letters == 0 {
		return reading{}, false
	}
	if s.width == 26 {
		if r, ok := e.ulid(s); ok {
			return r, true
		}
	}
	r := reading{typ: rowkey.Hash, bits: math.Min(s.positions(), s.order0()), random: true, strong: s.min >= 16}
	if s.width == 27 && s.only(alnum) && e.ksuid(s) {
		r.spec, r.strong, r.solid = "ksuid", true, true
		r.bits = math.Min(r.bits, 140*float64(s.n))
		return r, true
	}
	alphabet, size := s.alphabet()
	if size == 0 || s.min < 7 || s.distinct < 12 {
		return r, false
	}
	if s.width == 0 && s.max-s.min > 2+s.max/16 {
		return r, false
	}
	if !s.evenChars(size) {
		return r, false
	}
	r.solid = s.min >= 16
	r.spec = hashSpec(alphabet, s.width)
	return r, true
}

// alphabet guesses which letters ids are made of, from the classes that occur.
func (s *summary) alphabet() (string, int) {
	low, up := s.all&(hexLower|lower) != 0, s.all&(hexUpper|upper) != 0
	if s.all&digit == 0 && !(low && up) {
		return "", 0 // words of letters alone are names
	}
	special := s.all & (dash | underscore | plus | slash | equals)
	switch {
	case low && up && (special != 0 || s.chars['0']+s.chars['O']+s.chars['I']+s.chars['l'] > 0 && s.total > 800):
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
	for _, k := range s.chars {
		if k > 0 {
			used++
		}
	}
	if used <= 33 && s.total > 400 {
		return "b32", 31
	}
	return "b62", 34
}

// evenChars says that the distinct values are drawn evenly from about size letters.
func (s *summary) evenChars(size int) bool {
	var all [256]int
	n, both := 0, 0
	for _, u := range s.uniq {
		m := class(0)
		for _, c := range u.val {
			all[c]++
			m |= classOf(c)
			n++
		}
		if m&digit != 0 && m&letters != 0 || m&(hexUpper|upper) != 0 && m&(hexLower|lower) != 0 {
			both++
		}
	}
	if both*10 < len(s.uniq)*8 {
		return false
	}
	if entropyOf(all[:], n) < 0.955*expectedEntropy(n, size) {
		return false
	}
	return s.spreadChars(size)
}

// spreadChars makes sure that no position favours some letters, the first one and the last ones left out: those of base 58
// and base 64 do.
func (s *summary) spreadChars(size int) bool {
	var counts [256]int
	for p := 1; p < s.min-2; p++ {
		clear(counts[:])
		n := 0
		for _, u := range s.uniq {
			if v := u.val; p < len(v) {
				counts[v[p]]++
				n++
			}
		}
		if entropyOf(counts[:], n) < 0.8*expectedEntropy(n, size) {
			return false
		}
	}
	return true
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

func (e *engine) ulid(s *summary) (reading, bool) {
	n := numbers{}
	low := s.all&(hexLower|lower) != 0
	for i, v := range s.val {
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
			n.row, n.val = append(n.row, s.row[i]), append(n.val, ms)
		}
	}
	if len(n.val) < most(s.n) {
		return reading{}, false
	}
	t, ok := e.keys.timeOf(n.row, n.val, 0)
	if !ok || t.unit != rowkey.Millisecond || t.reversed() {
		return reading{}, false
	}
	spec := "ulid"
	if low {
		spec = "ulid(lower)"
	}
	return reading{typ: rowkey.ULID, spec: spec, bits: (t.bits + 80) * float64(s.n), solid: true, strong: true, random: true}, true
}

func upperByte(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// ksuid checks the 32 bits of seconds since 2014-05-13 that a KSUID begins with.
func (e *engine) ksuid(s *summary) bool {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	n := numbers{}
	for i, v := range s.val {
		if len(v) != 27 {
			continue
		}
		// The seconds are the number shifted right by 128 bits; the first 11 characters hold about 65 bits of 161.
		x := 0.0
		for _, c := range v {
			x = x*62 + float64(bytes.IndexByte([]byte(digits), c))
		}
		n.row, n.val = append(n.row, s.row[i]), append(n.val, uint64(x/math.Pow(2, 128))+1_400_000_000)
	}
	t, ok := e.keys.timeOf(n.row, n.val, 0)
	return ok && t.unit == rowkey.Second && !t.reversed() && (t.known || !e.keys.timed)
}

// addressText reads IP and e-mail addresses and domains.
func (e *engine) addressText(s *summary) (reading, bool) {
	cost := s.order0()
	switch {
	case s.all&(dot|punct) != 0 && s.all&^(digit|dot|hexLower|hexUpper|punct) == 0 && s.nearly(isIP):
		return reading{typ: rowkey.IP, spec: "ip", bits: cost, solid: true, strong: true}, true
	case s.chars['@'] > 0 && s.nearly(isEmail):
		return reading{typ: rowkey.Email, spec: "email", bits: cost * 0.8, solid: true, strong: true}, true
	case s.all&dot != 0 && s.all&^(alnum|dot|dash|underscore) == 0:
		return e.domainText(s, cost)
	case s.chars[','] > 0 && e.surt(s):
		return reading{typ: rowkey.Domain, reversed: true, spec: "surt", bits: cost * 0.85, solid: true, strong: true}, true
	}
	return reading{}, false
}

func isIP(v []byte) bool {
	if len(v) < 3 || len(v) > 39 {
		return false
	}
	_, err := netip.ParseAddr(string(v))
	return err == nil
}

func isEmail(v []byte) bool {
	at := bytes.LastIndexByte(v, '@')
	if at < 1 || at == len(v)-1 || bytes.IndexByte(v[at:], '.') < 2 || v[len(v)-1] == '.' {
		return false
	}
	top := v[bytes.LastIndexByte(v, '.')+1:]
	return classesOf(v[:at])&^(alnum|dot|dash|underscore|plus) == 0 && classesOf(v[at+1:])&^(alnum|dot|dash) == 0 && classesOf(top)&digit == 0
}

// domainText reads DNS names, forward or with their labels reversed, by where the top-level domain stands.
func (e *engine) domainText(s *summary, cost float64) (reading, bool) {
	if s.all&(hexUpper|upper) != 0 && s.share(func(v []byte) bool { return classesOf(v)&(hexUpper|upper) != 0 }) > tolerance(s.n)*3 {
		return reading{}, false
	}
	total, first, last, dots := 0, 0, 0, 0
	heads, tails := map[string]int{}, map[string]int{}
	for _, u := range s.uniq {
		v := u.val
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
		return reading{}, false
	}
	switch {
	case last*10 >= total*9 && (first*10 < total*9 || len(tails) <= len(heads)):
		return reading{typ: rowkey.Domain, spec: "domain", bits: cost * 0.85, solid: true, strong: true}, true
	case first*10 >= total*9:
		return reading{typ: rowkey.Domain, reversed: true, spec: "reverse(domain)", bits: cost * 0.85, solid: true, strong: true}, true
	}
	return reading{}, false
}

// surt tells hosts with their labels reversed and joined by commas, as crawlers sort them.
func (e *engine) surt(s *summary) bool {
	return s.nearly(func(v []byte) bool {
		at := bytes.IndexByte(v, ',')
		return at > 1 && e.topLevel(string(v[:at])) && classesOf(bytes.ReplaceAll(v, []byte(","), nil))&^(alnum|dash) == 0
	})
}

// topLevel says that label is a top-level domain of the public suffix list.
func (e *engine) topLevel(label string) bool {
	if known, ok := e.tlds[label]; ok {
		return known
	}
	_, icann := publicsuffix.PublicSuffix("a." + label)
	known := icann && label != ""
	e.tlds[label] = known
	return known
}

// fileEnding says that a top-level domain is more often the ending of a file.
func fileEnding(label string) bool {
	switch label {
	case "zip", "mov", "md", "py", "sh", "rs", "pl", "ps", "so", "cc", "js", "ts", "gz":
		return true
	}
	return false
}

// documentText reads JSON documents and URLs.
func (e *engine) documentText(s *summary) (reading, bool) {
	r := reading{bits: 0.75 * math.Min(s.order0(), s.positions()), solid: true, strong: true}
	switch {
	case int(s.chars['{']+s.chars['[']+s.chars['"']) > s.n/2 && s.nearly(func(v []byte) bool {
		return len(v) > 1 && (v[0] == '{' || v[0] == '[') && json.Valid(v)
	}):
		r.typ, r.spec = rowkey.JSON, "json"
		r.bits *= 0.6 // the names and the punctuation repeat
	case int(s.chars[':']) > s.n/2 && s.nearly(isURL):
		r.typ, r.spec = rowkey.URL, "url"
	case int(s.chars['?']) > s.n/3 && s.nearly(func(v []byte) bool { return v[0] == '/' }), int(s.chars['?']) > s.n/2 && s.nearly(hasQuery):
		r.typ, r.spec = rowkey.URL, "url"
	default:
		return r, false
	}
	return r, true
}

// notInURLs are printable characters that no URL has (RFC 3986).
const notInURLs = " |\"<>\\^`{}"

// isURL says that v is a scheme, "://" and something.
func isURL(v []byte) bool {
	at := bytes.Index(v, []byte("://"))
	if at < 2 || at > 12 || at+3 >= len(v) || bytes.ContainsAny(v, notInURLs) {
		return false
	}
	for _, c := range v[:at] {
		if classOf(c)&(hexLower|lower|digit|plus) == 0 {
			return false
		}
	}
	return true
}

// hasQuery says that v is a page, a question mark and name=value.
func hasQuery(v []byte) bool {
	at := bytes.IndexByte(v, '?')
	equal := bytes.IndexByte(v[at+1:], '=')
	return at > 0 && equal > 0 && classesOf(v[at+1:at+1+equal])&^(alnum|underscore) == 0
}

// gridText reads geohashes: base 32 without a, i, l and o, the first letters varying less than the last.
func (e *engine) gridText(s *summary) (reading, bool) {
	if s.min < 3 || s.max > 12 || !s.only(digit|hexLower|lower) || int(s.chars['a']+s.chars['i']+s.chars['l']+s.chars['o']) > s.total/60 {
		return reading{}, false
	}
	if s.distinct < 20 || s.chars['a']+s.chars['i']+s.chars['l']+s.chars['o'] > 0 && s.distinct < 60 {
		return reading{}, false
	}
	digits, used := 0, 0
	for c, k := range s.chars {
		if k > 0 {
			used++
		}
		if c >= '0' && c <= '9' {
			digits += int(k)
		}
	}
	if digits*8 < s.total || digits*10 > s.total*8 || used < 18 {
		return reading{}, false
	}
	spec := "geohash"
	if s.width > 0 {
		spec = fmt.Sprintf("geohash(%d)", s.width)
	}
	return reading{typ: rowkey.Geohash, spec: spec, bits: math.Min(s.positions(), s.order0()), solid: true, strong: true}, true
}

// prefixedText reads columns of which all values begin with the same letters, when what follows is certain.
func (e *engine) prefixedText(s *summary) (reading, bool) {
	p := s.commonPrefix()
	for len(p) > 0 && classOf(p[len(p)-1])&(digit|hexLower|hexUpper) != 0 && classesOf(p)&digit != 0 {
		p = p[:len(p)-1] // digits belong to what follows
	}
	if classesOf(p)&^alnum != 0 {
		return reading{}, false
	}
	if len(p) == 0 || len(p) >= s.min || classesOf(p)&nonText != 0 {
		return reading{}, false
	}
	inner := column{}
	for i, v := range s.val {
		if bytes.HasPrefix(v, p) {
			inner.row, inner.val = append(inner.row, s.row[i]), append(inner.val, v[len(p):])
		}
	}
	r := e.readText(summarize(inner))
	if !r.strong || r.typ == rowkey.Domain || r.typ == rowkey.URL || r.typ == rowkey.Email || r.spec == "" {
		return reading{}, false
	}
	r.spec = "prefix(" + quoteArg(string(p)) + ", " + r.spec + ")"
	r.bits += float64(8*len(p)) + s.misfitPrefix(p)
	return r, true
}

func (s *summary) misfitPrefix(p []byte) float64 {
	c := 0.0
	for _, v := range s.val {
		if !bytes.HasPrefix(v, p) {
			c += 8 * float64(len(v)+1)
		}
	}
	return c
}
