package advise

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"tabletop/model/access"
	"tabletop/model/rowkey"
)

// view is the query of a continuous materialized view that has the rows of the table under other keys, and what has to
// be known of it. The rules are those of the documentation: the key of the view are the columns of ORDER BY, ascending,
// of which the last is the key of the table.
type view struct {
	sql         string
	unconfirmed string // what the documentation that we know does not show; empty where it shows all
	lacking     int    // rows read that are left out, since a part of the key is missing in them
}

// viewOf returns the view with the keys of a plan; why states what cannot be said in its query.
func (s *space) viewOf(p *plan) (v *view, why string) {
	v = &view{}
	var selected, order []string
	var needed []*access.Column
	for _, index := range p.order {
		piece := &s.pieces[index]
		text, split, ok := s.viewColumn(piece)
		if !ok {
			return nil, fmt.Sprintf("%s cannot be taken out of the key in SQL: declare a row-key schema first",
				piece.name)
		}
		if split {
			v.unconfirmed = "that SPLIT of _key, which is BYTES, is allowed in the query of a view"
		}
		selected = append(selected, fmt.Sprintf("%s AS part%d", text, len(selected)+1))
		order = append(order, fmt.Sprint(len(order)+1))
		needed = append(needed, piece.column)
	}
	selected, order = append(selected, "_key AS source_key"), append(order, fmt.Sprint(len(order)+1))
	for _, family := range s.facts.Sample.Table.Families {
		selected = append(selected, sqlName(family.Name))
	}
	v.sql = "SELECT " + strings.Join(selected, ", ") + " FROM " + sqlName(s.facts.Sample.Table.Name) + " ORDER BY " +
		strings.Join(order, ", ")
	for row := range s.in {
		if s.in[row] && slices.ContainsFunc(needed, func(c *access.Column) bool { return c.Of[row] == access.None }) {
			v.lacking++
		}
	}
	return v, ""
}

// viewColumn returns a piece of a key in SQL, and whether it is cut out of the key by its delimiter.
func (s *space) viewColumn(x *piece) (text string, split, ok bool) {
	if family, qualifier, is := strings.Cut(x.name, ":"); is && x.promoted {
		text = fmt.Sprintf("%s[%s]", sqlName(family), sqlText(qualifier))
		if isDecimal(x.column) {
			text = "CAST(" + text + " AS INT64)" // sorts as the numbers do
		}
		return text, false, true
	}
	if schema := s.facts.Sample.Table.KeySchema; schema != nil {
		named := slices.ContainsFunc(schema.Fields, func(f rowkey.SchemaField) bool { return f.Name == x.name })
		return sqlName(x.name), false, named
	}
	position, delimiter, ok := splitBy(s.layout, x.name)
	return fmt.Sprintf("SPLIT(_key, %s)[SAFE_OFFSET(%d)]", sqlText(string(delimiter)), position), true, ok
}

// splitBy returns which of the parts of a key between delimiters a segment is. The key must be segments with the same
// delimiter between any two and nothing else.
func splitBy(l *rowkey.Layout, name string) (position int, delimiter []byte, ok bool) {
	position = -1
	for index, part := range l.Parts() {
		switch {
		case part.Group != nil, (part.Segment != nil) != (index%2 == 0):
			return 0, nil, false
		case part.Segment == nil && delimiter != nil && !bytes.Equal(part.Literal, delimiter):
			return 0, nil, false
		case part.Segment == nil:
			delimiter = part.Literal
		case part.Segment.Name == name:
			position = index / 2
		}
	}
	return position, delimiter, position >= 0 && delimiter != nil
}

// sqlName quotes an identifier of GoogleSQL.
func sqlName(name string) string { return "`" + sqlEscaped(name, '`') + "`" }

// sqlText quotes a text of GoogleSQL.
func sqlText(text string) string { return "'" + sqlEscaped(text, '\'') + "'" }

func sqlEscaped(text string, quote byte) string {
	var out strings.Builder
	for index := range len(text) {
		switch b := text[index]; {
		case b == quote || b == '\\':
			out.WriteByte('\\')
			out.WriteByte(b)
		case b < ' ' || b == 0x7f:
			fmt.Fprintf(&out, `\x%02x`, b)
		default:
			out.WriteByte(b)
		}
	}
	return out.String()
}

// tellView states how the second table is created as a view.
func (e *search) tellView(p *plan, say func(format string, args ...any)) {
	view, why := e.space.viewOf(p)
	if view == nil {
		say("Create the second table as a continuous materialized view, and watch how far it lags behind (G65). Its "+
			"query is not given: %s.", why)
		return
	}
	say("Create the second table as a continuous materialized view (gcloud bigtable materialized-views create), and "+
		"watch how far it lags behind (G65). Its query: %s", view.sql)
	if view.unconfirmed != "" {
		say("Not confirmed by the documentation: %s. Try it on a small table first.", view.unconfirmed)
	}
	if len(e.space.facts.Layouts) > 1 {
		say("The query selects rows of all record kinds: add a WHERE that selects those of this one.")
	}
	left := "A view leaves out rows in which a part of its key is NULL, and those of which it selects more than 1 MiB."
	if view.lacking > 0 {
		left += fmt.Sprintf(" Of the rows read %s lack a part.", count(float64(view.lacking)))
	}
	say("%s", left)
}
