package access

import (
	"bytes"
	"math"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/workload"
)

// Layout is a way to build the keys, as far as the cost of queries depends on it.
type Layout struct {
	// Components are the parts of the key in order, without literals.
	Components []Component
	// Row is the row of the new table that each row of the sample ends up in, numbered from 0 to len(Bytes)-1. Nil is
	// one to one.
	Row   []uint32
	Bytes []int64 // of each new row
	// Of is the row of the sample that each record is of, where cells of a row end up in several new rows: there is a
	// record for each row and new row, and Row and the components are by record. Nil is one record a row.
	Of []uint32
	// In tells which records the layout describes, if there are several in the table; nil for one.
	In []bool
	// Times is when the cell was written that brings each record to its new row, in microseconds; nil where Of is.
	Times []int64
	// PerRecord is how many new rows there are to a record, in a sample where records become one; nil where none do,
	// and where it is unknown.
	PerRecord *estimate.Figure
}

// records is how many there are.
func (l *Layout) records() int {
	if l.Row == nil {
		return len(l.Bytes)
	}
	return len(l.Row)
}

// merges reports whether records become one.
func (l *Layout) merges() bool { return len(l.Bytes) < l.records() }

// over is f by the records of a layout of which a row has several.
func (index *Index) over(l *Layout) *Index {
	of := l.Of
	out := &Index{Table: index.Table, Digests: index.Digests, Largest: index.Largest, columns: map[string]*Column{},
		of: of, cluster: make([]uint32, len(of))}
	for i, row := range of {
		out.cluster[i] = index.cluster[row]
	}
	index.mu.Lock()
	defer index.mu.Unlock()
	for name, c := range index.columns {
		codes := make([]uint32, len(of))
		for i, row := range of {
			codes[i] = c.Of[row]
		}
		out.columns[name] = &Column{Name: c.Name, Codec: c.Codec, Of: codes, Values: c.Values, numbers: c.numbers}
	}
	if l.Times != nil && index.columns[workload.CellTime] != nil {
		out.columns[workload.CellTime] = timesColumn(l.Times)
	}
	return out
}

// row is the row of the sample that a record is of.
func (index *Index) row(record int) int {
	if index.of != nil {
		return int(index.of[record])
	}
	return record
}

// weight is that of the row that a record is of.
func (index *Index) weight(record int) float64 { return index.Design.Weight(index.row(record)) }

// Component is one part of a key that differs from row to row.
type Component struct {
	Sources []string // segments and columns it is computed from; it is known when all of them are
	Of      []uint32 // row of the sample -> code, None where the row has no such part
	Raw     [][]byte // code -> the bytes in the key; equal bytes have one code
	After   []byte   // the literal behind it
	// Fan is the number of values that a salt can have: not knowing the sources, a client asks for each. 0 for others.
	Fan int
	// Starts are the first instant or number that each code stands for, where it may stand for several, as a time
	// truncated to a unit does; of bytes that are no such time +Inf. Nil where that is not known: then it is the first
	// that occurs.
	Starts []float64
	// Unit is the unit that a time is truncated to; its zero value where c is no such time.
	Unit TimeUnit
}

// CurrentLayouts are those that the rows have now, one for each record kind.
func (index *Index) CurrentLayouts() []*Layout {
	if len(index.Layouts) == 0 {
		return []*Layout{{Bytes: index.Bytes}}
	}
	var out []*Layout
	for kind, layout := range index.Layouts {
		current := &Layout{Bytes: index.Bytes}
		if len(index.Layouts) > 1 {
			current.In = make([]bool, len(index.Kind))
			for row, of := range index.Kind {
				current.In[row] = int(of) == kind
			}
		}
		current.Components = index.CurrentComponents(layout, current.In)
		out = append(out, current)
	}
	return out
}

// CurrentComponents are the parts of the keys of a record kind, of the rows given; nil for all.
func (index *Index) CurrentComponents(layout *rowkey.Layout, in []bool) []Component {
	var out []Component
	parts := layout.Parts()
	for i, part := range parts {
		if part.Segment == nil {
			continue
		}
		after := []byte(nil)
		if i+1 < len(parts) {
			after = parts[i+1].Literal
		}
		component := index.Component(part.Segment.Name, after)
		if salt, ok := rowkey.AsSalt(part.Segment.Codec); ok {
			if component.Fan = int(salt.Buckets); component.Fan == 0 {
				component.Fan = len(component.Raw)
			}
			if len(salt.Segments) > 0 {
				component.Sources = salt.Segments
			}
		}
		if in != nil {
			component.Of = slices.Clone(component.Of)
			for row := range component.Of {
				if !in[row] {
					component.Of[row] = None
				}
			}
		}
		out = append(out, component)
	}
	return out
}

