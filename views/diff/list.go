package diff

import (
	"slices"

	"tabletop/views"
)

// List returns the figures that are listed; where sources to compare with are listed, those are found as lines.
func (s *Screen) List() *views.List {
	if s.choosing() || len(s.items) == 0 {
		return views.SearchedList(s)
	}
	items := slices.Clone(s.items)
	return &views.List{Name: "diff-list", Head: []string{"figure", "about", "before", "after", "change", "least change",
		"most change", "verdict"}, Lines: len(items), Line: func(line int) []any {
		item := &items[line]
		cells := []any{item.heading + item.row.Name, item.about, item.row.Before, item.row.After, item.row.Delta,
			nil, nil, item.row.Word}
		if change := item.row.Change; change != nil {
			cells[2], cells[3], cells[4] = change.Before.Value, change.After.Value, change.Delta.Value
			if change.Delta.Interval() {
				cells[5], cells[6] = change.Delta.Low, change.Delta.High
			}
		}
		return cells
	}}
}
