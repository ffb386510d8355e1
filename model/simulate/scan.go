package simulate

import (
	"context"
	"math/bits"

	"tabletop/model/sample"
)

// scan goes over the sorted rows once and measures the new table.
type scan struct {
	*Table
	p          *packed
	components []*component
	front      int // components before it are packed as one rank
	shift      []int
	literal    int // bytes of literals before the first component
	meet       meeting
	pairs      []pair
	longKeys   int64
	longest    int // new row with the longest key; its length
	longestKey int
}

func (s *scan) run(ctx context.Context) error {
	s.prepare()
	p, base := s.p, s.base
	rows := p.rows
	p.source = make([]uint32, len(rows))
	p.starts = make([]int, 0, len(rows)+1)
	p.sizes, p.counts = make([]int64, 0, len(rows)), make([]uint32, 0, len(rows))
	weighted := base.Design.HasWeights()
	weight := 1.0
	for i := 0; i < len(rows); {
		n := len(p.starts)
		if n%65536 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		first := int(rows[i].row)
		length := s.length(rows[i])
		body := base.bodyOf(rows[i])
		p.starts = append(p.starts, i)
		p.source[i] = uint32(first)
		start := i
		for i++; i < len(rows) && rows[i].key == rows[start].key; i++ {
			more := base.bodyOf(rows[i])
			p.source[i] = rows[i].row
			body.cells += more.cells
			body.bytes += more.bytes
		}
		if i > start+1 {
			lost, bytes := s.meet.rows(base.Sample, p.source[start:i])
			body.cells -= uint32(lost)
			body.bytes -= bytes
			s.Collisions.MergedRows += int64(i - start)
			if len(s.Collisions.Examples) < maxExamples {
				s.Collisions.Examples = append(s.Collisions.Examples, s.bound.appendKey(nil, s.bound.key, at{first, -1}))
			}
		}
		size := int64(length) + body.bytes
		p.sizes, p.counts = append(p.sizes, size), append(p.counts, body.cells)
		if weighted {
			weight = base.Design.Weight(first)
		}
		s.count(n, length, size, int64(body.cells), weight)
		if n%restart != 0 {
			s.differ(rows[start-1], rows[start])
		}
	}
	s.settle()
	p.starts = append(p.starts, len(rows))
	s.Rows = int64(p.Len())
	s.Collisions.VersionCells, s.Collisions.OverwrittenCells = s.meet.versions, s.meet.overwritten
	return ctx.Err()
}

// prepare finds where the rank of each component lies in the packed keys.
func (s *scan) prepare() {
	s.shift = make([]int, len(s.components))
	at := 0
	for k := len(s.components) - 1; k >= s.front; k-- {
		s.shift[k] = at
		at += s.components[k].bits
	}
	if len(s.bound.key) > 0 {
		s.literal = len(s.bound.key[0].literal)
	}
}

func (s *scan) count(row, length int, size, cells int64, weight float64) {
	s.Bytes += size
	s.KeyBytes += int64(length)
	s.PackedKeyBytes += int64(length)
	s.Cells += cells
	s.RowBytes.Add(size, weight)
	s.RowCells.Add(cells, weight)
	if size > largeRow {
		s.Over100MB++
	}
	if size > hugeRow {
		s.Over256MB++
	}
	if length > maxKey {
		s.longKeys++
	}
	if length > s.longestKey {
		s.longest, s.longestKey = row, length
	}
}

// rankOf is the rank of component k in a row.
func (s *scan) rankOf(k int, it keyed) uint32 {
	c := s.components[k]
	if k < s.front {
		return c.rank[it.row]
	}
	return uint32(it.key >> s.shift[k] & (1<<c.bits - 1))
}

// length is that of a row's key in bytes.
func (s *scan) length(it keyed) int {
	n := s.literal
	for k, c := range s.components {
		if c.fixed >= 0 {
			n += c.fixed
		} else {
			n += int(c.lens[s.rankOf(k, it)])
		}
	}
	return n
}

