package sample

import (
	"bytes"
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"unsafe"
)

// Builder collects consecutive rows of the table, in key order. It is not safe for concurrent use: each reader fills
// its own Builder, and Assemble joins them.
type Builder struct {
	s       Sample
	keep    int
	ids     map[string]ColumnID
	scratch []byte
	expect  ColumnID // the column the next cell most likely has: the one after the last cell's
	bytes   int64
	follows bool
	dropped bool // the dictionary may have columns without cells
	run     Run  // from SetSection and SetStands; Assemble sets First and Rows
}

// NewBuilder returns an empty builder that keeps the first keep bytes of each value; 0 is DefaultKeep.
func NewBuilder(keep int) *Builder {
	if keep <= 0 {
		keep = DefaultKeep
	}
	return &Builder{keep: keep, ids: map[string]ColumnID{}}
}

// ContinueRun marks this run of rows as the continuation of the one before it in key order, so that both are one Run. A
// long read hands its rows over in several builders.
func (b *Builder) ContinueRun() { b.follows = true }

// SetSection sets which section of the table the rows represent; see Run. Assemble uses that of the first builder of a
// Run.
func (b *Builder) SetSection(hits int, sectionBytes int64, whole bool) {
	b.run = Run{Hits: hits, SectionBytes: sectionBytes, Whole: whole}
}

// SetStands sets how many bytes of the table the run represents, and the probability with which each of its rows was
// kept; see Run.
func (b *Builder) SetStands(bytes, share float64) { b.run.Stands, b.run.Share = bytes, share }

// Row starts the next row. Keys must come in ascending order.
func (b *Builder) Row(key []byte) {
	b.s.keys = append(b.s.keys, key...)
	b.s.keyEnd = append(b.s.keyEnd, uint64(len(b.s.keys)))
	b.s.cellEnd = append(b.s.cellEnd, uint64(len(b.s.columnOf)))
	b.expect = 0
	b.bytes += int64(len(key))
}

// Cell adds a cell to the row last started. The first bytes of the value that are kept are copied.
func (b *Builder) Cell(family string, qualifier []byte, micros int64, value []byte) {
	b.CellPrefix(family, qualifier, micros, len(value), value)
}

// CellPrefix adds a cell of which only the first bytes of the value are known; size is the length of the whole value.
func (b *Builder) CellPrefix(family string, qualifier []byte, micros int64, size int, prefix []byte) {
	if len(prefix) > b.keep {
		prefix = prefix[:b.keep]
	}
	s := &b.s
	s.columnOf = append(s.columnOf, b.column(family, qualifier))
	s.micros = append(s.micros, micros)
	s.size = append(s.size, uint32(size))
	s.values = append(s.values, prefix...)
	s.valueEnd = append(s.valueEnd, uint64(len(s.values)))
	s.cellEnd[len(s.cellEnd)-1] = uint64(len(s.columnOf))
	b.bytes += CellBytes(len(family), len(qualifier), size)
}

// DropRow takes back the row last started, with its cells.
func (b *Builder) DropRow() {
	b.dropped = true
	rows, last := &b.s, len(b.s.keyEnd)-1
	key, cell := start(rows.keyEnd, last), start(rows.cellEnd, last)
	b.bytes -= int64(uint64(len(rows.keys)) - key)
	for j := int(cell); j < len(rows.columnOf); j++ {
		b.bytes -= rows.CellBytes(j)
	}
	rows.values = rows.values[:start(rows.valueEnd, int(cell))]
	rows.keys, rows.keyEnd, rows.cellEnd = rows.keys[:key], rows.keyEnd[:last], rows.cellEnd[:last]
	rows.columnOf, rows.micros, rows.size, rows.valueEnd = rows.columnOf[:cell], rows.micros[:cell], rows.size[:cell],
		rows.valueEnd[:cell]
}

// column finds or makes the dictionary entry. Rows mostly repeat the columns of the row before in the same order, so
// the entries around the last one are looked at before the map.
func (b *Builder) column(family string, qualifier []byte) ColumnID {
	for id := b.expect; id < b.expect+2 && int(id) < len(b.s.columns); id++ {
		if c := b.s.columns[id]; c.Family == family && c.Qualifier == string(qualifier) {
			b.expect = id
			return id
		}
	}
	// A family name has no NUL, so family NUL qualifier is unambiguous.
	b.scratch = append(append(append(b.scratch[:0], family...), 0), qualifier...)
	id, ok := b.ids[string(b.scratch)]
	if !ok {
		id = ColumnID(len(b.s.columns))
		b.ids[string(b.scratch)] = id
		b.s.columns = append(b.s.columns, Column{Family: family, Qualifier: string(qualifier)})
	}
	b.expect = id
	return id
}

// Rows is the number of rows added.
func (b *Builder) Rows() int { return len(b.s.keyEnd) }

// Bytes is the sum of RowBytes of the rows added.
func (b *Builder) Bytes() int64 { return b.bytes }

// LastKey is the key of the row last added, nil when there is none.
func (b *Builder) LastKey() []byte {
	if b.Rows() == 0 {
		return nil
	}
	return b.s.Key(b.Rows() - 1)
}

// Assemble joins builders whose key ranges do not overlap into one Sample, sorted by key. Each non-empty builder
// becomes a Run, or a part of the Run before it (ContinueRun). The builders are only read, so they can be assembled
// again together with more. Assemble panics if two builders overlap.
func Assemble(t Table, how Provenance, builders []*Builder) *Sample {
	return join(t, how, builders, false)
}

