package columns

import (
	"time"

	"tabletop/views"
)

// List returns the columns that are listed, in their order.
func (s *Screen) List() *views.List {
	if s.order == nil || s.order.found == 0 {
		return nil
	}
	var columns []int32
	for _, group := range s.order.groups {
		columns = append(columns, group.columns...)
	}
	profile, now := s.order.of.Profile, *s
	head := []string{"family", "qualifier", "bytes", "share of bytes", "share of rows", "cells", "most versions",
		"mean versions", "garbage bytes", "garbage share", "value p50", "newest", "oldest", "type"}
	return &views.List{Name: "columns", Head: head, Lines: len(columns), Line: func(line int) []any {
		column := &profile.Columns[columns[line]]
		bytes := float64(column.Bytes) + column.KeyBytes
		if table := profile.Whole.Table; table.Value > 0 {
			bytes = column.ByteShare.Of(table).Value
		}
		var garbage, share any
		if part, ok := now.columnPart(column); ok {
			garbage, share = part.Eligible.Bytes, part.Share.Value
			if now.garbage().Table.Value > 0 {
				garbage = part.TableEligible.Value
			}
		}
		return []any{[]byte(column.Family), []byte(column.Qualifier), bytes, column.ByteShare.Value,
			column.RowShare.Value, column.Cells, column.MaxVersions, column.MeanVersions.Value, garbage, share,
			column.Values.P50, time.UnixMicro(column.Newest), time.UnixMicro(column.Oldest), string(column.Guess)}
	}}
}
