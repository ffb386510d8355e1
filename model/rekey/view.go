package rekey

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/command"
	"tabletop/model/rowkey"
)

// View is a continuous materialized view of the current table. The rules are those of the documentation: the key of a
// view are the columns of ORDER BY, ascending, of which the last is the key of the table, unchanged; it holds the
// newest cell of each column that is selected.
type View struct {
	Query       string
	Unconfirmed []string // what the query needs and the documentation that was read does not show
}

// maxSelected is how many bytes a view selects of a row at most; larger rows are in no view.
const maxSelected = 1 << 20

// viewer makes the query of a view, and the key that the view is expected to have.
type viewer struct {
	*binder
	kinds []int // the record kinds whose rows the view has
	View
	schema *rowkey.Schema // of the only record kind, by its delimiter
}

// view returns a template of a view with the key that its rows are expected to have, by the ordered_code_bytes of
// row-key schemas: the documentation does not state which encoding the service takes. Its error names the part of the
// key that the query of a view cannot say.
func (b *Base) view(source string, t *candidate.Template, kinds []int) (*candidate.Template, *View, error) {
	viewer := &viewer{binder: &binder{base: b, source: source, table: t}, kinds: kinds}
	made := *t
	made.Key = nil
	var selected, order []string
	add := func(text, name string) {
		selected, order = append(selected, text+" AS "+name), append(order, strconv.Itoa(len(order)+1))
	}
	for index, part := range t.Key {
		switch {
		case part.Group != nil:
			return nil, nil, viewer.fail(firstField(part.Group).Expr.At, "a view has no optional parts: rows in which "+
				"a column of its key is NULL are left out")
		case part.Field == nil: // columns need no delimiter
		case part.Field.Expr.Op == candidate.Whole && index == len(t.Key)-1: // it always is the last
		default:
			text, field, err := viewer.column(part.Field)
			if err != nil {
				return nil, nil, err
			}
			add(text, fmt.Sprintf("part%d", len(order)+1))
			made.Key = append(made.Key, candidate.Part{Field: field}, candidate.Part{Literal: []byte{0, 1}})
		}
	}
	if len(made.Key) == 0 {
		return nil, nil, viewer.fail(t.At, "a view needs a part of the key or a column before the key of the table")
	}
	made.Key = append(made.Key, candidate.Part{Field: &candidate.Field{Expr: candidate.Expr{Op: candidate.Whole},
		Escape: rowkey.EscapeOrdered}})
	add("_key", "source_key")
	families, err := viewer.families()
	if err != nil {
		return nil, nil, err
	}
	where, err := viewer.where()
	if err != nil {
		return nil, nil, err
	}
	viewer.Query = "SELECT " + strings.Join(append(selected, families...), ", ") + " FROM " +
		command.SQLName(b.Sample.Table.Name) + where + " ORDER BY " + strings.Join(order, ", ")
	return &made, &viewer.View, nil
}

func firstField(parts []candidate.Part) *candidate.Field {
	var first *candidate.Field
	candidate.Fields(parts, func(f *candidate.Field) {
		if first == nil {
			first = f
		}
	})
	return first
}

// column returns a part of the key in SQL, and as it stands in the key of the view.
func (v *viewer) column(f *candidate.Field) (text string, made *candidate.Field, err error) {
	expr, number := f.Expr, f.Codec != nil && isDecimal(f.Codec)
	if expr.Op == candidate.Pad && expr.Fill == '0' { // a number sorts without zeros
		expr, number = expr.Args[0], true
	}
	inner := &expr
	if expr.Op == candidate.Reverse {
		inner, number = &expr.Args[0], false
	}
	made = &candidate.Field{Name: f.Name, Expr: expr, Escape: rowkey.EscapeOrdered}
	current := rowkey.Codec(nil)
	switch inner.Op {
	case candidate.Segment:
		segment := v.base.Column(inner.Name)
		if segment == nil {
			return "", nil, v.noSegment(inner)
		}
		current = segment.Segment.Codec
		if text, err = v.segment(inner); err != nil {
			return "", nil, err
		}
	case candidate.Column:
		if inner.Move {
			return "", nil, v.fail(inner.At, "a view leaves cells where they are: write {column(%s:%s)} without move",
				inner.Column.Family, inner.Column.Qualifier)
		}
		if _, ok := v.base.ids[inner.Column]; !ok {
			return "", nil, v.noColumn(inner.At, inner.Column)
		}
		text = fmt.Sprintf("%s[%s]", command.SQLName(inner.Column.Family), command.SQLText(inner.Column.Qualifier))
	default:
		return "", nil, v.unsaid(inner)
	}
	switch {
	case expr.Op == candidate.Reverse:
		return v.reversed(text, made, current)
	case number && (current == nil || isDecimal(current)):
		made.Codec, text = mustCodec("ordered"), v.integer(text, inner)
	case v.typeOf(inner) == "int64":
		made.Codec = mustCodec("ordered")
	case v.typeOf(inner) == "timestamp":
		made.Codec = mustCodec("us(ordered)")
	case f.Codec != nil && (current == nil || f.Codec.Spec() != current.Spec()):
		return "", nil, v.fail(f.Expr.At, "%s as %s cannot be said in the query of a view: a second table can have it",
			inner, f.Codec.Spec())
	}
	return text, made, nil
}

