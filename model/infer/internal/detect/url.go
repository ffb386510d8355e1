package detect

import (
	"bytes"
	"math"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// url reads URLs, and paths with a query.
func (e *Reader) url(s *column.Summary) (Reading, bool) {
	switch {
	case int(s.Chars[':']) > s.N/2 && s.Nearly(isURL):
	case int(s.Chars['?']) > s.N/3 && s.Nearly(func(v []byte) bool { return v[0] == '/' }):
	case int(s.Chars['?']) > s.N/2 && s.Nearly(HasQuery):
	default:
		return Reading{}, false
	}
	bits := documentShare * math.Min(order0(s), positions(s))
	return Reading{Typ: rowkey.URL, Spec: "url", Bits: bits, Solid: true, Strong: true}, true
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
		if column.ByteClass(c)&(column.HexLower|column.Lower|column.Digit|column.Plus) == 0 {
			return false
		}
	}
	return true
}

// HasQuery reports whether v is a page, a question mark and name=value.
func HasQuery(v []byte) bool {
	at := bytes.IndexByte(v, '?')
	equal := bytes.IndexByte(v[at+1:], '=')
	return at > 0 && equal > 0 && column.TextClasses(v[at+1:at+1+equal])&^(column.Alnum|column.Underscore) == 0
}
