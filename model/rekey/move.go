package rekey

import (
	"bytes"
	"context"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/sample"
)

// Plan is a set made ready for a base.
type Plan struct {
	base    *Base
	actions []candidate.Action // kind+1 -> that of its first rule
	tables  []target
	views   map[int]*View // by table
}

// View returns the continuous materialized view that a table is to be; nil if it is a table of its own.
func (p *Plan) View(table int) *View { return p.views[table] }

// target is a new table.
type target struct {
	writers []*Template // what writes its rows; nil leaves them as they are
	ofKind  [][]uint16  // kind+1 -> the indexes of its writers
	columns *names      // the new columns that do not depend on the cell
	fixed   [][]uint32  // writer, column -> its new column in columns; none if it depends on the cell or is gone
}

// NewPlan makes a set ready. Mistakes in its templates, such as a segment that does not exist, are
// *rowkey.SyntaxErrors.
func (b *Base) NewPlan(set candidate.Set) (*Plan, error) {
	plan := &Plan{base: b, actions: make([]candidate.Action, len(b.Layouts)+1), tables: make([]target, set.Tables),
		views: map[int]*View{}}
	if err := plan.view(&set); err != nil {
		return nil, err
	}
	for k := range plan.actions {
		plan.actions[k] = candidate.Drop
	}
	for i := range plan.tables {
		plan.tables[i].ofKind = make([][]uint16, len(b.Layouts)+1)
	}
	seen := make([]bool, len(plan.actions))
	for _, rule := range set.Rules {
		kind := rule.Kind + 1
		if !seen[kind] {
			seen[kind], plan.actions[kind] = true, rule.Action
		}
		if rule.Action != candidate.Same && rule.Action != candidate.Rekey {
			continue
		}
		into := &plan.tables[rule.Into]
		writer, err := into.writer(b, set.Source, rule.To)
		if err != nil {
			return nil, err
		}
		into.ofKind[kind] = append(into.ofKind[kind], writer)
	}
	for i := range plan.tables {
		plan.tables[i].name(b)
	}
	return plan, nil
}

// view gives the templates of views the keys that these have.
func (p *Plan) view(set *candidate.Set) error {
	kinds := map[*candidate.Template][]int{}
	for _, rule := range set.Rules {
		if rule.To != nil && rule.To.View {
			kinds[rule.To] = append(kinds[rule.To], rule.Kind)
		}
	}
	if len(kinds) == 0 {
		return nil
	}
	made := map[*candidate.Template]*candidate.Template{}
	set.Rules = slices.Clone(set.Rules)
	for index := range set.Rules {
		rule := &set.Rules[index]
		if kinds[rule.To] == nil {
			continue
		}
		if made[rule.To] == nil {
			to, view, err := p.base.view(set.Source, rule.To, kinds[rule.To])
			if err != nil {
				return err
			}
			made[rule.To], p.views[rule.Into] = to, view
		}
		rule.To = made[rule.To]
	}
	return nil
}

// writer returns the index of the writer for a table of a candidate.
func (t *target) writer(b *Base, source string, to *candidate.Template) (uint16, error) {
	index := slices.IndexFunc(t.writers, func(w *Template) bool {
		return w == nil && to == nil || w != nil && w.Of == to
	})
	if index >= 0 {
		return uint16(index), nil
	}
	var made *Template
	if to != nil {
		var err error
		if made, err = b.bind(source, to); err != nil {
			return 0, err
		}
	}
	t.writers = append(t.writers, made)
	return uint16(len(t.writers) - 1), nil
}

// name numbers the new columns that do not depend on the cell.
func (t *target) name(b *Base) {
	columns := b.Sample.Columns()
	t.columns, t.fixed = newNames(len(columns)), make([][]uint32, len(t.writers))
	for writer, template := range t.writers {
		t.fixed[writer] = make([]uint32, len(columns))
		for id, column := range columns {
			t.fixed[writer][id] = none
			if template != nil {
				if template.goes(sample.ColumnID(id)) {
					continue
				}
				if rule := template.ruleFor(sample.ColumnID(id)); rule != nil {
					if rule.Qualifier != nil {
						continue
					}
					if rule.Family != "" {
						column.Family = rule.Family
					}
				}
			}
			t.fixed[writer][id] = t.columns.number(column.Family, []byte(column.Qualifier))
		}
	}
	t.columns.fix()
}

