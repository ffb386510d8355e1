// Package segments decodes the row keys of a sample, each key once, into one column of values for each segment name.
// Every analysis that groups, counts, re-keys or shows keys reads these columns.
package segments

import (
	"slices"
	"sort"
	"sync"

	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Unexplained is the kind of a row that no layout decodes.
const Unexplained = -1

// None is the code of a row that has no such segment.
const None = ^uint32(0)

// Table is a sample whose keys are decoded. It is immutable and safe for concurrent use.
type Table struct {
	Sample  *sample.Sample
	Layouts rowkey.Set
	Design  *estimate.Design
	Kind    []int16  // row -> index in Layouts, or Unexplained
	Bytes   []int64  // row -> RowBytes
	Cluster []uint32 // row -> number of the cluster that it was sampled in
	Names   []string // of the segments, in order of the layouts, once each

	columns map[string]*Column
	kinds   [][]field // by layout
}

// Column is one segment over all rows. Segments of one name in several record kinds are one column. If a key holds the
// segment several times, the first occurrence counts; Repeats has the others.
type Column struct {
	Name    string
	Segment *rowkey.Segment // of the first kind that has it
	Of      []uint32        // row -> index in Values, or None
	Start   []uint32        // row -> offset of the value in the key
	Values  []Value         // in order of first appearance
	First   []uint32        // value -> the first row that has it
	Repeats []Repeat        // in order of rows
	Lacks   bool            // some row has no value

	merged func() merged
}

// Value is one distinct value of a column: equal bytes of one kind's segment.
type Value struct {
	Raw     []byte // the bytes in the key, escapes included
	Of      rowkey.Value
	Segment *rowkey.Segment
}

// Repeat is another occurrence of a segment in the key of a row.
type Repeat struct {
	Row, Start uint32
	Value
}

// merged is a column by the bytes only.
type merged struct {
	of     []uint32
	values []Value
}

// field is one segment of a layout and its column.
type field struct {
	segment *rowkey.Segment
	column  *Column
}

// Column returns the column of a segment; nil when no layout has it.
func (t *Table) Column(name string) *Column { return t.columns[name] }

// KindSegments returns the names of the segments of a kind, in key order.
func (t *Table) KindSegments(kind int) []string {
	names := make([]string, len(t.kinds[kind]))
	for i, f := range t.kinds[kind] {
		names[i] = f.segment.Name
	}
	return names
}

// Spans appends the segments of the key of a row to dst, in key order: what Layouts.Decode returns.
func (t *Table) Spans(dst []rowkey.Span, row int) []rowkey.Span {
	kind := t.Kind[row]
	if kind == Unexplained {
		return dst
	}
	from, repeated := len(dst), false
	for _, field := range t.kinds[kind] {
		column := field.column
		code := column.Of[row]
		if code == None {
			continue
		}
		dst = append(dst, column.Values[code].span(column.Start[row]))
		for i := column.repeat(row); i < len(column.Repeats) && int(column.Repeats[i].Row) == row; i++ {
			dst = append(dst, column.Repeats[i].span(column.Repeats[i].Start))
			repeated = true
		}
	}
	if repeated {
		slices.SortStableFunc(dst[from:], func(a, b rowkey.Span) int { return a.Start - b.Start })
	}
	return dst
}

func (v *Value) span(start uint32) rowkey.Span {
	return rowkey.Span{Segment: v.Segment, Start: int(start), End: int(start) + len(v.Raw), Value: v.Of}
}

// repeat returns the index of the first of Repeats in a row or after it.
func (c *Column) repeat(row int) int {
	return sort.Search(len(c.Repeats), func(i int) bool { return int(c.Repeats[i].Row) >= row })
}

// At returns the value of a row; nil when the row has none.
func (c *Column) At(row int) *Value {
	if code := c.Of[row]; code != None {
		return &c.Values[code]
	}
	return nil
}

// IsTime reports whether the segment is a timestamp.
func (c *Column) IsTime() bool { return c.Segment.Codec.Type() == rowkey.Timestamp }

// Text returns the bytes of the value without escapes.
func (v *Value) Text() []byte {
	if v.Segment.Escape != rowkey.EscapeOrdered {
		return v.Raw
	}
	text, _ := rowkey.Unescape(v.Raw) // it was decoded, so it can be
	return text
}

// ByBytes returns the column by the bytes of its values only: equal values of several record kinds have one code. The
// slices must not be written to.
func (c *Column) ByBytes() (of []uint32, values []Value) {
	m := c.merged()
	return m.of, m.values
}

// merge joins values of equal bytes.
func (c *Column) merge() merged {
	one := func(v Value) bool { return v.Segment == c.Values[0].Segment }
	if !slices.ContainsFunc(c.Values, func(v Value) bool { return !one(v) }) {
		return merged{c.Of, c.Values}
	}
	ids, to := map[string]uint32{}, make([]uint32, len(c.Values))
	merged := merged{of: make([]uint32, len(c.Of))}
	for i, v := range c.Values {
		id, ok := ids[string(v.Raw)]
		if !ok {
			id = uint32(len(merged.values))
			ids[string(v.Raw)] = id
			merged.values = append(merged.values, v)
		}
		to[i] = id
	}
	for row, code := range c.Of {
		if merged.of[row] = None; code != None {
			merged.of[row] = to[code]
		}
	}
	return merged
}

func newColumn(segment *rowkey.Segment, rows int) *Column {
	c := &Column{Name: segment.Name, Segment: segment, Of: make([]uint32, rows), Start: make([]uint32, rows)}
	c.merged = sync.OnceValue(c.merge)
	return c
}
