package sample

import (
	"bytes"
	"slices"
)

// Merge returns the rows of all parts in key order, whatever their order in the parts and between them. Rows of equal
// keys stay beside each other. It has no description and one Run.
func Merge(parts []*Sample) *Sample {
	type place struct{ part, row int32 }
	var order []place
	var cells, keys, values int
	for i, part := range parts {
		for row := range part.Rows() {
			order = append(order, place{int32(i), int32(row)})
		}
		cells, keys, values = cells+part.NumCells(), keys+len(part.keys), values+len(part.values)
	}
	compare := func(a, b place) int {
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
