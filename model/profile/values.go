package profile

import (
	"bytes"
	"hash/maphash"
)

// valueTable counts distinct byte strings, which it does not copy: they are parts of the sample's keys. A map would copy
// each and take twice as long.
type valueTable struct {
	seed    maphash.Seed
	slots   []uint32 // 1 + index in entries, 0 where free; a power of two of them, at most half in use
	entries []valueEntry
}

// valueEntry is one distinct value.
type valueEntry struct {
	raw    []byte
	hash   uint64
	row    int // where it was first seen
	count  int64
	weight float64
}

// find returns the index of raw in entries, which it is added to when it is new; row is where it stands.
func (t *valueTable) find(raw []byte, row int) int {
	if 2*len(t.entries) >= len(t.slots) {
		t.grow()
	}
	h := maphash.Bytes(t.seed, raw)
	mask := uint64(len(t.slots) - 1)
	for at := h & mask; ; at = (at + 1) & mask {
		slot := t.slots[at]
		if slot == 0 {
			t.entries = append(t.entries, valueEntry{raw: raw, hash: h, row: row})
			t.slots[at] = uint32(len(t.entries))
			return len(t.entries) - 1
		}
		if e := &t.entries[slot-1]; e.hash == h && bytes.Equal(e.raw, raw) {
			return int(slot - 1)
		}
	}
}

func (t *valueTable) grow() {
	if t.slots == nil {
		t.seed = maphash.MakeSeed()
	}
	t.slots = make([]uint32, max(64, 4*len(t.slots)))
	mask := uint64(len(t.slots) - 1)
	for i, e := range t.entries {
		at := e.hash & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = uint32(i + 1)
	}
}
