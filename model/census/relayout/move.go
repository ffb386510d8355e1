package relayout

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/twmb/murmur3"

	"tabletop/model/rekey"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Hash is a hash of a new key.
type Hash [16]byte

func hashKey(target int, key []byte) Hash {
	a, b := murmur3.SeedSum128(uint64(target), uint64(target), key)
	var h Hash
	binary.BigEndian.PutUint64(h[:], a)
	binary.BigEndian.PutUint64(h[8:], b)
	return h
}

// Bucket returns which of n groups of hashes a hash is in.
func (h Hash) Bucket(n int) int { return int(binary.BigEndian.Uint64(h[:]) % uint64(max(1, n))) }

// Moved is what some source rows give to a new key: one of them, or several whose cells are not known together.
type Moved struct {
	Hash   Hash
	Target int   // table of a candidate
	Rows   int64 // source rows
	// The others are of the new row if Rows is 1.
	KeyBytes int64
	Count    rekey.Count
	Key      []byte // only of rows over 100 MB
}

// base decodes the keys of a part of the table.
func (m *Mover) base(ctx context.Context, s *sample.Sample) (*rekey.Base, error) {
	part := *s
	part.Table.Micros = m.plan.Micros
	t, err := segments.New(ctx, &part, m.layouts)
	if err != nil {
		return nil, err
	}
	return rekey.NewBase(t, m.plan.Columns...), nil
}

// Move is the first pass over consecutive rows: it counts in t what is known of them at once, and passes on what must
// be grouped by hash.
func (m *Mover) Move(ctx context.Context, s *sample.Sample, t *Tally, group func(Moved)) error {
	base, err := m.base(ctx, s)
	if err != nil {
		return err
	}
	t.Rows += int64(s.Rows())
	t.Bytes += s.Bytes()
	return m.each(ctx, base, func(i int, of *target, moved *rekey.Moved) {
		counts := &t.Targets[i]
		counts.NotMeant, counts.Emptied = counts.NotMeant+moved.NotMeant, counts.Emptied+moved.Emptied
		for piece := range moved.Pieces() {
			m.write(counts, of, piece)
			x := Moved{Target: i, Rows: 1, KeyBytes: int64(len(piece.Key)), Count: piece.Count}
			if piece.Count.Bytes > retention.RowAdvised {
				x.Key = bytes.Clone(piece.Key)
			}
			if of.distinct {
				counts.row(&x)
				continue
			}
			x.Hash = hashKey(i, piece.Key)
			group(x)
		}
		counts.Cut += moved.Cut
	})
}

// each moves the rows of a part of the table to each target.
func (m *Mover) each(ctx context.Context, b *rekey.Base, do func(i int, of *target, moved *rekey.Moved)) error {
	var plan *rekey.Plan
	for i := range m.targets {
		of := &m.targets[i]
		var err error
		if of.table == 0 {
			if plan, err = b.NewPlan(of.set); err != nil {
				return err
			}
		}
		moved, err := plan.Move(ctx, of.table)
		if err != nil {
			return err
		}
		do(i, of, moved)
	}
	return nil
}

// write counts the writes of a piece where and when they land.
func (m *Mover) write(counts *Counts, of *target, p *rekey.Piece) {
	if m.plan.Windows == 0 {
		return
	}
	at, found := slices.BinarySearchFunc(of.borders, p.Key, bytes.Compare)
	if found {
		at++ // a border is the first key of the range after it
	}
	width, from, step := len(of.borders)+1, m.plan.From.UnixMicro(), m.plan.Step.Microseconds()
	p.Times(func(micros int64) {
		if w := (micros - from) / step; micros >= from && w < int64(m.plan.Windows) {
			counts.Writes[int(w)*width+at]++
		} else {
			counts.Outside++
		}
	})
}

// Resolve takes all that was passed on of some hashes. It counts the new rows that one source row gives to, and passes
// on the hashes of the others.
func (m *Mover) Resolve(all []Moved, t *Tally, meet func(Hash)) {
	slices.SortFunc(all, func(a, b Moved) int { return bytes.Compare(a.Hash[:], b.Hash[:]) })
	for i := 0; i < len(all); {
		rows, end := all[i].Rows, i+1
		for ; end < len(all) && all[end].Hash == all[i].Hash; end++ {
			rows += all[end].Rows
		}
		if rows == 1 {
			t.Targets[all[i].Target].row(&all[i])
		} else {
			t.Targets[all[i].Target].Meeting += rows
			meet(all[i].Hash)
		}
		i = end
	}
}

// Given is what a source row gives to a new key at which rows may meet.
type Given struct {
	Hash   Hash
	Target int
	Key    []byte
	rekey.Given
}

