package detect

import (
	"bytes"

	"tabletop/model/infer/internal/column"
)

// prefixedText reads columns of which all values begin with the same letters, when what follows is certain.
func (e *Reader) prefixedText(s *column.Summary) (Reading, bool) {
	commonPrefix := s.CommonPrefix()
	for len(commonPrefix) > 0 &&
		column.ByteClass(commonPrefix[len(commonPrefix)-1])&(column.Digit|column.HexLower|column.HexUpper) != 0 &&
		column.TextClasses(commonPrefix)&column.Digit != 0 {
		commonPrefix = commonPrefix[:len(commonPrefix)-1] // digits belong to what follows
	}
	if column.TextClasses(commonPrefix)&^column.Alnum != 0 {
		return Reading{}, false
	}
	if len(commonPrefix) == 0 || len(commonPrefix) >= s.Min {
		return Reading{}, false
	}
	r := e.ReadText(column.Summarize(s.Behind(commonPrefix)))
	if !r.Strong {
		return Reading{}, false
	}
	r.Spec, r.Before = "prefix("+QuoteArg(string(commonPrefix))+", "+r.Spec+")", commonPrefix
	r.Bits += float64(8*len(commonPrefix)) + misfitPrefix(s, commonPrefix)
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
