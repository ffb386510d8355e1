package simulate

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"

	"tabletop/model/sample"
)

// unit is what one source row gives to one new row.
type unit struct {
	head        uint64 // of key, behind what all keys begin with
	key         []byte
	row         uint32
	first, last int // of writer.cells, last exclusive
}

// newCell is a cell on its way into a new row.
type newCell struct {
	cell   int    // of the source
	column uint32 // in written.columns
	micros int64
	size   uint32
	newest bool // it was the newest version of its column where it comes from
	rule   int  // -1 for none
	seq    int  // place in the order of the source
}

// writer makes the rows of a new table, as a program that copies the source would write them.
type writer struct {
	t       *bound
	units   []unit
	cells   []newCell
	columns *names
	same    []uint32 // column of the source -> column, where the rules say the same of all its cells; none when not known yet
	rank    []int    // column -> its place among all by family and qualifier; nil when the order does not matter
	scratch []byte
	keys    []byte
	emptied int64           // rows with cells that have none left
	out     *sample.Builder // nil when rows are only measured
	rows    countedTable    // what was measured
	doc     document        // scratch of serialize

	sources    []uint32 // source rows of all new rows, one after the other
	sourceEnd  []int    // new row -> end of its part
	through    []int    // of each of sources, a cell that brought it there; nil where keys do not depend on cells
	collisions Collisions
	guessed    int64 // serialized cells whose size is estimated
}

// write carries out a candidate: it builds every key and works out every cell. With build it makes a sample of them.
func write(ctx context.Context, t *bound, build bool) (*writer, error) {
	rows := t.base.Sample.Rows()
	w, err := newWriter(ctx, t)
	if err != nil {
		return nil, err
	}
	if build {
		w.out = sample.NewBuilder(math.MaxInt32)
	}
	w.sort()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if build {
		w.order()
	}
	shares := make([]bool, rows)
	for i := 0; i < len(w.units); {
		end := i + 1
		for end < len(w.units) && bytes.Equal(w.units[end].key, w.units[i].key) {
			end++
		}
		if w.units[end-1].row != w.units[i].row {
			for _, u := range w.units[i:end] {
				shares[u.row] = true
			}
			if len(w.collisions.Examples) < maxExamples {
				w.collisions.Examples = append(w.collisions.Examples, bytes.Clone(w.units[i].key))
			}
		}
		w.row(w.units[i:end])
		i = end
	}
	for _, s := range shares {
		if s {
			w.collisions.MergedRows++
		}
	}
	return w, ctx.Err()
}

// newWriter computes the keys of all source rows, and what becomes of their cells.
func newWriter(ctx context.Context, t *bound) (*writer, error) {
	rows := t.base.Sample.Rows()
	w := &writer{t: t, columns: newNames(t.newColumns()), same: make([]uint32, len(t.base.Sample.Columns())), units: make([]unit, 0, rows),
		cells: make([]newCell, 0, t.base.Sample.NumCells()), sources: make([]uint32, 0, rows), sourceEnd: make([]int, 0, rows)}
	w.rows.room(rows)
	for i := range w.same {
		w.same[i] = none
	}
	for i := range rows {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		w.take(i)
	}
	return w, nil
}

// sort puts the units in order of their keys. Most keys differ in the eight bytes behind what all have in common.
func (w *writer) sort() {
	lead := 0
	for i, u := range w.units {
		if i == 0 {
			lead = len(u.key)
		}
		lead = min(lead, shared(u.key, w.units[0].key))
	}
	for i := range w.units {
		w.units[i].head = head(w.units[i].key, lead)
	}
	slices.SortFunc(w.units, func(a, b unit) int {
		switch {
		case a.head < b.head:
			return -1
		case a.head > b.head:
			return 1
		}
		if c := bytes.Compare(a.key, b.key); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.first, b.first))
	})
}

// newColumns is about how many columns there will be.
func (t *bound) newColumns() int {
	for _, r := range t.rules {
		if r.qualifier != nil {
			return t.base.Sample.NumCells()
		}
	}
	return len(t.base.Sample.Columns()) + len(t.rules)
}

// take computes the key or keys of a source row and what becomes of its cells.
func (w *writer) take(row int) {
	b, t := w.t.base, w.t
	from, to := b.Sample.Cells(row)
	meant := t.meant(row)
	if !meant && !t.alone {
		return
	}
	first := len(w.units)
	var key []byte
	if !meant || !t.perCell {
		key = w.key(row, -1, meant)
	}
	kept := 0
	for j := from; j < to; j++ {
		c, ok := w.cell(row, j, from, meant)
		if !ok {
			continue
		}
		kept++
		u := unit{row: uint32(row), key: key}
		if key == nil {
			u.key = w.key(row, j, meant)
		}
		w.add(first, u, c)
	}
	switch {
	case kept > 0:
	case to > from:
		w.emptied++
	case key != nil: // a row of which no cell was read
		w.units = append(w.units, unit{row: uint32(row), key: key, first: len(w.cells), last: len(w.cells)})
	}
}

// key writes a key into the arena.
func (w *writer) key(row, cell int, meant bool) []byte {
	if !meant {
		return w.t.base.Sample.Key(row)
	}
	if cap(w.keys)-len(w.keys) < 256 { // keys that were made stay where they are
		w.keys = make([]byte, 0, max(4096, min(2*cap(w.keys), 1<<22)))
	}
	start := len(w.keys)
	w.keys = w.t.appendKey(w.keys, w.t.key, at{row, cell})
	return w.keys[start:len(w.keys):len(w.keys)]
}

