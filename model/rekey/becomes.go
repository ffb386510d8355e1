package rekey

import (
	"iter"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/sample"
)

// Becoming is what a current cell becomes in a new row.
type Becoming struct {
	Cell   int    // of the source
	Column uint32 // versions of a column have one number, which has no meaning in other rows
	Micros int64
	Bytes  int            // of its value
	Form   candidate.Form // in which it becomes a part of another cell; empty if it stays
}

// Becomes yields what the current cells that each row is made of become, row by row, before those of one column and
// instant overwrite each other. Cells that go are not among them. The slice is valid until the next row.
func (t *Table) Becomes() iter.Seq2[int, []Becoming] {
	return func(yield func(int, []Becoming) bool) {
		joiner := t.moved.newJoiner()
		var out []Becoming
		for row := range t.Len() {
			out = out[:0]
			joiner.columns.reset()
			joiner.cells = joiner.cells[:0]
			for piece, end := t.piecesAt(row); piece < end; piece++ {
				joiner.take(piece)
			}
			for _, made := range joiner.cells {
				one := Becoming{int(made.cell), made.column, made.micros, int(made.size), ""}
				if made.form != nil {
					one.Form = *made.form
				}
				out = append(out, one)
			}
			if !yield(row, out) {
				return
			}
		}
	}
}

// Mixed returns current columns that cannot be told from others in new rows: both have one name there, or a rule gives
// whatever there is one name. A computed name tells them apart if it holds the qualifier, and one serialized cell names
// them inside.
func (t *Template) Mixed() []sample.Column {
	columns := t.base.Sample.Columns()
	var out []sample.Column
	if slices.ContainsFunc(t.Fields, func(f *Field) bool { return f.Expr.Op == candidate.Qualifier }) {
		return nil // the key tells them apart
	}
	first := map[sample.Column]sample.ColumnID{} // new column -> the first that becomes it
	for at, column := range columns {
		id := sample.ColumnID(at)
		rule := t.ruleFor(id)
		if t.goes(id) || rule != nil && rule.Serialize != "" {
			continue
		}
		made := column
		if rule != nil {
			if rule.Family != "" {
				made.Family = rule.Family
			}
			if rule.Qualifier != nil {
				if isConstant(rule.qualifier) && slices.ContainsFunc(rule.From, isAny) {
					out = append(out, column)
					continue
				}
				made.Qualifier = "=" // all that the rule names
				if holdsQualifier(rule.qualifier) {
					made.Qualifier = "=" + column.Qualifier
				}
			}
		}
		if other, taken := first[made]; taken && columns[other] != column {
			out = append(out, columns[other])
		} else {
			first[made] = id
		}
	}
	return out
}

// isAny reports whether columns of any qualifier are selected.
func isAny(s candidate.Selector) bool { return s.Any }

// isConstant reports whether a qualifier is the same for all cells.
func isConstant(parts []Part) bool {
	return !slices.ContainsFunc(parts, func(p Part) bool { return p.Literal == nil })
}

// holdsQualifier reports whether parts of a qualifier hold the current one.
func holdsQualifier(parts []Part) bool {
	for _, p := range parts {
		if p.Field != nil && p.Field.Expr.Op == candidate.Qualifier || p.Group != nil && holdsQualifier(p.Group) {
			return true
		}
	}
	return false
}
