package rekey

import (
	"bytes"
	"context"
	"iter"
	"maps"
	"math"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/estimate"
	"tabletop/model/retention"
	"tabletop/model/sample"
)

// maxExamples bounds how many keys at which rows meet are kept.
const maxExamples = 3

// maxKey is the length of keys that the service takes at most (G30).
const maxKey = 4 << 10

// restart is after how many keys LevelDB stores one in full (block_builder.cc, block_restart_interval).
const restart = 16

// Counts are those of a new table. They add up, whatever parts of it they are of.
type Counts struct {
	Rows, Cells          int64
	Bytes                int64    // of keys, once a row, and of cells; see sample.RowBytes
	KeyBytes             int64    // of keys, once a row
	Over100MB, Over256MB int64    // rows over what is recommended, and too large to be read (G18)
	NotMeant             int64    // source rows that no template writes from
	Emptied              int64    // source rows that would have no cell left
	Merged               int64    // source rows that share their new key with another
	Versions             int64    // cells that become an older version of a column by merging
	Overwritten          int64    // cells lost to one of the same row, column and time that comes later in the source
	Estimated            int64    // serialized cells whose size is an estimate
	Cut                  int64    // cells of which only the first bytes of the value are known, where more was needed
	Examples             [][]byte // the first keys at which rows meet
}

// AddRow counts a new row. Rows that share its key are counted by the caller.
func (c *Counts) AddRow(keyBytes int64, row Count) {
	c.Rows++
	c.Cells += row.Cells
	c.Bytes += row.Bytes
	c.KeyBytes += keyBytes
	c.Versions += row.Versions
	c.Overwritten += row.Overwritten
	c.Estimated += row.Estimated
	if row.Bytes > retention.RowAdvised {
		c.Over100MB++
	}
	if row.Bytes > retention.RowLimit {
		c.Over256MB++
	}
}

// Example takes a key at which rows meet.
func (c *Counts) Example(key []byte) {
	at, found := slices.BinarySearchFunc(c.Examples, key, bytes.Compare)
	if !found && at < maxExamples {
		c.Examples = slices.Insert(c.Examples, at, bytes.Clone(key))
		c.Examples = c.Examples[:min(len(c.Examples), maxExamples)]
	}
}

// Merge adds what o counted.
func (c *Counts) Merge(o *Counts) {
	from := o.numbers()
	for i, n := range c.numbers() {
		*n += *from[i]
	}
	for _, key := range o.Examples {
		c.Example(key)
	}
}

// numbers are the counts that add up.
func (c *Counts) numbers() []*int64 {
	return []*int64{&c.Rows, &c.Cells, &c.Bytes, &c.KeyBytes, &c.Over100MB, &c.Over256MB, &c.NotMeant, &c.Emptied,
		&c.Merged,
		&c.Versions, &c.Overwritten, &c.Estimated, &c.Cut}
}

// Result is what a sample becomes under a set.
type Result struct {
	Tables []*Table
	// Dropped and Quarantined are rows of the source in no new table: those that go, and those set aside.
	Dropped, Quarantined int64
}

// Table is a new table. Its rows are in the order of their keys.
type Table struct {
	Counts
	// RowBytes and RowCells are the sizes of rows in bytes, and their cells, weighed like the rows they come from.
	RowBytes, RowCells estimate.WeightedHistogram
	// PackedKeyBytes is what is left of the keys if each is stored as far as it differs from the one before, and
	// every 16th in full, as LevelDB's blocks do. The service's own codec is not public: compare, do not add up.
	PackedKeyBytes int64
	LongKeys       int64   // over what the service takes
	Longest        int     // the row with the longest key
	LongQualifiers int64   // qualifiers over what the service takes
	SameKeys       bool    // each row has the key of the row that it is made of
	LeftOut        LeftOut // of a view

	moved *Moved   // in the order of keys, without them
	ends  []uint32 // row -> end of its pieces
	sizes []int64  // row -> its bytes
	cells []uint32 // row -> how many it has
}

// Run evaluates a set on a base. Mistakes in its templates are *rowkey.SyntaxErrors; else the error is ctx's.
func Run(ctx context.Context, b *Base, set candidate.Set) (*Result, error) {
	plan, err := b.NewPlan(set)
	if err != nil {
		return nil, err
	}
	result := &Result{}
	for _, kind := range b.Kind {
		switch plan.actions[kind+1] {
		case candidate.Drop:
			result.Dropped++
		case candidate.Quarantine:
			result.Quarantined++
		}
	}
	for table := range plan.tables {
		moved, err := plan.Move(ctx, table)
		if err != nil {
			return nil, err
		}
		made, err := moved.join(ctx)
		if err != nil {
			return nil, err
		}
		result.Tables = append(result.Tables, made)
	}
	return result, nil
}

