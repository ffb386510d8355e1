// Package keyspace groups the rows of a sample by the segments of their keys, and builds the tree of the key space from
// these groups.
package keyspace

import (
	"sync"

	"tabletop/model/rowkey"
	"tabletop/model/segments"
)

// Index groups the rows of a table of segments. It is safe for concurrent use.
type Index struct {
	*segments.Table

	mu     sync.Mutex
	groups map[By]*Groups
}

// Groups assigns rows to groups: Of[row] indexes Values, or is None.
type Groups struct {
	By     By
	Of     []uint32
	Values []Value
}

// Find returns the group of a value of another index, where groups have other numbers.
func (g *Groups) Find(v Value) (group uint32, ok bool) {
	for i := range g.Values {
		if string(g.Values[i].Raw) == string(v.Raw) && g.Values[i].Of.Int == v.Of.Int {
			return uint32(i), true
		}
	}
	return 0, false
}

// None is the group of a row that has no such segment.
const None = segments.None

// Value is the common value of the rows of a group.
type Value struct {
	Raw  []byte       // the bytes in the key; nil for a time truncated to a unit
	Of   rowkey.Value // decoded
	Unit rowkey.Unit  // of a time
}

// By is what to group by: a segment, and for timestamps the unit they are truncated to. The zero Unit lets Groups
// choose the coarsest unit that makes a useful number of groups.
type By struct {
	Segment string
	Unit    rowkey.Unit
}

// New returns an index of t that has no groups yet.
func New(t *segments.Table) *Index { return &Index{Table: t, groups: map[By]*Groups{}} }

// Groups returns the rows by a segment. It is nil if no layout has the segment. Results are kept.
func (x *Index) Groups(by By) *Groups {
	col := x.Column(by.Segment)
	if col == nil {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if col.IsTime() {
		if by.Unit == "" {
			by.Unit = columnUnit(col)
		}
	} else {
		by.Unit = ""
	}
	groups := x.groups[by]
	if groups == nil {
		if col.IsTime() {
			groups = byTime(col, by)
		} else {
			groups = byValue(col, by)
		}
		x.groups[by] = groups
	}
	return groups
}

// units are those that times are truncated to, coarsest first.
var units = [...]rowkey.Unit{rowkey.Year, rowkey.Month, rowkey.Day, rowkey.Hour, rowkey.Minute, rowkey.Second}

// usefulGroups is the minimum number of groups of times, if the finest unit makes that many.
const usefulGroups = 12

// columnUnit returns the coarsest unit that makes at least usefulGroups groups in the span of the times.
func columnUnit(c *segments.Column) rowkey.Unit {
	low, high := int64(1<<63-1), int64(-1<<63)
	for i := range c.Values {
		if v := &c.Values[i].Of; v.Kind == rowkey.KindTime {
			low, high = min(low, v.Int), max(high, v.Int)
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

// byValue groups by the bytes of the values.
func byValue(c *segments.Column, by By) *Groups {
	of, values := c.ByBytes()
	g := &Groups{By: by, Of: of, Values: make([]Value, len(values))}
	for i, v := range values {
		g.Values[i] = Value{Raw: v.Raw, Of: v.Of}
	}
	return g
}

// byTime groups the times by a unit.
func byTime(c *segments.Column, by By) *Groups {
	groups := &Groups{By: by, Of: make([]uint32, len(c.Of))}
	ids, group := map[int64]uint32{}, make([]uint32, len(c.Values))
	for i := range c.Values {
		value := &c.Values[i].Of
		if value.Kind != rowkey.KindTime {
			group[i] = None
			continue
		}
		start := value.Floor(by.Unit).Int
		id, ok := ids[start]
		if !ok {
			id = uint32(len(groups.Values))
			ids[start] = id
			groups.Values = append(groups.Values, Value{Of: rowkey.Value{Kind: rowkey.KindTime, Int: start},
				Unit: by.Unit})
		}
		group[i] = id
	}
	for row, code := range c.Of {
		if groups.Of[row] = None; code != segments.None {
			groups.Of[row] = group[code]
		}
	}
	return groups
}
