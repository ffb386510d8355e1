package census

import (
	"bytes"
	"container/heap"
	"encoding/binary"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/twmb/murmur3"

	"tabletop/model/sample"
)

// RowBytes bounds the memory of the rows that a census keeps, in bytes as sample.RowMemory counts them: of more, those
// with the smallest hashes are kept.
const RowBytes = 48 << 20

// keeper keeps the rows whose keys have the smallest hashes: as many of them, in the order of their hashes, as most and
// bytes allow. A row that finds no room in a part finds none in the whole, since rows with smaller hashes fill it there
// as well; so parts keep all that the whole does, and the bound is the same whatever the split and the order. It is
// safe for concurrent use.
type keeper struct {
	seed  uint64
	most  int64
	bytes int64
	bound atomic.Uint64 // only rows whose keys hash below it are kept

	mu      sync.Mutex
	rows    latest
	size    int64 // of rows and columns in memory, once they are a sample
	columns columns
}

// allHashes is the bound that leaves out no row, but for one in 2^64.
const allHashes = ^uint64(0)

func newKeeper(plan *Plan) *keeper {
	k := &keeper{seed: plan.Options.Seed, most: plan.Options.Rows, bytes: RowBytes,
		columns: columns{ids: map[sample.Column]int{}}}
	k.bound.Store(allHashes)
	if plan.Bound > 0 {
		k.bound.Store(plan.Bound)
	}
	return k
}

// Bound returns a bound for a plan by which rows of at least so many are kept: a fifth more keys hash below it, and so
// many more that chance leaves it with enough. It is 0 if it would leave out nothing.
func Bound(kept int64, rows float64) uint64 {
	if kept <= 0 || rows <= 0 {
		return 0
	}
	wanted := float64(kept)
	share := (1.2*wanted + 8*math.Sqrt(wanted)) / rows
	if share >= 1 {
		return 0
	}
	return uint64(share * (1 << 64))
}

// Hash orders keys at random by the seed: the rows with the smallest hashes are a uniform sample.
func Hash(seed uint64, key []byte) uint64 { return murmur3.SeedSum64(seed, key) }

// keptRow is a row in the form of encodeRow, which takes half the memory that it takes in a sample, and can be dropped
// alone.
type keptRow struct {
	hash    uint64
	encoded []byte
	size    int64 // in a sample, without columns
}

// latest is a heap of rows, of which the one with the largest hash comes first.
type latest []keptRow

func (l latest) Len() int           { return len(l) }
func (l latest) Less(i, j int) bool { return l[i].hash > l[j].hash }
func (l latest) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l *latest) Push(x any)        { *l = append(*l, x.(keptRow)) }
func (l *latest) Pop() any {
	last := len(*l) - 1
	row := (*l)[last]
	(*l)[last] = keptRow{}
	*l = (*l)[:last]
	return row
}

// add keeps the rows of s that there is room for.
func (k *keeper) add(s *sample.Sample) {
	if k.most == 0 {
		return
	}
	type candidate struct {
		hash uint64
		row  int
	}
	var wanted []candidate
	for i := range s.Rows() {
		if h := Hash(k.seed, s.Key(i)); h < k.bound.Load() {
			wanted = append(wanted, candidate{h, i})
		}
	}
	if len(wanted) == 0 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, found := range wanted {
		if found.hash >= k.bound.Load() {
			continue
		}
		size := s.RowMemory(found.row)
		if size > k.bytes {
			k.lower(found.hash)
			continue
		}
		encoded, more := k.columns.encodeRow(s, found.row)
		heap.Push(&k.rows, keptRow{found.hash, encoded, size})
		k.size += size + more
		for int64(len(k.rows)) > k.most || k.size > k.bytes {
			k.lower(k.rows[0].hash) // keys of one hash are kept or dropped together, whichever part has them
		}
	}
}

// lower lowers the bound, and drops the rows that are not below it.
func (k *keeper) lower(bound uint64) {
	k.bound.Store(min(bound, k.bound.Load()))
	for len(k.rows) > 0 && k.rows[0].hash >= bound {
		row := heap.Pop(&k.rows).(keptRow)
		k.size -= row.size + k.columns.release(row.encoded)
	}
}

// merge takes over the rows of o, which must not be used afterwards.
func (k *keeper) merge(o *keeper) {
	k.mu.Lock()
	k.lower(o.bound.Load())
	k.mu.Unlock()
	k.add(o.take())
}

// sample returns the rows kept.
func (k *keeper) sample() *sample.Sample {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.assemble(slices.Clone(k.rows), false)
}

// take is sample for the last time: it frees the rows.
func (k *keeper) take() *sample.Sample {
	k.mu.Lock()
	defer k.mu.Unlock()
	all := k.rows
	k.rows, k.size = nil, 0
	return k.assemble(all, true)
}

