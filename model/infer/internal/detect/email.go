package detect

import (
	"bytes"

	"golang.org/x/net/publicsuffix"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// email reads e-mail addresses.
func (e *Reader) email(s *column.Summary) (Reading, bool) {
	if s.Chars['@'] == 0 || !s.Nearly(IsEmail) || shareFirstWord(s) {
		return Reading{}, false
	}
	return Reading{Typ: rowkey.Email, Spec: "email", Bits: min(order0(s), positions(s)) * emailShare, Solid: true,
		Strong: true}, true
}

// shareFirstWord reports whether all values begin with the same word and punctuation behind it, as addresses of people
// do not.
func shareFirstWord(s *column.Summary) bool {
	return s.Distinct >= 8 && bytes.ContainsAny(s.CommonPrefix(), "_-.+")
}

// IsEmail reports whether v is an e-mail address, and not the name of a file with an @.
func IsEmail(v []byte) bool {
	at := bytes.LastIndexByte(v, '@')
	if at < 1 || at == len(v)-1 || bytes.IndexByte(v[at:], '.') < 2 || v[len(v)-1] == '.' {
		return false
	}
	top := v[bytes.LastIndexByte(v, '.')+1:]
	if column.TextClasses(v[:at]) == column.Digit {
		if _, known := publicsuffix.PublicSuffix(string(top)); !known {
			return false // 916@2x.png: a number in a file name
		}
	}
	return column.TextClasses(v[:at])&^(column.Alnum|column.Dot|column.Dash|column.Underscore|column.Plus) == 0 &&
		column.TextClasses(v[at+1:])&^(column.Alnum|column.Dot|column.Dash) == 0 &&
		column.TextClasses(top)&column.Digit == 0
}
