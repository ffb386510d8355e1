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

// Append adds the rows of src whose keys are wanted. They must come after those of b.
func (b *Builder) Append(src *Builder, wanted func(key []byte) bool) {
	rows := b.CopyFrom(&src.s)
	for i := range src.Rows() {
		if wanted(src.s.Key(i)) {
			rows.Row(i)
		}
	}
}

// Slice returns a builder with rows [from, to) of the sample, so that more rows can be assembled with them. A slice
// that begins a Run represents what that Run did.
func (s *Sample) Slice(from, to int) *Builder {
	builder := NewBuilder(math.MaxInt)
	rows := builder.CopyFrom(s)
	for i := from; i < to; i++ {
		rows.Row(i)
	}
	for _, r := range s.runs {
		if r.First == from {
			builder.SetSection(r.Hits, r.SectionBytes, r.Whole)
		}
	}
	return builder
}

// Pick returns rows of the sample by their numbers, which ascend. Columns keep their numbers, including those without
// cells in these rows.
func (s *Sample) Pick(rows []int) *Sample {
	builder := NewBuilder(math.MaxInt)
	for _, c := range s.columns {
		builder.column(c.Family, []byte(c.Qualifier))
	}
	builder.expect = 0
	picked := builder.CopyFrom(s)
	for _, i := range rows {
		picked.Row(i)
	}
	return Finish(s.Table, s.How, []*Builder{builder})
}

// NewSizedBuilder returns an empty builder with room for exactly so many rows and cells, and bytes of keys and values,
// which keeps values as they are. If it is filled, Finish copies nothing.
func NewSizedBuilder(rows, cells, keyBytes, valueBytes int) *Builder {
	b := NewBuilder(math.MaxInt)
	s := &b.s
	s.keys, s.values = make([]byte, 0, keyBytes), make([]byte, 0, valueBytes)
	s.keyEnd, s.cellEnd = make([]uint64, 0, rows), make([]uint64, 0, rows)
	s.columnOf, s.micros = make([]ColumnID, 0, cells), make([]int64, 0, cells)
	s.size, s.valueEnd = make([]uint32, 0, cells), make([]uint64, 0, cells)
	return b
}

// Take returns a builder with the rows of b, in arrays of their size, and empties b, which has room for as many.
func (b *Builder) Take() *Builder {
	from := &b.s
	taken := *b
	taken.s = Sample{columns: from.columns,
		keys: exactly(from.keys), keyEnd: exactly(from.keyEnd), cellEnd: exactly(from.cellEnd),
		columnOf: exactly(from.columnOf), micros: exactly(from.micros), size: exactly(from.size),
		values: exactly(from.values), valueEnd: exactly(from.valueEnd)}
	*b = Builder{keep: b.keep, ids: map[string]ColumnID{}, s: Sample{
		keys: from.keys[:0], keyEnd: from.keyEnd[:0], cellEnd: from.cellEnd[:0],
		columnOf: from.columnOf[:0], micros: from.micros[:0], size: from.size[:0],
		values: from.values[:0], valueEnd: from.valueEnd[:0]}}
	return &taken
}

func exactly[T any](s []T) []T { return append(make([]T, 0, len(s)), s...) }

// Copier adds rows of one sample to a builder. It looks each column up once.
type Copier struct {
	to   *Builder
	from *Sample
	ids  []ColumnID // of from: the column of to, plus one; 0 is not yet known
}

// CopyFrom returns a Copier of rows of s. Several can be in use in turn.
func (b *Builder) CopyFrom(s *Sample) *Copier { return &Copier{to: b, from: s} }

// Row adds row i. Its key must come after that of the row before.
func (c *Copier) Row(i int) {
	if c.ids == nil {
		c.ids = make([]ColumnID, len(c.from.columns))
	}
	builder, sampled := c.to, c.from
	builder.Row(sampled.Key(i))
	from, to := sampled.Cells(i)
	out := &builder.s
	at := start(sampled.valueEnd, from)
	for cell := from; cell < to; cell++ {
		id := sampled.columnOf[cell]
		if c.ids[id] == 0 {
			name := &sampled.columns[id]
			c.ids[id] = builder.column(name.Family, []byte(name.Qualifier)) + 1
		}
		out.columnOf = append(out.columnOf, c.ids[id]-1)
		value := sampled.values[at:sampled.valueEnd[cell]]
		at = sampled.valueEnd[cell]
		out.values = append(out.values, value[:min(len(value), builder.keep)]...)
		out.valueEnd = append(out.valueEnd, uint64(len(out.values)))
		builder.bytes += sampled.CellBytes(cell)
	}
	out.micros = append(out.micros, sampled.micros[from:to]...)
	out.size = append(out.size, sampled.size[from:to]...)
	out.cellEnd[len(out.cellEnd)-1] = uint64(len(out.columnOf))
}
