package verify

import (
	"context"
	"encoding/binary"

	"tabletop/model/rekey"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Counts are those of the rows read of a table. They add up.
type Counts struct {
	Rows, Cells, Bytes int64 // read
	Foreign            int64 // rows of the old table whose keys no layout decodes: they are set aside
	Unchanged          int64 // rows of the old table that no layout is for: they keep their keys
	Collectable        int64 // cells left out, because a policy takes them
	Emptied            int64 // rows left out, because a policy takes all of their cells
	// ComparedRows are the others, after their change of key: two old rows of one new row are two.
	ComparedRows, ComparedCells int64
}

// merge adds what o counted.
func (c *Counts) merge(o *Counts) {
	from := o.numbers()
	for i, n := range c.numbers() {
		*n += *from[i]
	}
}

func (c *Counts) numbers() []*int64 {
	return []*int64{&c.Rows, &c.Cells, &c.Bytes, &c.Foreign, &c.Unchanged, &c.Collectable, &c.Emptied,
		&c.ComparedRows, &c.ComparedCells}
}

// row is a row under its new key, with the cells that are compared.
type row struct {
	key    []byte
	source []byte // key in the table that it was read from
	cells  []cell
}

// cell is a cell of a row.
type cell struct {
	column sample.Column
	head   []byte // the column as it is hashed
	micros int64
	rank   int // newer versions of its column, of those that are compared
	value  []byte
}

// reader makes rows of the parts of a table. It is not safe for concurrent use.
type reader struct {
	check  *Check
	counts Counts
	row    row
	heads  [][]byte // column of the part at hand -> cell.head
}

// old calls each with the rows of a part of the old table, under their new keys. A row is valid until the next. The
// error is ctx's.
func (r *reader) old(ctx context.Context, s *sample.Sample, each func(*row)) error {
	keys, err := segments.New(ctx, s, r.check.options.Current)
	if err != nil {
		return err
	}
	plan, err := rekey.NewBase(keys, r.check.columns...).NewPlan(r.check.set)
	if err != nil {
		return err
	}
	moved, err := plan.Move(ctx, 0)
	if err != nil {
		return err
	}
	gone, err := r.begin(ctx, s)
	if err != nil {
		return err
	}
	foreign := int64(s.Rows() - moved.Len()) // all others are in the new table
	r.counts.Foreign += foreign
	r.counts.Unchanged += moved.NotMeant - foreign
	for i := range moved.Len() {
		r.take(s, moved.Row(i), moved.Key(i), gone, each)
	}
	return nil
}

// new calls each with the rows of a part of the new table. A row is valid until the next. The error is ctx's.
func (r *reader) new(ctx context.Context, s *sample.Sample, each func(*row)) error {
	gone, err := r.begin(ctx, s)
	if err != nil {
		return err
	}
	for i := range s.Rows() {
		r.take(s, i, s.Key(i), gone, each)
	}
	return nil
}

// begin counts a part, and returns which of its cells a policy takes.
func (r *reader) begin(ctx context.Context, s *sample.Sample) (gone []bool, err error) {
	r.counts.Rows += int64(s.Rows())
	r.counts.Cells += int64(s.NumCells())
	r.counts.Bytes += s.Bytes()
	r.heads = r.heads[:0]
	for _, c := range s.Columns() {
		r.heads = append(r.heads, appendText(appendText(nil, c.Family), c.Qualifier))
	}
	return retention.NewEvaluator(s, r.check.options.Now).EligibleCells(ctx, r.check.rules)
}

// take calls each with a row, unless a policy takes all of its cells.
func (r *reader) take(s *sample.Sample, index int, key []byte, gone []bool, each func(*row)) {
	r.row.key, r.row.source, r.row.cells = key, s.Key(index), r.row.cells[:0]
	from, to := s.Cells(index)
	for first := from; first < to; {
		end := s.Versions(first, to)
		for first < end && r.tooNew(s.Times(first, end)[0]) {
			first++
		}
		for j := first; j < end; j++ {
			if gone[j] {
				r.counts.Collectable++
				continue
			}
			c := s.Cell(j)
			r.row.cells = append(r.row.cells, cell{column: s.Column(c.Column), head: r.heads[c.Column],
				micros: c.Micros, rank: j - first, value: c.Value})
		}
		first = end
	}
	if len(r.row.cells) == 0 {
		r.counts.Emptied++
		return
	}
	r.counts.ComparedRows++
	r.counts.ComparedCells += int64(len(r.row.cells))
	each(&r.row)
}

// tooNew reports whether a cell with a timestamp is not to be compared.
func (r *reader) tooNew(micros int64) bool {
	until := r.check.options.Until
	return !until.IsZero() && micros >= until.UnixMicro()
}

// appendText writes a text so that what follows it cannot be taken for a part of it.
func appendText[T ~string | ~[]byte](dst []byte, s T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}
