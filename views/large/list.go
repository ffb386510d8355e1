package large

import (
	"slices"
	"time"

	"tabletop/views"
)

// List returns the largest rows, or the largest cells where their list has the focus, in the order shown.
func (s *Screen) List() *views.List {
	if s.data == nil || s.data.Profile == nil || len(s.rows) == 0 {
		return nil
	}
	profile := s.data.Profile
	if s.cells {
		order := slices.Clone(s.largest)
		return &views.List{Name: "largest-cells", Head: []string{"key", "family", "qualifier", "bytes", "written"},
			Lines: len(order), Line: func(line int) []any {
				cell := &profile.LargestCells[order[line]]
				return []any{cell.Key, []byte(cell.Family), []byte(cell.Qualifier), cell.Bytes,
					time.UnixMicro(cell.Micros)}
			}}
	}
	order := slices.Clone(s.rows)
	return &views.List{Name: "largest-rows", Head: []string{"key", "bytes", "cells"}, Lines: len(order),
		Line: func(line int) []any {
			row := &profile.LargestRows[order[line]]
			return []any{row.Key, row.Bytes, row.Cells}
		}}
}