// pair is two values of a component that wait to be compared, with what their keys share before them.
type pair struct {
	component int32
	before    int32
	a, b      uint32
}

// waiting is how many pairs are compared at once: the memory they lie in is fetched for all together, which is several
// times as fast as one after the other.
const waiting = 256

// differ finds where two different keys part, for settle to see how much they share.
func (s *scan) differ(a, b keyed) {
	n := s.literal
	top := bits.Len64(a.key^b.key) - 1 // the first component that differs holds this bit
	for k := range s.components {
		if k < s.front && top < s.shift[s.front]+s.components[s.front].bits || k >= s.front && top < s.shift[k] {
			n += s.width(k, a)
			continue
		}
		x, y := s.rankOf(k, a), s.rankOf(k, b)
		if x != y {
			s.pairs = append(s.pairs, pair{int32(k), int32(n), x, y})
			if len(s.pairs) == waiting {
				s.settle()
			}
			return
		}
		n += s.width(k, a)
	}
	s.PackedKeyBytes -= int64(n)
}

// settle takes off what the waiting pairs share.
func (s *scan) settle() {
	var heads [waiting]uint64
	for i, p := range s.pairs {
		c := s.components[p.component]
		heads[i] = c.heads[p.a] ^ c.heads[p.b]
	}
	for i, p := range s.pairs {
		s.PackedKeyBytes -= int64(int(p.before) + s.components[p.component].shared(p.a, p.b, heads[i]))
	}
	s.pairs = s.pairs[:0]
}

func (s *scan) width(k int, it keyed) int {
	if c := s.components[k]; c.fixed >= 0 {
		return c.fixed
	}
	return int(s.components[k].lens[s.rankOf(k, it)])
}

// meeting counts what happens to cells whose rows become one. It keeps its tables from one meeting to the next.
type meeting struct {
	versions, overwritten int64

	heads []int64 // column -> bytes of a cell beside its value
	slots []slot  // open addressing by column and instant
	round uint32  // slots and columns of other rounds are empty
	seen  []uint32
}

type slot struct {
	micros int64
	column sample.ColumnID
	round  uint32
	bytes  uint32
	newest bool
}

// rows lets source rows meet, in their order, and returns how many cells are lost, and their bytes.
func (m *meeting) rows(s *sample.Sample, rows []uint32) (lost int, bytes int64) {
	cells := 0
	for _, row := range rows {
		from, to := s.Cells(int(row))
		cells += to - from
	}
	mask := m.begin(cells, len(s.Columns()))
	for _, row := range rows {
		from, to := s.Cells(int(row))
		times, sizes := s.Times(from, to), s.Sizes(from, to)
		for j := from; j < to; j++ {
			id := s.ColumnOf(j)
			newest := j == from || s.ColumnOf(j-1) != id
			if m.seen[id] != m.round { // of each column one newest version stays the newest
				m.seen[id] = m.round
				m.versions--
			}
			if newest {
				m.versions++
			}
			at := (uint64(times[j-from])*0x9E3779B97F4A7C15 ^ uint64(id)*0xC2B2AE3D27D4EB4F) >> 20 & mask
			for m.slots[at].round == m.round && (m.slots[at].micros != times[j-from] || m.slots[at].column != id) {
				at = (at + 1) & mask
			}
			if old := &m.slots[at]; old.round == m.round {
				lost++
				m.overwritten++
				bytes += m.heads[id] + int64(old.bytes)
				if old.newest {
					m.versions--
				}
			}
			m.slots[at] = slot{times[j-from], id, m.round, sizes[j-from], newest}
		}
	}
	return lost, bytes
}

// begin makes room for so many cells, and returns the mask of the slots that are used: few, so that they stay in the cache.
func (m *meeting) begin(cells, columns int) (mask uint64) {
	want := 16
	for want < 2*cells {
		want *= 2
	}
	if len(m.slots) < want {
		m.slots, m.round = make([]slot, want), 0
		m.seen = make([]uint32, columns)
	}
	m.round++
	return uint64(want - 1)
}
