package detect

import (
	"bytes"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// surt reads hosts with their labels reversed and joined by commas, as crawlers sort them.
func (e *Reader) surt(s *column.Summary) (Reading, bool) {
	if s.Chars[','] == 0 || !s.Nearly(e.IsSURT) {
		return Reading{}, false
	}
	bits := min(order0(s), positions(s)) * domainShare
	return Reading{Typ: rowkey.Domain, Reversed: true, Spec: "surt", Bits: bits, Solid: true, Strong: true}, true
}

// IsSURT reports whether v begins with a top-level domain and a comma, and is a name apart from commas.
func (e *Reader) IsSURT(v []byte) bool {
	at := bytes.IndexByte(v, ',')
	return at > 1 && e.topLevel(string(v[:at])) &&
		column.TextClasses(bytes.ReplaceAll(v, []byte(","), nil))&^(column.Alnum|column.Dash) == 0
}
