package recordkind

import (
	"bytes"

	"tabletop/model/infer/internal/column"
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
