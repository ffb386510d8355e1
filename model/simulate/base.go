// Package simulate answers what a table would be like under another layout: it computes the keys and cells that a
// candidate makes of the rows of a sample, and measures them.
package simulate

import (
	"math"
	"sync"

	"tabletop/model/candidate"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/tally"
)

// Base is a sample made ready for trying candidates. What has been computed of its segments is kept, so that a change of
// one part of a key costs that part only. It is safe for concurrent use.
type Base struct {
	*segments.Table

	bodies []body  // of rows
	heads  []int64 // column -> bytes of a cell beside its value
	ids    map[candidate.ColumnName]sample.ColumnID
	// elsewhere are columns of the table that no row of the sample has, in no order. Their IDs are noColumnID.
	elsewhere []sample.Column

	whole   []Counted // of candidates, over all rows of the table
	current *Counted  // of the current layout, over all rows of the table; nil if they were not counted

	mu         sync.Mutex
	fields     map[string]*rendered  // by the key of the field
	components map[string]*component // by that and the literal behind
}

// body is what a row has beside its key.
type body struct {
	bytes int64
	cells uint32
}

// none is the value of a row that has no such segment.
const none = segments.None

// NewBase makes a base of the segments of a sample.
func NewBase(t *segments.Table) *Base {
	sampled := t.Sample
	base := &Base{
		Table: t, ids: map[candidate.ColumnName]sample.ColumnID{},
		fields: map[string]*rendered{}, components: map[string]*component{},
		bodies: make([]body, sampled.Rows()), heads: make([]int64, len(sampled.Columns())),
	}
	if whole, err := CountedFromSample(sampled); err == nil { // files are checked when they are opened
		base.whole = whole
	}
	if sampled.CountsAll() {
		if totals, err := tally.FromSample(sampled); err == nil && totals != nil {
			base.current = countedCurrent(totals, sampled.How.Started)
		}
	}
	for id, c := range sampled.Columns() {
		base.ids[candidate.ColumnName{Family: c.Family, Qualifier: c.Qualifier}] = sample.ColumnID(id)
		base.heads[id] = c.HeadBytes()
	}
	for row := range base.bodies {
		from, to := sampled.Cells(row)
		base.bodies[row] = body{t.Bytes[row] - int64(len(sampled.Key(row))), uint32(to - from)}
	}
	return base
}

// noColumnID is the ID of columns that no row of the sample has.
const noColumnID = sample.ColumnID(math.MaxInt32)

// NewPartBase makes a base of a part of a table: candidates may name any of the columns, whether the part has cells of them or not.
func NewPartBase(t *segments.Table, columns []sample.Column) *Base {
	b := NewBase(t)
	for _, c := range columns {
		name := candidate.ColumnName{Family: c.Family, Qualifier: c.Qualifier}
		if _, ok := b.ids[name]; !ok {
			b.ids[name] = noColumnID
			b.elsewhere = append(b.elsewhere, c)
		}
	}
	return b
}

// Segments returns the names of the segments of the current keys, in order of the layouts.
func (b *Base) Segments() []string { return b.Names }
