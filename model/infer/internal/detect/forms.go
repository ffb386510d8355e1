package detect

import (
	"bytes"
	"encoding/json"
	"net/netip"

	"golang.org/x/net/publicsuffix"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// formText reads addresses, documents, and URLs: values that have a form, of which a character is seen at a glance.
func (e *Reader) formText(s *column.Summary) (Reading, bool) {
	for _, form := range []struct {
		marks string // characters of which a value in three has one at least
		is    func(v []byte) bool
		typ   rowkey.Type
		spec  string
		share float64 // of the bits that its characters take
	}{
		{".:", IsIP, rowkey.IP, "ip", 1},
		{"@", IsEmail, rowkey.Email, "email", 0.8},
		{",", e.IsSURT, rowkey.Domain, "surt", domainShare},
		{"{[", isDocument, rowkey.JSON, "json", 0.45}, // the names and the punctuation repeat
		{":", isURL, rowkey.URL, "url", 0.75},
		{"?", hasQuery, rowkey.URL, "url", 0.75},
	} {
		marked := int32(0)
		for _, mark := range []byte(form.marks) {
			marked += s.Chars[mark]
		}
		if 3*int(marked) <= s.N || !s.Nearly(form.is) || form.typ == rowkey.Email && shareFirstWord(s) {
			continue
		}
		return Reading{Typ: form.typ, Spec: form.spec, Reversed: form.spec == "surt", Solid: true, Strong: true,
			Bits: form.share * min(order0(s), positions(s))}, true
	}
	return Reading{}, false
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

// IsIP reports whether v is an IPv4 or IPv6 address as text.
func IsIP(v []byte) bool {
	if len(v) < 3 || len(v) > 39 {
		return false
	}
	_, err := netip.ParseAddr(string(v))
	return err == nil
}

// IsSURT reports whether v begins with a top-level domain and a comma, and is a name apart from commas.
func (e *Reader) IsSURT(v []byte) bool {
	at := bytes.IndexByte(v, ',')
	return at > 1 && e.topLevel(string(v[:at])) &&
		column.TextClasses(bytes.ReplaceAll(v, []byte(","), nil))&^(column.Alnum|column.Dash) == 0
}

// isDocument reports whether v is a JSON document.
func isDocument(v []byte) bool {
	return len(v) > 1 && (v[0] == '{' || v[0] == '[') && IsDocument(v) && json.Valid(v)
}

// IsDocument reports whether JSON holds more than a number in brackets, which delimiters also make of one:
// [pro][8514553018719].
func IsDocument(v []byte) bool { return v[0] == '{' || bytes.ContainsAny(v, `",{`) }

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

// hasQuery reports whether v is a path, or a page with a question mark and name=value.
func hasQuery(v []byte) bool {
	at := bytes.IndexByte(v, '?')
	equal := bytes.IndexByte(v[at+1:], '=')
	return v[0] == '/' || at > 0 && equal > 0 &&
		column.TextClasses(v[at+1:at+1+equal])&^(column.Alnum|column.Underscore) == 0
}
