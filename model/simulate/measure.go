package simulate

import (
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
		if size > largeRow {
			t.Over100MB++
		}
		if size > hugeRow {
			t.Over256MB++
		}
	}
	if s, ok := t.rows.(*copied); ok {
		t.Cells = int64(s.s.NumCells())
		for i := range s.s.Rows() {
			from, to := s.s.Cells(i)
			t.RowCells.Add(int64(to-from), t.weight(i))
		}
	}
}

// weight is that of the first source row.
func (t *Table) weight(i int) float64 { return t.base.Draw.Weight(int(t.rows.Sources(i)[0])) }

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

// copied is a table of which every row and cell was built.
type copied struct {
	s         *sample.Sample
	sources   []uint32
	sourceEnd []int // nil when each row has the source row of its own number
}

func (c *copied) Len() int               { return c.s.Rows() }
func (c *copied) Key(i int) []byte       { return c.s.Key(i) }
func (c *copied) RowBytes(i int) int64   { return c.s.RowBytes(i) }
func (c *copied) Sample() *sample.Sample { return c.s }

func (c *copied) Sources(i int) []uint32 {
	first := 0
	if i > 0 {
		first = c.sourceEnd[i-1]
	}
	return c.sources[first:c.sourceEnd[i]]
}

// result is the table that was written.
func (w *writer) result() *copied {
	src := w.t.base.Sample
	table := src.Table
	table.Splits, table.Stats = nil, nil
	how := sample.How{Strategy: src.How.Strategy, Options: src.How.Options, Started: src.How.Started, Complete: src.How.Complete}
	return &copied{s: sample.Assemble(table, how, []*sample.Builder{w.out}), sources: w.sources, sourceEnd: w.sourceEnd}
}

// today measures the table as it is.
func (b *Base) today() *Table {
	t := &Table{Template: strings.Join(strings.Split(strings.TrimSpace(b.Set.String()), "\n"), " | "), base: b}
	c := &copied{s: b.Sample, sources: make([]uint32, b.Sample.Rows()), sourceEnd: make([]int, b.Sample.Rows())}
	for i := range c.sources {
		c.sources[i], c.sourceEnd[i] = uint32(i), i+1
	}
	t.rows = c
	t.measure()
	t.Collisions.Impossible = "they are the keys of today"
	return t
}
