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

// chunkRows is the minimum number of rows per goroutine: decoding them takes about a millisecond.
const chunkRows = 4096

// New decodes the keys of s with the first layout of set that fits each. It uses all processors. The error is ctx's.
func New(ctx context.Context, s *sample.Sample, set rowkey.Set) (*Table, error) {
	rows := s.Rows()
	table := &Table{
		Sample: s, Layouts: set, Design: estimate.NewDesign(s),
		Kind: make([]int16, rows), Bytes: make([]int64, rows), Cluster: make([]uint32, rows),
		columns: map[string]*Column{},
	}
	index := table.prepare()
	count := max(1, min(runtime.GOMAXPROCS(0), rows/chunkRows))
	chunks, seed := make([]*chunk, count), maphash.MakeSeed()
	Parallel(count, func(i int) {
		chunks[i] = newChunk(table, index, seed, i*rows/count, (i+1)*rows/count)
		chunks[i].decode(ctx)
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	Parallel(len(table.Names), func(i int) { join(table.columns[table.Names[i]], chunks, i) })
	for cluster, i := 0, 0; i < rows; cluster++ {
		for end := table.Design.ClusterEnd(cluster, i, rows); i < end; i++ {
			table.Cluster[i] = uint32(cluster)
		}
	}
	return table, ctx.Err()
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

// chunk decodes a range of rows. Its codes index its own dictionaries until they are joined.
type chunk struct {
	table    *Table
	index    [][]int
	from, to int
	dicts    []dictionary // by the index in Names
	repeats  [][]Repeat   // likewise
}

func newChunk(t *Table, index [][]int, seed maphash.Seed, from, to int) *chunk {
	c := &chunk{table: t, index: index, from: from, to: to, dicts: make([]dictionary, len(t.Names)),
		repeats: make([][]Repeat, len(t.Names))}
	for i := range c.dicts {
		c.dicts[i].seed = seed
	}
	return c
}

func (c *chunk) decode(ctx context.Context) {
	table := c.table
	for _, name := range table.Names {
		of := table.columns[name].Of[c.from:c.to]
		for i := range of {
			of[i] = None
		}
	}
	var spans []rowkey.Span
	for row := c.from; row < c.to; row++ {
		if row%chunkRows == 0 && ctx.Err() != nil {
			return
		}
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
			c.add(row, c.index[kind][at], table.kinds[kind][at].column, span, key)
		}
	}
}

func (c *chunk) add(row, index int, column *Column, span *rowkey.Span, key []byte) {
	v := Value{Raw: key[span.Start:span.End:span.End], Of: span.Value, Segment: span.Segment}
	if column.Of[row] != None {
		c.repeats[index] = append(c.repeats[index], Repeat{uint32(row), uint32(span.Start), v})
		return
	}
	column.Start[row] = uint32(span.Start)
	column.Of[row] = c.dicts[index].code(v, uint32(row))
}

// join builds one column from the chunks, with codes in order of first appearance over all rows.
func join(column *Column, chunks []*chunk, index int) {
	all := &chunks[0].dicts[index]
	for i, chunk := range chunks {
		column.Repeats = append(column.Repeats, chunk.repeats[index]...)
		if i > 0 {
			to := all.adopt(&chunk.dicts[index])
			of := column.Of[chunk.from:chunk.to]
			for row, code := range of {
				if code != None {
					of[row] = to[code]
				}
			}
		}
	}
	column.Values, column.First = all.values, all.first
	for _, code := range column.Of {
		if code == None {
			column.Lacks = true
			break
		}
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
