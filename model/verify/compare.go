package verify

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"sync"

	"tabletop/model/sample"
)

// Naming names the differences of parts of the keys whose sums differ, in another pass: first over the old table, whose
// rows in these parts it holds, then over the new one. Its methods may be called at the same time, but all of Old
// before the first of New.
type Naming struct {
	check    *Check
	division *Division
	named    []bool // part -> whether its differences are named
	shards   [64]shard

	mu    sync.Mutex
	found Found
}

// shard has old rows.
type shard struct {
	mu   sync.Mutex
	rows map[string]*record // by new key, until the new row has come
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
	const perRow, perCell = 192, 56 // a record with its place in a map and its slices; a heldCell
	return perRow + int64(len(r.key)+len(r.source)) + perCell*int64(len(r.cells))
}

// Name begins to name the differences of some parts: of as many of those that differ as the memory of the options
// allows, at least of one. Parts are selected by a hash, so their rows are a uniform sample of all.
func (c *Check) Name(before, after *Sums) *Naming {
	naming := &Naming{check: c, division: before.division, named: make([]bool, len(before.sums)),
		found: Found{Cells: map[Kind]int64{}, open: map[int]bool{}}}
	for at := range naming.shards {
		naming.shards[at].rows = map[string]*record{}
	}
	found, left := &naming.found, c.options.Memory
	for _, part := range Differing(before, after) {
		found.Differing++
		if left -= before.sums[part].holding; left < 0 && found.Named > 0 {
			found.open[naming.division.bucket(part)] = true
			continue
		}
		naming.named[part] = true
		found.Named++
	}
	return naming
}

// Parts returns how many parts are named; with none no table has to be read.
func (n *Naming) Parts() int { return n.found.Named }

// shard returns the shard of a new key; nil if its differences are not named.
func (n *Naming) shard(key []byte) *shard {
	hash := n.check.hash(key)
	if part := n.division.part(hash); part < 0 || !n.named[part] {
		return nil
	}
	return &n.shards[hash>>32%uint64(len(n.shards))]
}

// Old takes rows of the old table. The error is ctx's.
func (n *Naming) Old(ctx context.Context, s *sample.Sample) error {
	reader := reader{check: n.check}
	return reader.old(ctx, s, func(r *row) {
		shard := n.shard(r.key)
		if shard == nil {
			return
		}
		cells := n.hold(r)
		shard.mu.Lock()
		defer shard.mu.Unlock()
		source := bytes.Clone(r.source)
		if before := shard.rows[string(r.key)]; before != nil {
			before.sources, before.cells = append(before.sources, source), append(before.cells, cells...)
			return
		}
		shard.rows[string(r.key)] = &record{[][]byte{source}, cells}
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
	return cmp.Or(sample.CompareColumns(a.column, b.column), cmp.Compare(b.micros, a.micros))
}

// New takes rows of the new table, and compares them. The error is ctx's.
func (n *Naming) New(ctx context.Context, s *sample.Sample) error {
	reader := reader{check: n.check}
	return reader.new(ctx, s, func(r *row) {
		shard := n.shard(r.key)
		if shard == nil {
			return
		}
		shard.mu.Lock()
		before := shard.rows[string(r.key)]
		delete(shard.rows, string(r.key))
		shard.mu.Unlock()
		n.compare(r.key, before, n.hold(r))
	})
}

// Found returns what was found, once all rows of both tables have been taken.
func (n *Naming) Found() *Found {
	for at := range n.shards {
		for key, before := range n.shards[at].rows {
			n.compare([]byte(key), before, nil)
		}
	}
	n.found.trim(n.check.options.List)
	return &n.found
}

// compare compares what the old rows of a new row have, nil for none, with the cells of the new row, none if it is not
// there.
func (n *Naming) compare(key []byte, before *record, after []heldCell) {
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
	n.found.open[int(n.check.hash(key)%Buckets)] = true
	n.found.add(&pair, n.check.options.List)
}
