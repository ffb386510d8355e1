package recordkind

import (
	"bytes"
	"slices"

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

// Harmonize gives columns of several kinds the same type where what one kind shows is true of the other: words and
// single digits behind the same parts, and numbers of which the kinds together have enough to be known as times.
func (e *Engine) Harmonize(forms []*Form) {
	for _, form := range forms {
		for _, second := range forms {
			if form == second {
				continue
			}
			e.timesTogether(search.Segments(form.Pieces), search.Segments(second.Pieces))
			for i := range min(len(form.Pieces), len(second.Pieces)) {
				piece, other := &form.Pieces[i], &second.Pieces[i]
				if piece.Read.Typ == rowkey.Enum && len(piece.Col.Val) > 0 && digitTag(other) && hasLetter(piece.Col) {
					other.Read.Typ, other.Read.Spec = rowkey.Enum, "enum"
					if s := column.Summarize(other.Col); detect.Closed(s) {
						other.Read.Spec = enumSpec(s.Words())
					}
				}
				if !sameCuts(form.Pieces[i:i+1], second.Pieces[i:i+1]) {
					break
				}
			}
		}
	}
}

// timesTogether reads numbers of one kind as the times that they are together with those of another kind, of the same
// width: alone they may be too few.
func (e *Engine) timesTogether(segments, others []*search.Piece) {
	for _, piece := range segments {
		if !piece.Read.IsNumber() || epochWidth(piece.Col) == 0 {
			continue
		}
		for _, other := range others {
			if !other.Read.IsNumber() && other.Read.Typ != rowkey.Timestamp ||
				epochWidth(other.Col) != epochWidth(piece.Col) {
				continue
			}
			least, most := slices.MinFunc(other.Col.Val, bytes.Compare), slices.MaxFunc(other.Col.Val, bytes.Compare)
			if other.Read.Strong && column.NearlyAll(piece.Col.Val, func(v []byte) bool {
				return bytes.Compare(least, v) <= 0 && bytes.Compare(v, most) <= 0
			}) {
				piece.Read = other.Read
				break
			}
			both := column.Column{Row: slices.Concat(piece.Col.Row, other.Col.Row),
				Val: slices.Concat(piece.Col.Val, other.Col.Val)}
			if r := e.ReadText(column.Summarize(both)); r.Strong && r.Typ == rowkey.Timestamp {
				piece.Read, other.Read = r, r
				break
			}
		}
	}
}

// epochWidth is the number of digits of values that are numbers as great as the seconds since 1970; 0 for others.
func epochWidth(c column.Column) int {
	const least = 10
	if s := column.Summarize(c); s.Width >= least && s.Only(column.Digit) {
		return s.Width
	}
	return 0
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
