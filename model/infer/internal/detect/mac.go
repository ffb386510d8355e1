package detect

import "tabletop/model/infer/internal/column"

// macText reads addresses of network cards, which are text: 00:1a:2b:5f:ef:a3.
func (e *Reader) macText(s *column.Summary) (Reading, bool) {
	if !s.Nearly(IsMAC) {
		return Reading{}, false
	}
	r := Plain(s)
	r.Solid, r.Strong = true, true
	return r, true
}

// IsMAC reports whether v is six pairs of hexadecimal digits, with colons or hyphens between them.
func IsMAC(v []byte) bool {
	if len(v) != len("00:1a:2b:5f:ef:a3") {
		return false
	}
	for i, c := range v {
		if i%3 == 2 && c != ':' && c != '-' || i%3 != 2 &&
			column.ByteClass(c)&(column.Digit|column.HexLower|column.HexUpper) == 0 {
			return false
		}
	}
	return true
}
