package rekey

import (
	"bytes"
	"cmp"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/sample"
)

// Count is what a new row comes to.
type Count struct {
	Bytes       int64 // of the key once, and of the cells; see sample.RowBytes
	Cells       int64
	Versions    int64 // cells that become an older version of a column
	Overwritten int64 // cells lost because column and timestamp are the same
	Estimated   int64 // serialized cells whose size is an estimate
}

// newCell is a cell on its way into a new row.
type newCell struct {
	micros int64
	form   *candidate.Form // in which it becomes a part of another cell; nil for none
	cell   int32           // of joiner.source; -1 for one that was made of others
	column uint32          // in joiner.columns
	size   uint32
	seq    int32 // place in the order of the source
	newest bool  // it was the newest version of its column where it comes from
}

// joiner makes new rows of pieces. It is not safe for concurrent use.
type joiner struct {
	m       *Moved
	source  *sample.Sample
	columns *names
	cells   []newCell // of the row at hand
	meet    meeting
	doc     document
	scratch []byte

	cut   int64           // cells of which more of the value was needed than was read
	long  map[string]bool // columns with qualifiers over the limit
	count Count           // of the row at hand
	emit  func(newCell)   // takes the cells of the row at hand, if it is not nil
	named bool            // emit wants columns in the order of their names
}

// maxQualifier is the length of qualifiers that the service takes at most (G17).
const maxQualifier = 16 << 10

func (m *Moved) newJoiner() *joiner {
	t := &m.plan.tables[m.into]
	base := m.plan.base
	return &joiner{m: m, source: base.Sample, columns: t.columns.clone(), meet: meeting{heads: base.heads},
		long: map[string]bool{}}
}

// target returns the table that rows are joined in.
func (j *joiner) target() *target { return &j.m.plan.tables[j.m.into] }

// row makes a new row of the pieces from to to, which have one key of so many bytes and are in the order of the
// source, and returns what it comes to.
func (j *joiner) row(key, from, to int) Count {
	j.count = Count{Bytes: int64(key)}
	template, one := j.template(from, to)
	byColumn := one && (template == nil || template.byColumn) && !j.named
	parted := j.m.cells != nil // then an older version may become the newest of its row
	switch {
	case !byColumn, to > from+1 && (j.emit != nil || parted):
		j.columns.reset()
		j.cells = j.cells[:0]
		for p := from; p < to; p++ {
			j.take(p)
		}
		j.join()
	case to > from+1:
		j.meet.rows(j.m, template, from, to, &j.count)
	default:
		j.byColumn(template, from)
	}
	return j.count
}

// template returns the template of some pieces, and whether all have it; nil leaves them as they are.
func (j *joiner) template(from, to int) (*Template, bool) {
	writer := j.m.writer[from]
	for _, other := range j.m.writer[from+1 : to] {
		if other != writer {
			return nil, false
		}
	}
	return j.target().writers[writer], true
}

// byColumn counts the cells of a piece whose columns show all about them.
func (j *joiner) byColumn(t *Template, piece int) {
	base := j.m.plan.base
	if j.emit == nil && j.m.cells == nil && (t == nil || t.asIs) {
		row := &base.rows[j.m.row[piece]]
		j.count.Bytes += row.bytes
		j.count.Cells += int64(row.cells)
		return
	}
	heads, fixed := base.heads, j.target().fixed[j.m.writer[piece]]
	if t != nil {
		heads = t.heads
	}
	j.m.eachCell(piece, func(cell int) {
		id := j.source.CellColumn(cell)
		if heads[id] == gone {
			return
		}
		size := j.source.Sizes(cell, cell+1)[0]
		if t != nil && t.empty[id] {
			size = 0
		}
		j.count.Cells++
		j.count.Bytes += heads[id] + int64(size)
		if j.emit != nil {
			j.emit(newCell{cell: int32(cell), column: fixed[id], micros: j.source.Times(cell, cell+1)[0], size: size})
		}
	})
}

// eachCell calls do with the source cells of a piece, those that go included, in order.
func (m *Moved) eachCell(piece int, do func(cell int)) {
	if m.cells != nil {
		for _, cell := range part(m.cells, m.cellEnd, piece) {
			do(int(cell))
		}
		return
	}
	from, to := m.plan.base.Sample.Cells(int(m.row[piece]))
	for cell := from; cell < to; cell++ {
		do(cell)
	}
}

// take adds the cells of a piece to those of the row.
func (j *joiner) take(piece int) {
	row, writer := int(j.m.row[piece]), j.m.writer[piece]
	template, fixed := j.target().writers[writer], j.target().fixed[writer]
	from, _ := j.source.Cells(row)
	micros := j.m.plan.base.Sample.Table.Micros
	j.m.eachCell(piece, func(cell int) {
		id := j.source.CellColumn(cell)
		made := newCell{cell: int32(cell), column: fixed[id],
			micros: j.source.Times(cell, cell+1)[0], size: j.source.Sizes(cell, cell+1)[0],
			newest: cell == from || j.source.CellColumn(cell-1) != id, seq: int32(len(j.cells))}
		if template != nil {
			if template.heads[id] == gone {
				return
			}
			j.change(template, id, row, &made, micros)
		}
		j.cells = append(j.cells, made)
	})
}

