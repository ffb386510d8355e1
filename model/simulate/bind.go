package simulate

import (
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// bound is one table of a candidate made ready for a Base.
type bound struct {
	base    *Base
	table   *candidate.Table
	key     []piece
	fields  []*field // of the key, in order
	perCell bool     // keys depend on cells
	rules   []rule
	ruleOf  []int // column -> index in rules; -1 for cells that stay as they are
	moved   []bool
	time    *node
	means   []bool // kind+1 -> its rows are meant
	all     bool   // all rows are meant
	cut     int64  // cells of which only the first bytes of the value were sampled, where more was needed
	alone   bool   // the candidate has no other table: rows that are not meant stay as they are
}

// piece is a candidate.Part made ready.
type piece struct {
	literal []byte
	field   *field
	group   []piece
}

// rule is a candidate.Rule made ready.
type rule struct {
	*candidate.Rule
	qualifier []piece
}

// bind makes a table ready. Errors are *rowkey.SyntaxErrors.
func (b *Base) bind(c *candidate.Candidate, t *candidate.Table) (*bound, error) {
	x := &binder{base: b, source: c.Source, table: t, done: map[*candidate.Field]*field{}}
	out := &bound{base: b, table: t, perCell: candidate.PerCell(t.Key), alone: len(c.Tables) == 1, moved: make([]bool, len(b.Sample.Columns()))}
	var err error
	if out.key, err = x.pieces(t.Key); err != nil {
		return nil, err
	}
	candidate.Fields(t.Key, func(f *candidate.Field) {
		out.fields = append(out.fields, x.done[f])
	})
	if t.Time != nil {
		if out.time, err = x.node(t.Time); err != nil {
			return nil, err
		}
	}
	for i := range t.Rules {
		r := rule{Rule: &t.Rules[i]}
		if r.qualifier, err = x.pieces(r.Qualifier); err != nil {
			return nil, err
		}
		out.rules = append(out.rules, r)
	}
	if err := out.choose(x); err != nil {
		return nil, err
	}
	for _, f := range x.done {
		if !f.node.perCell {
			f.done = b.render(f)
		}
	}
	if err := out.whose(x); err != nil {
		return nil, err
	}
	out.all = true
	for i := range b.Kind {
		if !out.meant(i) {
			out.all = false
			break
		}
	}
	return out, nil
}

func (x *binder) pieces(parts []candidate.Part) ([]piece, error) {
	var out []piece
	for _, p := range parts {
		one := piece{literal: p.Literal}
		var err error
		if p.Field != nil {
			one.field, err = x.field(p.Field)
		} else if p.Group != nil {
			one.group, err = x.pieces(p.Group)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// choose finds the rule of each column, and the columns that move into the key.
func (t *bound) choose(x *binder) error {
	columns := t.base.Sample.Columns()
	t.ruleOf = make([]int, len(columns))
	for id, c := range columns {
		t.ruleOf[id] = -1
		for i := len(t.rules) - 1; i >= 0; i-- {
			for _, s := range t.rules[i].From {
				if s.Matches(c.Family, c.Qualifier) {
					t.ruleOf[id] = i
				}
			}
		}
	}
	for _, r := range t.rules {
		for _, s := range r.From {
			if !anyMatch(columns, s) && !anyMatch(t.base.elsewhere, s) && len(columns) > 0 {
				if s.Any {
					return x.noFamily(s)
				}
				return x.noColumn(s.At, candidate.ColumnName{Family: s.Family, Qualifier: s.Qualifier})
			}
		}
	}
	candidate.Fields(t.table.Key, func(f *candidate.Field) {
		f.Expr.Walk(func(e *candidate.Expr) {
			if e.Op == candidate.Column && e.Move {
				if id := t.base.ids[e.Column]; id != noColumnID {
					t.moved[id] = true
				}
			}
		})
	})
	return nil
}

func anyMatch(columns []sample.Column, s candidate.Selector) bool {
	for _, c := range columns {
		if s.Matches(c.Family, c.Qualifier) {
			return true
		}
	}
	return false
}

func (x *binder) noFamily(s candidate.Selector) error {
	var names []string
	for _, c := range x.base.Sample.Columns() {
		if len(names) == 0 || names[len(names)-1] != c.Family {
			names = append(names, c.Family)
		}
	}
	return x.fail(s.At, "no family %q in the rows read: there %s", s.Family, list(names))
}

// whose finds the record kinds that are meant: the one named; else those with one of the segments of the key; when the
// key has none, all.
func (t *bound) whose(x *binder) error {
	base := t.base
	t.means = make([]bool, len(base.Layouts)+1)
	if t.table.Kind != "" {
		var names []string
		found := false
		for k, layout := range base.Layouts {
			if layout.Name() == t.table.Kind {
				t.means[k+1], found = true, true
			}
			if layout.Name() != "" {
				names = append(names, layout.Name())
			}
		}
		if !found && len(names) > 0 {
			return x.fail(0, "no record kind %q: there %s", t.table.Kind, list(names))
		}
		if found {
			return nil
		}
	}
	named := map[string]bool{}
	t.table.Exprs(func(e *candidate.Expr) {
		if (e.Op == candidate.Segment || e.Op == candidate.Rest) && base.Column(e.Name) != nil {
			named[e.Name] = true
		}
	})
	for k, layout := range base.Layouts {
		for _, seg := range layout.Segments() {
			t.means[k+1] = t.means[k+1] || named[seg.Name]
		}
	}
	if len(named) == 0 {
		for k := range t.means {
			t.means[k] = true
		}
	}
	return nil
}

// meant reports whether the table is for a row.
func (t *bound) meant(row int) bool { return t.means[t.base.Kind[row]+1] }

// appendKey writes the key of a row, or of a cell of it.
func (t *bound) appendKey(dst []byte, pieces []piece, p at) []byte {
	for _, one := range pieces {
		switch {
		case one.field != nil && one.field.node.perCell:
			var s state
			if dst, s = t.base.appendField(dst, one.field, p); s&cut != 0 {
				t.cut++
			}
		case one.field != nil:
			dst = append(dst, t.base.render(one.field).at(p.row)...)
		case one.group != nil:
			if t.complete(one.group, p) {
				dst = t.appendKey(dst, one.group, p)
			}
		default:
			dst = append(dst, one.literal...)
		}
	}
	return dst
}

// complete reports whether nothing in a group is absent.
func (t *bound) complete(group []piece, p at) bool {
	for _, one := range group {
		if one.field != nil && t.base.stateOf(one.field, p)&absent != 0 {
			return false
		}
	}
	return true
}

// codecOf is the form in which a field is written; nil when its bytes stand for themselves.
func (f *field) codecOf() rowkey.Codec {
	if f.codec != nil {
		return f.codec
	}
	return f.node.form
}
