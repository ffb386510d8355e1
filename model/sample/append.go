package sample

import (
	"iter"
	"math"
)

// Keys yields the keys of the rows, in order. They must not be written to.
func (b *Builder) Keys() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range b.Rows() {
			if !yield(b.s.Key(i)) {
				return
			}
		}
	}
}

// Append adds the rows of src that wanted says yes to. They must come after those of b.
func (b *Builder) Append(src *Builder, wanted func(key []byte) bool) {
	for i := range src.Rows() {
		if wanted(src.s.Key(i)) {
			b.copyRow(&src.s, i)
		}
	}
}

// Slice is a builder with rows from to to (exclusive) of the sample, so that more can be assembled with them. A
// stretch that begins a Run stands for what that Run did.
func (s *Sample) Slice(from, to int) *Builder {
	b := NewBuilder(math.MaxInt)
	for i := from; i < to; i++ {
		b.copyRow(s, i)
	}
	for _, r := range s.runs {
		if r.First == from {
			b.SetSection(r.Hits, r.SectionBytes, r.Whole)
		}
	}
	return b
}

// Next is an empty builder for the stretch that comes after b, with room for so many rows like those of b.
func (b *Builder) Next(rows int) *Builder {
	next := NewBuilder(b.keep)
	n := b.Rows()
	if n == 0 {
		return next
	}
	room := func(have int) int { return have * rows / n * 17 / 16 }
	s := &next.s
	s.keys, s.keyEnd, s.cellEnd = make([]byte, 0, room(len(b.s.keys))), make([]uint64, 0, rows), make([]uint64, 0, rows)
	cells := room(len(b.s.columnOf))
	s.columnOf, s.micros, s.size, s.valueEnd = make([]ColumnID, 0, cells), make([]int64, 0, cells), make([]uint32, 0, cells), make([]uint64, 0, cells)
	s.values = make([]byte, 0, room(len(b.s.values)))
	return next
}

// Clip gives back the room that was not used, where that is a good part.
func (b *Builder) Clip() {
	s := &b.s
	s.keys, s.keyEnd, s.cellEnd = clip(s.keys), clip(s.keyEnd), clip(s.cellEnd)
	s.columnOf, s.micros, s.size = clip(s.columnOf), clip(s.micros), clip(s.size)
	s.values, s.valueEnd = clip(s.values), clip(s.valueEnd)
}

func clip[T any](s []T) []T {
	if cap(s)-len(s) > len(s)/4 {
		return append(make([]T, 0, len(s)), s...)
	}
	return s
}

func (b *Builder) copyRow(s *Sample, i int) {
	b.Row(s.Key(i))
	from, to := s.Cells(i)
	for j := from; j < to; j++ {
		c := s.Cell(j)
		column := s.Column(c.Column)
		b.CellPrefix(column.Family, []byte(column.Qualifier), c.Micros, c.Size, c.Value)
	}
}

// AppendRow adds row i of s, whose key must come after that of the row before.
func (b *Builder) AppendRow(s *Sample, i int) { b.copyRow(s, i) }
