package rekey

import (
	"bytes"
	"iter"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/sample"
)

// Piece is what one source row gives to one new row.
type Piece struct {
	Row   int    // of the source
	Key   []byte // of the new row
	Count Count  // of the new row, if no other source row gives to it

	joiner *joiner
	piece  int
}

// Pieces yields the pieces in the order of the source. A piece is valid until the next. Cut grows meanwhile by the
// cells of which only the first bytes of the value are known, where a new column or time needed more.
func (m *Moved) Pieces() iter.Seq[*Piece] {
	return func(yield func(*Piece) bool) {
		j := m.newJoiner()
		for i := range m.Len() {
			p := &Piece{Row: m.Row(i), Key: m.Key(i), Count: j.row(len(m.Key(i)), i, i+1), joiner: j, piece: i}
			m.Cut, j.cut = m.Cut+j.cut, 0
			if !yield(p) {
				return
			}
		}
	}
}

// PieceCell is a cell of the new row.
type PieceCell struct {
	Family    string
	Qualifier []byte // valid until the next piece
	Micros    int64
	Value     []byte // as far as it is known
	Source    int    // the cell of the source
}

// Cells yields the cells of the new row, if no other source row gives to it: those of a column together, newest first.
// Cells that others of the row overwrite are not among them. No rule may write several cells as one.
func (p *Piece) Cells(yield func(PieceCell)) {
	joiner := p.joiner
	joiner.named = true
	joiner.emit = func(made newCell) {
		value := joiner.source.Cell(int(made.cell)).Value
		yield(PieceCell{joiner.columns.family(made.column), joiner.columns.qualifier(made.column), made.micros,
			value[:min(len(value), int(made.size))], int(made.cell)})
	}
	joiner.row(len(p.Key), p.piece, p.piece+1)
	joiner.named, joiner.emit, joiner.cut = false, nil, 0 // those cut were counted before
}

// GivenCell is a cell on its way into a new row, without what the new row does not need.
type GivenCell struct {
	Family    string
	Qualifier []byte
	Micros    int64
	Size      int64
	Newest    bool           // it was the newest version of its column where it comes from
	Form      candidate.Form // in which it becomes a part of another cell; empty if it stays
	// From, FromSize, and Value are the column, size, and kept first bytes of a cell that becomes a part of another.
	From     sample.Column
	FromSize int64
	Value    []byte
}

// Given is what one source row gives to a new row that others give to as well.
type Given struct {
	Source []byte // key of the source row
	Cells  []GivenCell
}

// load takes the cells of the piece.
func (p *Piece) load() []newCell {
	j := p.joiner
	j.columns.reset()
	j.cells = j.cells[:0]
	j.take(p.piece)
	return j.cells
}

// Times yields the timestamps of the cells, in microseconds, in no order.
func (p *Piece) Times(yield func(micros int64)) {
	for _, c := range p.load() {
		yield(c.micros)
	}
	p.joiner.cut = 0 // they were counted before
}

// Given returns the piece as another part of the program joins it.
func (p *Piece) Given() Given {
	joiner := p.joiner
	out := Given{Source: joiner.source.Key(p.Row)}
	for _, newCell := range p.load() {
		givenCell := GivenCell{Family: joiner.columns.family(newCell.column),
			Qualifier: bytes.Clone(joiner.columns.qualifier(newCell.column)),
			Micros:    newCell.micros, Size: int64(newCell.size), Newest: newCell.newest}
		if newCell.form != nil {
			from := joiner.source.Cell(int(newCell.cell))
			givenCell.Form = *newCell.form
			givenCell.From, givenCell.FromSize, givenCell.Value = joiner.source.Column(from.Column), int64(from.Size),
				from.Value
		}
		out.Cells = append(out.Cells, givenCell)
	}
	return out
}

// Join returns what the new row with a key comes to that several source rows give to. They may come in any order;
// given is sorted.
func Join(key []byte, given []Given) Count {
	slices.SortFunc(given, func(a, b Given) int { return bytes.Compare(a.Source, b.Source) })
	parts := sample.NewBuilder(1 << 30) // what becomes a part of another cell
	joiner := &joiner{columns: newNames(64)}
	total := 0
	for _, row := range given {
		parts.Row(row.Source)
		for at := range row.Cells {
			givenCell := &row.Cells[at]
			made := newCell{cell: -1, column: joiner.columns.number(givenCell.Family, givenCell.Qualifier),
				micros: givenCell.Micros, size: uint32(givenCell.Size),
				newest: givenCell.Newest, seq: int32(len(joiner.cells))}
			if givenCell.Form != "" {
				made.cell, made.form = int32(total), &givenCell.Form
				total++
				parts.CellPrefix(givenCell.From.Family, []byte(givenCell.From.Qualifier), givenCell.Micros,
					int(givenCell.FromSize), givenCell.Value)
			}
			joiner.cells = append(joiner.cells, made)
		}
	}
	joiner.source = sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{parts})
	joiner.count = Count{Bytes: int64(len(key))}
	joiner.join()
	return joiner.count
}