// Finish is Assemble for the last time: it moves the rows out of the builders, array after array, so that only one
// array at a time is in memory twice. The builders are empty afterwards.
func Finish(t Table, how Provenance, builders []*Builder) *Sample {
	return join(t, how, builders, true)
}

func join(t Table, how Provenance, builders []*Builder, take bool) *Sample {
	parts := make([]*Builder, 0, len(builders))
	for _, b := range builders {
		if b.Rows() > 0 {
			parts = append(parts, b)
		}
	}
	slices.SortFunc(parts, func(a, b *Builder) int { return bytes.Compare(a.s.Key(0), b.s.Key(0)) })
	out := &Sample{Table: t, How: how, runs: joinRuns(parts)}
	columns, remap := mergeColumns(parts)
	out.columns = columns
	gatherer := &gatherer{parts: parts, take: take}
	out.cellEnd = gatherEnds(gatherer, func(s *Sample) *[]uint64 { return &s.cellEnd },
		func(s *Sample) int { return len(s.columnOf) })
	out.valueEnd = gatherEnds(gatherer, func(s *Sample) *[]uint64 { return &s.valueEnd },
		func(s *Sample) int { return len(s.values) })
	out.keyEnd = gatherEnds(gatherer, func(s *Sample) *[]uint64 { return &s.keyEnd },
		func(s *Sample) int { return len(s.keys) })
	out.micros = gather(gatherer, func(s *Sample) *[]int64 { return &s.micros }, nil)
	out.size = gather(gatherer, func(s *Sample) *[]uint32 { return &s.size }, nil)
	out.columnOf = gather(gatherer, func(s *Sample) *[]ColumnID { return &s.columnOf }, func(part int, ids []ColumnID) {
		for i, id := range ids {
			ids[i] = remap[part][id]
		}
	})
	out.values = gather(gatherer, func(s *Sample) *[]byte { return &s.values }, nil)
	out.keys = gather(gatherer, func(s *Sample) *[]byte { return &s.keys }, nil)
	return out
}

// joinRuns returns the runs of builders in key order.
func joinRuns(parts []*Builder) []Run {
	var runs []Run
	first := 0
	for i, part := range parts {
		if i > 0 && bytes.Compare(parts[i-1].LastKey(), part.s.Key(0)) >= 0 {
			panic(fmt.Sprintf("sample: builders overlap at key %q", part.s.Key(0)))
		}
		if part.follows && i > 0 {
			runs[len(runs)-1].Rows += part.Rows()
		} else {
			run := part.run
			run.First, run.Rows = first, part.Rows()
			runs = append(runs, run)
		}
		first += part.Rows()
	}
	return runs
}

// gatherer copies the arrays of the parts into those of a sample.
type gatherer struct {
	parts []*Builder
	take  bool
	freed int // bytes moved out of the parts since the last garbage collection
}

// collectAfter is the number of freed bytes after which the garbage collector runs, so that the next array reuses them.
// The arrays hold no pointers, so a collection takes milliseconds, whatever the size.
const collectAfter = 32 << 20

// gather concatenates one array of all parts. adjust changes what was copied from a part; it may be nil.
func gather[T any](g *gatherer, of func(*Sample) *[]T, adjust func(part int, copied []T)) []T {
	count := 0
	for _, b := range g.parts {
		count += len(*of(&b.s))
	}
	if count == 0 {
		return []T{}
	}
	if g.freed > collectAfter {
		runtime.GC()
		g.freed = 0
	}
	if array := of(&g.parts[0].s); g.take && len(g.parts) == 1 && cap(*array) == count { // nothing to join
		out := *array
		if *array = nil; adjust != nil {
			adjust(0, out)
		}
		return out
	}
	out := make([]T, 0, count)
	for i, part := range g.parts {
		from := len(out)
		array := of(&part.s)
		out = append(out, *array...)
		if adjust != nil {
			adjust(i, out[from:])
		}
		if g.take {
			g.freed += cap(*array) * int(unsafe.Sizeof(*new(T)))
			*array = nil
		}
	}
	return out
}

// gatherEnds is gather for offsets into another array, whose length in each part is length.
func gatherEnds(g *gatherer, of func(*Sample) *[]uint64, length func(*Sample) int) []uint64 {
	before := uint64(0)
	return gather(g, of, func(part int, ends []uint64) {
		for i := range ends {
			ends[i] += before
		}
		before += uint64(length(&g.parts[part].s))
	})
}

// mergeColumns returns one sorted dictionary of the columns of all parts, and for each part the map into it.
func mergeColumns(parts []*Builder) ([]Column, [][]ColumnID) {
	ids := map[Column]ColumnID{}
	for _, part := range parts {
		if !part.dropped {
			for _, c := range part.s.columns {
				ids[c] = 0
			}
			continue
		}
		for _, id := range part.s.columnOf {
			ids[part.s.columns[id]] = 0
		}
	}
	all := make([]Column, 0, len(ids))
	for c := range ids {
		all = append(all, c)
	}
	slices.SortFunc(all, CompareColumns)
	for i, c := range all {
		ids[c] = ColumnID(i)
	}
	remap := make([][]ColumnID, len(parts))
	for i, b := range parts {
		remap[i] = make([]ColumnID, len(b.s.columns))
		for j, c := range b.s.columns {
			remap[i][j] = ids[c]
		}
	}
	return all, remap
}

// CompareColumns orders columns by family, then by qualifier.
func CompareColumns(a, b Column) int {
	return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(a.Qualifier, b.Qualifier))
}
