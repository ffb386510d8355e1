package reading

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/netip"

	"golang.org/x/net/publicsuffix"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// datedText reads calendar times.
func (e *Reader) datedText(s *column.Summary) (Reading, bool) {
	t, ok := e.CalendarOf(s)
	if !ok {
		return Reading{}, false
	}
	return Reading{Typ: rowkey.Timestamp, Unit: t.unit, Spec: "date(" + t.format + ")", Bits: t.bits * float64(s.N), Solid: true, Strong: true,
		Known: t.Known || !shortDigits(t.format)}, true
}

// addressText reads IP and e-mail addresses and domains.
func (e *Reader) addressText(s *column.Summary) (Reading, bool) {
	cost := min(order0(s), positions(s))
	switch {
	case s.All&(column.Dot|column.Punct) != 0 && s.All&^(column.Digit|column.Dot|column.HexLower|column.HexUpper|column.Punct) == 0 && s.Nearly(IsIP):
		return Reading{Typ: rowkey.IP, Spec: "ip", Bits: cost, Solid: true, Strong: true}, true
	case s.Chars['@'] > 0 && s.Nearly(IsEmail) && !beginAlike(s):
		return Reading{Typ: rowkey.Email, Spec: "email", Bits: cost * emailShare, Solid: true, Strong: true}, true
	case s.All&column.Dot != 0 && s.All&^(column.Alnum|column.Dot|column.Dash|column.Underscore) == 0:
		return e.domainText(s, cost)
	case s.Chars[','] > 0 && e.surt(s):
		return Reading{Typ: rowkey.Domain, Reversed: true, Spec: "surt", Bits: cost * domainShare, Solid: true, Strong: true}, true
	}
	return Reading{}, false
}

// beginAlike reports whether all values begin with the same word and punctuation behind it, as addresses of people do not.
func beginAlike(s *column.Summary) bool {
	return s.Distinct >= 8 && bytes.ContainsAny(s.CommonPrefix(), "_-.+")
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
	if column.ClassesOf(v[:at]) == column.Digit {
		if _, known := publicsuffix.PublicSuffix(string(top)); !known {
			return false // 916@2x.png: a number in a file name
		}
	}
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
		return len(v) > 1 && (v[0] == '{' || v[0] == '[') && json.Valid(v) && IsDocument(v)
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

// IsDocument reports whether JSON holds more than a number in brackets, which delimiters also make of one: [pro][8514553018719].
func IsDocument(v []byte) bool { return v[0] == '{' || bytes.ContainsAny(v, `",{`) }

// dottedText reads versions and amounts: numbers with points between them.
func (e *Reader) dottedText(s *column.Summary) (Reading, bool) {
	if s.All != column.Digit|column.Dot || !s.Nearly(IsDotted) {
		return Reading{}, false
	}
	r := Plain(s)
	r.Solid = true
	return r, true
}

// IsDotted reports whether v is an amount with two decimals, or a version: three or four numbers of at most four digits without
// leading zeros.
func IsDotted(v []byte) bool {
	parts := bytes.Split(v, []byte("."))
	for i, p := range parts {
		amount := len(parts) == 2 && i == 1 && len(p) == 2
		if len(p) == 0 || len(p) > 1 && p[0] == '0' && !amount {
			return false
		}
		if len(parts) > 2 && len(p) > 4 {
			return false
		}
	}
	return len(parts) >= 2 && len(parts) <= 4 && (len(parts) > 2 || len(parts[1]) == 2 && len(parts[0]) <= 9)
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
	r.Spec, r.Before = "prefix("+QuoteArg(string(p))+", "+r.Spec+")", p
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