// Component is a segment as the keys have it now.
func (index *Index) Component(name string, after []byte) Component {
	col := index.Column(name)
	c := Component{Sources: []string{name}, Of: col.Of, Raw: make([][]byte, len(col.Values)), After: after}
	for i, v := range col.Values {
		c.Raw[i] = v.Raw
	}
	return c
}

// followedBy is a component and the one behind it as one component: a time truncated to a unit, say, and the time
// itself.
func (c *Component) followedBy(next *Component) *Component {
	out := &Component{Sources: c.Sources, Of: make([]uint32, len(c.Of)), After: next.After}
	ids := map[[2]uint32]uint32{}
	for row, code := range c.Of {
		pair := [2]uint32{code, next.Of[row]}
		if pair[0] == None || pair[1] == None {
			out.Of[row] = None
			continue
		}
		id, ok := ids[pair]
		if !ok {
			id = uint32(len(out.Raw))
			ids[pair] = id
			out.Raw = append(out.Raw, append(c.key(int(code)), next.Raw[pair[1]]...))
		}
		out.Of[row] = id
	}
	return out
}

// order is how the bytes of a component run along the axis of its source.
type order uint8

const (
	unordered order = iota
	rising
	falling
	digits // numbers without padding: in order among those of one length
)

// placed is a component on the axis of the one segment it is computed from.
type placed struct {
	order  order
	starts []float64 // code -> where it begins on the axis
	coarse bool      // some code stands for several places on the axis
}

// place finds out how c runs along the axis of its source, from the values that occur.
func (index *Index) place(c *Component) placed {
	source := index.Column(c.Sources[0])
	placed := placed{starts: make([]float64, len(c.Raw))}
	axis := source.axis()
	ends := make([]float64, len(c.Raw))
	for i := range placed.starts {
		placed.starts[i], ends[i] = math.Inf(1), math.Inf(-1)
	}
	for row, code := range c.Of {
		if code == None || source.Of[row] == None {
			continue
		}
		at := axis[source.Of[row]]
		placed.starts[code], ends[code] = min(placed.starts[code], at), max(ends[code], at)
	}
	codes := make([]int, 0, len(c.Raw))
	plain := true
	for i := range c.Raw {
		if !math.IsInf(placed.starts[i], 1) {
			codes = append(codes, i)
			plain = plain && isDecimal(c.Raw[i])
			placed.coarse = placed.coarse || placed.starts[i] < ends[i]
		}
	}
	slices.SortFunc(codes, func(a, b int) int { return bytes.Compare(c.key(a), c.key(b)) })
	up, down := true, true
	for k := 1; k < len(codes); k++ {
		a, b := codes[k-1], codes[k]
		up = up && ends[a] <= placed.starts[b]
		down = down && ends[b] <= placed.starts[a]
	}
	switch {
	case up:
		placed.order = rising
	case down:
		placed.order = falling
	case plain:
		placed.order = digits
	}
	if c.Starts != nil && placed.bornOut(c.Starts, ends, codes) {
		placed.starts = c.Starts
	}
	return placed
}

// bornOut reports whether spans which begin at starts hold the values found in them and none of those before: an hour
// of any day does not. codes are in order of their bytes.
func (p *placed) bornOut(starts, ends []float64, codes []int) bool {
	if p.order != rising && p.order != falling {
		return false
	}
	last := math.Inf(-1)
	for index := range codes {
		code := codes[index]
		if p.order == falling {
			code = codes[len(codes)-1-index]
		}
		if !(starts[code] <= p.starts[code]) || !(starts[code] > last) {
			return false
		}
		last = ends[code]
	}
	return true
}

// key is the bytes of a code and the literal behind: what keys are sorted by.
func (c *Component) key(code int) []byte {
	return append(c.Raw[code][:len(c.Raw[code]):len(c.Raw[code])], c.After...)
}

func isDecimal(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(b) > 0 && (b[0] != '0' || len(b) == 1)
}
