package kinds

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
	l, err := t.KeySchema.Layout("")
	if err != nil {
		return nil
	}
	var rows []int32
	var spans []rowkey.Span
	for i, key := range e.Keys.Key {
		if _, err := l.Decode(spans[:0], key); err == nil {
			rows = append(rows, int32(i))
		}
	}
	if float64(len(rows)) < declaredShare*float64(len(e.Keys.Key)) {
		return nil
	}
	text := !column.IsBinary(e.ColumnOf(e.Keys.Thin(rows, search.SearchKeys)))
	f, err := e.fill(piecesOf(l.Parts()), rows)
	if err != nil || len(f.rows) == 0 {
		return nil
	}
	f.text = text
	e.settle(f, text)
	if f.layout, err = f.Build("", numbered()); err != nil {
		return nil
	}
	return f
}

// piecesOf is the parts of a layout as pieces. Schemas make literals and segments only.
func piecesOf(parts []rowkey.Part) []search.Piece {
	var out []search.Piece
	for _, p := range parts {
		if p.Segment == nil {
			out = append(out, search.Piece{How: search.AsLiteral, Lit: p.Literal})
			continue
		}
		s := p.Segment
		x := search.Piece{How: search.ByLiteral, Name: s.Name, Last: s.Last}
		switch {
		case s.Escape != rowkey.EscapeNone:
			x.How, x.Escape = search.ByEscape, true
		case rowkey.EndsItself(s.Codec):
			x.How = search.ByItself
		case s.Codec.Width() > 0:
			x.How, x.Width = search.ByWidth, s.Codec.Width()
		}
		out = append(out, x)
	}
	return out
}
