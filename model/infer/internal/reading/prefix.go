package reading

import (
	"bytes"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

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
