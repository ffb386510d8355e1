package segments

import (
	"bytes"
	"hash/maphash"
)

// dictionary numbers distinct values in order of appearance. It does not copy their bytes, which are parts of the
// sample's keys: a Go map of strings would, and takes twice as long.
type dictionary struct {
	seed   maphash.Seed // the same in all dictionaries of a table, which take over each other's hashes
	slots  []uint32     // 1 + code, 0 where free; a power of two of them, at most half in use
	values []Value
	first  []uint32
	hashes []uint64
	last   uint32 // code of the value before this one: keys are sorted, so values repeat
}

// code returns the code of a value, which it adds when it is new.
func (d *dictionary) code(v Value, row uint32) uint32 {
	if len(d.values) > 0 {
		if was := &d.values[d.last]; was.Segment == v.Segment && bytes.Equal(was.Raw, v.Raw) {
			return d.last
		}
	}
	d.last = d.find(maphash.Bytes(d.seed, v.Raw), v, row)
	return d.last
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
	d.values, d.first, d.hashes = append(d.values, v), append(d.first, row), append(d.hashes, hash)
	d.slots[at] = uint32(len(d.values))
	return d.slots[at] - 1
}

func (d *dictionary) grow() {
	d.slots = make([]uint32, max(64, 4*len(d.slots)))
	mask := uint64(len(d.slots) - 1)
	for i, hash := range d.hashes {
		at := hash & mask
		for d.slots[at] != 0 {
			at = (at + 1) & mask
		}
		d.slots[at] = uint32(i + 1)
	}
}

// adopt adds the values of o and returns the code of each.
func (d *dictionary) adopt(o *dictionary) []uint32 {
	to := make([]uint32, len(o.values))
	for i, v := range o.values {
		to[i] = d.find(o.hashes[i], v, o.first[i])
	}
	return to
}
