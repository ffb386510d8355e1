// Package keyspace holds a sample with its keys cut into segments, as columns of codes, and the tree of the key space
// that grouping by those segments makes.
package keyspace

import (
	"context"
	"sync"
	"time"

	"tabletop/model/profile/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Unexplained is the kind of a row that no layout decodes.
const Unexplained = -1

// Index is a sample whose keys have been decoded once, so that grouping a million rows costs no decoding. It is safe for
// concurrent use.
type Index struct {
	Sample *sample.Sample
	Set    rowkey.Set
	Draw   *estimate.Design
	Kind   []int16 // row -> index in Set, or Unexplained
	Bytes  []int64 // row -> RowBytes

	columns map[string]*Column // by segment name
	names   [][]string         // kind -> names of its segments, in key order
	mu      sync.Mutex
	derived map[By]*Groups
}

// Column is one segment over all rows: segments of the same name in several kinds are one column. Of a segment that a
// key holds several times, the first counts.
type Column struct {
	Name    string
	Segment *rowkey.Segment // of the first kind that has it
	times   []int64         // row -> seconds since 1970, for timestamps; noTime where there is none
	groups  *Groups         // for all others
}

// noTime marks a row without the timestamp.
const noTime = int64(-1 << 63)

// Groups sorts rows into groups: Of[row] indexes Values, or is None.
type Groups struct {
	By     By
	Of     []uint32
	Values []Value
}

// None is the group of a row that has no such segment.
const None = ^uint32(0)

// Value is what the rows of a group have in common.
type Value struct {
	Raw  []byte       // the bytes in the key; nil for a time cut to a unit
	Of   rowkey.Value // decoded
	Unit rowkey.Unit  // of a time
}

// By says what to group by: a segment, and for timestamps the unit they are cut to. The zero Unit lets Groups choose
// the coarsest unit that makes a useful number of groups.
type By struct {
	Segment string
	Unit    rowkey.Unit
}

// New cuts the keys of s. The error is ctx's.
func New(ctx context.Context, s *sample.Sample, set rowkey.Set) (*Index, error) {
	c := &Index{
		Sample: s, Set: set, Draw: estimate.NewDesign(s),
		Kind: make([]int16, s.Rows()), Bytes: make([]int64, s.Rows()),
		columns: map[string]*Column{}, names: make([][]string, len(set)), derived: map[By]*Groups{},
	}
	bySegment := c.prepare()
	var spans []rowkey.Span
	for i := range s.Rows() {
		if i%8192 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c.Bytes[i] = s.RowBytes(i)
		key := s.Key(i)
		var kind int
		spans, kind = set.Decode(spans[:0], key)
		c.Kind[i] = int16(kind)
		for _, span := range spans {
			bySegment[span.Segment].add(i, key[span.Start:span.End], span.Value)
		}
	}
	return c, nil
}

// prepare makes an empty column for every segment name.
func (c *Index) prepare() map[*rowkey.Segment]*filler {
	rows := c.Sample.Rows()
	fillers := map[*rowkey.Segment]*filler{}
	byName := map[string]*filler{}
	for kind, layout := range c.Set {
		for _, seg := range layout.Segments() {
			c.names[kind] = append(c.names[kind], seg.Name)
			f := byName[seg.Name]
			isTime := seg.Codec.Type() == rowkey.Timestamp
			if f == nil || (f.column.times != nil) != isTime {
				f = &filler{column: &Column{Name: seg.Name, Segment: seg}}
				if isTime {
					f.column.times = filled(rows, noTime)
				} else {
					f.ids = map[string]uint32{}
					f.column.groups = &Groups{By: By{Segment: seg.Name}, Of: filled(rows, None)}
				}
				byName[seg.Name] = f
				c.columns[seg.Name] = f.column
			}
			fillers[seg] = f
		}
	}
	return fillers
}

func filled[T any](n int, v T) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = v
	}
	return s
}

// filler adds the values of rows to a column.
type filler struct {
	column *Column
	ids    map[string]uint32
}

