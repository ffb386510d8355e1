package census

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/twmb/murmur3"

	"tabletop/model/sample"
)

// RowBytes bounds the memory of the rows that a census keeps, in bytes: of more, those with the smallest hashes are kept.
const RowBytes = 64 << 20

// rows keeps the rows whose keys have the smallest hashes: at most most of them, and at most bytes bytes. A row that
// finds no room in a part finds none in the whole, since rows with smaller hashes fill it there as well; so parts keep all
// that the whole does, and the bound is the same whatever the split and the order.
type rows struct {
	seed   uint64
	keep   int // bytes kept of each value
	most   int64
	bytes  int64
	bound  uint64 // only rows whose keys hash below it are kept
	chunks []*sample.Sample
	n      int64 // rows in chunks
	size   int64 // of chunks, in bytes of memory
	// compacted reports whether the rows are those that are kept, in one chunk.
	compacted bool
}

// allHashes is the bound that leaves out no row, but for one in 2^64.
const allHashes = ^uint64(0)

func newRows(o sample.Options) *rows {
	return &rows{seed: o.Seed, keep: o.Keep, most: o.Rows, bytes: RowBytes, bound: allHashes}
}

// Hash orders keys at random by the seed: the rows with the smallest hashes are a uniform sample.
func Hash(seed uint64, key []byte) uint64 { return murmur3.SeedSum64(seed, key) }

func (r *rows) add(s *sample.Sample) {
	if r.most == 0 {
		return
	}
	b := sample.NewBuilder(r.keep)
	kept := b.CopyFrom(s)
	for i := range s.Rows() {
		if Hash(r.seed, s.Key(i)) < r.bound {
			kept.Row(i)
		}
	}
	if b.Rows() > 0 {
		r.chunk(sample.Finish(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}))
	}
}

func (r *rows) chunk(s *sample.Sample) {
	r.chunks = append(r.chunks, s)
	r.n += int64(s.Rows())
	r.size += s.Memory()
	r.compacted = false
	if r.n > 2*r.most || r.size > 2*r.bytes || len(r.chunks) > maxChunks {
		r.compact()
	}
}

// maxChunks bounds what many chunks of a row take beside the row.
const maxChunks = 1 << 12

// at is a row of a chunk.
type at struct {
	hash  uint64
	chunk *sample.Sample
	row   int
}

func (a at) key() []byte { return a.chunk.Key(a.row) }

// compact drops the rows that are not kept, and joins the others in one chunk.
func (r *rows) compact() {
	if r.compacted {
		return
	}
	all := make([]at, 0, r.n)
	for _, s := range r.chunks {
		for i := range s.Rows() {
			if h := Hash(r.seed, s.Key(i)); h < r.bound {
				all = append(all, at{h, s, i})
			}
		}
	}
	if r.size <= r.bytes {
		all = r.fewest(all)
	} else {
		all = r.fitting(all)
	}
	if byKey := func(a, b at) int { return bytes.Compare(a.key(), b.key()) }; !slices.IsSortedFunc(all, byKey) { // as they are where one reader counts
		slices.SortFunc(all, byKey)
	}
	b := sample.NewBuilder(r.keep)
	kept := map[*sample.Sample]*sample.Copier{}
	for _, s := range r.chunks {
		kept[s] = b.CopyFrom(s)
	}
	for _, x := range all {
		if last := b.LastKey(); last == nil || !bytes.Equal(last, x.key()) {
			kept[x.chunk].Row(x.row)
		}
	}
	r.chunks, r.n, r.size, r.compacted = nil, 0, 0, true
	if b.Rows() > 0 {
		s := sample.Finish(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
		r.chunks, r.n, r.size = []*sample.Sample{s}, int64(s.Rows()), s.Memory()
	}
}

// fewest returns the rows with the smallest hashes, as many as are kept, and lowers the bound to the first that is not. It is
// for rows of which bytes do not limit the number.
func (r *rows) fewest(all []at) []at {
	if int64(len(all)) <= r.most {
		return all
	}
	hashes := make([]uint64, len(all))
	for i, x := range all {
		hashes[i] = x.hash
	}
	slices.Sort(hashes)
	r.bound = hashes[r.most]
	return slices.DeleteFunc(all, func(x at) bool { return x.hash >= r.bound })
}

// fitting returns the rows, by ascending hash, that there is room for, and lowers the bound to the first that there is none
// for. Columns count once, as they do in memory.
func (r *rows) fitting(all []at) []at {
	slices.SortFunc(all, func(a, b at) int { return cmp.Or(cmp.Compare(a.hash, b.hash), bytes.Compare(a.key(), b.key())) })
	names := newNames()
	size := int64(0)
	for i, x := range all {
		size += x.chunk.RowMemory(x.row) + names.add(x.chunk, x.row)
		if int64(i) == r.most || size > r.bytes {
			r.bound = x.hash
			for i > 0 && all[i-1].hash == r.bound { // keys of one hash are kept or dropped together, whichever part has them
				i--
			}
			return all[:i]
		}
	}
	return all
}

// names are the columns of rows of several chunks.
type names struct {
	all   map[sample.Column]bool
	known map[*sample.Sample][]bool // by ColumnID of the chunk
}

func newNames() *names {
	return &names{all: map[sample.Column]bool{}, known: map[*sample.Sample][]bool{}}
}

// add returns the memory in bytes of the columns of a row that no row before had.
func (n *names) add(s *sample.Sample, row int) (size int64) {
	known, ok := n.known[s]
	if !ok {
		known = make([]bool, len(s.Columns()))
		n.known[s] = known
	}
	from, to := s.Cells(row)
	for j := from; j < to; j++ {
		id := s.ColumnOf(j)
		if known[id] {
			continue
		}
		known[id] = true
		if c := s.Column(id); !n.all[c] {
			n.all[c] = true
			size += c.Memory()
		}
	}
	return size
}

func (r *rows) merge(o *rows) {
	r.bound = min(r.bound, o.bound)
	r.compacted = false
	for _, s := range o.chunks {
		r.chunk(s)
	}
}

// sample returns the rows kept.
func (r *rows) sample() *sample.Sample {
	r.compact()
	if len(r.chunks) == 0 {
		return sample.Assemble(sample.Table{}, sample.Provenance{}, nil)
	}
	return r.chunks[0]
}
