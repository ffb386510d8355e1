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
	seed   maphash.Seed // the same in all dictionaries of a table, which reuse each other's hashes
	slots  []uint32     // 1 + code, 0 where free; a power of two of them, at most half in use; nil while values ascend
	values []Value
	first  []uint32
	hashes []uint64 // of the first of values; the others are not hashed yet
	last   uint32   // code of the value before this one: keys are sorted, so values repeat
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
	// append, which makes long slices a quarter longer, would copy each value four times
	if n := len(d.values); n == cap(d.values) {
		d.values, d.first = slices.Grow(d.values, n+1), slices.Grow(d.first, n+1)
	}
	d.values, d.first = append(d.values, v), append(d.first, row)
	return uint32(len(d.values) - 1)
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

// adopt adds the values of o and returns the code of each.
func (d *dictionary) adopt(o *dictionary) []uint32 {
	to := make([]uint32, len(o.values))
	if d.slots == nil && o.slots == nil {
		for i, v := range o.values {
			to[i] = d.code(v, o.first[i])
		}
		return to
	}
	o.hash()
	for i, v := range o.values {
		to[i] = d.find(o.hashes[i], v, o.first[i])
	}
	return to
}
