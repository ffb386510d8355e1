// Package sample holds the columnar, immutable Sample that every analysis reads, and the description of the table it
// was read from.
package sample

import (
	"bytes"
	"sort"
)

// Sample is a set of rows of one table in key order. It is immutable: byte slices it hands out must not be written to.
// A row of 3 cells takes under 150 bytes beyond its key and the kept bytes of its values.
type Sample struct {
	Table Table
	How   Provenance

	keys     []byte
	keyEnd   []uint64 // row -> end of its key in keys
	cellEnd  []uint64 // row -> end of its cells
	weights  []float32
	columns  []Column
	columnOf []ColumnID // cell -> column
	micros   []int64
	size     []uint32
	values   []byte
	valueEnd []uint64 // cell -> end of its kept bytes in values
	runs     []Run
	sections []Section // counts of rows that are not kept
}

// ColumnID indexes Columns of the same sample.
type ColumnID uint32

// Column is a family and a qualifier; the qualifier may hold any bytes.
type Column struct {
	Family    string
	Qualifier string
}

// Cell is one timestamped version of a column in a row.
type Cell struct {
	Column ColumnID
	Micros int64  // timestamp in microseconds since 1970; may be zero, negative or far in the future
	Size   int    // length of the whole value in bytes
	Value  []byte // the first bytes of the value; shorter than Size when truncated
}

// SameValue reports whether both cells have values of one length that agree in the bytes kept.
func (c Cell) SameValue(o Cell) bool { return c.Size == o.Size && bytes.Equal(c.Value, o.Value) }

// Run is a run of consecutive rows that one read returned. Rows of one run are neighbors in the table and therefore
// similar: the independent units of the sampling design are runs, not rows.
//
// If key ranges were selected with probability proportional to size (How.Points > 0), a run is one cluster and
// represents Hits * How.TotalBytes / How.Points bytes of the table. If rows were kept at random (How.RowShare < 1), the
// rows of a run are in order but not adjacent.
type Run struct {
	First        int // index of its first row
	Rows         int
	Hits         int   // sampling points that fell on its section; 0 without sampling points
	SectionBytes int64 // size of that section as the service counts it; 0 when unknown
	Whole        bool  // the section was read to its end, not only its first rows

	Stands float64 `json:",omitempty"` // bytes of the table that it represents; 0 leaves it to Hits
	Share  float64 `json:",omitempty"` // probability with which each of its rows was kept; 0 is How.RowShare
}

// Rows returns the number of rows.
func (s *Sample) Rows() int { return len(s.keyEnd) }

// NumCells returns the number of cells in all rows.
func (s *Sample) NumCells() int { return len(s.columnOf) }

// Key returns the key of row i.
func (s *Sample) Key(i int) []byte {
	end := s.keyEnd[i]
	return s.keys[start(s.keyEnd, i):end:end]
}

// Cells returns the half-open range of cell indices of row i, as they were read: columns of a family sorted by
// qualifier, versions of a column newest first.
func (s *Sample) Cells(i int) (from, to int) {
	return int(start(s.cellEnd, i)), int(s.cellEnd[i])
}

// Cell returns cell j of the sample.
func (s *Sample) Cell(j int) Cell {
	end := s.valueEnd[j]
	return Cell{Column: s.columnOf[j], Micros: s.micros[j], Size: int(s.size[j]),
		Value: s.values[start(s.valueEnd, j):end:end]}
}

// Columns returns the dictionary of columns, sorted by family and qualifier.
func (s *Sample) Columns() []Column { return s.columns }

// Column returns one entry of the dictionary.
func (s *Sample) Column(id ColumnID) Column { return s.columns[id] }

// Runs returns the runs of adjacent rows, in key order.
func (s *Sample) Runs() []Run { return s.runs }

// Weight returns how many rows of the table row i represents, relative to the other rows of the sample.
func (s *Sample) Weight(i int) float64 {
	if s.weights == nil {
		return 1
	}
	return float64(s.weights[i])
}

// WithWeights returns the sample with a weight for each row; see Weight.
func (s *Sample) WithWeights(weights []float32) *Sample {
	out := *s
	out.weights = weights
	return &out
}

// CellBytes returns the size of a cell in bytes: family, qualifier, 8 for the timestamp, and value. The arguments are
// lengths in bytes. Every size in the program is computed from it.
func CellBytes(family, qualifier, value int) int64 {
	return int64(family) + int64(qualifier) + 8 + int64(value)
}

// HeadBytes returns the size of a cell of the column without its value; see CellBytes.
func (c Column) HeadBytes() int64 { return CellBytes(len(c.Family), len(c.Qualifier), 0) }

// CellBytes returns the size of cell j; see the function CellBytes.
func (s *Sample) CellBytes(j int) int64 {
	return s.columns[s.columnOf[j]].HeadBytes() + int64(s.size[j])
}

// RowBytes returns the size of row i in bytes: its key once and every cell (CellBytes). It includes neither the
// overhead of storage, which Google does not publish, nor compression.
func (s *Sample) RowBytes(i int) int64 {
	n := int64(len(s.Key(i)))
	from, to := s.Cells(i)
	for j := from; j < to; j++ {
		n += s.CellBytes(j)
	}
	return n
}

// Bytes returns the sum of RowBytes.
func (s *Sample) Bytes() int64 {
	n := int64(len(s.keys))
	for j := range s.columnOf {
		n += s.CellBytes(j)
	}
	return n
}

// Find returns the index of the first row whose key is at or after key, which is Rows() when there is none.
func (s *Sample) Find(key []byte) int {
	return sort.Search(s.Rows(), func(i int) bool { return bytes.Compare(s.Key(i), key) >= 0 })
}

// RowsOf returns the half-open range of rows whose keys are in a key range.
func (s *Sample) RowsOf(r *ReadRange) (from, to int) {
	from, to = s.Find(r.Start), s.Rows()
	if len(r.End) > 0 {
		to = s.Find(r.End)
	}
	return from, to
}

func start(ends []uint64, i int) uint64 {
	if i == 0 {
		return 0
	}
	return ends[i-1]
}

// Newest returns the cell of row i with the greatest timestamp of a column, the first of several; -1 if the row has
// none.
func (s *Sample) Newest(i int, column ColumnID) int {
	from, to := s.Cells(i)
	best := -1
	for j := from; j < to; j++ {
		if s.columnOf[j] == column && (best < 0 || s.micros[j] > s.micros[best]) {
			best = j
		}
	}
	return best
}
