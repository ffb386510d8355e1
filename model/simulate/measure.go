package simulate

import (
	"context"
	"strings"

	"tabletop/model/sample"
)

// What is recommended for a row at most, and what can be read at most (G18); what the service takes for a key (G30) and
// for a qualifier (G17).
const (
	largeRow     = 100_000_000
	hugeRow      = 256 << 20
	maxKey       = 4 << 10
	maxQualifier = 16 << 10
)

// restart is after how many keys LevelDB stores one in full (block_builder.cc, block_restart_interval).
const restart = 16

// measure counts the rows of a table.
func (t *Table) measure() {
	var before []byte
	for i := range t.rows.Len() {
		key, size := t.rows.Key(i), t.rows.RowBytes(i)
		t.Rows++
		t.Bytes += size
		t.KeyBytes += int64(len(key))
		t.PackedKeyBytes += int64(len(key))
		if i%restart != 0 {
			t.PackedKeyBytes -= int64(shared(before, key))
		}
		before = key
		w := t.weight(i)
		t.RowBytes.Add(size, w)
		cells := t.rows.RowCells(i)
		t.Cells += cells
		t.RowCells.Add(cells, w)
		if size > largeRow {
			t.Over100MB++
		}
		if size > hugeRow {
			t.Over256MB++
		}
	}
}

// weight is that of the first source row.
func (t *Table) weight(i int) float64 { return t.base.Design.Weight(int(t.rows.Sources(i)[0])) }

// shared is the length of what two keys begin with.
func shared(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// copiedTable is a table of which every row and cell was built.
type copiedTable struct {
	s         *sample.Sample
	sources   []uint32
	sourceEnd []int
	through   []int // see writer
}

func (c *copiedTable) Len() int             { return c.s.Rows() }
func (c *copiedTable) Key(i int) []byte     { return c.s.Key(i) }
func (c *copiedTable) RowBytes(i int) int64 { return c.s.RowBytes(i) }

func (c *copiedTable) Sample(context.Context) (*sample.Sample, error) { return c.s, nil }

func (c *copiedTable) forget() {} // it is what the result is

func (c *copiedTable) Through(i, k int) int { return throughAt(c.through, c.sourceEnd, i, k) }

// throughAt finds the k-th of row i among those of all rows.
func throughAt(through, sourceEnd []int, i, k int) int {
	if through == nil {
		return -1
	}
	if i > 0 {
		k += sourceEnd[i-1]
	}
	return through[k]
}

func (c *copiedTable) RowCells(i int) int64 {
	from, to := c.s.Cells(i)
	return int64(to - from)
}

func (c *copiedTable) Sources(i int) []uint32 {
	first := 0
	if i > 0 {
		first = c.sourceEnd[i-1]
	}
	return c.sources[first:c.sourceEnd[i]]
}

// result is the table that was written.
func (w *writer) result() *copiedTable {
	src := w.t.base.Sample
	table := src.Table
	table.Splits, table.Stats = nil, nil
	how := sample.Provenance{Strategy: src.How.Strategy, Options: src.How.Options, Started: src.How.Started, Complete: src.How.Complete}
	return &copiedTable{s: sample.Assemble(table, how, []*sample.Builder{w.out}), sources: w.sources, sourceEnd: w.sourceEnd, through: w.through}
}

// today measures the table as it is.
func (b *Base) today() *Table {
	t := &Table{Template: strings.Join(strings.Split(strings.TrimSpace(b.Layouts.String()), "\n"), " | "), base: b}
	c := &copiedTable{s: b.Sample, sources: make([]uint32, b.Sample.Rows()), sourceEnd: make([]int, b.Sample.Rows())}
	for i := range c.sources {
		c.sources[i], c.sourceEnd[i] = uint32(i), i+1
	}
	t.rows = c
	t.measure()
	t.Collisions.Impossible = "they are the current keys"
	return t
}

// countedTable is a table whose rows were measured and not kept.
type countedTable struct {
	t         *bound
	keys      [][]byte
	sizes     []int64
	cells     []int64
	sources   []uint32
	sourceEnd []int
	through   []int
	lazy

	size, n int64 // of the row at hand
}

// room is made for so many rows.
func (m *countedTable) room(rows int) {
	m.keys, m.sizes, m.cells = make([][]byte, 0, rows), make([]int64, 0, rows), make([]int64, 0, rows)
}

func (m *countedTable) begin(key []byte) {
	m.keys = append(m.keys, key)
	m.size, m.n = int64(len(key)), 0
}

func (m *countedTable) add(bytes int64) {
	m.size += bytes
	m.n++
}

func (m *countedTable) end() { m.sizes, m.cells = append(m.sizes, m.size), append(m.cells, m.n) }

func (m *countedTable) Len() int             { return len(m.keys) }
func (m *countedTable) Key(i int) []byte     { return m.keys[i] }
func (m *countedTable) RowBytes(i int) int64 { return m.sizes[i] }
func (m *countedTable) RowCells(i int) int64 { return m.cells[i] }

func (m *countedTable) Sample(ctx context.Context) (*sample.Sample, error) { return m.sample(ctx, m.t) }

func (m *countedTable) Through(i, k int) int { return throughAt(m.through, m.sourceEnd, i, k) }

func (m *countedTable) Sources(i int) []uint32 {
	first := 0
	if i > 0 {
		first = m.sourceEnd[i-1]
	}
	return m.sources[first:m.sourceEnd[i]]
}
