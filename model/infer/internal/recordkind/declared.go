package recordkind

import (
	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// declaredShare is the share of keys that must decode by the table's declared schema for it to be believed.
const declaredShare = 0.99

// Declared makes a form of the row-key schema that the table declares, if its keys keep to it; nil otherwise. Names and
// boundaries are the schema's, the types are read from the values: a schema knows strings, not dates.
func (e *Engine) Declared(t *sample.Table) *Form {
	if t.KeySchema == nil {
		return nil
	}
	layout, err := t.KeySchema.Layout("")
	if err != nil {
		return nil
	}
	rows := e.decodable(layout, e.allRows())
	if float64(len(rows)) < declaredShare*float64(len(e.Keys.Key)) {
		return nil
	}
	text := !column.IsBinary(e.NewColumn(e.Keys.Thin(rows, search.SearchKeys)))
	return e.formOnce(newPieces(layout.Parts()), rows, text)
}

// newPieces is the parts of a layout as pieces. Schemas make literals and segments only.
func newPieces(parts []rowkey.Part) []search.Piece {
	var out []search.Piece
	for _, part := range parts {
		if part.Segment == nil {
			out = append(out, search.Piece{How: search.AsLiteral, Lit: part.Literal})
			continue
		}
		segment := part.Segment
		piece := search.Piece{How: search.ByLiteral, Name: segment.Name, Last: segment.Last}
		switch {
		case segment.Escape != rowkey.EscapeNone:
			piece.How, piece.Escape = search.ByEscape, true
		case rowkey.EndsItself(segment.Codec):
			piece.How = search.ByItself
		case segment.Codec.Width() > 0:
			piece.How, piece.Width = search.ByWidth, segment.Codec.Width()
		}
		out = append(out, piece)
	}
	return out
}