// add puts a cell with the other cells of its row that have the same key. Cells of a unit lie together, so a cell for an
// earlier unit of the row makes a second unit of that key, which changes nothing: units of a key are joined later.
func (w *writer) add(first int, u unit, c newCell) {
	c.seq = len(w.cells)
	w.cells = append(w.cells, c)
	if n := len(w.units); n > first && bytes.Equal(w.units[n-1].key, u.key) {
		w.units[n-1].last++
		return
	}
	u.first, u.last = c.seq, c.seq+1
	w.units = append(w.units, u)
}

// cell returns what becomes of a cell; false when it goes.
func (w *writer) cell(row, j, from int, meant bool) (newCell, bool) {
	sampled, t := w.t.base.Sample, w.t
	id := sampled.ColumnOf(j)
	c := newCell{cell: j, micros: sampled.Times(j, j+1)[0], size: sampled.Sizes(j, j+1)[0], newest: j == from || sampled.ColumnOf(j-1) != id, rule: -1}
	if !meant {
		column := sampled.Column(id)
		c.column = w.columns.number(column.Family, append(w.scratch[:0], column.Qualifier...))
		return c, true
	}
	if t.moved[id] {
		return c, false
	}
	if c.rule = t.ruleOf[id]; c.rule >= 0 {
		if t.rules[c.rule].Drop {
			return c, false
		}
		if t.rules[c.rule].Empty {
			c.size = 0
		}
	}
	c.column = w.target(id, c.rule, at{row, j})
	if t.time != nil {
		if v, ok := instant(t.time.form, t.base.eval(t.time, at{row, j})); ok {
			c.micros = v.Int*1e6 + int64(v.Nanos/1e3)
			if !sampled.Table.Micros {
				c.micros -= (c.micros%1000 + 1000) % 1000
			}
		}
	}
	return c, true
}

// target is the new column of a cell.
func (w *writer) target(id sample.ColumnID, rule int, p at) uint32 {
	if w.same[id] != none {
		return w.same[id]
	}
	column := w.t.base.Sample.Column(id)
	family, qualifier := column.Family, append(w.scratch[:0], column.Qualifier...)
	fixed := true
	if rule >= 0 {
		r := w.t.rules[rule]
		if r.Family != "" {
			family = r.Family
		}
		if r.Qualifier != nil {
			qualifier, fixed = w.t.appendKey(w.scratch[:0], r.qualifier, p), false
		}
	}
	w.scratch = qualifier
	to := w.columns.number(family, qualifier)
	if fixed {
		w.same[id] = to
	}
	return to
}

// order ranks the new columns by family and qualifier.
func (w *writer) order() {
	ids := make([]uint32, len(w.columns.list))
	for i := range ids {
		ids[i] = uint32(i)
	}
	slices.SortFunc(ids, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(w.columns.family(a), w.columns.family(b)), bytes.Compare(w.columns.qualifier(a), w.columns.qualifier(b)))
	})
	w.rank = make([]int, len(ids))
	for place, id := range ids {
		w.rank[id] = place
	}
}

// row writes a new row of its units, which are in the order of the source.
func (w *writer) row(units []unit) {
	if w.out != nil {
		w.out.Row(units[0].key)
	}
	w.rows.begin(units[0].key)
	cells := w.cells[units[0].first:units[0].last]
	if len(units) > 1 {
		cells = nil
	}
	for i, u := range units {
		if len(units) > 1 {
			cells = append(cells, w.cells[u.first:u.last]...)
		}
		if i == 0 || u.row != units[i-1].row {
			w.sources = append(w.sources, u.row)
			if w.t.perCell {
				through := -1
				if u.last > u.first {
					through = w.cells[u.first].cell
				}
				w.through = append(w.through, through)
			}
		}
	}
	w.sourceEnd = append(w.sourceEnd, len(w.sources))
	defer w.rows.end()
	slices.SortFunc(cells, func(a, b newCell) int {
		return cmp.Or(cmp.Compare(w.place(a), w.place(b)), cmp.Compare(b.micros, a.micros), cmp.Compare(b.seq, a.seq))
	})
	for i := 0; i < len(cells); {
		end := i + 1
		for end < len(cells) && cells[end].column == cells[i].column {
			end++
		}
		w.versions(cells[i:end])
		i = end
	}
}

// place puts the columns of a row in order.
func (w *writer) place(c newCell) int {
	if w.rank == nil {
		return int(c.column)
	}
	return w.rank[c.column]
}

// versions writes the cells of one column, which come newest first, and of one instant the last of the source first.
func (w *writer) versions(cells []newCell) {
	cells = w.serialize(cells)
	for i, c := range cells {
		if i > 0 && cells[i-1].micros == c.micros {
			w.collisions.OverwrittenCells++
			continue
		}
		if i > 0 && c.newest {
			w.collisions.VersionCells++
		}
		w.emit(c)
	}
}

// emit writes a cell. Of a serialized one, whose cell is negative, there is a size only.
func (w *writer) emit(c newCell) {
	w.rows.add(w.columns.cellBytes(c.column, int(c.size)))
	if w.out == nil {
		return
	}
	var value []byte
	if c.cell >= 0 {
		value = w.t.base.Sample.Cell(c.cell).Value
	}
	w.out.CellPrefix(w.columns.family(c.column), w.columns.qualifier(c.column), c.micros, int(c.size), value[:min(len(value), int(c.size))])
}
