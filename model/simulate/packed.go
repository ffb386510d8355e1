package simulate

import (
	"context"
	"math/bits"
	"sync"

	"tabletop/model/sample"
)

// packed is a table whose keys are known by the ranks of their components; no key has been built. It is what makes
// trying a million rows a matter of a key press: rows are sorted as numbers, and the bytes are looked up.
type packed struct {
	t      *bound
	rows   []keyed  // the source rows in order of their new keys
	starts []int    // new row -> its first in rows; one more at the end
	sizes  []int64  // of new rows
	counts []uint32 // of new rows: cells
	source []uint32

	lazy
}

// lazy carries a candidate out when its rows and cells are asked for.
type lazy struct {
	mu    sync.Mutex
	built *copiedTable
}

func (l *lazy) sample(ctx context.Context, t *bound) (*sample.Sample, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.built == nil {
		w, err := write(ctx, t, true)
		if err != nil {
			return nil, err
		}
		l.built = w.result()
	}
	return l.built.s, nil
}

// forget lets go of what was carried out.
func (l *lazy) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.built = nil
}

// packable reports whether the keys can be compared by ranks and all cells stay what they are: no rules, no group, nothing
// that depends on a cell, all rows meant, and components that cannot run into each other.
func (t *bound) packable() []*component {
	if t.perCell || len(t.rules) > 0 || t.time != nil || !t.all {
		return nil
	}
	for _, m := range t.moved {
		if m {
			return nil
		}
	}
	var out []*component
	for i, p := range t.key {
		if p.group != nil {
			return nil
		}
		if p.field == nil {
			continue
		}
		var after []byte
		if i+1 < len(t.key) {
			after = t.key[i+1].literal
		}
		c := t.base.component(p.field, after)
		last := i == len(t.key)-1 || i == len(t.key)-2 && after != nil
		if !c.safe && !last {
			return nil
		}
		out = append(out, c)
	}
	return out
}

// pack sorts the rows by the components. Where their ranks take more than 64 bits, those of the first components are ranked again.
func (t *bound) pack(ctx context.Context, components []*component) (p *packed, front int, err error) {
	rows := t.base.Sample.Rows()
	p = &packed{t: t, rows: make([]keyed, rows)}
	spare := make([]keyed, rows)
	for i := range p.rows {
		p.rows[i].row, p.rows[i].body = uint32(i), t.base.bodies[i].brief()
	}
	width := 0
	for k, c := range components {
		if width+c.bits > 64 {
			if err := ctx.Err(); err != nil {
				return nil, 0, err
			}
			radix(p.rows, spare, width, false)
			width, front = densify(p.rows, spare), k
		}
		for i, rank := range c.rank {
			p.rows[i].key = p.rows[i].key<<c.bits | uint64(rank)
		}
		width += c.bits
	}
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	radix(p.rows, spare, width, false)
	return p, front, ctx.Err()
}

// densify replaces the sorted keys by their ranks, puts the rows back in their order, and returns how many bits a rank takes.
func densify(items, spare []keyed) int {
	rank := uint64(0)
	for i, it := range items {
		if i > 0 && it.key != items[i-1].key {
			rank++
		}
		spare[it.row] = keyed{rank, it.row, it.body}
	}
	copy(items, spare)
	return bits.Len64(rank)
}

func (p *packed) Len() int { return len(p.starts) - 1 }

func (p *packed) Key(i int) []byte {
	return p.t.appendKey(nil, p.t.key, at{int(p.rows[p.starts[i]].row), -1})
}

func (p *packed) RowBytes(i int) int64   { return p.sizes[i] }
func (p *packed) RowCells(i int) int64   { return int64(p.counts[i]) }
func (p *packed) Sources(i int) []uint32 { return p.source[p.starts[i]:p.starts[i+1]] }

func (p *packed) Through(int, int) int { return -1 }

// Sample carries the candidate out, once.
func (p *packed) Sample(ctx context.Context) (*sample.Sample, error) { return p.sample(ctx, p.t) }
