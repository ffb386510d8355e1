package simulate

import (
	"bytes"
	"context"

	"tabletop/model/candidate"
	"tabletop/model/profile/estimate"
	"tabletop/model/sample"
)

// maxExamples bounds how many examples a finding has.
const maxExamples = 3

// Result is what a table would be like under a layout, counted over the rows of the sample. Candidates of several tables
// have the sums of them.
type Result struct {
	Candidate *candidate.Candidate // nil for the current layout
	Template  string
	Tables    []*Table // at least one

	Rows     int64
	Cells    int64
	Bytes    int64 // of keys, once a row, and of cells; see sample.RowBytes
	KeyBytes int64 // of keys, once a row
	// PackedKeyBytes is what is left of the keys when each is stored as far as it differs from the one before, and every
	// 16th in full, as LevelDB's blocks do. The service's own codec is not public: compare, do not add up.
	PackedKeyBytes int64
	RowBytes       estimate.WeightedHistogram // sizes of rows in bytes, weighed like the rows they come from
	RowCells       estimate.WeightedHistogram // cells of rows
	Over100MB      int64                      // rows over what is recommended (G18)
	Over256MB      int64                      // rows too large to be read
	Emptied        int64                      // current rows that would have no cell left; of several tables, in each of them
	Collisions     Collisions
	Findings       []Finding
	Whole          *Counted    // of the whole table, if the sample carries it; nil otherwise
	scale          once[Scale] // see Scale
}

// Collisions counts what meets in the new rows.
type Collisions struct {
	MergedRows       int64 // source rows that share their new key with another
	VersionCells     int64 // cells that become an older version of a column by merging
	OverwrittenCells int64 // cells lost because row, column and timestamp are the same; the last in source key order stays
	// Impossible states why no two rows can ever have the same key; empty when they can.
	Impossible string
	Examples   [][]byte // keys at which rows meet
}

// Table is one table of a Result.
type Table struct {
	Template string
	Result   // of this table alone; Candidate and Tables are empty

	base   *Base
	bound  *bound // nil for the current layout
	rows   written
	placed once[[]uint32] // see places
}

// written returns the rows of a new table in the order of its keys.
type written interface {
	Len() int
	Key(i int) []byte
	RowBytes(i int) int64
	RowCells(i int) int64
	// Sources are the source rows of new row i, in order.
	Sources(i int) []uint32
	// Through is a cell that brought source k to new row i; -1 where keys do not depend on cells.
	Through(i, k int) int
	// Sample is the table as a sample. It may take longer than the simulation did. The error is ctx's.
	Sample(ctx context.Context) (*sample.Sample, error)
	forget()
}

// Len is the number of rows.
func (t *Table) Len() int { return t.rows.Len() }

// Key is the key of row i, in the order of keys. It must not be written to.
func (t *Table) Key(i int) []byte { return t.rows.Key(i) }

// BytesOf is the size of row i.
func (t *Table) BytesOf(i int) int64 { return t.rows.RowBytes(i) }

// Sources are the rows of the source that row i is made of, in order. They must not be written to.
func (t *Table) Sources(i int) []uint32 { return t.rows.Sources(i) }

// Sample is the new table as a sample of its own. For a source that was read in part, it does not record how it was sampled.
// The error is ctx's.
func (t *Table) Sample(ctx context.Context) (*sample.Sample, error) { return t.rows.Sample(ctx) }

// ReleaseRows lets go of the rows and cells that were made for Heat, Project and Sample, which take as much room as the sample
// does. They are made again when they are asked for.
func (r *Result) ReleaseRows() {
	for _, t := range r.Tables {
		t.rows.forget()
	}
}

// Options of Run.
type Options struct {
	// Exact forces every key and every cell to be built, as a program that copies the table would.
	Exact bool
}

// Run tries a candidate on a base; nil is the current layout. Mistakes in the candidate, such as a segment that does not
// exist, are *rowkey.SyntaxErrors; else the error is ctx's.
func Run(ctx context.Context, b *Base, c *candidate.Candidate, opts Options) (*Result, error) {
	r := &Result{Candidate: c}
	if c == nil {
		t := b.today()
		r.Template, r.Tables = t.Template, []*Table{t}
		return r.sum(), nil
	}
	r.Template = c.String()
	for i := range c.Tables {
		t, err := b.table(ctx, c, &c.Tables[i], opts)
		if err != nil {
			return nil, err
		}
		r.Tables = append(r.Tables, t)
	}
	return r.sum().withWhole(b), nil
}

