package segments

import (
	"context"
	"hash/maphash"
	"runtime"
	"sync"

	"tabletop/model/crash"
	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// stretchRows is the number of rows whose keys are decoded, on all processors, before their values are numbered, a
// column on each processor: few enough for the values to stay in the processor's cache. partRows is the least of them
// that a goroutine decodes, which takes about a millisecond.
const stretchRows, partRows = 4 * partRows, 4096

// New decodes the keys of s with the first layout of set that fits each. It uses all processors. The error is ctx's.
func New(ctx context.Context, s *sample.Sample, set rowkey.Set) (*Table, error) {
	rows := s.Rows()
	table := &Table{
		Sample: s, Layouts: set, Design: estimate.NewDesign(s),
		Kind: make([]int16, rows), Bytes: make([]int64, rows), Cluster: make([]uint32, rows),
		columns: map[string]*Column{},
	}
	table.build(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for cluster, i := 0, 0; i < rows; cluster++ {
		for end := table.Design.ClusterEnd(cluster, i, rows); i < end; i++ {
			table.Cluster[i] = uint32(cluster)
		}
	}
	return table, ctx.Err()
}

// build fills the columns.
func (t *Table) build(ctx context.Context) {
	index, seed, rows := t.prepare(), maphash.MakeSeed(), t.Sample.Rows()
	stretch, dicts := newStretch(t, index), make([]dictionary, len(t.Names))
	for i := range dicts {
		dicts[i] = dictionary{seed: seed, rows: rows}
	}
	for from := 0; from < rows && ctx.Err() == nil; from += stretchRows {
		stretch.from, stretch.to = from, min(from+stretchRows, rows)
		stretch.decode()
		Parallel(len(t.Names), func(i int) { stretch.number(t.columns[t.Names[i]], i, &dicts[i]) })
	}
	for i, name := range t.Names {
		column := t.columns[name]
		column.Values, column.First = dicts[i].values, dicts[i].first
	}
}

// prepare makes an empty column for every segment name. It returns for each kind and segment the index in Names.
func (t *Table) prepare() [][]int {
	index, at := make([][]int, len(t.Layouts)), map[string]int{}
	for kind, layout := range t.Layouts {
		var fields []field
		for _, seg := range layout.Segments() {
			c := t.columns[seg.Name]
			if c == nil {
				c = newColumn(seg, t.Sample.Rows())
				t.columns[seg.Name], at[seg.Name] = c, len(t.Names)
				t.Names = append(t.Names, seg.Name)
			}
			fields = append(fields, field{seg, c})
			index[kind] = append(index[kind], at[seg.Name])
		}
		t.kinds = append(t.kinds, fields)
	}
	return index
}

// stretch is consecutive rows whose keys are decoded and whose values have no codes yet.
type stretch struct {
	table    *Table
	index    [][]int
	from, to int
	values   [][]Value    // by the index in Names and the row from from on; a row without one has no Segment
	repeats  [][][]Repeat // by the part that a goroutine decodes and the index in Names
}

func newStretch(t *Table, index [][]int) *stretch {
	s := &stretch{table: t, index: index, values: make([][]Value, len(t.Names))}
	for i := range s.values {
		s.values[i] = make([]Value, min(stretchRows, t.Sample.Rows()))
	}
	return s
}

// decode decodes the keys.
func (s *stretch) decode() {
	rows := s.to - s.from
	count := max(1, min(runtime.GOMAXPROCS(0), rows/partRows))
	s.repeats = make([][][]Repeat, count)
	Parallel(count, func(i int) { s.decodePart(i, s.from+i*rows/count, s.from+(i+1)*rows/count) })
}

func (s *stretch) decodePart(part, from, to int) {
	table := s.table
	s.repeats[part] = make([][]Repeat, len(table.Names))
	for _, values := range s.values {
		clear(values[from-s.from : to-s.from])
	}
	var spans []rowkey.Span
	for row := from; row < to; row++ {
		table.Bytes[row] = table.Sample.RowBytes(row)
		key := table.Sample.Key(row)
		var kind int
		spans, kind = table.Layouts.Decode(spans[:0], key)
		table.Kind[row] = int16(kind)
		at := 0
		for i := range spans {
			span := &spans[i]
			for table.kinds[kind][at].segment != span.Segment {
				at = (at + 1) % len(table.kinds[kind]) // forward over what is absent, back for what repeats
			}
			index := s.index[kind][at]
			value := Value{Raw: key[span.Start:span.End:span.End], Of: span.Value, Segment: span.Segment}
			if first := &s.values[index][row-s.from]; first.Segment == nil {
				*first = value
				table.kinds[kind][at].column.Start[row] = uint32(span.Start)
			} else {
				more := &s.repeats[part][index]
				*more = append(*more, Repeat{uint32(row), uint32(span.Start), value})
			}
		}
	}
}

// number gives the values of a column their codes, in order of first appearance.
func (s *stretch) number(column *Column, index int, d *dictionary) {
	for i, value := range s.values[index][:s.to-s.from] {
		row := s.from + i
		if value.Segment == nil {
			column.Of[row], column.Lacks = None, true
			continue
		}
		column.Of[row] = d.code(value, uint32(row))
	}
	for _, part := range s.repeats {
		column.Repeats = append(column.Repeats, part[index]...)
	}
}

// Parallel calls f with 0 to n-1, each in its own goroutine, and returns when all calls have returned. A panic in one
// of them becomes a panic of the caller, which can recover from it.
func Parallel(n int, f func(i int)) {
	var wait sync.WaitGroup
	panics := make(chan *crash.Error, n)
	for i := range n {
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					panics <- crash.From(p)
				}
			}()
			f(i)
		})
	}
	wait.Wait()
	select {
	case p := <-panics:
		panic(p)
	default:
	}
}
