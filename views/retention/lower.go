package retention

import (
	"context"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	gc "tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// top is how many values of a segment are shown.
const top = 200

// bySize lists the columns of each family, those with the most bytes first. It sorts 100,000 columns, so it is Work.
func bySize(r *figures.Review) map[string][]sample.ColumnID {
	out := map[string][]sample.ColumnID{}
	for id, c := range r.Explorer.Sample().Columns() {
		out[c.Family] = append(out[c.Family], sample.ColumnID(id))
	}
	for _, ids := range out {
		slices.SortStableFunc(ids, func(a, b sample.ColumnID) int {
			return int(min(max(r.Garbage.Columns[b].Stored.Bytes-r.Garbage.Columns[a].Stored.Bytes, -1), 1))
		})
	}
	return out
}

// segments lists the names of the key segments that the lower list can show.
func (s *Screen) segments() []string {
	var names []string
	if s.data == nil {
		return nil
	}
	for _, l := range s.data.Layouts {
		for _, seg := range l.Segments() {
			if !slices.Contains(names, seg.Name) {
				names = append(names, seg.Name)
			}
		}
	}
	return names
}

// nextBy shows the next key segment in the lower list; after the last one the columns again.
func (s *Screen) nextBy() views.Request {
	names := s.segments()
	i := slices.Index(names, s.by) // -1 for columns
	s.by = ""
	if i+1 < len(names) {
		s.by = names[i+1]
	}
	s.lower.SetCursor(0)
	return s.settle()
}

// group requests the GC-eligible data by the segment shown, if it is missing.
func (s *Screen) group() views.Request {
	if s.by == "" || s.groups[s.by] != nil {
		return nil
	}
	review, of, segment := s.review, s.of, s.by
	if of.Segments.Column(segment) == nil { // of layouts that were declared since: the review by them is still to come
		return nil
	}
	return views.Work{Name: "retention/by", Run: func(ctx context.Context) any {
		g, err := of.GarbageBySegment(ctx, review, segment, top)
		if err != nil {
			return nil // canceled: another segment is wanted
		}
		return grouped{review, segment, g}
	}}
}

func (s *Screen) lowerLen() int {
	if s.by != "" {
		if g := s.groups[s.by]; g != nil {
			return len(g.Groups)
		}
		return 0
	}
	if f := s.family(); f != nil {
		return len(s.columns[f.Name])
	}
	return 0
}

// lowerTitle states what the lower list shows.
func (s *Screen) lowerTitle() string {
	family := s.family()
	if s.by == "" {
		title := "columns of " + text.EscapeString(family.Name) + ", largest first"
		if s.review.Explorer.Scope() != estimate.All {
			title += "; versions and oldest " + text.UsageScope(s.review)
		}
		return title
	}
	answer := s.groups[s.by]
	if answer == nil {
		return "summing up by " + text.EscapeString(s.by) + "…"
	}
	title := text.EscapeString(s.by) + ": " + text.GroupCount(answer, "value") + ", all families, most garbage first"
	if int(answer.Distinct.Value) > len(answer.Groups) {
		title += " (the first " + text.Integer(int64(len(answer.Groups))) + ")"
	}
	return title
}

// The columns of the lower list.
const (
	colName = iota
	colBar
	colGarbage
	colBytes
	colKept
	colVersions
	colOldest
	colRepeats
)

// drawLower draws the columns or the values of a segment on h lines, titles among them.
func (s *Screen) drawLower(st *widget.Styles, w, h int) string {
	cell := s.lowerColumns()
	return s.lower.DrawPane(st, w, h, s.onLower, func(row, col, w int) string { return cell(st, row, col, w) })
}

// lowerPane is drawLower in a pane.
func (s *Screen) lowerPane(st *widget.Styles, w, h int) []string {
	title := s.lowerTitle()
	if s.by == "" {
		title = "COLUMNS OF " + text.EscapeString(s.family().Name)
	}
	pane := widget.Pane{Title: title, Right: widget.Hints(st, "tab", "here", "b", "by"), Focus: s.onLower, Boxed: true}
	cell := s.lowerColumns()
	return pane.Table(st, &s.lower, s.onLower, w, h, func(row, col, w int) string { return cell(st, row, col, w) })
}

// lowerColumns sets the columns of the lower list and returns what writes its cells.
func (s *Screen) lowerColumns() func(st *widget.Styles, row, col, w int) string {
	s.lower.Sort = -1
	s.lower.Columns = []widget.Column{
		colName:    {Title: "column", Width: 12, Flex: 1},
		colBar:     {Title: "", Width: 10, Bar: true, Drop: 3},
		colGarbage: {Title: "of it", Width: 6, Right: true},
		colBytes:   {Title: s.goesTitle(), Width: 10, Right: true},
	}
	cell := s.segmentCell
	if s.by == "" {
		cell = s.columnCell
		s.lower.Columns = append(s.lower.Columns, widget.Column{Title: "cell bytes", Width: 10, Right: true, Drop: 2},
			widget.Column{Title: "versions", Width: 9, Right: true, Drop: 1}, widget.Column{Title: "oldest", Width: 7,
				Right: true, Drop: 4},
			widget.Column{Title: "repeats", Width: 7, Right: true, Drop: 5})
	} else {
		s.lower.Columns[colName].Title = text.EscapeString(s.by)
		rows := "rows"
		if g := s.groups[s.by]; g != nil {
			rows = text.GroupRows(g)
		}
		s.lower.Columns = append(s.lower.Columns, widget.Column{Title: rows, Width: 9, Right: true, Drop: 2})
	}
	return cell
}

func (s *Screen) columnCell(st *widget.Styles, row, col, w int) string {
	family := s.family()
	id := s.columns[family.Name][row]
	part, usage := s.review.Garbage.Columns[id], s.review.Explorer.ColumnUsage(id)
	if _, trying := s.tries[family.Name]; trying {
		t := s.trial()
		if t == nil && (col == colBar || col == colGarbage || col == colBytes) {
			return st.Dim(text.NoFigure)
		}
		if t != nil {
			part = t.Garbage.Columns[id]
		}
	}
	switch col {
	case colName:
		return name(s.review.Explorer.Sample().Column(id).Qualifier)
	case colKept: // the fifth of columns is all that is stored
		return text.TableAmount(part.Stored, part.TableStored, s.review.Garbage.Table)
	case colVersions:
		return versions(usage)
	case colOldest:
		if s.now.ages != "" {
			return st.Dim(text.NoFigure)
		}
		return text.Age(s.review.Clock.Now, usage.Oldest)
	case colRepeats:
		if usage.Pairs == 0 {
			return st.Dim(text.NoFigure)
		}
		return text.Percent(float64(usage.Again) / float64(usage.Pairs))
	}
	return s.partCell(st, part, col, w)
}

// goesTitle names what the lower list shows of each line: what can go by the rule in force, or what would by the one
// tried.
func (s *Screen) goesTitle() string {
	if f := s.family(); f != nil && s.by == "" {
		if _, trying := s.tries[f.Name]; trying {
			return "would go"
		}
	}
	return "garbage"
}

// versions states how many versions half of the rows have at most, and the most of any.
func versions(u *gc.ColumnUsage) string {
	half := u.VersionsAt(0.5)
	if half == u.MaxVersions {
		return text.Integer(int64(half))
	}
	return text.Integer(int64(half)) + "–" + text.Integer(int64(u.MaxVersions))
}

// maxTitle is the width of the title of a box at most.
const maxTitle = 60

// groupName writes the value of a key segment that a group of rows has, as its codec reads it where a row of the group
// was kept.
func (s *Screen) groupName(segment string, g *figures.Group, w int) string {
	if spans, kind := s.data.Layouts.Decode(nil, g.First); g.First != nil && kind >= 0 {
		for _, span := range spans {
			if span.Segment.Name == segment {
				return widget.Truncate(widget.SegmentValue(span.Segment.Codec, span.Value), w)
			}
		}
	}
	return widget.EscapeTo(g.Name, w)
}

func (s *Screen) segmentCell(st *widget.Styles, row, col, w int) string {
	group := &s.groups[s.by].Groups[row]
	switch col {
	case colName:
		return s.groupName(s.by, group, max(w, 1))
	case colKept: // the fifth column of segments is rows
		return text.Number(group.Found(figures.Rows).Value)
	case colBar:
		return widget.ListBar(st, group.Ratios[0].Value, w, true)
	case colGarbage:
		return garbageShare(st, group.Ratios[0], text.GroupGarbageShare(group))
	case colBytes:
		return text.GroupGarbage(group)
	}
	return ""
}

func (s *Screen) partCell(st *widget.Styles, p gc.Part, col, w int) string {
	switch col {
	case colBar:
		return widget.ListBar(st, p.Share.Value, w, true)
	case colGarbage:
		return garbageShare(st, p.Share, text.GarbageShare(p))
	case colBytes:
		return text.TableAmount(p.Eligible, p.TableEligible, s.review.Garbage.Table)
	}
	return ""
}

// garbageShare writes a share, of which plain is the text, with its interval dimmed.
func garbageShare(st *widget.Styles, f figures.Figure, plain string) string {
	if f.Interval() && f.Value > 0 && f.Value < 1 {
		return text.Percent(f.Value) + " " + st.Dim(text.PlusMinus(f.Value, f.Low, f.High, text.Percent))
	}
	return plain
}

// name writes a qualifier; the empty one is a name too.
func name(qualifier string) string {
	if qualifier == "" {
		return `""`
	}
	return text.EscapeString(qualifier)
}

// deeper continues from the lower list: to the row with the most GC-eligible bytes of the column, or to the rows of the
// value.
func (s *Screen) deeper() views.Request {
	cursor := s.lower.Cursor()
	if cursor < 0 {
		return nil
	}
	if s.by != "" {
		g := &s.groups[s.by].Groups[cursor]
		if g.First == nil {
			return views.Explain{Title: s.groupName(s.by, g, maxTitle),
				Text: "Its rows are counted, but none of them is among the rows kept."}
		}
		return views.OpenScreen{Screen: views.KeysScreen, Key: g.First}
	}
	review, id := s.review, s.columns[s.family().Name][cursor]
	return views.Work{Name: "retention/worst", Run: func(ctx context.Context) any {
		row, err := review.Explorer.WorstRow(ctx, review.Rules, id)
		if err != nil || row < 0 {
			return nil
		}
		return worst{review.Explorer.Sample().Key(row)}
	}}
}
