package simulate

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Move is what one table of a candidate makes of a part of the source. Parts of a table can be moved apart from each other, because what
// becomes of a row depends on that row alone, until rows meet: see Join.
type Move struct {
	Pieces   []Piece // in the order of the source
	Emptied  int64   // source rows that would have no cell left
	NotMeant int64   // source rows of other record kinds
	Cut      int64   // cells of which only the first bytes of the value are known, where more was needed

	w *writer
}

// Piece is what one source row gives to one new row.
type Piece struct {
	Row   int    // of the source
	Key   []byte // of the new row
	Count Count  // of the new row, if no other source row gives to it

	units []unit
}

// Count is what a new row comes to.
type Count struct {
	Bytes       int64 // of the key once, and of the cells; see sample.RowBytes
	Cells       int64
	Versions    int64 // cells that become an older version of a column
	Overwritten int64 // cells lost because column and timestamp are the same
	Estimated   int64 // serialized cells whose size is an estimate
}

// Cell is a cell on its way into a new row, without what the new row does not need.
type Cell struct {
	Family    string
	Qualifier []byte
	Micros    int64
	Size      int64
	Newest    bool // it was the newest version of its column where it comes from
	Rule      int  // of the table's rules, whose serialization it becomes a part of; -1 for none
	// From, FromSize, and Value are the column, size, and kept first bytes of a cell that is serialized.
	From     sample.Column
	FromSize int64
	Value    []byte
}

// NewMove carries out a table of a candidate on the rows of a base. Mistakes in the candidate are *rowkey.SyntaxErrors; else the error
// is ctx's.
func NewMove(ctx context.Context, b *Base, c *candidate.Candidate, table int) (*Move, error) {
	bound, err := b.bind(c, &c.Tables[table])
	if err != nil {
		return nil, err
	}
	w, err := newWriter(ctx, bound)
	if err != nil {
		return nil, err
	}
	move := &Move{w: w, Emptied: w.emptied, Cut: bound.cut}
	if !bound.all {
		for row := range b.Sample.Rows() {
			if !bound.meant(row) {
				move.NotMeant++
			}
		}
	}
	for i := 0; i < len(w.units); {
		end := i + 1
		for end < len(w.units) && w.units[end].row == w.units[i].row {
			end++
		}
		move.row(w.units[i:end])
		i = end
	}
	return move, nil
}

// row makes the pieces of one source row.
func (m *Move) row(units []unit) {
	if len(units) > 1 {
		slices.SortFunc(units, func(a, b unit) int { return cmp.Or(bytes.Compare(a.key, b.key), cmp.Compare(a.first, b.first)) })
	}
	for i := 0; i < len(units); {
		end := i + 1
		for end < len(units) && bytes.Equal(units[end].key, units[i].key) {
			end++
		}
		m.Pieces = append(m.Pieces, Piece{Row: int(units[i].row), Key: units[i].key, Count: m.w.count(units[i:end]), units: units[i:end]})
		i = end
	}
}

// count writes a new row and returns what it comes to.
func (w *writer) count(units []unit) Count {
	before, guessed := w.collisions, w.guessed
	w.row(units)
	n := len(w.rows.sizes) - 1
	return Count{Bytes: w.rows.sizes[n], Cells: w.rows.cells[n], Versions: w.collisions.VersionCells - before.VersionCells,
		Overwritten: w.collisions.OverwrittenCells - before.OverwrittenCells, Estimated: w.guessed - guessed}
}

// Cells returns the cells of a piece in the order of the source.
func (m *Move) Cells(p *Piece) []Cell {
	s := m.w.t.base.Sample
	var cells []newCell
	for _, u := range p.units {
		cells = append(cells, m.w.cells[u.first:u.last]...)
	}
	slices.SortFunc(cells, func(a, b newCell) int { return cmp.Compare(a.seq, b.seq) })
	out := make([]Cell, len(cells))
	for i, c := range cells {
		out[i] = Cell{Family: m.w.columns.family(c.column), Qualifier: bytes.Clone(m.w.columns.qualifier(c.column)), Micros: c.micros, Size: int64(c.size),
			Newest: c.newest, Rule: -1}
		if c.rule >= 0 && m.w.t.rules[c.rule].Serialize != "" {
			from := s.Cell(c.cell)
			out[i].Rule, out[i].From, out[i].FromSize, out[i].Value = c.rule, s.Column(from.Column), int64(from.Size), from.Value
		}
	}
	return out
}

// Given is what one source row gives to a new row that others give to as well.
type Given struct {
	Source []byte // key of the source row
	Cells  []Cell // in the order of the source
}

// Times yields the timestamps of the cells of a piece, in microseconds, in no order.
func (m *Move) Times(p *Piece, yield func(micros int64)) {
	for _, u := range p.units {
		for _, c := range m.w.cells[u.first:u.last] {
			yield(c.micros)
		}
	}
}

// Join returns what the new row with a key comes to that several source rows give to. The rows may come in any order; given is sorted.
func Join(t *candidate.Table, key []byte, given []Given) Count {
	slices.SortFunc(given, func(a, b Given) int { return bytes.Compare(a.Source, b.Source) })
	builder, total := sample.NewBuilder(1<<30), 0
	w := &writer{columns: newNames(64)}
	for i, g := range given {
		builder.Row(g.Source)
		u := unit{row: uint32(i), key: key, first: len(w.cells)}
		for _, c := range g.Cells {
			n := newCell{cell: -1, column: w.columns.number(c.Family, c.Qualifier), micros: c.Micros, size: uint32(c.Size), newest: c.Newest, rule: c.Rule, seq: len(w.cells)}
			if c.Rule >= 0 {
				n.cell = total
				total++
				builder.CellPrefix(c.From.Family, []byte(c.From.Qualifier), c.Micros, int(c.FromSize), c.Value)
			}
			w.cells = append(w.cells, n)
		}
		u.last = len(w.cells)
		w.units = append(w.units, u)
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{builder})
	w.t = &bound{base: &Base{Table: &segments.Table{Sample: s}}}
	for i := range t.Rules {
		w.t.rules = append(w.t.rules, rule{Rule: &t.Rules[i]})
	}
	return w.count(w.units)
}

// Distinct returns why no two rows can have one key under a table of a candidate, whatever the rows are; empty if they can, or if it
// depends on the rows. It is less than Collisions.Impossible, which relies on the segments of the rows seen.
func Distinct(t *candidate.Table) string {
	whole, named := 0, t.Kind != ""
	t.Exprs(func(e *candidate.Expr) { named = named || e.Op == candidate.Segment || e.Op == candidate.Rest })
	if named { // rows of other kinds keep their keys, which may be like the new ones
		return ""
	}
	for _, p := range t.Key {
		switch {
		case p.Group != nil:
			return ""
		case p.Field == nil:
		case p.Field.Expr.Op == candidate.Whole && p.Field.Codec == nil:
			whole++
		case p.Field.Expr.Op == candidate.Salt && p.Field.Codec == nil && !p.Field.Expr.PerCell(): // padded: of one width
		default:
			return ""
		}
	}
	if whole != 1 {
		return ""
	}
	return "the new key is the whole current key with parts of fixed width"
}