// assemble makes a sample of rows, which it sorts by key, and frees if asked for.
func (k *keeper) assemble(all []keptRow, free bool) *sample.Sample {
	slices.SortFunc(all, func(a, b keptRow) int { return bytes.Compare(encodedKey(a.encoded), encodedKey(b.encoded)) })
	all = slices.CompactFunc(all,
		func(a, b keptRow) bool { return bytes.Equal(encodedKey(a.encoded), encodedKey(b.encoded)) })
	var cells, keyBytes, valueBytes int
	for _, row := range all {
		keyBytes += len(encodedKey(row.encoded))
		eachCell(row.encoded, func(_ int, _ int64, _ int, value []byte) {
			cells++
			valueBytes += len(value)
		})
	}
	large := free && keyBytes+valueBytes > collectAfter
	if large {
		runtime.GC() // so that the sample reuses what counting left, and adds little to the peak of memory
	}
	builder := sample.NewSizedBuilder(len(all), cells, keyBytes, valueBytes)
	for i := range all {
		k.columns.decodeRow(all[i].encoded, builder)
		if free {
			all[i] = keptRow{}
		}
	}
	if large {
		runtime.GC() // and what follows reuses what the rows took here
	}
	return sample.Finish(sample.Table{}, sample.Provenance{}, []*sample.Builder{builder})
}

// collectAfter is the number of bytes of keys and values from which the garbage collector runs before and after they
// are moved.
const collectAfter = 8 << 20

// columns numbers the columns of the rows that are kept, as long as they are.
type columns struct {
	ids  map[sample.Column]int
	list []keptColumn
	free []int // numbers that are not in use

	scratch []byte // of encodeRow
}

// keptColumn is a column, and the number of cells kept that are in it.
type keptColumn struct {
	sample.Column
	cells int
}

// take returns the number of a column that one more cell is in, and the memory that the column takes if it is new.
func (c *columns) take(column sample.Column) (id int, more int64) {
	id, ok := c.ids[column]
	if !ok {
		column = sample.Column{Family: strings.Clone(column.Family), Qualifier: strings.Clone(column.Qualifier)}
		if n := len(c.free); n > 0 {
			id, c.free = c.free[n-1], c.free[:n-1]
		} else {
			id, c.list = len(c.list), append(c.list, keptColumn{})
		}
		c.ids[column], c.list[id] = id, keptColumn{Column: column}
		more = column.Memory()
	}
	c.list[id].cells++
	return id, more
}

// encodeRow returns a row as decodeRow reads it, and the memory of its columns that no row before had: the key and the
// cells, with their lengths; columns by their numbers, timestamps as differences.
func (c *columns) encodeRow(s *sample.Sample, row int) (encoded []byte, more int64) {
	from, to := s.Cells(row)
	out := binary.AppendUvarint(c.scratch[:0], uint64(len(s.Key(row))))
	out = append(out, s.Key(row)...)
	before := int64(0)
	id, known := 0, sample.ColumnID(0)
	for j := from; j < to; j++ {
		cell := s.Cell(j)
		if j == from || cell.Column != known {
			var size int64
			id, size = c.take(s.Column(cell.Column))
			known, more = cell.Column, more+size
		} else {
			c.list[id].cells++
		}
		out = binary.AppendUvarint(out, uint64(id))
		out = binary.AppendVarint(out, cell.Micros-before)
		out = binary.AppendUvarint(out, uint64(cell.Size))
		out = binary.AppendUvarint(out, uint64(len(cell.Value)))
		out = append(out, cell.Value...)
		before = cell.Micros
	}
	c.scratch = out
	return append(make([]byte, 0, len(out)), out...), more
}

// encodedKey returns the key of an encoded row.
func encodedKey(encoded []byte) []byte {
	key, _ := cutBytes(encoded)
	return key
}

// cutBytes cuts bytes that follow their length from what encodeRow wrote.
func cutBytes(encoded []byte) (value, rest []byte) {
	n, at := binary.Uvarint(encoded)
	return encoded[at : at+int(n)], encoded[at+int(n):]
}

// eachCell calls f with the cells of an encoded row.
func eachCell(encoded []byte, f func(id int, micros int64, size int, value []byte)) {
	_, rest := cutBytes(encoded)
	micros := int64(0)
	for len(rest) > 0 {
		id, n := binary.Uvarint(rest)
		later, m := binary.Varint(rest[n:])
		size, l := binary.Uvarint(rest[n+m:])
		var value []byte
		value, rest = cutBytes(rest[n+m+l:])
		micros += later
		f(int(id), micros, int(size), value)
	}
}

// decodeRow adds an encoded row to a builder.
func (c *columns) decodeRow(encoded []byte, to *sample.Builder) {
	to.Row(encodedKey(encoded))
	var qualifier []byte
	eachCell(encoded, func(id int, micros int64, size int, value []byte) {
		column := &c.list[id].Column
		qualifier = append(qualifier[:0], column.Qualifier...)
		to.CellPrefix(column.Family, qualifier, micros, size, value)
	})
}

// release forgets the cells of a row that is dropped, and returns the memory of the columns that no other row has.
func (c *columns) release(encoded []byte) (less int64) {
	eachCell(encoded, func(id int, _ int64, _ int, _ []byte) {
		column := &c.list[id]
		column.cells--
		if column.cells == 0 {
			less += column.Memory()
			delete(c.ids, column.Column)
			*column = keptColumn{}
			c.free = append(c.free, id)
		}
	})
	return less
}
