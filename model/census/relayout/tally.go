package relayout

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"slices"
	"time"

	"tabletop/model/bounded"
	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/rekey"
	"tabletop/model/retention"
	"tabletop/model/simulate"
)

// Bounds of what is kept of a table, so that a Tally has a size that does not depend on the table.
const (
	maxLarge    = 1000
	maxExamples = 3
	maxHot      = 20
)

// Tally is what was counted so far, of all candidates. Tallies add up: the result does not depend on how rows were
// split.
type Tally struct {
	Rows, Bytes int64 // of the current table
	Targets     []Counts
}

// Counts are those of one table of a candidate.
type Counts struct {
	rekey.Counts
	RowBytes, RowCells estimate.Histogram
	Large              []census.LargeRow // the largest over 100 MB, largest first
	Writes             []int64           // by window, then range of keys
	Outside            int64             // writes before and after all windows
	// source rows given to keys at which rows meet: seen by the first pass, and by the second
	Meeting, Met int64
}

// NewTally returns an empty tally of the plan of m.
func (m *Mover) NewTally() *Tally {
	t := &Tally{Targets: make([]Counts, len(m.targets))}
	for i := range t.Targets {
		t.Targets[i].Writes = make([]int64, m.plan.Windows*(len(m.targets[i].borders)+1))
	}
	return t
}

// row counts a new row.
func (c *Counts) row(x *Moved) {
	c.AddRow(x.KeyBytes, x.Count)
	c.RowBytes.Add(x.Count.Bytes)
	c.RowCells.Add(x.Count.Cells)
	if x.Count.Bytes > retention.RowAdvised {
		c.large(census.LargeRow{Key: x.Key, Bytes: x.Count.Bytes, Cells: x.Count.Cells})
	}
}

func (c *Counts) large(r census.LargeRow) {
	at, _ := slices.BinarySearchFunc(c.Large, r, func(a, b census.LargeRow) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), bytes.Compare(a.Key, b.Key))
	})
	c.Large = slices.Insert(c.Large, at, r)
	c.Large = c.Large[:min(len(c.Large), maxLarge)]
}

// Merge adds what o counted, of the same plan. o must not be used afterwards.
func (t *Tally) Merge(o *Tally) {
	t.Rows += o.Rows
	t.Bytes += o.Bytes
	for i := range t.Targets {
		t.Targets[i].merge(&o.Targets[i])
	}
}

func (c *Counts) merge(o *Counts) {
	c.Counts.Merge(&o.Counts)
	c.Outside, c.Meeting, c.Met = c.Outside+o.Outside, c.Meeting+o.Meeting, c.Met+o.Met
	c.RowBytes.Merge(&o.RowBytes)
	c.RowCells.Merge(&o.RowCells)
	for _, r := range o.Large {
		c.large(r)
	}
	for i, n := range o.Writes {
		c.Writes[i] += n
	}
}

// MarshalBinary writes the tally.
func (t *Tally) MarshalBinary() ([]byte, error) { return json.Marshal(t) }

// UnmarshalBinary reads what MarshalBinary wrote.
func (t *Tally) UnmarshalBinary(data []byte) error { return bounded.JSON(data, t) }

// Counted returns the results of all candidates, in their order.
func (m *Mover) Counted(t *Tally, started time.Time) []simulate.Counted {
	out := make([]simulate.Counted, len(m.plan.Candidates))
	for i := range out {
		out[i] = simulate.Counted{Template: m.texts[i], Layouts: m.plan.Layouts, SourceRows: t.Rows,
			SourceBytes: t.Bytes, Started: started.UTC()}
	}
	for i := range m.targets {
		m.add(&out[m.targets[i].of], &m.targets[i], &t.Targets[i])
	}
	for i := range out {
		x := &out[i]
		slices.SortFunc(x.Hot, func(a, b simulate.HotRange) int {
			return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(b.Writes, a.Writes), a.Window.Compare(b.Window),
				bytes.Compare(a.Start, b.Start))
		})
		x.Hot = x.Hot[:min(len(x.Hot), maxHot)]
		x.Collisions.Examples = x.Collisions.Examples[:min(len(x.Collisions.Examples), maxExamples)]
	}
	return out
}

// add adds a table to its candidate.
func (m *Mover) add(x *simulate.Counted, of *target, c *Counts) {
	x.Rows += c.Rows
	x.Cells += c.Cells
	x.Bytes += c.Bytes
	x.KeyBytes += c.KeyBytes
	x.RowBytes.Merge(&c.RowBytes)
	x.RowCells.Merge(&c.RowCells)
	x.Over100MB += c.Over100MB
	x.Over256MB += c.Over256MB
	if of.table == 0 || c.Emptied < x.Emptied {
		x.Emptied = c.Emptied // a row is gone that no table has
	}
	x.Estimated += c.Estimated
	x.Cut += c.Cut
	x.Large = append(x.Large, c.Large...)
	x.Changed += max(c.Meeting-c.Met, c.Met-c.Meeting)
	x.Collisions.MergedRows += c.Merged
	x.Collisions.VersionCells += c.Versions
	x.Collisions.OverwrittenCells += c.Overwritten
	x.Collisions.Examples = append(x.Collisions.Examples, c.Examples...)
	x.Hot = append(x.Hot, m.hot(of, c)...)
}

// hot returns the hottest key range of each window.
func (m *Mover) hot(of *target, c *Counts) []simulate.HotRange {
	width := len(of.borders) + 1
	var out []simulate.HotRange
	for window := range m.plan.Windows {
		writes := c.Writes[window*width : (window+1)*width]
		all, best := int64(0), 0
		for i, n := range writes {
			all += n
			if n > writes[best] {
				best = i
			}
		}
		if all == 0 {
			continue
		}
		hotRange := simulate.HotRange{Window: m.plan.From.Add(time.Duration(window) * m.plan.Step).UTC(),
			Step:   m.plan.Step,
			Writes: writes[best], Share: float64(writes[best]) / float64(all)}
		if best > 0 {
			hotRange.Start = of.borders[best-1]
		}
		if best < len(of.borders) {
			hotRange.End = of.borders[best]
		}
		out = append(out, hotRange)
	}
	return out
}

// Filter is a Bloom filter of hashes: it has all that were added, and few others.
type Filter struct{ Bits []uint64 }

// NewFilter returns an empty filter of the size that the plan states.
func (m *Mover) NewFilter() *Filter { return &Filter{make([]uint64, m.plan.FilterBits/64)} }

// probes is how many bits a hash sets.
const probes = 7

func (f *Filter) each(h Hash, bit func(word int, mask uint64) bool) bool {
	bits, number := binary.BigEndian.Uint64(h[:]), binary.BigEndian.Uint64(h[8:])|1
	mask := uint64(len(f.Bits))*64 - 1
	for i := range uint64(probes) {
		at := (bits + i*number) & mask
		if !bit(int(at/64), 1<<(at%64)) {
			return false
		}
	}
	return true
}

// Add adds a hash.
func (f *Filter) Add(h Hash) {
	f.each(h, func(word int, mask uint64) bool {
		f.Bits[word] |= mask
		return true
	})
}

// Has reports whether the filter has a hash, or may have it.
func (f *Filter) Has(h Hash) bool {
	return f.each(h, func(word int, mask uint64) bool { return f.Bits[word]&mask != 0 })
}

// Merge adds what o has.
func (f *Filter) Merge(o *Filter) {
	for i, b := range o.Bits {
		f.Bits[i] |= b
	}
}
