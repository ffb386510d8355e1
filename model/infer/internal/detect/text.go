package detect

import (
	"bytes"

	"tabletop/model/infer/internal/column"
)

// dottedText reads versions and amounts: numbers with points between them.
func (e *Reader) dottedText(s *column.Summary) (Reading, bool) {
	if s.All != column.Digit|column.Dot || !s.Nearly(IsDotted) {
		return Reading{}, false
	}
	r := Plain(s)
	r.Solid = true
	return r, true
}

// IsDotted reports whether v is an amount with two decimals, or a version: three or four numbers of at most four digits
// without leading zeros.
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
