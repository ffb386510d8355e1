package infer

import (
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// declaredShare is the share of keys that must decode by the table's declared schema for it to be believed.
const declaredShare = 0.99

// declared makes a form of the row-key schema that the table declares, if its keys keep to it; nil otherwise. Names and
// boundaries are the schema's, the types are read from the values: a schema knows strings, not dates.
func (e *engine) declared(t *sample.Table) *form {
	if t.KeySchema == nil {
		return nil
	}
	l, err := t.KeySchema.Layout("")
	if err != nil {
		return nil
	}
	var rows []int32
	var spans []rowkey.Span
	for i, key := range e.keys.key {
		if _, err := l.Decode(spans[:0], key); err == nil {
			rows = append(rows, int32(i))
		}
	}
	if float64(len(rows)) < declaredShare*float64(len(e.keys.key)) {
		return nil
	}
	text := !isBinary(e.columnOf(thinRows(rows, searchKeys)))
	f, err := e.fill(piecesOf(l.Parts()), rows)
	if err != nil || len(f.rows) == 0 {
		return nil
	}
	f.text = text
	e.settle(f, text)
	if f.layout, err = f.build("", numbered()); err != nil {
		return nil
	}
	return f
}

// piecesOf is the parts of a layout as pieces. Schemas make literals and segments only.
func piecesOf(parts []rowkey.Part) []piece {
	var out []piece
	for _, p := range parts {
		if p.Segment == nil {
			out = append(out, piece{how: asLiteral, lit: p.Literal})
			continue
		}
		s := p.Segment
		x := piece{how: byLiteral, name: s.Name, last: s.Last}
		switch {
		case s.Escape != rowkey.EscapeNone:
			x.how, x.escape = byEscape, true
		case s.Codec.Type() == rowkey.OrderedCode || s.Codec.Spec() == "us(ordered)":
			x.how = byItself
		case s.Codec.Width() > 0:
			x.how, x.width = byWidth, s.Codec.Width()
		}
		out = append(out, x)
	}
	return out
}
