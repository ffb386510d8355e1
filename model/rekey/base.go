// Package rekey evaluates what a table becomes under other keys: the keys of a set of templates, one for each record
// kind, are computed from coded parts, records are sorted by them, and records with equal keys are one new row. It
// evaluates a sample in memory (Run), or a part of a table whose new rows are joined elsewhere (Plan.Move, Join).
package rekey

import (
	"math"
	"sync"

	"tabletop/model/candidate"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Base is a sample made ready for evaluating layouts. What has been computed of its segments is kept, so that a
// change of one part of a key costs that part only. It is safe for concurrent use.
type Base struct {
	*segments.Table

	rows  []current // of rows
	heads []int64   // column -> bytes of a cell beside its value
	ids   map[candidate.ColumnName]sample.ColumnID
	// elsewhere are columns of the table that no row of the sample has, in no order. Their IDs are noColumn.
	elsewhere []sample.Column

	mu     sync.Mutex
	fields map[string]*Rendered // by the key of the field
}

// current is what a row has beside its key.
type current struct {
	bytes int64
	cells uint32
}

// none is the code of a row that has no such segment.
const none = segments.None

// noColumn is the ID of columns that no row of the sample has.
const noColumn = sample.ColumnID(math.MaxInt32)

// NewBase makes a base of the segments of a sample. Candidates may name its columns, and those given, which a part of
// a table may not have.
func NewBase(t *segments.Table, columns ...sample.Column) *Base {
	base := &Base{Table: t, ids: map[candidate.ColumnName]sample.ColumnID{}, fields: map[string]*Rendered{},
		rows: make([]current, t.Sample.Rows()), heads: make([]int64, len(t.Sample.Columns()))}
	for id, c := range t.Sample.Columns() {
		base.ids[candidate.ColumnName{Family: c.Family, Qualifier: c.Qualifier}] = sample.ColumnID(id)
		base.heads[id] = c.HeadBytes()
	}
	for _, c := range columns {
		name := candidate.ColumnName{Family: c.Family, Qualifier: c.Qualifier}
		if _, ok := base.ids[name]; !ok {
			base.ids[name] = noColumn
			base.elsewhere = append(base.elsewhere, c)
		}
	}
	for row := range base.rows {
		from, to := t.Sample.Cells(row)
		base.rows[row] = current{t.Bytes[row] - int64(len(t.Sample.Key(row))), uint32(to - from)}
	}
	return base
}

// CellsAt returns how many cells a row has.
func (b *Base) CellsAt(row int) int64 { return int64(b.rows[row].cells) }
