package verify

import (
	"context"
	"encoding/binary"

	"tabletop/model/candidate"
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
	Overwritten        int64 // cells of the old table that the layout has overwritten by others of their row
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
		&c.Overwritten, &c.ComparedRows, &c.ComparedCells}
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

	// Of rows whose cells change:
	changed map[sample.Column][]byte // new column -> cell.head
	times   []int64
}

// old calls each with the rows of a part of the old table, under their new keys. A row is valid until the next. The
// error is ctx's.
func (r *reader) old(ctx context.Context, part *sample.Sample, each func(*row)) error {
	rows := *part
	rows.Table.Micros = r.check.options.Micros
	keys, err := segments.New(ctx, &rows, r.check.options.Current)
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
	gone, err := r.begin(ctx, &rows, r.check.oldRules)
	if err != nil {
		return err
	}
	r.countKinds(keys, moved)
	if r.check.keepsCells {
		for i := range moved.Len() {
			r.take(&rows, moved.Row(i), moved.Key(i), gone, each)
		}
		return nil
	}
	for piece := range moved.Pieces() {
		r.change(&rows, piece, gone, each)
	}
	return nil
}

// countKinds counts the rows that no layout is for.
func (r *reader) countKinds(keys *segments.Table, moved *rekey.Moved) {
	foreign := int64(0)
	if r.check.quarantines {
		for _, kind := range keys.Kind {
			if kind == candidate.Foreign {
				foreign++
			}
		}
	}
	r.counts.Foreign += foreign
	r.counts.Unchanged += moved.NotMeant - foreign
}

// new calls each with the rows of a part of the new table. A row is valid until the next. The error is ctx's.
func (r *reader) new(ctx context.Context, s *sample.Sample, each func(*row)) error {
	gone, err := r.begin(ctx, s, r.check.newRules)
	if err != nil {
		return err
	}
	for i := range s.Rows() {
		r.take(s, i, s.Key(i), gone, each)
	}
	return nil
}

// begin counts a part, and returns which of its cells the rules take.
func (r *reader) begin(ctx context.Context, s *sample.Sample, rules retention.Rules) (gone []bool, err error) {
	r.counts.Rows += int64(s.Rows())
	r.counts.Cells += int64(s.NumCells())
	r.counts.Bytes += s.Bytes()
	r.heads = r.heads[:0]
	for _, c := range s.Columns() {
		r.heads = append(r.heads, headOf(c))
	}
	return retention.NewEvaluator(s, r.check.options.Now).EligibleCells(ctx, rules)
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
	r.pass(each)
}

// pass calls each with the row at hand, unless it has no cells.
func (r *reader) pass(each func(*row)) {
	if len(r.row.cells) == 0 {
		r.counts.Emptied++
		return
	}
	r.counts.ComparedRows++
	r.counts.ComparedCells += int64(len(r.row.cells))
	each(&r.row)
}

// change calls each with what a row of the old table gives to a new row, if its cells may be others there. What the
// policies of the old table take is left out of the old row, and what those of the new one take of the new row.
func (r *reader) change(s *sample.Sample, piece *rekey.Piece, gone []bool, each func(*row)) {
	if r.changed == nil {
		r.changed = map[sample.Column][]byte{}
	}
	r.row.key, r.row.source, r.row.cells = piece.Key, s.Key(piece.Row), r.row.cells[:0]
	r.counts.Overwritten += piece.Count.Overwritten
	piece.Cells(func(c rekey.PieceCell) {
		if gone[c.Source] {
			r.counts.Collectable++
			return
		}
		column := sample.Column{Family: c.Family, Qualifier: string(c.Qualifier)}
		head, ok := r.changed[column]
		if !ok {
			head = headOf(column)
			r.changed[column] = head
		}
		r.row.cells = append(r.row.cells, cell{column: column, head: head, micros: c.Micros, value: c.Value})
	})
	r.keep()
	r.pass(each)
}

// keep leaves out of the row at hand what policies take, and ranks the others.
func (r *reader) keep() {
	all := r.row.cells
	r.row.cells = all[:0]
	for first := 0; first < len(all); {
		end := first
		r.times = r.times[:0]
		for ; end < len(all) && all[end].column == all[first].column; end++ {
			r.times = append(r.times, all[end].micros)
		}
		rule := r.check.rule(all[first].column.Family)
		kept := rule.Keep(r.times)
		r.counts.Collectable += int64(end - first - kept)
		for rank, c := range all[first : first+kept] {
			c.rank = rank
			r.row.cells = append(r.row.cells, c)
		}
		first = end
	}
}

// tooNew reports whether a cell with a timestamp is not to be compared.
func (r *reader) tooNew(micros int64) bool {
	until := r.check.options.Until
	return !until.IsZero() && micros >= until.UnixMicro()
}

// headOf returns a column as it is hashed.
func headOf(c sample.Column) []byte { return appendText(appendText(nil, c.Family), c.Qualifier) }

// appendText writes a text so that what follows it cannot be taken for a part of it.
func appendText[T ~string | ~[]byte](dst []byte, s T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}