// Templates returns the templates that write a table.
func (p *Plan) Templates(table int) []*Template {
	return slices.DeleteFunc(slices.Clone(p.tables[table].writers), func(t *Template) bool { return t == nil })
}

// WrittenBy reports whether a template writes rows of a table from a row; nil asks whether the row is there as it is.
func (p *Plan) WrittenBy(of *Template, table, row int) bool {
	return p.kindWrittenBy(of, table, int(p.base.Kind[row]))
}

// Kinds returns the record kinds of which a template writes rows of a table; nil returns those that are there as they
// are.
func (p *Plan) Kinds(of *Template, table int) []int {
	var out []int
	for kind := candidate.Foreign; kind < len(p.base.Layouts); kind++ {
		if p.kindWrittenBy(of, table, kind) {
			out = append(out, kind)
		}
	}
	return out
}

func (p *Plan) kindWrittenBy(of *Template, table, kind int) bool {
	t := &p.tables[table]
	return slices.ContainsFunc(t.ofKind[kind+1], func(w uint16) bool { return t.writers[w] == of })
}

// Moved is what the rows of a base give to one new table: pieces, each what one source row gives to one new row, in
// the order of the source. Parts of a table can be moved apart from each other, because what becomes of a row depends
// on that row alone, until rows meet.
type Moved struct {
	NotMeant int64 // source rows that no template writes from
	Emptied  int64 // source rows that would have no cell left
	Cut      int64 // cells of which only the first bytes of the value are known, where more was needed
	LeftOut  LeftOut

	plan    *Plan
	into    int
	keys    []byte // of all pieces
	ends    []int  // piece -> end of its key in keys
	row     []uint32
	writer  []uint16
	cells   []uint32 // of the source, of all pieces; nil if every piece has all cells of its row
	cellEnd []int    // piece -> end of its cells
	same    bool     // all keys are those of their rows
}

// Len returns the number of pieces.
func (m *Moved) Len() int { return len(m.ends) }

// Key returns the new key of a piece.
func (m *Moved) Key(piece int) []byte { return part(m.keys, m.ends, piece) }

// Row returns the source row of a piece.
func (m *Moved) Row(piece int) int { return int(m.row[piece]) }

// part returns the i-th of the parts of list that end at ends.
func part[T any](list []T, ends []int, i int) []T {
	from := 0
	if i > 0 {
		from = ends[i-1]
	}
	return list[from:ends[i]:ends[i]]
}

// Move computes the keys of a new table. The error is ctx's.
func (p *Plan) Move(ctx context.Context, table int) (*Moved, error) {
	rows := p.base.Sample.Rows()
	parts := make([]*Moved, len(chunks(rows)))
	inChunks(rows, func(chunk, from, to int) {
		mover := &mover{Moved: Moved{plan: p, into: table, same: true}, target: &p.tables[table]}
		room := to - from
		if chunk == 0 { // the others are joined to it
			room = rows
		}
		mover.row, mover.writer, mover.ends = make([]uint32, 0, room), make([]uint16, 0, room), make([]int, 0, room)
		for row := from; row < to && (row%4096 != 0 || ctx.Err() == nil); row++ {
			mover.take(row)
			if row == from+guessAfter { // the others are about as long
				mover.keys = slices.Grow(mover.keys, len(mover.keys)/guessAfter*room*9/8)
			}
		}
		parts[chunk] = &mover.Moved
	})
	return joinMoved(parts), ctx.Err()
}

// guessAfter is the number of rows by whose keys the memory that all take is estimated.
const guessAfter = 1000