// isDecimal reports whether a codec writes numbers in decimal digits, or as the INT64 of a view.
func isDecimal(c rowkey.Codec) bool {
	form := c.Form()
	return c.Type().IsInteger() && form.Unreversed == nil && (!form.Binary || c.Spec() == "ordered")
}

// unsaid is the error of what the query of a view cannot say.
func (v *viewer) unsaid(e *candidate.Expr) error {
	why := map[candidate.Op]string{
		candidate.Salt: "no hash function is known to be allowed in its query",
		candidate.Hash: "no hash function is known to be allowed in its query",
		candidate.Bucket: "it has no dates, and no function that cuts numbers to a unit is known to be allowed in " +
			"its query",
		candidate.Mirror:    "REVERSE is not known to be allowed in its query",
		candidate.Truncate:  "SUBSTR is not known to be allowed in its query",
		candidate.Whole:     "the key of the table is the last column of its key, and is added by itself",
		candidate.CellTime:  "it has one row for each row of the table, not for each cell",
		candidate.Qualifier: "it has one row for each row of the table, not for each cell",
		candidate.Family:    "it has one row for each row of the table, not for each cell",
		candidate.CellValue: "it has one row for each row of the table, not for each cell",
	}[e.Op]
	if why == "" {
		why = "its query can take segments and columns as they are"
	}
	return v.fail(e.At, "%s cannot be in the key of a view: %s; a second table can have it", e, why)
}

// reversed returns a number or time in SQL as a maximum minus it.
func (v *viewer) reversed(text string, made *candidate.Field, current rowkey.Codec) (string, *candidate.Field, error) {
	expr := &made.Expr
	if Turns(current, expr.N) {
		return "", nil, v.fail(expr.At, "%s turns characters: REVERSE is not known to be allowed in the query of a "+
			"view; a second table can have it", expr)
	}
	refused := v.fail(expr.At, "%s cannot be said in the query of a view, in which only a number in digits can be "+
		"subtracted: a second table can have it", expr)
	if current == nil || current.Form().Binary || current.Form().Calendar || current.Form().Unreversed != nil {
		return "", nil, refused
	}
	form, err := ReversedForm(current, expr.N)
	if err != nil {
		return "", nil, refused
	}
	zero := rowkey.Value{Kind: rowkey.KindInt}
	if current.Type() == rowkey.Timestamp {
		zero.Kind = rowkey.KindTime
	}
	digits, err := rowkey.AppendCut(nil, form, zero)
	if err != nil {
		return "", nil, refused
	}
	maximum, err := strconv.ParseUint(string(digits), 10, 64)
	if err != nil || maximum > math.MaxInt64 {
		return "", nil, refused
	}
	v.unconfirmed("that a column of ORDER BY may be a subtraction")
	return fmt.Sprintf("%d - %s", maximum, v.integer(text, &expr.Args[0])), made, nil
}

func (v *viewer) unconfirmed(what string) {
	if !slices.Contains(v.Unconfirmed, what) {
		v.Unconfirmed = append(v.Unconfirmed, what)
	}
}

// integer returns a column of SQL as a number, unless it is declared as one.
func (v *viewer) integer(text string, e *candidate.Expr) string {
	if v.typeOf(e) == "int64" {
		return text
	}
	return "CAST(" + text + " AS INT64)"
}

// typeOf returns the type of a segment by the row-key schema of the table; empty without one.
func (v *viewer) typeOf(e *candidate.Expr) string {
	if field := v.declared(e); field != nil {
		return field.Type
	}
	return ""
}

// declared returns a segment in the row-key schema of the table; nil if it is not in one.
func (v *viewer) declared(e *candidate.Expr) *rowkey.SchemaField {
	schema := v.base.Sample.Table.KeySchema
	if schema == nil || e.Op != candidate.Segment {
		return nil
	}
	i := slices.IndexFunc(schema.Fields, func(f rowkey.SchemaField) bool { return f.Name == e.Name })
	if i < 0 {
		return nil
	}
	return &schema.Fields[i]
}

// segment returns a segment of the current key in SQL.
func (v *viewer) segment(e *candidate.Expr) (string, error) {
	if v.base.Sample.Table.KeySchema != nil {
		if v.declared(e) != nil {
			return command.SQLName(e.Name), nil
		}
		return "", v.fail(e.At, "%s is no field of the row-key schema: a view knows those", e)
	}
	schema, position, err := v.delimited(e)
	if err != nil {
		return "", err
	}
	return v.split(schema.Delimiter, position), nil
}

