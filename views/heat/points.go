package heat

import (
	"slices"

	"tabletop/model/analysis"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/take"
	"tabletop/views/widget"
)

// Location is the first row under the cross-hair, or the row before the gap under the cursor.
func (s *Screen) Location() views.Target {
	if s.gaps.open {
		if gap := s.gap(); gap != nil {
			return views.Target{Key: s.gaps.of.Sample.Key(gap.Rows[0])}
		}
		return views.Target{}
	}
	if s.noMap() != "" {
		return views.Target{}
	}
	first, _ := s.keysAt(s.row)
	return views.Target{Key: first}
}

// Parts are the keys of the row under the cross-hair.
func (s *Screen) Parts() (parts []analysis.Part, missing string) {
	if s.gaps.open {
		return nil, "gaps are shown: V shows the map, of which a key range can be the scope"
	}
	if missing = s.noMap(); missing != "" {
		return nil, missing
	}
	first, last := s.keysAt(s.row)
	if last == nil {
		last = first
	}
	name := func(key []byte) string { return widget.RowName(s.data.Layouts, key, 30) }
	return []analysis.Part{{Name: "keys " + name(first) + " … " + name(last),
		Read: sample.Options{Start: slices.Clone(first), End: []byte(take.After(string(last)))}}}, ""
}

// rows are those under the cross-hair. A range ends at the key of the row behind it: the first key behind its last one
// has a NUL, which no command can hold.
func (s *Screen) rows() take.Rows {
	first, last := s.keysAt(s.row)
	if last == nil {
		return take.Rows{Key: string(first)}
	}
	under := take.Rows{Start: string(first)}
	if of := s.shown.base.of.Sample; of.Find(last)+1 < of.Rows() {
		under.End = string(of.Key(of.Find(last) + 1))
	}
	return under
}

// window narrows all screens to the cells of the time window under the cross-hair.
func (s *Screen) window() views.Request {
	from, end := s.windowsAt(s.col)
	heatmap := s.shown.m
	return views.Narrow{Parts: []analysis.Part{{Read: sample.Options{Since: heatmap.Window(from),
		Until: heatmap.Window(end)}}}}
}