// SameLayout reports whether two results are of the same layout, however it was typed.
func (r *Result) SameLayout(o *Result) bool {
	return r.Template == o.Template || r.asToday() && o.Candidate == nil || r.Candidate == nil && o.asToday()
}

// DropsMostRows reports whether most current rows are gone, so that what is left is small for no merit of the keys.
func (r *Result) DropsMostRows() bool {
	return r.Emptied > 0 && 2*r.Emptied > int64(r.Tables[0].base.Sample.Rows())
}

// asToday reports whether all keys and cells are the current ones.
func (r *Result) asToday() bool {
	if len(r.Tables) != 1 {
		return false
	}
	t := r.Tables[0]
	if t.bound == nil {
		return true
	}
	if t.Len() != t.base.Sample.Rows() || t.Len() == 0 || t.bound.perCell || t.bound.time != nil || len(t.bound.rules) > 0 || t.moves() {
		return false
	}
	for i := range t.Len() {
		if !bytes.Equal(t.Key(i), t.base.Sample.Key(int(t.Sources(i)[0]))) {
			return false
		}
	}
	return true
}

// table tries one table of a candidate.
func (b *Base) table(ctx context.Context, c *candidate.Candidate, ct *candidate.Table, opts Options) (*Table, error) {
	bound, err := b.bind(c, ct)
	if err != nil {
		return nil, err
	}
	t := &Table{Template: ct.String(), base: b, bound: bound}
	x := &judge{Table: t, bound: bound, longest: -1}
	if components := bound.packable(); components != nil && !opts.Exact {
		err = t.pack(ctx, components, x)
	} else {
		err = t.write(ctx, x, opts.Exact)
	}
	if err != nil {
		return nil, err
	}
	return t, x.run(ctx)
}

// write carries the candidate out, and measures what comes of it. With build the rows and cells are kept.
func (t *Table) write(ctx context.Context, x *judge, build bool) error {
	w, err := write(ctx, t.bound, build)
	if err != nil {
		return err
	}
	t.Collisions = w.collisions
	if build {
		t.rows = w.result()
	} else {
		w.rows.t, w.rows.sources, w.rows.sourceEnd, w.rows.through = t.bound, w.sources, w.sourceEnd, w.through
		t.rows = &w.rows
	}
	for _, c := range w.columns.list {
		if c.to-c.from > maxQualifier {
			x.longNames++
		}
	}
	x.guessed, t.Emptied = w.guessed, w.emptied
	t.measure()
	for i := range t.Len() {
		if n := len(t.Key(i)); n > maxKey {
			x.longKeys++
			if x.longest < 0 || n > len(t.Key(x.longest)) {
				x.longest = i
			}
		}
	}
	return nil
}

// pack measures the candidate without carrying it out.
func (t *Table) pack(ctx context.Context, components []*component, x *judge) error {
	p, front, err := t.bound.pack(ctx, components)
	if err != nil {
		return err
	}
	s := &scan{Table: t, p: p, components: components, front: front, meet: meeting{heads: t.base.heads}}
	t.rows = p
	if err := s.run(ctx); err != nil {
		return err
	}
	x.longKeys, x.longest = s.longKeys, s.longest
	return nil
}

// sum adds up the tables.
func (r *Result) sum() *Result {
	for i, t := range r.Tables {
		r.Rows += t.Rows
		if i == 0 || t.Emptied < r.Emptied {
			r.Emptied = t.Emptied
		}
		r.Cells += t.Cells
		r.Bytes += t.Bytes
		r.KeyBytes += t.KeyBytes
		r.PackedKeyBytes += t.PackedKeyBytes
		r.Over100MB += t.Over100MB
		r.Over256MB += t.Over256MB
		merge(&r.RowBytes, &t.RowBytes)
		merge(&r.RowCells, &t.RowCells)
		r.Collisions.add(t.Collisions)
		r.Findings = append(r.Findings, t.Findings...)
	}
	return r
}

// merge adds what src counted to dst.
func merge(dst, src *estimate.WeightedHistogram) {
	if dst.Weight == 0 {
		*dst = *src // tables of one's own are the usual case
		return
	}
	src.Each(func(v int64, w float64) bool { dst.Add(v, w); return true })
}

func (c *Collisions) add(d Collisions) {
	c.MergedRows += d.MergedRows
	c.VersionCells += d.VersionCells
	c.OverwrittenCells += d.OverwrittenCells
	c.Impossible = d.Impossible
	c.Examples = append(c.Examples, d.Examples...)
}