// join makes the rows of a new table. The pieces come to be in the order of their keys.
func (m *Moved) join(ctx context.Context) (*Table, error) {
	table := &Table{moved: m, SameKeys: m.same, LeftOut: m.LeftOut,
		Counts: Counts{NotMeant: m.NotMeant, Emptied: m.Emptied, Cut: m.Cut}}
	order := m.order()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	lengths := table.group(order)
	m.arrange(order)
	table.measure(ctx, lengths)
	return table, ctx.Err()
}

// arrange puts the pieces in order, and forgets their keys.
func (m *Moved) arrange(order []uint32) {
	row, writer := make([]uint32, len(order)), make([]uint16, len(order))
	for i, p := range order {
		row[i], writer[i] = m.row[p], m.writer[p]
	}
	if m.cells != nil {
		cells, ends := make([]uint32, 0, len(m.cells)), make([]int, len(order))
		for i, p := range order {
			cells = append(cells, part(m.cells, m.cellEnd, int(p))...)
			ends[i] = len(cells)
		}
		m.cells, m.cellEnd = cells, ends
	}
	m.row, m.writer, m.keys, m.ends = row, writer, nil, nil
}

// group finds where rows end, and measures their keys, whose lengths it returns.
func (t *Table) group(order []uint32) []uint32 {
	// Of each key: how many bytes the one before begins with, and how many it has.
	same, length := make([]uint32, len(order)), make([]uint32, len(order))
	inChunks(len(order), func(_, from, to int) {
		var before []byte
		if from > 0 {
			before = t.moved.Key(int(order[from-1]))
		}
		for i := from; i < to; i++ {
			key := t.moved.Key(int(order[i]))
			same[i], length[i] = uint32(shared(before, key)), uint32(len(key))
			before = key
		}
	})
	t.ends = make([]uint32, 0, len(order))
	lengths := length[:0]
	for i := 0; i < len(order); {
		row, long := len(t.ends), length[i]
		t.KeyBytes += int64(long)
		t.PackedKeyBytes += int64(long)
		if row%restart != 0 {
			t.PackedKeyBytes -= int64(same[i])
		}
		if long > maxKey {
			t.LongKeys++
		}
		if row == 0 || long > lengths[t.Longest] {
			t.Longest = row
		}
		first := i
		for i++; i < len(order) && same[i] == long && length[i] == long; i++ {
		}
		if t.moved.row[order[i-1]] != t.moved.row[order[first]] && len(t.Examples) < maxExamples {
			t.Example(t.moved.Key(int(order[first])))
		}
		t.ends, lengths = append(t.ends, uint32(i)), append(lengths, long)
	}
	return lengths
}

// measure joins the rows, whose keys have the given lengths.
func (t *Table) measure(ctx context.Context, lengths []uint32) {
	t.sizes, t.cells = make([]int64, t.Len()), make([]uint32, t.Len())
	parts, long := make([]Counts, len(chunks(t.Len()))), make([]map[string]bool, len(chunks(t.Len())))
	inChunks(t.Len(), func(chunk, from, to int) {
		j, counts := t.moved.newJoiner(), &parts[chunk]
		for row := from; row < to && (row%4096 != 0 || ctx.Err() == nil); row++ {
			first, end := t.piecesAt(row)
			n := j.row(int(lengths[row]), first, end)
			t.sizes[row], t.cells[row] = n.Bytes, uint32(n.Cells)
			counts.AddRow(0, n)
		}
		counts.Cut, long[chunk] = j.cut, j.long
	})
	for i := range parts {
		t.Merge(&parts[i])
		if i > 0 {
			maps.Copy(long[0], long[i])
		}
	}
	t.LongQualifiers = int64(len(long[0]))
	t.weigh()
}

// weigh counts the rows by what they come to, and the source rows that share one.
func (t *Table) weigh() {
	base := t.Base()
	shares := make([]bool, base.Sample.Rows())
	weight, weighted := 1.0, base.Design.HasWeights()
	for row, size := range t.sizes {
		sources := t.Sources(row)
		if weighted {
			weight = base.Design.Weight(int(sources[0]))
		}
		t.RowBytes.Add(size, weight)
		t.RowCells.Add(int64(t.cells[row]), weight)
		if sources[0] == sources[len(sources)-1] {
			continue
		}
		for _, source := range sources {
			if !shares[source] {
				shares[source] = true
				t.Merged++
			}
		}
	}
}

// Base returns what the table was made of.
func (t *Table) Base() *Base { return t.moved.plan.base }

