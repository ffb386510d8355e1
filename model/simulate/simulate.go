package simulate

import (
	"context"
	"strings"
	"sync"

	"tabletop/model/candidate"
	"tabletop/model/estimate"
	"tabletop/model/rekey"
)

// Result is what a table would be like under a layout, counted over the rows of the sample. Candidates of several
// tables have the sums of them.
type Result struct {
	Candidate *candidate.Candidate // nil for the current layout
	Template  string
	Tables    []*Table // at least one

	Rows           int64
	Cells          int64
	Bytes          int64                      // of keys, once a row, and of cells; see sample.RowBytes
	KeyBytes       int64                      // of keys, once a row
	PackedKeyBytes int64                      // see rekey.Table
	RowBytes       estimate.WeightedHistogram // sizes of rows in bytes, weighed like the rows they come from
	RowCells       estimate.WeightedHistogram // cells of rows
	Over100MB      int64                      // rows over what is recommended (G18)
	Over256MB      int64                      // rows too large to be read
	// current rows that would have no cell left; of several tables, in each of them
	Emptied int64
	// Dropped and Quarantined are current rows in no new table: those that go, and those that are set aside.
	Dropped, Quarantined int64
	Collisions           Collisions
	Findings             []Finding
	Whole                *Counted    // of the whole table, if the sample carries it; nil otherwise
	scale                once[Scale] // see Scale
}

// Collisions counts what meets in the new rows. Of a sample they are of the rows read: the table has as many or more,
// since two rows that meet are hardly ever both read.
type Collisions struct {
	AtLeast      bool
	MergedRows   int64 // source rows that share their new key with another
	VersionCells int64 // cells that become an older version of a column by merging
	// cells lost because row, column and timestamp are the same; the last in source key order stays
	OverwrittenCells int64
	// Impossible states why no two rows can ever have the same key; empty when they can.
	Impossible string
	Examples   [][]byte // keys at which rows meet
}

// Table is one table of a Result. Its rows are in the order of their keys.
type Table struct {
	*rekey.Table
	Template string

	base     *Base
	proposed bool              // it is of a candidate, not the current table
	of       []*rekey.Template // what writes rows with other keys
	findings []Finding
	proven   string         // see Collisions.Impossible
	placed   once[[]uint32] // see places
}

// Run tries a candidate on a base; nil is the current layout. Mistakes in the candidate, such as a segment that does
// not exist, are *rowkey.SyntaxErrors; else the error is ctx's.
func Run(ctx context.Context, b *Base, c *candidate.Candidate) (*Result, error) {
	result := &Result{Candidate: c}
	set, err := rekey.CurrentSet(b.Layouts), error(nil)
	if c != nil {
		set, err = rekey.ResolveSet(c, b.Layouts)
	}
	if err != nil {
		return nil, err
	}
	out, err := rekey.Run(ctx, b.Base, set)
	if err != nil {
		return nil, err
	}
	for number, rows := range out.Tables {
		table := &Table{Table: rows, base: b}
		if c == nil {
			table.Template = strings.Join(strings.Split(strings.TrimSpace(b.Layouts.String()), "\n"), " | ")
			table.proven = "they are the current keys"
		} else {
			table.Template = c.TableString(number)
			if err := table.judge(ctx, out); err != nil {
				return nil, err
			}
		}
		result.add(table)
	}
	if c == nil {
		result.Template = result.Tables[0].Template
		return result, nil
	}
	result.Dropped, result.Quarantined = out.Dropped, out.Quarantined
	result.Template = c.String()
	return result.withWhole(b), nil
}

// judge looks for what is to be known of a table of a candidate, all of whose tables are those of out.
func (t *Table) judge(ctx context.Context, out *rekey.Result) error {
	plan, number := t.Plan()
	t.proposed, t.of = true, plan.Templates(number)
	x := &judge{Table: t, all: out}
	return x.run(ctx)
}

// SameLayout reports whether two results are of the same layout, however it was typed.
func (r *Result) SameLayout(o *Result) bool {
	return r.Template == o.Template || r.isCurrent() && o.Candidate == nil || r.Candidate == nil && o.isCurrent()
}

// DropsMostRows reports whether most current rows are gone, so that what is left is small for no merit of the keys.
func (r *Result) DropsMostRows() bool {
	gone := r.Emptied + r.Dropped + r.Quarantined
	return gone > 0 && 2*gone > int64(r.Tables[0].base.Sample.Rows())
}

// isCurrent reports whether all keys and cells are the current ones.
func (r *Result) isCurrent() bool { return len(r.Tables) == 1 && r.Unchanged() == 1 }

// Unchanged returns how many tables have the current keys and cells.
func (r *Result) Unchanged() int {
	count := 0
	for _, t := range r.Tables {
		if !t.proposed || t.keepsCells() && t.SameKeys && t.Len() == t.base.Sample.Rows() && t.Len() > 0 {
			count++
		}
	}
	return count
}

// add adds a table.
func (r *Result) add(t *Table) {
	r.Rows += t.Rows
	if len(r.Tables) == 0 || t.Emptied < r.Emptied {
		r.Emptied = t.Emptied // a row is gone that no table has
	}
	r.Tables = append(r.Tables, t)
	r.Cells += t.Cells
	r.Bytes += t.Bytes
	r.KeyBytes += t.KeyBytes
	r.PackedKeyBytes += t.PackedKeyBytes
	r.Over100MB += t.Over100MB
	r.Over256MB += t.Over256MB
	merge(&r.RowBytes, &t.RowBytes)
	merge(&r.RowCells, &t.RowCells)
	c := &r.Collisions
	c.MergedRows += t.Merged
	c.VersionCells += t.Versions
	c.OverwrittenCells += t.Overwritten
	c.Impossible = t.proven
	c.AtLeast = t.proposed && t.proven == "" && !t.base.Design.IsExact()
	c.Examples = append(c.Examples, t.Examples...)
	r.Findings = append(r.Findings, t.findings...)
}

// merge adds what src counted to dst.
func merge(dst, src *estimate.WeightedHistogram) {
	if dst.Weight == 0 {
		*dst = *src // tables of one's own are the usual case
		return
	}
	src.Each(func(v int64, w float64) bool { dst.Add(v, w); return true })
}

// once is a value that is worked out when it is first asked for.
type once[T any] struct {
	sync.Once
	value T
}

func (o *once[T]) get(make func() T) T {
	o.Do(func() { o.value = make() })
	return o.value
}