// change makes of a cell what a template makes of it.
func (j *joiner) change(t *Template, id sample.ColumnID, row int, c *newCell, micros bool) {
	if t.empty[id] {
		c.size = 0
	}
	rule := t.ruleFor(id)
	if rule != nil && rule.Serialize != "" {
		c.form = &rule.Serialize
	}
	if c.column == none {
		family := rule.Family
		if family == "" {
			family = j.source.Column(id).Family
		}
		j.scratch = t.appendKey(j.scratch[:0], rule.qualifier, at{row, int(c.cell)}, &j.cut)
		c.column = j.columns.number(family, j.scratch)
		if len(j.scratch) > maxQualifier {
			j.long[family+":"+string(j.scratch)] = true
		}
	}
	if t.time == nil {
		return
	}
	if v, ok := instant(t.time.form, t.base.eval(t.time, at{row, int(c.cell)})); ok {
		c.micros = v.Int*1e6 + int64(v.Nanos/1e3)
		if !micros {
			c.micros -= (c.micros%1000 + 1000) % 1000
		}
	}
}

// join counts the cells of the row.
func (j *joiner) join() {
	slices.SortFunc(j.cells, func(a, b newCell) int {
		if a.column != b.column {
			if !j.named {
				return cmp.Compare(a.column, b.column)
			}
			return cmp.Or(cmp.Compare(j.columns.family(a.column), j.columns.family(b.column)),
				bytes.Compare(j.columns.qualifier(a.column), j.columns.qualifier(b.column)))
		}
		return cmp.Or(cmp.Compare(b.micros, a.micros), cmp.Compare(b.seq, a.seq))
	})
	for i := 0; i < len(j.cells); {
		end := i
		for end < len(j.cells) && j.cells[end].column == j.cells[i].column {
			end++
		}
		j.versions(j.cells[i:end])
		i = end
	}
}

// versions counts the cells of one column, which come newest first, and of one instant the last of the source first.
func (j *joiner) versions(cells []newCell) {
	cells = j.serialize(cells)
	for i := range cells {
		if i > 0 && cells[i-1].micros == cells[i].micros {
			j.count.Overwritten++
			continue
		}
		if i > 0 && cells[i].newest {
			j.count.Versions++
		}
		j.add(cells[i])
	}
}

// add counts a cell that stays. Of a serialized one, whose cell is negative, there is a size only.
func (j *joiner) add(c newCell) {
	j.count.Cells++
	j.count.Bytes += j.columns.cellBytes(c.column, int(c.size))
	if j.emit != nil {
		j.emit(c)
	}
}

// meeting counts what happens to the cells of whole rows that become one, where the columns of cells show all about
// them. It keeps its tables from one meeting to the next.
type meeting struct {
	heads []int64 // column -> bytes of a current cell beside its value
	slots []slot  // open addressing by column and instant
	round uint32  // slots and columns of other rounds are empty
	seen  []uint32
}

type slot struct {
	micros int64
	column sample.ColumnID
	round  uint32
	bytes  uint32
	newest bool
}

// rows lets pieces meet, in the order of the source, and adds what they come to.
func (m *meeting) rows(moved *Moved, t *Template, first, end int, count *Count) {
	source, heads := moved.plan.base.Sample, m.heads
	if t != nil {
		heads = t.heads
	}
	cells := 0
	for piece := first; piece < end; piece++ {
		moved.eachCell(piece, func(int) { cells++ })
	}
	mask := m.begin(cells, len(source.Columns()))
	for piece := first; piece < end; piece++ {
		from, _ := source.Cells(int(moved.row[piece]))
		moved.eachCell(piece, func(cell int) {
			id := source.CellColumn(cell)
			if heads[id] == gone {
				return
			}
			size := source.Sizes(cell, cell+1)[0]
			if t != nil && t.empty[id] {
				size = 0
			}
			newest := cell == from || source.CellColumn(cell-1) != id
			m.add(slot{source.Times(cell, cell+1)[0], id, m.round, size, newest}, heads[id], mask, count)
		})
	}
}

// add adds a cell. One of the same column and instant is lost by it.
func (m *meeting) add(c slot, head int64, mask uint64, count *Count) {
	if m.seen[c.column] != m.round { // of each column one newest version stays the newest
		m.seen[c.column] = m.round
		count.Versions--
	}
	if c.newest {
		count.Versions++
	}
	at := (uint64(c.micros)*0x9E3779B97F4A7C15 ^ uint64(c.column)*0xC2B2AE3D27D4EB4F) >> 20 & mask
	for m.slots[at].round == m.round && (m.slots[at].micros != c.micros || m.slots[at].column != c.column) {
		at = (at + 1) & mask
	}
	if old := &m.slots[at]; old.round == m.round {
		count.Overwritten++
		count.Bytes -= int64(old.bytes)
		if old.newest {
			count.Versions--
		}
	} else {
		count.Cells++
		count.Bytes += head
	}
	count.Bytes += int64(c.bytes)
	m.slots[at] = c
}

// begin makes room for so many cells, and returns the mask of the slots that are used: few, so that they stay in the
// cache.
func (m *meeting) begin(cells, columns int) (mask uint64) {
	want := 16
	for want < 2*cells {
		want *= 2
	}
	if len(m.slots) < want {
		m.slots, m.round = make([]slot, want), 0
		m.seen = make([]uint32, columns)
	}
	m.round++
	return uint64(want - 1)
}
