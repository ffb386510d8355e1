package heat

import (
	"time"

	"tabletop/views"
)

// List returns the key ranges of the map, each with what was written in each window; or the gaps while they are shown.
func (s *Screen) List() *views.List {
	if s.gaps.open {
		return s.listGaps()
	}
	if s.shown == nil || s.shown.m == nil || s.shown.m.Buckets == 0 || s.shown.m.Artificial != "" {
		return nil
	}
	grid, rows := s.shown.m, s.shown.base.of.Sample
	head := []string{"first key", "last key", "all windows"}
	for window := range grid.Windows {
		head = append(head, grid.Window(window).Format(time.RFC3339))
	}
	return &views.List{Name: "heat-list", Head: head, Lines: grid.Buckets, Line: func(bucket int) []any {
		from, to := grid.Rows[bucket], grid.Rows[bucket+1]
		cells, all := make([]any, 3, len(head)), 0.0
		if from < to {
			cells[0], cells[1] = rows.Key(from), rows.Key(to-1)
		}
		for _, value := range grid.Grid[bucket*grid.Windows : (bucket+1)*grid.Windows] {
			cells, all = append(cells, value), all+value
		}
		cells[2] = all
		return cells
	}}
}
