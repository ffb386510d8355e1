package census

import (
	"slices"

	"github.com/twmb/murmur3"

	"tabletop/model/retention"
	"tabletop/model/sample"
)

// part is what a byte of a key is counted as when it is split over the cells of a row: a whole number, so that sums do
// not depend on their order.
const part = 1_000_000

// Tally counts the rows, columns, sizes and times of a table while its rows go by. Of more than retention.MaxColumns
// columns it keeps those whose names have the smallest hashes: which they are depends on the names alone, so tallies of
// any parts agree about them. It is not safe for concurrent use: readers count in one each, and Merge joins them.
type Tally struct {
	totals   Totals
	families map[string]*entry
	columns  map[sample.Column]*entry
	limit    uint64 // columns whose names hash above it are not kept
	most     int    // columns to keep
	rows     int64  // begun: a row's number

	// The row in progress.
	key          []byte // of the sample at hand
	cells        []cell
	last         sample.Column // of the last cell
	scratch      []byte
	before       []*entry // the columns of the row before, in order: this row most likely has the same
	columnsOfRow []*entry
}

// entry is a column or a family under construction.
type entry struct {
	Column
	family *entry // of a column
	hash   uint64
	row    int64 // number of the row last counted
}

// cell is a cell of the row in progress.
type cell struct {
	family, column *entry // column is nil when it is not kept
	name           *sample.Column
	first          bool // of its column in the row
	size           int64
	bytes          int64
	micros         int64
}

// NewTally starts an empty tally.
func NewTally() *Tally {
	return &Tally{families: map[string]*entry{}, columns: map[sample.Column]*entry{}, limit: ^uint64(0),
		most: retention.MaxColumns}
}

// Resume returns a tally that continues from totals. It takes them over.
func Resume(totals *Totals) *Tally {
	tally := NewTally()
	tally.totals = *totals
	if totals.Cut {
		tally.limit = 0 // the largest hash of those kept, which follow
	}
	for _, f := range totals.Families {
		tally.families[f.Family] = &entry{Column: f}
	}
	for _, c := range totals.Columns {
		tally.scratch = columnName(tally.scratch[:0], c.Family, c.Qualifier)
		e := &entry{Column: c, family: tally.family(c.Family), hash: murmur3.Sum64(tally.scratch)}
		tally.columns[c.Name()] = e
		if totals.Cut {
			tally.limit = max(e.hash, tally.limit)
		}
	}
	tally.totals.Families, tally.totals.Columns = nil, nil
	return tally
}

// columnName appends what a column is hashed by. A family name has no NUL, so family NUL qualifier is unambiguous.
func columnName(dst []byte, family, qualifier string) []byte {
	return append(append(append(dst, family...), 0), qualifier...)
}

// Add counts the rows of s, which may be a part of a larger read.
func (t *Tally) Add(s *sample.Sample) {
	columns := s.Columns()
	for i := range s.Rows() {
		t.row(s.Key(i))
		from, to := s.Cells(i)
		for j := from; j < to; j++ {
			c := s.Cell(j)
			t.cell(&columns[c.Column], c.Micros, int64(c.Size))
		}
		t.end()
	}
}

// row begins a row. The key is used until the row ends.
func (t *Tally) row(key []byte) {
	t.rows++
	t.key = key
	t.cells = t.cells[:0]
	t.before, t.columnsOfRow = t.columnsOfRow, t.before[:0]
}

// cell adds a cell to the row. Cells of a column come one after the other. size is that of the value, in bytes.
func (t *Tally) cell(column *sample.Column, micros, size int64) {
	cell := cell{name: column, size: size, micros: micros, bytes: column.HeadBytes() + size}
	if n := len(t.cells); n > 0 && t.last == *column {
		cell.family, cell.column = t.cells[n-1].family, t.cells[n-1].column
	} else {
		cell.first = true
		cell.family, cell.column = t.find(*column)
		t.columnsOfRow = append(t.columnsOfRow, cell.column)
		t.last = *column
	}
	t.cells = append(t.cells, cell)
}

