package heat

import (
	"context"

	"tabletop/model/analysis"
	"tabletop/model/gaps"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// gapList is what is missing in the segment whose values are the most regular, in place of the map while it is open.
type gapList struct {
	open  bool
	of    *analysis.Analysis // found is of it; nil before it was looked for
	found *gaps.Result       // nil where no segment is regular
	table widget.Table
	top   int // line of its titles at the last Draw
}

// gapsFound is the result of the Work that looks for gaps.
type gapsFound struct {
	of    *analysis.Analysis
	found *gaps.Result
}

// showGaps shows the gaps in place of the map, or the map again.
func (s *Screen) showGaps() views.Request {
	s.gaps.open = !s.gaps.open
	return s.findGaps()
}

// findGaps is the Work that looks for gaps in the rows shown.
func (s *Screen) findGaps() views.Request {
	if !s.gaps.open || s.data == nil || s.data.Sample == nil || s.gaps.of == s.data.Analysis {
		return nil
	}
	of := s.data.Analysis
	return views.Work{Name: "heat/gaps", Run: func(ctx context.Context) any {
		found, err := gaps.MostRegular(ctx, of.Segments)
		if err != nil {
			return nil // canceled: there is newer data
		}
		return gapsFound{of, found}
	}}
}

// takeGaps shows what was found, with the cursor where it was.
func (s *Screen) takeGaps(result gapsFound) {
	s.gaps.of, s.gaps.found = result.of, result.found
	s.gaps.table.SetLen(0)
	if result.found != nil {
		s.gaps.table.SetLen(len(result.found.Gaps))
	}
}

// gap is the gap under the cursor; nil where none is listed.
func (s *Screen) gap() *gaps.Gap {
	at := s.gaps.table.Cursor()
	if s.gaps.of == nil || s.gaps.found == nil || at < 0 || at >= len(s.gaps.found.Gaps) {
		return nil
	}
	return &s.gaps.found.Gaps[at]
}

// gapWords states what is missing in a sentence, or why that cannot be told.
func (s *Screen) gapWords() string {
	found := s.gaps.found
	switch {
	case s.gaps.of == nil:
		return "Looking for gaps."
	case found == nil:
		return "No segment has numbers or times that follow each other at regular steps, so nothing can be missing."
	case found.Refused != "":
		return text.GapsRefused(found)
	}
	where := " in " + text.EscapeString(found.Segment)
	if found.By != "" {
		where += " by " + text.EscapeString(found.By)
	}
	return "Gaps" + where + ": " + text.GapSummary(found)
}

// The columns of the list of gaps.
const (
	gapMissing = iota
	gapGroup
	gapAfter
	gapBefore
	gapStep
	gapKeyBefore
	gapKeyBehind
)

// drawGaps draws the gaps, those that miss most first, with the keys around each.
func (s *Screen) drawGaps(st *widget.Styles, w, h int) []string {
	var lines []string
	for _, line := range text.Wrap(s.gapWords(), max(w-4, 1)) {
		lines = append(lines, "  "+st.Strong(line))
	}
	if s.gap() == nil || len(lines) >= h {
		return lines
	}
	found, rows, table := s.gaps.found, s.gaps.of.Sample, &s.gaps.table
	s.gaps.top, table.Sort = len(lines), -1
	table.Columns = []widget.Column{gapMissing: {Title: "missing", Right: true},
		gapGroup: {Flex: 1, Drop: 4}, gapAfter: {Title: "after"}, gapBefore: {Title: "before"},
		gapStep:      {Title: "step", Right: true, Drop: 1},
		gapKeyBefore: {Title: "key before the gap", Width: 18, Flex: 2, Drop: 5},
		gapKeyBehind: {Title: "key behind it", Width: 18, Flex: 2, Drop: 6}}
	if found.By != "" {
		table.Columns[gapGroup].Title = text.EscapeString(found.By)
	}
	drawn := table.DrawPane(st, w, h-len(lines), true, func(row, col, w int) string {
		gap := &found.Gaps[row]
		switch col {
		case gapMissing:
			return text.Integer(gap.Missing)
		case gapGroup:
			if gap.Group == nil {
				return ""
			}
			return widget.Truncate(widget.SegmentValue(gap.Group.Segment.Codec, gap.Group.Of), w)
		case gapAfter:
			return widget.SegmentValue(gap.After.Segment.Codec, gap.After.Of)
		case gapBefore:
			return widget.SegmentValue(gap.Before.Segment.Codec, gap.Before.Of)
		case gapStep:
			return text.GapStep(found, gap.Step)
		case gapKeyBefore:
			return widget.EscapeTo(rows.Key(gap.Rows[0]), w)
		}
		return widget.EscapeTo(rows.Key(gap.Rows[1]), w)
	})
	return append(lines, drawn)
}

// listGaps returns the gaps for a file.
func (s *Screen) listGaps() *views.List {
	if s.gap() == nil {
		return nil
	}
	found, rows := s.gaps.found, s.gaps.of.Sample
	return &views.List{Name: "gaps", Head: []string{"missing", "group", "after", "before", "step", "key before",
		"key behind"}, Lines: len(found.Gaps), Line: func(line int) []any {
		gap := &found.Gaps[line]
		var group any
		if gap.Group != nil {
			group = text.Value(gap.Group.Segment.Codec, gap.Group.Of)
		}
		return []any{gap.Missing, group, text.Value(gap.After.Segment.Codec, gap.After.Of),
			text.Value(gap.Before.Segment.Codec, gap.Before.Of), text.GapStep(found, gap.Step), rows.Key(gap.Rows[0]),
			rows.Key(gap.Rows[1])}
	}}
}

// gapBindings are what keys do while the gaps are shown.
func (s *Screen) gapBindings() []views.Binding {
	none := ""
	if s.gap() == nil {
		none = "no gap is listed"
	}
	return []views.Binding{
		{Keys: []string{"enter"}, Name: "rows", Help: "go to the key before the gap on the Keys screen",
			DisabledReason: none, Run: func() views.Request {
				return views.OpenScreen{Screen: views.KeysScreen, Key: s.gaps.of.Sample.Key(s.gap().Rows[0])}
			}},
		{Keys: []string{"V"}, Name: "gaps", Help: "show the map again", Run: s.showGaps},
		{Keys: []string{"esc"}, Name: "out", Help: "show the map again", Run: s.showGaps},
	}
}