// joinMoved joins what consecutive parts of a table give.
func joinMoved(parts []*Moved) *Moved {
	all := parts[0]
	rows, keys, cells := 0, 0, 0
	for _, part := range parts[1:] {
		rows, keys, cells = rows+part.Len(), keys+len(part.keys), cells+len(part.cells)
	}
	all.keys, all.ends, all.cells = slices.Grow(all.keys, keys), slices.Grow(all.ends, rows),
		slices.Grow(all.cells, cells)
	all.row, all.writer = slices.Grow(all.row, rows), slices.Grow(all.writer, rows)
	for _, part := range parts[1:] {
		for _, end := range part.ends {
			all.ends = append(all.ends, end+len(all.keys))
		}
		for _, end := range part.cellEnd {
			all.cellEnd = append(all.cellEnd, end+len(all.cells))
		}
		all.keys = append(all.keys, part.keys...)
		all.row, all.writer = append(all.row, part.row...), append(all.writer, part.writer...)
		all.cells = append(all.cells, part.cells...)
		all.NotMeant += part.NotMeant
		all.Emptied += part.Emptied
		all.Cut += part.Cut
		all.LeftOut.add(part.LeftOut)
		all.same = all.same && part.same
	}
	return all
}

// mover moves rows.
type mover struct {
	Moved
	target *target

	// Scratch of takeCells: the keys of a row, their bytes, and the cells.
	keyed   []keyed
	keyOf   []byte
	cellsOf []uint32
}

// keyed is the key of some cells of a row: mover.cellsOf[from:to].
type keyed struct {
	key      []byte
	from, to int
}

// take adds the pieces of a source row.
func (m *mover) take(row int) {
	from, to := m.plan.base.Sample.Cells(row)
	kept, wanted, meant := false, false, false
	for _, writer := range m.target.ofKind[m.plan.base.Kind[row]+1] {
		wanted = true
		template := m.target.writers[writer]
		meant = meant || template != nil
		switch {
		case template == nil:
			m.add(row, writer, m.plan.base.Sample.Key(row), from, to)
			kept = true
		case template.Of.View:
			m.takeView(template, row, writer)
			kept = true
		case template.PerCell:
			kept = m.takeCells(template, row, writer) || kept
		case from == to || template.keepsAny(from, to):
			start := len(m.keys)
			m.keys = template.appendKey(m.keys, template.Key, at{row, -1}, &m.Cut)
			m.end(row, writer, start, from, to)
			kept = true
		}
	}
	if !meant {
		m.NotMeant++
	}
	if wanted && !kept && to > from {
		m.Emptied++
	}
}

// keepsAny reports whether any of some cells is in a new row.
func (t *Template) keepsAny(from, to int) bool {
	if t.asIs {
		return true
	}
	for j := from; j < to; j++ {
		if t.heads[t.base.Sample.CellColumn(j)] != gone {
			return true
		}
	}
	return false
}

// add adds a piece that has all cells of its row.
func (m *mover) add(row int, w uint16, key []byte, from, to int) {
	start := len(m.keys)
	m.keys = append(m.keys, key...)
	m.end(row, w, start, from, to)
}

// end ends a piece that has all cells of its row, and whose key begins at start.
func (m *mover) end(row int, w uint16, start, from, to int) {
	m.ends, m.row, m.writer = append(m.ends, len(m.keys)), append(m.row, uint32(row)), append(m.writer, w)
	m.same = m.same && bytes.Equal(m.keys[start:], m.plan.base.Sample.Key(row))
	if !m.target.perCell() {
		return
	}
	for j := from; j < to; j++ {
		m.cells = append(m.cells, uint32(j))
	}
	m.cellEnd = append(m.cellEnd, len(m.cells))
}

// perCell reports whether rows of the table may have some of the cells of their source.
func (t *target) perCell() bool {
	return slices.ContainsFunc(t.writers, func(w *Template) bool { return w != nil && (w.PerCell || w.Of.View) })
}

