package row

import (
	"time"

	"tabletop/views"
)

// List returns the cells of the row: each version with its size, the bytes of its value that were read, and whether it
// is garbage.
func (s *Screen) List() *views.List {
	var cells []item
	var garbage []any
	for _, line := range s.items {
		if line.cell < 0 {
			continue
		}
		cells = append(cells, line)
		why := any(nil)
		if eligible, reason := s.verdict(line.cell); reason != "" {
			why = "kept: " + reason
			if eligible {
				why = "garbage: " + reason
			}
		}
		garbage = append(garbage, why)
	}
	if len(cells) == 0 {
		return nil
	}
	return &views.List{Name: "row", Head: []string{"family", "qualifier", "version", "versions", "written", "bytes",
		"value", "garbage"}, Lines: len(cells), Line: func(line int) []any {
		item := cells[line]
		cell := item.of.Cell(item.cell)
		column := item.of.Column(cell.Column)
		return []any{[]byte(column.Family), []byte(column.Qualifier), item.version, item.versions,
			time.UnixMicro(cell.Micros), cell.Size, cell.Value, garbage[line]}
	}}
}
