package census

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Amount is a number of rows and their bytes, as sample.RowBytes counts them.
type Amount struct{ Rows, Bytes int64 }

func (a *Amount) add(rows, bytes int64) { a.Rows, a.Bytes = a.Rows+rows, a.Bytes+bytes }

// Counts are what a set of rows comes to.
type Counts struct {
	Amount
	Cells, KeyBytes int64
	Largest         int64 // bytes of the largest row
	// Garbage is the bytes of the cells that are eligible for garbage collection, GarbageCells is how many they are,
	// and Emptied is the number of rows without others. All are 0 if the plan has no clock.
	Garbage, GarbageCells, Emptied int64
}

// rowCounts returns the counts of row i of s, but for garbage collection.
func rowCounts(s *sample.Sample, i int) Counts {
	from, to := s.Cells(i)
	size := s.RowBytes(i)
	return Counts{Amount: Amount{1, size}, Cells: int64(to - from), KeyBytes: int64(len(s.Key(i))), Largest: size}
}

// collect adds what of a row is eligible for garbage collection.
func (c *Counts) collect(gone retention.Amount, emptied bool) {
	c.Garbage, c.GarbageCells = gone.Bytes, gone.Cells
	if emptied {
		c.Emptied = 1
	}
}

func (c *Counts) merge(o *Counts) {
	c.add(o.Rows, o.Bytes)
	c.Cells += o.Cells
	c.KeyBytes += o.KeyBytes
	c.Garbage += o.Garbage
	c.GarbageCells += o.GarbageCells
	c.Emptied += o.Emptied
	c.Largest = max(c.Largest, o.Largest)
}

// valid reports whether counts that were read can be those of rows.
func (c *Counts) valid() bool {
	return c.Rows >= 0 && c.Cells >= 0 && c.KeyBytes >= 0 && c.Garbage >= 0 && c.Largest >= 0 && c.GarbageCells >= 0 &&
		c.Emptied >= 0 &&
		c.Bytes >= c.KeyBytes && c.Bytes-c.KeyBytes >= c.Garbage && c.Bytes >= c.Largest && c.Cells >= c.GarbageCells &&
		c.Rows >= c.Emptied
}

// Kind is what is counted of one record kind: the rows whose keys one layout of the plan decodes.
type Kind struct {
	Counts
	RowBytes estimate.Histogram
	Segments []Segment // those of the layout, in key order
}

// Segment is what is counted of one segment of a kind. Where it repeats in a key, its first value is that of the row.
type Segment struct {
	Rows     int64    // with a value
	Values   int64    // more than Rows where the segment repeats
	Distinct Distinct // of all values
	Named    []Counts // of each value that the plan names
	Others   Sketch   // rows of each value that the plan does not name
	Unnamed  Counts   // of all rows with such a value together
	Examples Examples
}

// Figure returns the number of different values: exact where all of them were counted one by one, else an estimate with
// its 95% confidence interval.
func (s *Segment) Figure() estimate.Figure {
	count := len(s.Examples.List)
	if s.Others.Rows == 0 {
		count = 0
		for i := range s.Named {
			if s.Named[i].Rows > 0 {
				count++
			}
		}
	} else if count == exampleCount {
		return s.Distinct.Figure()
	}
	if s.Values > s.Rows {
		return s.Distinct.Figure() // repeated values are not counted one by one
	}
	return estimate.Counted(count)
}

// Misfits are rows whose keys no layout decodes.
type Misfits struct {
	Counts
	Examples Examples // of their keys
}

// keys counts rows by the segments of their keys.
type keys struct {
	seed     uint64
	set      rowkey.Set
	segments [][]*rowkey.Segment // of each layout
	named    [][]map[string]int  // of each segment: value -> index in Segment.Named
}

// newKeys prepares the counts of the layouts of a plan; c.Kinds is empty without layouts.
func newKeys(p *Plan, c *counts) (*keys, error) {
	set, err := p.layouts()
	if err != nil || len(set) == 0 {
		return nil, err
	}
	keys := &keys{seed: p.Options.Seed, set: set}
	for kind, layout := range set {
		segments := layout.Segments()
		keys.segments = append(keys.segments, segments)
		keys.named = append(keys.named, make([]map[string]int, len(segments)))
		one := Kind{Segments: make([]Segment, len(segments))}
		for i, seg := range segments {
			one.Segments[i].Distinct = newDistinct()
			for _, n := range p.Values {
				if n.Kind == kind && n.Segment == seg.Name {
					keys.named[kind][i] = indexValues(n.Values)
					one.Segments[i].Named = make([]Counts, len(n.Values))
				}
			}
		}
		c.Kinds = append(c.Kinds, one)
	}
	return keys, nil
}

func indexValues(values [][]byte) map[string]int {
	index := make(map[string]int, len(values))
	for i, v := range values {
		index[string(v)] = i
	}
	return index
}

// add counts the rows of s, which come to rows, and returns their keys decoded.
func (k *keys) add(c *counts, s *sample.Sample, rows []Counts) *segments.Table {
	table, err := segments.New(context.Background(), s, k.set)
	if err != nil {
		panic(err) // its only error is that of the context
	}
	for row, kind := range table.Kind {
		size := rows[row].Bytes
		if kind == segments.Unexplained {
			key := s.Key(row)
			c.Misfits.Counts.merge(&rows[row])
			c.Misfits.Examples.add(Hash(k.seed, key), key, size)
			continue
		}
		c.Kinds[kind].Counts.merge(&rows[row])
		c.Kinds[kind].RowBytes.Add(size)
	}
	for kind := range c.Kinds {
		for i, seg := range k.segments[kind] {
			k.segment(&c.Kinds[kind].Segments[i], table, int16(kind), table.Column(seg.Name), k.named[kind][i], rows)
		}
	}
	return table
}