func (f *filler) add(row int, raw []byte, v rowkey.Value) {
	if f.column.times != nil {
		if f.column.times[row] == noTime && v.Kind == rowkey.KindTime {
			f.column.times[row] = v.Int
		}
		return
	}
	g := f.column.groups
	if g.Of[row] != None {
		return
	}
	id, ok := f.ids[string(raw)]
	if !ok {
		id = uint32(len(g.Values))
		f.ids[string(raw)] = id
		g.Values = append(g.Values, Value{Raw: raw, Of: v})
	}
	g.Of[row] = id
}

// Column finds the column of a segment; nil when no layout has it.
func (c *Index) Column(name string) *Column { return c.columns[name] }

// Segments names the segments of a kind, in key order.
func (c *Index) Segments(kind int) []string { return c.names[kind] }

// Groups sorts the rows by a segment. It is nil when no layout has the segment. Results are kept, so asking again
// costs nothing.
func (c *Index) Groups(by By) *Groups {
	col := c.columns[by.Segment]
	if col == nil {
		return nil
	}
	if col.times == nil {
		return col.groups
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if by.Unit == "" {
		by.Unit = col.unit()
	}
	g := c.derived[by]
	if g == nil {
		g = col.cutTo(by)
		c.derived[by] = g
	}
	return g
}

// units are those that times are cut to, coarsest first.
var units = [...]rowkey.Unit{rowkey.Year, rowkey.Month, rowkey.Day, rowkey.Hour, rowkey.Minute, rowkey.Second}

// usefulGroups is how many groups of times are wanted at least, where there are as many.
const usefulGroups = 12

// unit is the coarsest unit that makes at least usefulGroups groups, judged from the span of the times.
func (c *Column) unit() rowkey.Unit {
	low, high := int64(1<<63-1), noTime
	for _, t := range c.times {
		if t != noTime {
			low, high = min(low, t), max(high, t)
		}
	}
	span := float64(high) - float64(low)
	seconds := [...]float64{365 * 86400, 30 * 86400, 86400, 3600, 60, 1}
	for i, u := range units {
		if span/seconds[i] >= usefulGroups {
			return u
		}
	}
	return units[len(units)-1]
}

// cutTo groups the times by a unit.
func (c *Column) cutTo(by By) *Groups {
	g := &Groups{By: by, Of: make([]uint32, len(c.times))}
	ids := map[int64]uint32{}
	lastIn, lastOut := noTime, uint32(0)
	for row, t := range c.times {
		if t == noTime {
			g.Of[row] = None
			continue
		}
		if t == lastIn { // neighbours often share their time
			g.Of[row] = lastOut
			continue
		}
		start := Truncate(t, by.Unit)
		id, ok := ids[start]
		if !ok {
			id = uint32(len(g.Values))
			ids[start] = id
			g.Values = append(g.Values, Value{Of: rowkey.Value{Kind: rowkey.KindTime, Int: start}, Unit: by.Unit})
		}
		g.Of[row] = id
		lastIn, lastOut = t, id
	}
	return g
}

// Truncate gives the first second of the unit that t (seconds since 1970) lies in, in UTC. Weeks are ISO weeks.
func Truncate(t int64, unit rowkey.Unit) int64 {
	switch unit {
	case rowkey.Year:
		u := time.Unix(t, 0).UTC()
		return time.Date(u.Year(), 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	case rowkey.Month:
		u := time.Unix(t, 0).UTC()
		return time.Date(u.Year(), u.Month(), 1, 0, 0, 0, 0, time.UTC).Unix()
	case rowkey.Week:
		const mondayOffset = 3 * 86400 // 1970-01-01 was a Thursday
		return floor(t+mondayOffset, 7*86400) - mondayOffset
	case rowkey.Day:
		return floor(t, 86400)
	case rowkey.Hour:
		return floor(t, 3600)
	case rowkey.Minute:
		return floor(t, 60)
	}
	return t
}

func floor(t, step int64) int64 {
	r := t % step
	if r < 0 {
		r += step
	}
	return t - r
}
