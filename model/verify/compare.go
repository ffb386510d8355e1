package verify

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"sync"

	"tabletop/model/sample"
)

// Naming names the differences of buckets whose sums differ, in a second pass: first over the old table, whose rows in
// these buckets it holds, then over the new one. Its methods may be called at the same time, but all of Old before the
// first of New.
type Naming struct {
	check   *Check
	buckets [Buckets]*shard // nil if not compared
	order   []int           // of those that are

	mu    sync.Mutex
	found Found
}

// shard has the old rows of a bucket.
type shard struct {
	mu   sync.Mutex
	rows map[string]*record // by new key, until the new row has come

	cells  bool // the sums of cells differed in the first pass, not only the number of rows
	joined bool // several old rows become one new row
	differ bool // a cell differs
}

// record is what is held of the old rows of one new row.
type record struct {
	sources [][]byte // keys of the old rows, in order once they are complete
	cells   []heldCell
}

// heldCell is a cell without its value.
type heldCell struct {
	column sample.Column
	micros int64
	value  [2]uint64
}

// held returns how many bytes a row takes while it is held.
func held(r *row) int64 {
	const perRow, perCell = 160, 56 // a record with its place in a map and its slices; a heldCell
	return perRow + int64(len(r.key)+len(r.source)) + perCell*int64(len(r.cells))
}

// Differing returns the buckets whose sums or rows differ, in order. Rows alone differ where several old rows become
// one and all cells are there.
func Differing(before, after *Sums) []int {
	var out []int
	for i := range before.Buckets {
		if before.Buckets[i] != after.Buckets[i] {
			out = append(out, i)
		}
	}
	return out
}

// Name begins to name the differences of some buckets: of as many of those that differ as the memory of the options
// allows, at least of one. Buckets are selected by a hash, so their rows are a uniform sample of all.
func (c *Check) Name(before, after *Sums) *Naming {
	naming := &Naming{check: c}
	left := c.options.Memory
	for i, bucket := range Differing(before, after) {
		if left -= before.holding[bucket]; left < 0 && i > 0 {
			break
		}
		was, is := before.Buckets[bucket], after.Buckets[bucket]
		was.Rows, is.Rows = 0, 0
		naming.buckets[bucket] = &shard{rows: map[string]*record{}, cells: was != is}
		naming.order = append(naming.order, bucket)
	}
	return naming
}

// Old takes rows of the old table. The error is ctx's.
func (n *Naming) Old(ctx context.Context, s *sample.Sample) error {
	reader := reader{check: n.check}
	return reader.old(ctx, s, func(r *row) {
		shard := n.buckets[n.check.bucket(r.key)]
		if shard == nil {
			return
		}
		cells := n.hold(r)
		shard.mu.Lock()
		defer shard.mu.Unlock()
		before := shard.rows[string(r.key)]
		if before == nil {
			before = &record{}
			shard.rows[string(r.key)] = before
		}
		before.sources = append(before.sources, bytes.Clone(r.source))
		before.cells = append(before.cells, cells...)
	})
}

// hold returns the cells of a row by column and newest first.
func (n *Naming) hold(r *row) []heldCell {
	cells := make([]heldCell, len(r.cells))
	for i := range r.cells {
		c := &r.cells[i]
		cells[i] = heldCell{c.column, c.micros, n.check.digest(c.value)}
	}
	slices.SortStableFunc(cells, byColumn)
	return cells
}

func byColumn(a, b heldCell) int {
	return cmp.Or(compareColumns(a.column, b.column), cmp.Compare(b.micros, a.micros))
}

func compareColumns(a, b sample.Column) int {
	return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(a.Qualifier, b.Qualifier))
}

// New takes rows of the new table, and compares them. The error is ctx's.
func (n *Naming) New(ctx context.Context, s *sample.Sample) error {
	reader := reader{check: n.check}
	return reader.new(ctx, s, func(r *row) {
		bucket := n.check.bucket(r.key)
		shard := n.buckets[bucket]
		if shard == nil {
			return
		}
		shard.mu.Lock()
		before := shard.rows[string(r.key)]
		delete(shard.rows, string(r.key))
		shard.mu.Unlock()
		n.compare(bucket, r.key, before, n.hold(r))
	})
}

// Found returns what was found, once all rows of both tables have been taken.
func (n *Naming) Found() *Found {
	for _, bucket := range n.order {
		shard := n.buckets[bucket]
		for key, before := range shard.rows {
			n.compare(bucket, []byte(key), before, nil)
		}
		shard.rows = nil
	}
	found := &n.found
	found.Buckets = len(n.order)
	for _, bucket := range n.order {
		if of := n.buckets[bucket]; of.cells && !of.differ && !of.joined {
			found.Healed++
		}
	}
	found.trim(n.check.options.List)
	return found
}

// compare compares what the old rows of a new row have, nil for none, with the cells of the new row, none if it is not
// there.
func (n *Naming) compare(bucket int, key []byte, before *record, after []heldCell) {
	pair := pair{check: n.check, key: key}
	if before != nil {
		slices.SortFunc(before.sources, bytes.Compare)
		slices.SortStableFunc(before.cells, byColumn)
		pair.sources, pair.before = before.sources, before.cells
	}
	pair.after = after
	pair.compare()
	if len(pair.found) == 0 && len(pair.sources) < 2 {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	of := n.buckets[bucket]
	of.differ = of.differ || len(pair.found) > 0
	of.joined = of.joined || len(pair.sources) > 1
	n.found.add(&pair, n.check.options.List)
}