// Meet is the second pass: it passes on the cells of new keys that the filter has.
func (m *Mover) Meet(ctx context.Context, s *sample.Sample, filter *Filter, give func(Given)) error {
	base, err := m.base(ctx, s)
	if err != nil {
		return err
	}
	return m.each(ctx, base, func(i int, of *target, moved *rekey.Moved) {
		if of.distinct {
			return
		}
		for p := range moved.Pieces() {
			if h := hashKey(i, p.Key); filter.Has(h) {
				give(Given{Hash: h, Target: i, Key: bytes.Clone(p.Key), Given: p.Given()})
			}
		}
	})
}

// Join takes all that was given to some hashes, and counts the new rows. A hash that one source row gives to was
// counted in the first pass: the filter let it through by accident. shared receives the source rows that share a key,
// which may come several times if keys depend on cells.
func (m *Mover) Join(all []Given, t *Tally, shared func(Source)) {
	slices.SortFunc(all, func(a, b Given) int {
		return cmp.Or(bytes.Compare(a.Hash[:], b.Hash[:]), bytes.Compare(a.Key, b.Key))
	})
	for i := 0; i < len(all); {
		end := i + 1
		for end < len(all) && all[end].Hash == all[i].Hash {
			end++
		}
		if end > i+1 {
			t.Targets[all[i].Target].Met += int64(end - i)
			m.joinHash(all[i:end], t, shared)
		}
		i = end
	}
}

// joinHash joins what was given to the keys of one hash: one key, or else the hash of two happens to be the same.
func (m *Mover) joinHash(all []Given, t *Tally, shared func(Source)) {
	for i := 0; i < len(all); {
		key := all[i].Key
		var given []rekey.Given
		end := i
		for ; end < len(all) && bytes.Equal(all[end].Key, key); end++ {
			given = append(given, all[end].Given)
		}
		counts := &t.Targets[all[i].Target]
		moved := Moved{Rows: int64(len(given)), KeyBytes: int64(len(key)), Count: rekey.Join(key, given)}
		if moved.Count.Bytes > retention.RowAdvised {
			moved.Key = key
		}
		counts.row(&moved)
		if len(given) > 1 {
			counts.Example(key)
			for _, g := range given {
				if m.targets[all[i].Target].perCell {
					shared(Source{hashKey(all[i].Target, g.Source), all[i].Target})
				} else {
					counts.Merged++
				}
			}
		}
		i = end
	}
}

// Source is a source row that shares a new key with another.
type Source struct {
	Hash   Hash // of its key
	Target int
}

// CountSources counts source rows once each. All that was passed on of a hash must be among them.
func (m *Mover) CountSources(all []Source, t *Tally) {
	slices.SortFunc(all, func(a, b Source) int {
		return cmp.Or(cmp.Compare(a.Target, b.Target), bytes.Compare(a.Hash[:], b.Hash[:]))
	})
	for i, s := range all {
		if i == 0 || s != all[i-1] {
			t.Targets[s.Target].Merged++
		}
	}
}

// AppendMoved writes x in the form that DecodeMoved reads.
func AppendMoved(dst []byte, x *Moved) []byte {
	dst = append(dst, x.Hash[:]...)
	c := &x.Count
	for _, n := range []int64{int64(x.Target), x.Rows, x.KeyBytes, c.Bytes, c.Cells, c.Versions, c.Overwritten,
		c.Estimated, int64(len(x.Key))} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	return append(dst, x.Key...)
}

// DecodeMoved appends to list what AppendMoved wrote.
func DecodeMoved(list []Moved, data []byte) ([]Moved, error) {
	damaged := errors.New("relayout: what was grouped is damaged")
	for len(data) > 0 {
		var moved Moved
		if len(data) < len(moved.Hash) {
			return list, damaged
		}
		data = data[copy(moved.Hash[:], data):]
		var numbers [9]int64
		for i := range numbers {
			v, n := binary.Uvarint(data)
			if n <= 0 {
				return list, damaged
			}
			numbers[i], data = int64(v), data[n:]
		}
		moved.Target, moved.Rows, moved.KeyBytes = int(numbers[0]), numbers[1], numbers[2]
		moved.Count = rekey.Count{Bytes: numbers[3], Cells: numbers[4], Versions: numbers[5], Overwritten: numbers[6],
			Estimated: numbers[7]}
		if n := numbers[8]; n > 0 && n <= int64(len(data)) {
			moved.Key, data = data[:n:n], data[n:]
		} else if n != 0 {
			return list, damaged
		}
		list = append(list, moved)
	}
	return list, nil
}
