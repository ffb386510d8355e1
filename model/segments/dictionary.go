package segments

import (
	"bytes"
	"hash/maphash"
	"slices"
)

// dictionary numbers distinct values in order of appearance. It does not copy their bytes, which are parts of the
// sample's keys: a Go map of strings would, and takes twice as long. While values ascend, as those of a first segment
// do, nothing is hashed: a greater value is new.
type dictionary struct {
	seed   maphash.Seed
	slots  []uint32 // 1 + code, 0 where free; a power of two of them, at most half in use; nil while values ascend
	values []Value
	first  []uint32
	hashes []uint64 // of the first of values; the others are not hashed yet
	last   uint32   // code of the value before this one: keys are sorted, so values repeat
	rows   int      // of the table
}

// code returns the code of a value, which it adds if it is new.
func (d *dictionary) code(v Value, row uint32) uint32 {
	if len(d.values) > 0 {
		if was := &d.values[d.last]; was.Segment == v.Segment && bytes.Equal(was.Raw, v.Raw) {
			return d.last
		}
	}
	if d.slots == nil && d.isAbove(v) {
		d.last = d.add(v, row)
		return d.last
	}
	d.last = d.find(maphash.Bytes(d.seed, v.Raw), v, row)
	return d.last
}

// isAbove reports whether a value is greater than the last one added, or is the first one.
func (d *dictionary) isAbove(v Value) bool {
	if len(d.values) == 0 {
		return true
	}
	top := &d.values[len(d.values)-1]
	return top.Segment == v.Segment && bytes.Compare(top.Raw, v.Raw) < 0
}

func (d *dictionary) add(v Value, row uint32) uint32 {
	if n := len(d.values); n == cap(d.values) {
		more := d.expected(row) - n
		d.values, d.first = slices.Grow(d.values, more), slices.Grow(d.first, more)
	}
	d.values, d.first = append(d.values, v), append(d.first, row)
	return uint32(len(d.values) - 1)
}

// expected returns for how many values there should be room when a row has another one: for as many as there will be
// if the rows to come have new ones like those before, at least for twice and at most for 16 times as many as there
// are. append, which makes long slices a quarter longer, would copy each value four times.
func (d *dictionary) expected(row uint32) int {
	count := len(d.values)
	if count < partRows {
		return 2*count + 1
	}
	all := count * d.rows / (int(row) + 1)
	return max(2*count, min(16*count, all+all/16, d.rows))
}

func (d *dictionary) find(hash uint64, v Value, row uint32) uint32 {
	if 2*len(d.values) >= len(d.slots) {
		d.grow()
	}
	mask := uint64(len(d.slots) - 1)
	at := hash & mask
	for ; d.slots[at] != 0; at = (at + 1) & mask {
		id := d.slots[at] - 1
		if was := &d.values[id]; d.hashes[id] == hash && was.Segment == v.Segment && bytes.Equal(was.Raw, v.Raw) {
			return id
		}
	}
	d.slots[at] = d.add(v, row) + 1
	d.hashes = append(d.hashes, hash)
	return d.slots[at] - 1
}

func (d *dictionary) grow() {
	d.hash()
	size := max(64, 4*len(d.slots))
	for size < 4*len(d.values) {
		size *= 2
	}
	d.slots = make([]uint32, size)
	mask := uint64(len(d.slots) - 1)
	for i, hash := range d.hashes {
		at := hash & mask
		for d.slots[at] != 0 {
			at = (at + 1) & mask
		}
		d.slots[at] = uint32(i + 1)
	}
}

// hash computes the hashes that are missing.
func (d *dictionary) hash() {
	for _, v := range d.values[len(d.hashes):] {
		d.hashes = append(d.hashes, maphash.Bytes(d.seed, v.Raw))
	}
}
