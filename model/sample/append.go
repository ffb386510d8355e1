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

// Stretch is a builder with rows from to to (exclusive) of the sample, so that more can be assembled with them. A
// stretch that begins a Run stands for what that Run did.
func (s *Sample) Stretch(from, to int) *Builder {
	b := NewBuilder(math.MaxInt)
	for i := from; i < to; i++ {
		b.copyRow(s, i)
	}
	for _, r := range s.runs {
		if r.First == from {
			b.Represent(r.Hits, r.SectionBytes, r.Whole)
		}
	}
	return b
}

func (b *Builder) copyRow(s *Sample, i int) {
	b.Row(s.Key(i))
	from, to := s.Cells(i)
	for j := from; j < to; j++ {
		c := s.Cell(j)
		column := s.Column(c.Column)
		b.CellOfSize(column.Family, []byte(column.Qualifier), c.Micros, c.Size, c.Value)
	}
}
