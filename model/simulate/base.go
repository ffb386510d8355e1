// Package simulate answers what a table would be like under another layout: it computes the keys and cells that a
// candidate makes of the rows of a sample, and measures them.
package simulate

import (
	"context"
	"sync"

	"tabletop/model/candidate"
	"tabletop/model/profile/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Base is a sample made ready for trying candidates: its keys are cut into segments once, and what has been computed of
// them is kept, so that a change of one part of a key costs that part only. It is safe for concurrent use.
type Base struct {
	Sample *sample.Sample
	Set    rowkey.Set
	Draw   *estimate.Design

	kind    []int16  // row -> index in Set; -1 when no layout explains its key
	bodies  []body   // of rows
	heads   []int64  // column -> bytes of a cell beside its value
	names   []string // of segments, in order of the layouts
	columns map[string]*column
	ids     map[candidate.ColumnName]sample.ColumnID

	mu         sync.Mutex
	fields     map[string]*rendered  // by the key of the field
	components map[string]*component // by that and the literal behind
}

// column is one segment over all rows: segments of one name in several kinds are one column. Of a segment that a key
// holds several times the first counts.
type column struct {
	name  string
	of    []uint32 // row -> value, or none
	start []uint32 // row -> where it begins in the key
	first []uint32 // value -> a row that has it
	raw   [][]byte // value -> its bytes in the key, without escapes
	seg   []*rowkey.Segment
	lacks bool // some row has none
}

// body is what a row has beside its key.
type body struct {
	bytes int64
	cells uint32
}

// none is the value of a row that has no such segment.
const none = ^uint32(0)

// NewBase cuts the keys of s with the layouts of set. The error is ctx's.
func NewBase(ctx context.Context, s *sample.Sample, set rowkey.Set) (*Base, error) {
	b := &Base{
		Sample: s, Set: set, Draw: estimate.NewDesign(s), kind: make([]int16, s.Rows()),
		columns: map[string]*column{}, ids: map[candidate.ColumnName]sample.ColumnID{},
		fields: map[string]*rendered{}, components: map[string]*component{},
		bodies: make([]body, s.Rows()), heads: make([]int64, len(s.Columns())),
	}
	for id, c := range s.Columns() {
		b.ids[candidate.ColumnName{Family: c.Family, Qualifier: c.Qualifier}] = sample.ColumnID(id)
		b.heads[id] = int64(len(c.Family)+len(c.Qualifier)) + 8
	}
	fillers := map[*rowkey.Segment]*filler{}
	byName := map[string]*filler{}
	for _, layout := range set {
		for _, seg := range layout.Segments() {
			if byName[seg.Name] == nil {
				byName[seg.Name] = newFiller(seg.Name, s.Rows())
				b.names = append(b.names, seg.Name)
				b.columns[seg.Name] = byName[seg.Name].column
			}
			fillers[seg] = byName[seg.Name]
		}
	}
	var spans []rowkey.Span
	for i := range s.Rows() {
		if i%8192 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		key := s.Key(i)
		from, to := s.Cells(i)
		b.bodies[i] = body{s.RowBytes(i) - int64(len(key)), uint32(to - from)}
		var kind int
		spans, kind = set.Decode(spans[:0], key)
		b.kind[i] = int16(kind)
		for _, span := range spans {
			fillers[span.Segment].add(i, key, span)
		}
	}
	for _, c := range b.columns {
		for _, v := range c.of {
			if v == none {
				c.lacks = true
				break
			}
		}
	}
	return b, nil
}

// Segments names the segments of today's keys, in order of the layouts.
func (b *Base) Segments() []string { return b.names }

// filler adds the values of rows to a column.
type filler struct {
	column *column
	ids    map[*rowkey.Segment]map[string]uint32
	last   uint32
}

func newFiller(name string, rows int) *filler {
	c := &column{name: name, of: make([]uint32, rows), start: make([]uint32, rows)}
	for i := range c.of {
		c.of[i] = none
	}
	return &filler{column: c, ids: map[*rowkey.Segment]map[string]uint32{}, last: none}
}

func (f *filler) add(row int, key []byte, span rowkey.Span) {
	c := f.column
	if c.of[row] != none {
		return
	}
	raw := key[span.Start:span.End]
	if span.Segment.Escape == rowkey.EscapeOrdered {
		raw, _ = rowkey.Unescape(raw) // it was decoded, so it can be
	}
	c.start[row] = uint32(span.Start - span.Segment.LengthPrefix)
	if f.last != none && c.seg[f.last] == span.Segment && string(c.raw[f.last]) == string(raw) {
		c.of[row] = f.last // neighbours often share their value
		return
	}
	ids := f.ids[span.Segment]
	if ids == nil {
		ids = map[string]uint32{}
		f.ids[span.Segment] = ids
	}
	id, ok := ids[string(raw)]
	if !ok {
		id = uint32(len(c.raw))
		ids[string(raw)] = id
		c.raw, c.seg, c.first = append(c.raw, raw), append(c.seg, span.Segment), append(c.first, uint32(row))
	}
	c.of[row], f.last = id, id
}

// has tells whether a row has the segment.
func (c *column) has(row int) bool { return c.of[row] != none }

// newest finds the newest cell of a column in a row; -1 when there is none.
func (b *Base) newest(row int, id sample.ColumnID) int {
	from, to := b.Sample.Cells(row)
	best := -1
	times := b.Sample.Times(from, to)
	for j := from; j < to; j++ {
		if b.Sample.ColumnOf(j) == id && (best < 0 || times[j-from] > times[best-from]) {
			best = j
		}
	}
	return best
}
