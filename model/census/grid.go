package census

import (
	"bytes"
	"fmt"
	"slices"
	"sort"

	"tabletop/model/sample"
)

// Grid counts writes by key range and window of time. A write is a distinct pair of row and timestamp, as in heat.
type Grid struct {
	Rows          []int64 // of each range
	Writes, Bytes []int64 // range by range: [r*Windows+w]; bytes are those of cells
	Before, After int64   // writes outside the time axis
}

// places counts rows by where they are among the keys.
type places struct {
	plan     *Plan
	from     int64 // of the time axis, in microseconds
	step     uint64
	prefixes map[string]int
	lengths  []int // of prefixes, ascending
	times    []int64
}

func newPlaces(p *Plan, c *counts) *places {
	places := &places{plan: p, from: p.From.UnixMicro(), step: uint64(max(1, p.Step.Microseconds())),
		prefixes: indexValues(p.Prefixes)}
	for _, prefix := range p.Prefixes {
		places.lengths = append(places.lengths, len(prefix))
	}
	slices.Sort(places.lengths)
	places.lengths = slices.Compact(places.lengths)
	c.Prefixes = make([]Counts, len(p.Prefixes))
	if p.Windows > 0 {
		ranges := len(p.Borders) + 1
		c.Grid = Grid{Rows: make([]int64, ranges), Writes: make([]int64, p.Windows*ranges),
			Bytes: make([]int64, p.Windows*ranges)}
	}
	return places
}

// row counts row i of s, which comes to row.
func (p *places) row(c *counts, s *sample.Sample, i int, row *Counts) {
	key := s.Key(i)
	for _, n := range p.lengths {
		if n > len(key) {
			break
		}
		if at, ok := p.prefixes[string(key[:n])]; ok {
			c.Prefixes[at].merge(row)
		}
	}
	if p.plan.Windows == 0 {
		return
	}
	borders := p.plan.Borders
	at := sort.Search(len(borders), func(b int) bool { return bytes.Compare(borders[b], key) > 0 })
	c.Grid.Rows[at]++
	first := at * p.plan.Windows
	from, to := s.Cells(i)
	for j := from; j < to; j++ {
		if w, ok := p.window(s.Cell(j).Micros); ok {
			c.Grid.Bytes[first+w] += s.CellBytes(j)
		}
	}
	p.times = append(p.times[:0], s.Times(from, to)...)
	slices.Sort(p.times)
	for index, at := range p.times {
		if index > 0 && at == p.times[index-1] {
			continue
		}
		switch w, ok := p.window(at); {
		case ok:
			c.Grid.Writes[first+w]++
		case at < p.from:
			c.Grid.Before++
		default:
			c.Grid.After++
		}
	}
}

// window returns the window of an instant, and whether it is on the axis.
func (p *places) window(micros int64) (w int, ok bool) {
	if micros < p.from {
		return 0, false
	}
	n := (uint64(micros) - uint64(p.from)) / p.step
	return int(min(n, 1<<31)), n < uint64(p.plan.Windows)
}

func (g *Grid) merge(o *Grid) {
	for i := range o.Rows {
		g.Rows[i] += o.Rows[i]
	}
	for i := range o.Writes {
		g.Writes[i] += o.Writes[i]
		g.Bytes[i] += o.Bytes[i]
	}
	g.Before += o.Before
	g.After += o.After
}

// fitPlaces returns an error if what was read is not what the plan asks for; want is empty.
func fitPlaces(got, want *counts) error {
	negative := func(n int64) bool { return n < 0 }
	switch {
	case len(got.Grid.Writes) != len(want.Grid.Writes) || len(got.Grid.Bytes) != len(want.Grid.Bytes) ||
		len(got.Grid.Rows) != len(want.Grid.Rows):
		return fmt.Errorf("census: its grid has %d fields, and its plan has %d", len(got.Grid.Writes),
			len(want.Grid.Writes))
	case len(got.Prefixes) != len(want.Prefixes):
		return fmt.Errorf("census: it has %d prefixes, and its plan has %d", len(got.Prefixes), len(want.Prefixes))
	case slices.ContainsFunc(got.Grid.Rows, negative) || slices.ContainsFunc(got.Grid.Writes, negative) ||
		slices.ContainsFunc(got.Grid.Bytes, negative) || got.Grid.Before < 0 || got.Grid.After < 0:
		return fmt.Errorf("census: a field of its grid is negative")
	}
	for i := range got.Prefixes {
		if !got.Prefixes[i].valid() {
			return fmt.Errorf("census: the counts of prefix %d contradict each other", i)
		}
	}
	return nil
}
