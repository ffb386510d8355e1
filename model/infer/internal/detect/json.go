package detect

import (
	"bytes"
	"encoding/json"
	"math"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// json reads JSON documents.
func (e *Reader) json(s *column.Summary) (Reading, bool) {
	if int(s.Chars['{']+s.Chars['[']+s.Chars['"']) <= s.N/2 || !s.Nearly(func(v []byte) bool {
		return len(v) > 1 && (v[0] == '{' || v[0] == '[') && json.Valid(v) && IsDocument(v)
	}) {
		return Reading{}, false
	}
	bits := documentShare * math.Min(order0(s), positions(s)) * jsonShare // the names and the punctuation repeat
	return Reading{Typ: rowkey.JSON, Spec: "json", Bits: bits, Solid: true, Strong: true}, true
}

// IsDocument reports whether JSON holds more than a number in brackets, which delimiters also make of one:
// [pro][8514553018719].
func IsDocument(v []byte) bool { return v[0] == '{' || bytes.ContainsAny(v, `",{`) }
