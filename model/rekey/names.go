package rekey

import (
	"hash/maphash"
	"slices"

	"tabletop/model/sample"
)

// names numbers new columns. A row may have as many as cells, so they lie one behind the other in one slice, and are
// found by a table of their own: a map of strings would cost more than the rest of the evaluation.
type names struct {
	seed   maphash.Seed
	slots  []uint32 // hash -> number + 1, open addressing
	hashes []uint64 // number -> hash
	places []uint32 // number -> index in slots
	list   []name
	bytes  []byte // of qualifiers
	fixed  int    // numbers that reset keeps
}

// name is a new column: its qualifier is names.bytes[from:to].
type name struct {
	family   string
	from, to int
}

// newNames makes room for so many columns.
func newNames(columns int) *names {
	size := 64
	for size < 2*columns {
		size *= 2
	}
	return &names{seed: maphash.MakeSeed(), slots: make([]uint32, size), hashes: make([]uint64, 0, columns),
		list: make([]name, 0, columns)}
}

// fix lets reset keep the columns that there are.
func (n *names) fix() { n.fixed = len(n.list) }

// clone returns a copy that does not change with n.
func (n *names) clone() *names {
	out := *n
	out.slots, out.hashes, out.places = slices.Clone(n.slots), slices.Clone(n.hashes), slices.Clone(n.places)
	out.list, out.bytes = slices.Clone(n.list), slices.Clone(n.bytes)
	return &out
}

// reset forgets the columns that came since fix.
func (n *names) reset() {
	if len(n.list) == n.fixed {
		return
	}
	for _, at := range n.places[n.fixed:] {
		n.slots[at] = 0
	}
	n.bytes = n.bytes[:n.list[n.fixed].from]
	n.hashes, n.places, n.list = n.hashes[:n.fixed], n.places[:n.fixed], n.list[:n.fixed]
}

// number finds the number of a column, or gives it one.
func (n *names) number(family string, qualifier []byte) uint32 {
	hash := maphash.Bytes(n.seed, qualifier) ^ maphash.String(n.seed, family)*0x9E3779B97F4A7C15
	at := int(hash) & (len(n.slots) - 1)
	for ; n.slots[at] != 0; at = (at + 1) & (len(n.slots) - 1) {
		if id := n.slots[at] - 1; n.hashes[id] == hash && n.list[id].family == family &&
			string(n.qualifier(id)) == string(qualifier) {
			return id
		}
	}
	id := uint32(len(n.list))
	n.slots[at] = id + 1
	n.hashes, n.places = append(n.hashes, hash), append(n.places, uint32(at))
	n.list = append(n.list, name{family, len(n.bytes), len(n.bytes) + len(qualifier)})
	n.bytes = append(n.bytes, qualifier...)
	if 2*len(n.list) > len(n.slots) {
		n.grow()
	}
	return id
}

func (n *names) grow() {
	n.slots = make([]uint32, 2*len(n.slots))
	for id, h := range n.hashes {
		at := int(h) & (len(n.slots) - 1)
		for n.slots[at] != 0 {
			at = (at + 1) & (len(n.slots) - 1)
		}
		n.slots[at], n.places[id] = uint32(id+1), uint32(at)
	}
}

func (n *names) qualifier(id uint32) []byte { return n.bytes[n.list[id].from:n.list[id].to] }

func (n *names) family(id uint32) string { return n.list[id].family }

// cellBytes returns the size of a cell of a column with a value of so many bytes.
func (n *names) cellBytes(id uint32, value int) int64 {
	c := &n.list[id]
	return sample.CellBytes(len(c.family), c.to-c.from, value)
}
