package advise

import (
	"slices"

	"tabletop/model/workload"
)

// pairing numbers pairs of codes, by open addressing in a table that is used again.
type pairing struct{ slots []slot }

// slot is a place of the table of pairs; id 0 is empty.
type slot struct {
	key uint64
	id  uint32
}

// codes numbers the combinations of the pieces of a set over some rows, which begin with the numbers of. Pieces of many
// values come first: once all rows differ, the others change nothing.
func (c *cube) codes(set uint32, rows []int, of []uint32) ([]uint32, int) {
	n := 1
	for _, code := range of {
		n = max(n, int(code)+1)
	}
	var columns []*workload.Column
	for i := range c.space.pieces {
		if set>>i&1 == 1 {
			columns = append(columns, c.space.pieces[i].column)
		}
	}
	slices.SortFunc(columns, func(a, b *workload.Column) int { return len(b.Values) - len(a.Values) })
	for i, col := range columns {
		if i > 0 && n == len(rows) {
			break
		}
		n = c.pairs.pair(of, rows, col.Of)
	}
	return of, n
}

// pair numbers the pairs of two codes again, in place.
func (p *pairing) pair(of []uint32, rows []int, by []uint32) int {
	bits := 4
	for 1<<bits < 2*len(rows) {
		bits++
	}
	if len(p.slots) != 1<<bits {
		p.slots = make([]slot, 1<<bits)
	} else {
		clear(p.slots)
	}
	n := uint32(0)
	for k, row := range rows {
		key := uint64(of[k])<<32 | uint64(by[row])
		at := (key * 0x9E3779B97F4A7C15) >> (64 - bits) // Fibonacci hashing
		for p.slots[at].id != 0 && p.slots[at].key != key {
			at = (at + 1) & (1<<bits - 1)
		}
		if p.slots[at].id == 0 {
			n++
			p.slots[at] = slot{key, n}
		}
		of[k] = p.slots[at].id - 1
	}
	return int(n)
}
