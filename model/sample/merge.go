package sample

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// Merge returns the rows of all parts in key order, whatever their order in the parts and between them. Rows of equal
// keys stay beside each other. It has no description and one Run.
func Merge(parts []*Sample) *Sample {
	var order []place
	var cells, keys, values int
	shared := sharedPrefix(parts)
	for i, part := range parts {
		for row := range part.Rows() {
			order = append(order, place{first(part.Key(row)[shared:]), int32(i), int32(row)})
		}
		cells, keys, values = cells+part.NumCells(), keys+len(part.keys), values+len(part.values)
	}
	compare := func(a, b place) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		return bytes.Compare(parts[a.part].Key(int(a.row)), parts[b.part].Key(int(b.row)))
	}
	if !slices.IsSortedFunc(order, compare) {
		slices.SortFunc(order, compare)
	} else if len(parts) == 1 {
		return parts[0]
	}
	out := NewSizedBuilder(len(order), cells, keys, values)
	copiers := make([]*Copier, len(parts))
	for i, part := range parts {
		copiers[i] = out.CopyFrom(part)
	}
	for _, at := range order {
		copiers[at.part].Row(int(at.row))
	}
	return Finish(Table{}, Provenance{}, []*Builder{out})
}

// place is a row of a part, with the first bytes of its key behind those that all keys share: they order most rows.
type place struct {
	first     uint64
	part, row int32
}

// first returns the first bytes of a text as a number.
func first(text []byte) uint64 {
	var out [8]byte
	copy(out[:], text)
	return binary.BigEndian.Uint64(out[:])
}

// sharedPrefix returns how many bytes all keys begin with.
func sharedPrefix(parts []*Sample) int {
	var prefix []byte
	found := false
	for _, part := range parts {
		for row := range part.Rows() {
			key := part.Key(row)
			if !found {
				prefix, found = key, true
			}
			same := 0
			for same < len(prefix) && same < len(key) && prefix[same] == key[same] {
				same++
			}
			prefix = prefix[:same]
		}
	}
	return len(prefix)
}