// takeCells adds the pieces of a row whose keys depend on its cells, and reports whether there are any.
func (m *mover) takeCells(t *Template, row int, w uint16) bool {
	from, to := t.base.Sample.Cells(row)
	m.keyed, m.keyOf, m.cellsOf = m.keyed[:0], m.keyOf[:0], m.cellsOf[:0]
	last, cut := -1, int64(0)
	for cell := from; cell < to; cell++ {
		if t.heads[t.base.Sample.CellColumn(cell)] == gone {
			continue
		}
		m.cellsOf = append(m.cellsOf, uint32(cell))
		if last < 0 || !t.sameKey(last, cell) {
			start := len(m.keyOf)
			cut = 0
			m.keyOf = t.appendKey(m.keyOf, t.Key, at{row, cell}, &cut)
			m.keyed = append(m.keyed, keyed{key: m.keyOf[start:len(m.keyOf):len(m.keyOf)], from: len(m.cellsOf) - 1})
		}
		m.Cut += cut
		last = cell
		m.keyed[len(m.keyed)-1].to = len(m.cellsOf)
	}
	slices.SortStableFunc(m.keyed, func(a, b keyed) int { return bytes.Compare(a.key, b.key) })
	for i := 0; i < len(m.keyed); {
		key, first := m.keyed[i].key, len(m.cells)
		m.keys = append(m.keys, key...)
		for ; i < len(m.keyed) && bytes.Equal(m.keyed[i].key, key); i++ {
			m.cells = append(m.cells, m.cellsOf[m.keyed[i].from:m.keyed[i].to]...)
		}
		slices.Sort(m.cells[first:])
		m.ends, m.row, m.writer = append(m.ends, len(m.keys)), append(m.row, uint32(row)), append(m.writer, w)
		m.cellEnd = append(m.cellEnd, len(m.cells))
		m.same = false
	}
	return len(m.keyed) > 0
}

// LeftOut counts the rows that a continuous materialized view would have, and leaves out without an error.
type LeftOut struct {
	Null   int64 // a segment or column of its key is missing
	Failed int64 // a value that is to be a number is none
	Large  int64 // more than 1 MiB is selected of the row
}

func (l *LeftOut) add(o LeftOut) {
	l.Null, l.Failed, l.Large = l.Null+o.Null, l.Failed+o.Failed, l.Large+o.Large
}

// Rows returns how many rows are left out.
func (l LeftOut) Rows() int64 { return l.Null + l.Failed + l.Large }

// takeView adds what a continuous materialized view has of a row: the newest cell of each column. What it makes of a
// row is never ten times as large as the row, which is another reason to leave one out.
func (m *mover) takeView(t *Template, row int, w uint16) {
	for _, field := range t.Fields {
		switch state := field.done.StateAt(row); {
		case state&Absent != 0:
			m.LeftOut.Null++
			return
		case state&Unfit != 0:
			m.LeftOut.Failed++
			return
		}
	}
	sample, first := t.base.Sample, len(m.cells)
	from, to := sample.Cells(row)
	selected := int64(len(sample.Key(row)))
	for cell := from; cell < to; cell++ {
		id := sample.CellColumn(cell)
		if t.heads[id] == gone || cell > from && sample.CellColumn(cell-1) == id {
			continue
		}
		selected += t.heads[id] + int64(sample.Sizes(cell, cell+1)[0])
		m.cells = append(m.cells, uint32(cell))
	}
	if selected > maxSelected {
		m.LeftOut.Large++
		m.cells = m.cells[:first]
		return
	}
	m.keys = t.appendKey(m.keys, t.Key, at{row, -1}, &m.Cut)
	m.ends, m.row, m.writer = append(m.ends, len(m.keys)), append(m.row, uint32(row)), append(m.writer, w)
	m.cellEnd = append(m.cellEnd, len(m.cells))
	m.same = false
}

// sameKey reports whether two cells of a row have one key, by what of a cell the key depends on.
func (t *Template) sameKey(a, b int) bool {
	s, d := t.base.Sample, t.depends
	return !d.value && (!d.column || s.CellColumn(a) == s.CellColumn(b)) &&
		(!d.time || s.Times(a, a+1)[0] == s.Times(b, b+1)[0])
}