// Plan returns the plan that the table was made by, and its number there.
func (t *Table) Plan() (*Plan, int) { return t.moved.plan, t.moved.into }

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.ends) }

// piecesAt returns the pieces of a row, end exclusive.
func (t *Table) piecesAt(row int) (first, end int) {
	if row > 0 {
		first = int(t.ends[row-1])
	}
	return first, int(t.ends[row])
}

// Key returns the key of a row, which it computes.
func (t *Table) Key(row int) []byte {
	piece, _ := t.piecesAt(row)
	source := int(t.moved.row[piece])
	template := t.moved.plan.tables[t.moved.into].writers[t.moved.writer[piece]]
	if template == nil {
		return t.Base().Sample.Key(source)
	}
	return template.KeyAt(source, t.Through(row, 0))
}

// BytesAt returns the size of a row.
func (t *Table) BytesAt(row int) int64 { return t.sizes[row] }

// CellsAt returns how many cells a row has.
func (t *Table) CellsAt(row int) int64 { return int64(t.cells[row]) }

// Sources returns the source rows that a row is made of, in order. A row that two rules of its kind write there is
// twice among them. The slice must not be written to.
func (t *Table) Sources(row int) []uint32 {
	first, end := t.piecesAt(row)
	return t.moved.row[first:end]
}

// Through returns a cell that brought the k-th source to a row; -1 if keys do not depend on cells.
func (t *Table) Through(row, k int) int {
	first, _ := t.piecesAt(row)
	if t.moved.cells == nil {
		return -1
	}
	if cells := part(t.moved.cells, t.moved.cellEnd, first+k); len(cells) > 0 {
		return int(cells[0])
	}
	return -1
}

// Cell is a cell of a new row.
type Cell struct {
	Family string
	Column uint32 // versions of a column have one number, which has no meaning in other rows
	Micros int64
	Bytes  int64 // see sample.CellBytes
}

// Contents yields the cells of the rows, row by row: those of a column together, newest first. The slice is valid
// until the next row.
func (t *Table) Contents() iter.Seq2[int, []Cell] {
	return func(yield func(int, []Cell) bool) {
		joiner := t.moved.newJoiner()
		var cells []Cell
		joiner.emit = func(made newCell) {
			size := joiner.columns.cellBytes(made.column, int(made.size))
			cells = append(cells, Cell{joiner.columns.family(made.column), made.column, made.micros, size})
		}
		for row := range t.Len() {
			cells = cells[:0]
			first, end := t.piecesAt(row)
			if joiner.row(0, first, end); !yield(row, cells) {
				return
			}
		}
	}
}

// Writes yields when the current cells that each row is made of were written, row by row, in the order of the source. A
// cell that becomes a part of another, that another overwrites, or that gets another timestamp is written all the same.
// The slice is valid until the next row.
func (t *Table) Writes() iter.Seq2[int, []int64] {
	return func(yield func(int, []int64) bool) {
		source := t.Base().Sample
		writers := t.moved.plan.tables[t.moved.into].writers
		var written []int64
		for row := range t.Len() {
			written = written[:0]
			for piece, end := t.piecesAt(row); piece < end; piece++ {
				template := writers[t.moved.writer[piece]]
				t.moved.eachCell(piece, func(cell int) {
					if template == nil || template.heads[source.CellColumn(cell)] != gone {
						written = append(written, source.Times(cell, cell+1)[0])
					}
				})
			}
			if !yield(row, written) {
				return
			}
		}
	}
}

// Sample makes a sample of the table. For a source that was read in part, it does not record how it was sampled. The
// error is ctx's.
func (t *Table) Sample(ctx context.Context) (*sample.Sample, error) {
	source := t.Base().Sample
	out := sample.NewBuilder(math.MaxInt32)
	joiner := t.moved.newJoiner()
	joiner.named = true
	joiner.emit = func(made newCell) {
		var value []byte
		if made.cell >= 0 {
			value = source.Cell(int(made.cell)).Value
		}
		value = value[:min(len(value), int(made.size))]
		out.CellPrefix(joiner.columns.family(made.column), joiner.columns.qualifier(made.column), made.micros,
			int(made.size), value)
	}
	for row := range t.Len() {
		if row%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		out.Row(t.Key(row))
		first, end := t.piecesAt(row)
		joiner.row(0, first, end)
	}
	table := source.Table
	table.Splits, table.Stats = nil, nil
	how := sample.Provenance{Strategy: source.How.Strategy, Options: source.How.Options, Started: source.How.Started,
		Complete: source.How.Complete}
	return sample.Assemble(table, how, []*sample.Builder{out}), nil
}
