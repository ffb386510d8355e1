package rekey

import (
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Template is a table of a candidate made ready for a Base.
type Template struct {
	Of      *candidate.Template
	Key     []Part
	Fields  []*Field // of the key, groups included, in order
	PerCell bool     // keys depend on cells: a row may give to several new rows

	base    *Base
	rules   []rule
	ruleOf  []int // column -> index in rules; -1 for cells that stay as they are
	moved   []bool
	time    *node
	heads   []int64 // column -> bytes of a new cell beside its value; gone if the cells of the column go
	empty   []bool  // column -> its cells lose their values
	depends depends // what of a cell its keys depend on
	asIs    bool    // all cells stay as they are
	// byColumn means that heads has all about the cells of a row: none gets a time, a computed column, or another as
	// a version.
	byColumn bool
}

// gone stands for the size of cells that go.
const gone = -1

// Part is a candidate.Part made ready.
type Part struct {
	Literal []byte
	Field   *Field
	Group   []Part
}

// rule is a candidate.Rule made ready.
type rule struct {
	*candidate.Rule
	qualifier []Part
}

// bind makes a table ready. Errors are *rowkey.SyntaxErrors.
func (b *Base) bind(source string, t *candidate.Template) (*Template, error) {
	names := &binder{base: b, source: source, table: t, done: map[*candidate.Field]*Field{}}
	out := &Template{Of: t, base: b, PerCell: candidate.PerCell(t.Key), moved: make([]bool, len(b.Sample.Columns()))}
	var err error
	if out.Key, err = names.parts(t.Key); err != nil {
		return nil, err
	}
	candidate.Fields(t.Key, func(f *candidate.Field) { out.Fields = append(out.Fields, names.done[f]) })
	if t.Time != nil {
		if out.time, err = names.node(t.Time); err != nil {
			return nil, err
		}
	}
	for i := range t.Rules {
		r := rule{Rule: &t.Rules[i]}
		if r.qualifier, err = names.parts(r.Qualifier); err != nil {
			return nil, err
		}
		out.rules = append(out.rules, r)
	}
	if err := out.choose(names); err != nil {
		return nil, err
	}
	for _, f := range names.done {
		if !f.node.perCell {
			f.done = b.Render(f)
		}
	}
	out.weigh()
	return out, nil
}

func (b *binder) parts(list []candidate.Part) ([]Part, error) {
	var out []Part
	for _, part := range list {
		one := Part{Literal: part.Literal}
		var err error
		if part.Field != nil {
			one.Field, err = b.field(part.Field)
		} else if part.Group != nil {
			one.Group, err = b.parts(part.Group)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// choose finds the rule of each column, and the columns that move into the key.
func (t *Template) choose(x *binder) error {
	columns := t.base.Sample.Columns()
	t.ruleOf = make([]int, len(columns))
	for id, c := range columns {
		t.ruleOf[id] = slices.IndexFunc(t.rules, func(r rule) bool {
			return slices.ContainsFunc(r.From, func(s candidate.Selector) bool {
				return s.Matches(c.Family, c.Qualifier)
			})
		})
	}
	for _, rule := range t.rules {
		for _, s := range rule.From {
			if !anyMatch(columns, s) && !anyMatch(t.base.elsewhere, s) && len(columns) > 0 {
				if s.Any {
					return x.noFamily(s)
				}
				return x.noColumn(s.At, candidate.ColumnName{Family: s.Family, Qualifier: s.Qualifier})
			}
		}
	}
	candidate.Fields(t.Of.Key, func(f *candidate.Field) {
		f.Expr.Walk(func(e *candidate.Expr) {
			if e.Op == candidate.Column && e.Move {
				if id := t.base.ids[e.Column]; id != noColumn {
					t.moved[id] = true
				}
			}
		})
	})
	return nil
}

func anyMatch(columns []sample.Column, s candidate.Selector) bool {
	return slices.ContainsFunc(columns, func(c sample.Column) bool { return s.Matches(c.Family, c.Qualifier) })
}

func (b *binder) noFamily(s candidate.Selector) error {
	var names []string
	for _, c := range b.base.Sample.Columns() {
		if len(names) == 0 || names[len(names)-1] != c.Family {
			names = append(names, c.Family)
		}
	}
	return b.fail(s.At, "no family %q in the rows read: there %s", s.Family, list(names))
}

// weigh works out how much is known of the cells from their columns.
func (t *Template) weigh() {
	t.asIs = len(t.rules) == 0 && t.time == nil && !t.Moves()
	t.byColumn = t.time == nil
	t.heads, t.empty = slices.Clone(t.base.heads), make([]bool, len(t.base.heads))
	names := map[sample.Column]bool{}
	for id, column := range t.base.Sample.Columns() {
		if t.goes(sample.ColumnID(id)) {
			t.heads[id] = gone
			continue
		}
		if rule := t.ruleFor(sample.ColumnID(id)); rule != nil {
			if rule.Qualifier != nil || rule.Serialize != "" {
				t.byColumn = false
			}
			if rule.Family != "" {
				column.Family = rule.Family
			}
			t.empty[id] = rule.Empty
		}
		t.heads[id] = column.HeadBytes()
		if names[column] {
			t.byColumn = false
		}
		names[column] = true
	}
	candidate.Fields(t.Of.Key, func(f *candidate.Field) { t.depends.on(&f.Expr) })
}

// ruleFor returns the rule for the cells of a column; nil if they stay as they are.
func (t *Template) ruleFor(id sample.ColumnID) *rule {
	if i := t.ruleOf[id]; i >= 0 {
		return &t.rules[i]
	}
	return nil
}

// goes reports whether the cells of a column are in no new row.
func (t *Template) goes(id sample.ColumnID) bool {
	r := t.ruleFor(id)
	return t.moved[id] || r != nil && r.Drop
}

// Moves reports whether columns go into the key.
func (t *Template) Moves() bool { return slices.Contains(t.moved, true) }

// KeepsCells reports whether a row that no other shares its key with keeps all cells as they are, in one row.
func (t *Template) KeepsCells() bool { return t.asIs && !t.PerCell && !t.Of.View }

// depends is what of a cell an expression depends on.
type depends struct{ time, column, value bool }

func (d *depends) on(e *candidate.Expr) {
	e.Walk(func(e *candidate.Expr) {
		switch e.Op {
		case candidate.CellTime:
			d.time = true
		case candidate.Qualifier, candidate.Family:
			d.column = true
		case candidate.CellValue:
			d.value = true
		}
	})
}

// appendKey writes the parts of the key of a row, or of a cell of it. It adds to cut the cells of which more of the
// value was needed than was read.
func (t *Template) appendKey(dst []byte, parts []Part, p at, cut *int64) []byte {
	for i := range parts {
		one := &parts[i]
		switch {
		case one.Field != nil && one.Field.node.perCell:
			var s State
			if dst, s = t.base.appendField(dst, one.Field, p); s&Cut != 0 {
				*cut++
			}
		case one.Field != nil:
			dst = append(dst, one.Field.done.At(p.row)...)
		case one.Group != nil:
			if t.complete(one.Group, p) {
				dst = t.appendKey(dst, one.Group, p, cut)
			}
		default:
			dst = append(dst, one.Literal...)
		}
	}
	return dst
}

// complete reports whether nothing in a group is absent.
func (t *Template) complete(group []Part, p at) bool {
	for _, one := range group {
		if one.Field != nil && t.base.fieldState(one.Field, p)&Absent != 0 {
			return false
		}
	}
	return true
}

// KeyAt returns the key of a row, or with a cell that is not negative of that cell of it.
func (t *Template) KeyAt(row, cell int) []byte {
	var cut int64
	return t.appendKey(nil, t.Key, at{row, cell}, &cut)
}

// AppendCell appends a field as it stands in the key of a cell.
func (t *Template) AppendCell(dst []byte, f *Field, row, cell int) ([]byte, State) {
	return t.base.appendField(dst, f, at{row, cell})
}

// Form returns the form in which a field is written; nil if its bytes stand for themselves.
func (f *Field) Form() rowkey.Codec {
	if f.codec != nil {
		return f.codec
	}
	return f.node.form
}