// segment counts the values of a segment of a kind.
func (k *keys) segment(s *Segment, t *segments.Table, kind int16, c *segments.Column, named map[string]int,
	rows []Counts) {
	hashes := make([]uint64, len(c.Values)) // 0 is not yet hashed
	for row, code := range c.Of {
		if t.Kind[row] != kind || code == segments.None {
			continue
		}
		value := c.Values[code].Raw
		if hashes[code] == 0 {
			hashes[code] = Hash(k.seed, value)
			s.Distinct.InsertHash(hashes[code])
		}
		s.Values++
		s.Rows++
		s.Examples.add(hashes[code], value, rows[row].Bytes)
		if i, ok := named[string(value)]; ok {
			s.Named[i].merge(&rows[row])
		} else {
			s.Others.add(hashes[code])
			s.Unnamed.merge(&rows[row])
		}
	}
	for _, r := range c.Repeats {
		if t.Kind[r.Row] == kind {
			s.Values++
			s.Distinct.InsertHash(Hash(k.seed, r.Raw))
		}
	}
}

// CountedBy reports whether the keys of all rows were counted by these layouts.
func (r *Result) CountedBy(set rowkey.Set) bool {
	return r.Plan.Layouts != "" && r.Plan.Layouts == set.String() && r.Totals.Rows > 0 && len(r.Kinds) == len(set)
}

// Named returns the rows of a kind that have a value of a segment, as bytes in the key, and whether the plan names it.
func (r *Result) Named(kind int, segment string, value []byte) (Counts, bool) {
	s := r.segment(kind, segment)
	if s == nil {
		return Counts{}, false
	}
	return r.named(s, kind, segment, value)
}

// segment returns the counts of a segment of a kind; nil if there is none.
func (r *Result) segment(kind int, name string) *Segment {
	set, err := r.Plan.layouts()
	if err != nil || kind < 0 || kind >= len(set) {
		return nil
	}
	at := slices.IndexFunc(set[kind].Segments(), func(s *rowkey.Segment) bool { return s.Name == name })
	if at < 0 {
		return nil
	}
	return &r.Kinds[kind].Segments[at]
}

// Count returns the number of rows that have a value of a segment, as bytes in the key. It is exact for the values that
// the plan names and for Examples; else it is an upper bound, which is over by more than Segment.Others.Error in at
// most one of fifty values.
func (r *Result) Count(kind int, segment string, value []byte) (rows int64, exact bool) {
	counted := r.segment(kind, segment)
	if counted == nil {
		return 0, false
	}
	if a, ok := r.named(counted, kind, segment, value); ok {
		return a.Rows, true
	}
	hash := Hash(r.Plan.Options.Seed, value)
	if i, ok := counted.Examples.find(hash, value); ok {
		return counted.Examples.List[i].Rows, true
	}
	return counted.Others.count(hash), false
}

// named returns the rows with a value of segment s, if the plan names it.
func (r *Result) named(s *Segment, kind int, segment string, value []byte) (Counts, bool) {
	if i, ok := slices.BinarySearchFunc(r.Plan.named(kind, segment), value, bytes.Compare); ok {
		return s.Named[i], true
	}
	return Counts{}, false
}

func (k *Kind) merge(o *Kind) error {
	k.Counts.merge(&o.Counts)
	k.RowBytes.Merge(&o.RowBytes)
	for i := range k.Segments {
		segment, from := &k.Segments[i], &o.Segments[i]
		segment.Rows += from.Rows
		segment.Values += from.Values
		if err := segment.Distinct.Merge(from.Distinct.Sketch); err != nil {
			return err
		}
		for n := range segment.Named {
			segment.Named[n].merge(&from.Named[n])
		}
		segment.Others.merge(&from.Others)
		segment.Unnamed.merge(&from.Unnamed)
		segment.Examples.merge(&from.Examples)
	}
	return nil
}

// fitKinds returns an error if kinds that were read are not those of the plan; want are empty ones.
func fitKinds(got, want []Kind) error {
	if len(got) != len(want) {
		return fmt.Errorf("census: it has %d kinds, and its plan has %d", len(got), len(want))
	}
	for i := range got {
		kind := &got[i]
		if len(kind.Segments) != len(want[i].Segments) || kind.RowBytes.Validate() != nil ||
			kind.Rows != kind.RowBytes.N || !kind.valid() {
			return fmt.Errorf("census: the counts of kind %d contradict each other", i)
		}
		for j := range kind.Segments {
			s := &kind.Segments[j]
			if len(s.Named) != len(want[i].Segments[j].Named) || s.Distinct.Sketch == nil || s.Rows < 0 ||
				s.Rows > kind.Rows || s.Values < s.Rows || !s.Others.valid() || !s.Examples.valid() ||
				!s.Unnamed.valid() || s.Unnamed.Rows != s.Others.Rows ||
				slices.ContainsFunc(s.Named, func(n Counts) bool { return !n.valid() || n.Rows > s.Rows }) {
				return fmt.Errorf("census: the counts of segment %d of kind %d contradict each other", j, i)
			}
		}
	}
	return nil
}
