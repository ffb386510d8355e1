package recordkind

import (
	"bytes"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// inContext corrects readings by what stands beside them: a path behind a host is the path of a URL.
func inContext(ps []search.Piece) {
	host := false
	for i := range ps {
		piece := &ps[i]
		switch {
		case piece.How == search.AsLiteral:
		case piece.Read.Typ == rowkey.Domain:
			host = true
		case piece.Read.Typ == rowkey.Text &&
			host && i == len(ps)-1 && (piece.Read.List == '/' || slashes(piece.Col)):
			piece.Read.Typ, piece.Read.Spec, piece.Read.Word = rowkey.URL, "url", "path"
		}
	}
}

func slashes(c column.Column) bool {
	k := 0
	for _, v := range c.Val {
		if bytes.IndexByte(v, '/') >= 0 {
			k++
		}
	}
	return k*4 > len(c.Val)
}

// Harmonize gives a column that holds words in one kind and single digits in another the same type in both, when the
// same parts stand before it.
func Harmonize(forms []*Form) {
	for _, form := range forms {
		for _, b := range forms {
			for i := range min(len(form.Pieces), len(b.Pieces)) {
				piece, other := &form.Pieces[i], &b.Pieces[i]
				if form != b && piece.Read.Typ == rowkey.Enum && len(piece.Col.Val) > 0 && digitTag(other) &&
					hasLetter(piece.Col) {
					other.Read.Typ, other.Read.Spec = rowkey.Enum, "enum"
					if s := column.Summarize(other.Col); detect.Closed(s) {
						other.Read.Spec = enumSpec(s.Words())
					}
				}
				if !sameCuts(form.Pieces[i:i+1], b.Pieces[i:i+1]) {
					break
				}
			}
		}
	}
}

// digitTag reports whether a column holds few numbers of one or two digits.
func digitTag(p *search.Piece) bool {
	if p.Read.Typ != rowkey.IntDecimal && p.Read.Typ != rowkey.IntPadded {
		return false
	}
	s := column.Summarize(p.Col)
	return s.Max <= 2 && s.Distinct <= 10
}

func hasLetter(c column.Column) bool {
	for _, v := range c.Val {
		if len(v) <= 2 && column.TextClasses(v)&column.Letters != 0 {
			return true
		}
	}
	return false
}
