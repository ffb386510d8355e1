package rekey

import (
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
)

// KeyField is a field of the key of a row, as it is to be shown.
type KeyField struct {
	Name  string       // "salt" of a salt; else that of the segment, or as the template names it; may be empty
	Codec rowkey.Codec // that Value is read with; nil where Text stands for itself
	Value rowkey.Value
	Text  []byte
}

// KeyFields appends the fields of the key of a row to dst, in their order. Of a row with the key that it had they are
// the segments of that; none where no layout explains it.
func (t *Table) KeyFields(dst []KeyField, row int) []KeyField {
	piece, _ := t.piecesAt(row)
	source := int(t.moved.row[piece])
	template := t.moved.plan.tables[t.moved.into].writers[t.moved.writer[piece]]
	if template != nil {
		return template.keyFields(dst, template.Key, at{source, t.Through(row, 0)})
	}
	for _, span := range t.Base().Spans(nil, source) {
		dst = append(dst, KeyField{Name: span.Segment.Name, Codec: span.Segment.Codec, Value: span.Value})
	}
	return dst
}

func (t *Template) keyFields(dst []KeyField, parts []Part, p at) []KeyField {
	for _, one := range parts {
		switch {
		case one.Field != nil:
			dst = append(dst, t.keyField(one.Field, p))
		case one.Group != nil && t.complete(one.Group, p):
			dst = t.keyFields(dst, one.Group, p)
		}
	}
	return dst
}

func (t *Template) keyField(f *Field, p at) KeyField {
	field := KeyField{Name: f.Name}
	if f.Expr.Op == candidate.Salt {
		field.Name = "salt"
	}
	if column := f.Column(); column != nil {
		if value := column.At(p.row); value != nil {
			field.Name, field.Codec, field.Value = column.Segment.Name, value.Segment.Codec, value.Of
			return field
		}
	}
	field.Text, _ = t.AppendCell(nil, f, p.row, p.cell)
	if form := f.Form(); form != nil {
		if value, err := form.Decode(field.Text); err == nil {
			field.Codec, field.Value = form, value
		}
	}
	return field
}