// end counts the row.
func (t *Tally) end() {
	totals, key := &t.totals, int64(len(t.key))
	totals.Rows++
	totals.KeyBytes += key
	totals.KeyLength.Add(key)
	row, different, versions := key, int64(0), int64(0)
	for index := range t.cells {
		cell := &t.cells[index]
		row += cell.bytes
		totals.ValueBytes += cell.size
		totals.ValueSize.Add(cell.size)
		totals.time(cell.micros)
		t.largeCell(cell)
		keyParts := keyPart(key, index, len(t.cells))
		cell.family.add(cell, keyParts, t.rows)
		if cell.column != nil {
			cell.column.add(cell, keyParts, t.rows)
		}
		versions++
		if last := index == len(t.cells)-1; last || t.cells[index+1].first {
			different++
			totals.Versions.Add(versions)
			if cell.column != nil {
				cell.column.Versions = max(cell.column.Versions, versions)
			}
			versions = 0
		}
	}
	totals.Cells += int64(len(t.cells))
	totals.Bytes += row
	totals.RowBytes.Add(row)
	totals.CellsPerRow.Add(int64(len(t.cells)))
	totals.ColumnsPerRow.Add(different)
	t.largeRow(row)
	t.cells = t.cells[:0]
}

// keyPart returns what cell i of n takes of the bytes of its key, in parts: as even as whole numbers are, and in all
// the key, so that families add up to the table.
func keyPart(key int64, i, n int) int64 {
	all, of := key*part, int64(n)
	each, rest := all/of, all%of // rest * of stays below the square of a row's cells
	return each + rest*int64(i+1)/of - rest*int64(i)/of
}

// add counts a cell of row number row.
func (e *entry) add(c *cell, keyParts, row int64) {
	if e.Cells == 0 {
		e.Oldest, e.Newest = c.micros, c.micros
	}
	if e.row != row {
		e.row = row
		e.Rows++
	}
	e.Cells++
	e.Bytes += c.bytes
	e.KeyParts += keyParts
	e.Oldest, e.Newest = min(e.Oldest, c.micros), max(e.Newest, c.micros)
}

// find is the family and the column of a cell; see column.
func (t *Tally) find(column sample.Column) (f, c *entry) {
	if at := len(t.columnsOfRow); at < len(t.before) {
		if c := t.before[at]; c != nil && c.Family == column.Family && c.Qualifier == column.Qualifier &&
			c.hash <= t.limit {
			return c.family, c
		}
	}
	c = t.column(column)
	if c == nil {
		return t.family(column.Family), nil
	}
	return c.family, c
}

func (t *Tally) family(name string) *entry {
	f, ok := t.families[name]
	if !ok {
		f = &entry{Column: Column{Family: name}}
		t.families[name] = f
	}
	return f
}

// column finds or makes the entry of a column; it is nil for one that is not kept.
func (t *Tally) column(column sample.Column) *entry {
	if e, ok := t.columns[column]; ok {
		return e
	}
	t.scratch = columnName(t.scratch[:0], column.Family, column.Qualifier)
	hash := murmur3.Sum64(t.scratch)
	if hash > t.limit {
		return nil
	}
	e := &entry{Column: Column{Family: column.Family, Qualifier: column.Qualifier}, family: t.family(column.Family),
		hash: hash}
	t.columns[column] = e
	if len(t.columns) >= 2*t.most {
		t.trim()
	}
	return e
}

// trim forgets the columns with the largest hashes. A column that is among the smallest of the whole table is among
// those of every part of it, and so is never forgotten.
func (t *Tally) trim() {
	if len(t.columns) <= t.most {
		return
	}
	hashes := make([]uint64, 0, len(t.columns))
	for _, e := range t.columns {
		hashes = append(hashes, e.hash)
	}
	slices.Sort(hashes)
	t.limit = hashes[t.most-1]
	t.totals.Cut = true
	for name, e := range t.columns {
		if e.hash > t.limit {
			delete(t.columns, name)
		}
	}
}

// Merge adds what o counted.
func (t *Tally) Merge(o *Tally) {
	t.totals.merge(&o.totals)
	for name, e := range o.families {
		t.family(name).merge(&e.Column)
	}
	t.limit = min(t.limit, o.limit)
	for name, e := range t.columns {
		if e.hash > t.limit {
			delete(t.columns, name)
		}
	}
	for name, column := range o.columns {
		if column.hash > t.limit {
			continue
		}
		into, ok := t.columns[name]
		if !ok {
			into = &entry{Column: Column{Family: column.Family, Qualifier: column.Qualifier},
				family: t.family(column.Family), hash: column.hash}
			t.columns[name] = into
		}
		into.merge(&column.Column)
	}
	if len(t.columns) >= 2*t.most {
		t.trim()
	}
}

// Totals are the counts so far. They are a copy, which later rows do not change.
func (t *Tally) Totals() *Totals {
	t.trim()
	out := t.totals.clone()
	out.Families = sorted(t.families)
	out.Columns = sorted(t.columns)
	return out
}