// split is a part of a key between delimiters in SQL.
func (v *viewer) split(delimiter []byte, position int) string {
	v.unconfirmed("that SPLIT may be used on _key, which is BYTES, in the query of a view")
	return fmt.Sprintf("SPLIT(_key, %s)[SAFE_OFFSET(%d)]", command.SQLText(string(delimiter)), position)
}

// delimited returns the parts of the keys of the view's rows between delimiters, and the place of a segment. The error
// names a segment that cannot be cut out so.
func (v *viewer) delimited(e *candidate.Expr) (schema *rowkey.Schema, position int, err error) {
	schema, why := v.keys()
	if schema != nil {
		position = slices.IndexFunc(schema.Fields, func(f rowkey.SchemaField) bool { return f.Name == e.Name })
	}
	if schema == nil || position < 0 {
		return nil, 0, v.fail(e.At, "%s cannot be cut out of the key in SQL: %s; declare a row-key schema, or take a "+
			"second table", e, cmp.Or(why, "it is not the whole of what stands between two delimiters"))
	}
	return schema, position, nil
}

// keys returns the parts of the keys of the view's rows between delimiters, or why there are none.
func (v *viewer) keys() (schema *rowkey.Schema, why string) {
	if v.schema != nil {
		return v.schema, ""
	}
	if len(v.kinds) != 1 || v.kinds[0] == candidate.Foreign {
		return nil, "it is of several record kinds"
	}
	made, _, err := v.base.Layouts[v.kinds[0]].Schema()
	if err != nil || made.Encoding != rowkey.DelimitedBytes {
		return nil, "the parts of the key do not all stand between the same delimiters"
	}
	v.schema = &made
	return v.schema, ""
}

// families lists the families of the table without those whose cells the template drops.
func (v *viewer) families() ([]string, error) {
	dropped := map[string]bool{}
	if v.table.Time != nil {
		return nil, v.fail(v.table.Time.At, "the cells of a view have the timestamp 0: a second table can have others")
	}
	for _, rule := range v.table.Rules {
		for _, from := range rule.From {
			if !rule.Drop || !from.Any || from.Family == "" {
				return nil, v.fail(from.At, "a view selects whole families as they are: write drop FAMILY, or take a "+
					"second table")
			}
			dropped[from.Family] = true
		}
	}
	var out []string
	for _, family := range v.base.Sample.Table.Families {
		if !dropped[family.Name] {
			out = append(out, command.SQLName(family.Name))
		}
	}
	return out, nil
}

// where returns the condition by which rows of other record kinds are left out: the first part of their keys is another
// constant.
func (v *viewer) where() (string, error) {
	others := 0
	for _, kind := range v.base.Kind {
		if !slices.Contains(v.kinds, int(kind)) {
			others++
		}
	}
	if others == 0 {
		return "", nil
	}
	refused := v.fail(v.table.At, "the query of the view cannot tell the rows of %s from others: that needs keys "+
		"which begin with a constant for each record kind; a second table can have them", v.names())
	schema, _ := v.keys()
	if schema == nil {
		return "", refused
	}
	own, ok := v.lead(v.kinds[0])
	if !ok {
		return "", refused
	}
	for kind := range v.base.Layouts {
		if other, ok := v.lead(kind); kind != v.kinds[0] && (!ok || bytes.Equal(own, other)) {
			return "", refused
		}
	}
	for row, kind := range v.base.Kind {
		if int(kind) == candidate.Foreign && bytes.HasPrefix(v.base.Sample.Key(row), slices.Concat(own,
			schema.Delimiter)) {
			return "", refused
		}
	}
	return " WHERE " + v.split(schema.Delimiter, 0) + " = " + command.SQLText(string(own)), nil
}

// lead returns the constant before the first delimiter of the keys of a record kind.
func (v *viewer) lead(kind int) (word []byte, ok bool) {
	first := v.base.Layouts[kind].Parts()[0]
	switch {
	case first.Segment != nil && len(first.Segment.Codec.Form().Words) == 1:
		return first.Segment.Codec.Form().Words[0], true
	case first.Segment != nil || first.Group != nil:
		return nil, false
	}
	word, _, ok = bytes.Cut(first.Literal, v.schema.Delimiter)
	return word, ok
}

// names lists the record kinds of the view.
func (v *viewer) names() string {
	var names []string
	for _, kind := range v.kinds {
		if kind == candidate.Foreign {
			names = append(names, candidate.ForeignName)
			continue
		}
		names = append(names, v.base.Layouts.KindName(kind))
	}
	return strings.Join(names, ", ")
}
