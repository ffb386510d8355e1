package diff

import (
	"slices"

	compare "tabletop/model/diff"
	"tabletop/model/figures"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// isWide reports whether there is room for both sides beside the list of differences, none of it cut.
func isWide(w, h int) bool { return w >= 180 && h >= 20 }

// drawSides draws the figure under the cursor with its intervals on one scale, then both samples beside each other, and
// how the sizes of their rows are spread.
func (s *Screen) drawSides(st *widget.Styles, w, h int) []string {
	lines := s.figurePane(st, w, 7)
	facts := s.factsPane(st, w, min(len(sideFacts())+3, h-len(lines)))
	lines = append(lines, facts...)
	if rest := h - len(lines); rest >= 14 {
		lines = append(lines, s.sizesPane(st, w, rest/2, true)...)
		lines = append(lines, s.sizesPane(st, w, rest-rest/2, false)...)
	}
	return widget.Fill(lines, h)
}

// figurePane draws the figure under the cursor.
func (s *Screen) figurePane(st *widget.Styles, w, h int) []string {
	pane := widget.Pane{Title: "FIGURE", Right: widget.Hints(st, "w", "why"), Boxed: true}
	cursor := s.list.Cursor()
	if cursor < 0 || s.items[cursor].row.Change == nil {
		return pane.Text(st, []string{st.Dim("put the cursor on a figure to see both sides on one scale")}, w, h)
	}
	diffRow := s.items[cursor].row
	pane.Title = diffRow.Name
	change := diffRow.Change
	top := max(change.Before.Value, change.After.Value, finiteHigh(change.Before), finiteHigh(change.After))
	room := max(min(pane.TextWidth(w)-10-24, 40), 4)
	bar := func(name string, f figures.Figure, words string) string {
		low, high := f.Value, f.Value
		if f.Interval() {
			low, high = f.Low, f.High
		}
		cells := max(int(float64(room)*max(f.Value, high)/max(top, 1e-300)+0.5), 4)
		return st.Dim(widget.Pad(name, 8)) + widget.Pad(widget.LimitBar(st, f.Value, low, high, 0, min(cells, room)),
			room) + "  " + words
	}
	lines := []string{bar("before", change.Before, diffRow.Before), bar("after", change.After, diffRow.After)}
	delta := diffRow.Delta
	if delta == "" {
		delta = "none"
	}
	lines = append(lines, st.Dim(widget.Pad("differs", 8))+delta+"  "+verdict(st, diffRow))
	if diffRow.Verdict.Significant() || change.Delta.IsExact() {
		return pane.Text(st, lines, w, h)
	}
	return pane.Text(st, append(lines,
		st.Dim("not significant: the interval of the difference holds zero, or is unknown")), w, h)
}

// figure writes a figure with its interval.
func figure(f figures.Figure, format func(float64) string) string {
	if !f.Interval() {
		return format(f.Value)
	}
	return format(f.Value) + " " + text.PlusMinus(f.Value, f.Low, f.High, format)
}

func finiteHigh(f figures.Figure) float64 {
	if f.Interval() {
		return f.High
	}
	return 0
}

// sideFact is a figure that both samples have.
type sideFact struct {
	name string
	of   func(x *compare.Side) string
	// comparedOnly is that the open table is shown without it before there is a comparison: it is counted for one, or
	// stands elsewhere.
	comparedOnly bool
}

func sideFacts() []sideFact {
	return []sideFact{
		{"source", func(x *compare.Side) string { return text.EscapeString(x.Name) }, true},
		{"read", func(x *compare.Side) string {
			if at := x.Sample.How.Started; !at.IsZero() {
				return at.UTC().Format("2006-01-02 15:04")
			}
			return text.NoFigure
		}, false},
		{"rows read", func(x *compare.Side) string { return text.Integer(x.Profile.Rows) }, false},
		{"cells read", func(x *compare.Side) string { return text.Integer(x.Profile.Cells) }, true},
		{"rows of the table", func(x *compare.Side) string {
			if x.Profile.Whole.Rows.Value == 0 {
				return text.NoFigure
			}
			return figure(x.Profile.Whole.Rows, text.Number)
		}, false},
		{"bytes of the table",
			func(x *compare.Side) string { return text.TableBytes(x.Profile.Whole.Table, x.Profile.Whole.Table) },
			false},
		{"row, mean", func(x *compare.Side) string { return figure(x.Profile.RowBytes.Mean, text.Bytes) }, false},
		{"row, p50 and p95", func(x *compare.Side) string {
			return text.Bytes(x.Profile.RowBytes.P50.Value) + ", " + text.Bytes(x.Profile.RowBytes.P95.Value)
		}, false},
		{"largest row read", func(x *compare.Side) string { return text.Bytes(float64(x.Profile.RowBytes.Max)) }, true},
		{"columns", func(x *compare.Side) string { return text.Integer(int64(len(x.Profile.Columns))) }, true},
		{"garbage", func(x *compare.Side) string { // the bytes of the table stand above
			part := x.Garbage.Total.TableEligible
			if x.Garbage.Table.Value <= 0 || part.Vague() {
				return text.TableGarbage(x.Garbage)
			}
			return text.TableBytes(part, x.Garbage.Table) + ", " + text.Percent(x.Garbage.ShareOfAll())
		}, true},
		{"first layout", func(x *compare.Side) string {
			if len(x.Layouts) == 0 {
				return "none"
			}
			return widget.Template(x.Layouts[0])
		}, false},
	}
}

// factsPane draws both samples beside each other.
func (s *Screen) factsPane(st *widget.Styles, w, h int) []string {
	diff, all := s.done.diff, sideFacts()
	s.facts.Sort, s.facts.Still = -1, true
	s.facts.Columns = []widget.Column{{Title: ""}, {Title: "before", Width: 12, Flex: 1},
		{Title: "after", Width: 12, Flex: 1}}
	s.facts.SetLen(len(all))
	return widget.Pane{Title: "BOTH SIDES", Boxed: true}.Table(st, &s.facts, false, w, h, func(row, col, w int) string {
		switch f := all[row]; col {
		case 0:
			return st.Dim(f.name)
		case 1:
			return widget.Truncate(f.of(diff.Before), w)
		default:
			return widget.Truncate(f.of(diff.After), w)
		}
	})
}

// sizesPane draws the sizes of the rows of one side, on the scale of both.
func (s *Screen) sizesPane(st *widget.Styles, w, h int, before bool) []string {
	diff := s.done.diff
	side, name := diff.After, "AFTER"
	if before {
		side, name = diff.Before, "BEFORE"
	}
	pane := widget.Pane{Title: "ROW SIZES " + name, Right: st.Dim("share of the rows, by bytes"), Boxed: true}
	scale, value := onOneScale(diff.Before.Profile.RowBytes.Bins, diff.After.Profile.RowBytes.Bins), 0.0
	values := make([]float64, len(scale))
	for _, b := range side.Profile.RowBytes.Bins {
		i, _ := slices.BinarySearch(scale, b.From)
		values[i] += b.Count
		value += b.Count
	}
	top := 0.0
	for i := range values {
		values[i] /= max(value, 1e-300)
		top = max(top, values[i])
	}
	return pane.Text(st, widget.ColumnChart{Values: values, Top: text.Percent(top),
		Label: func(i int) string { return text.Bytes(float64(scale[i])) }}.
		Draw(st, pane.TextWidth(w), h-2), w, h)
}

// onOneScale returns where the bins of both begin, in order and without those between which neither has any.
func onOneScale(a, b []figures.Bin) []int64 {
	var from []int64
	for _, bins := range [][]figures.Bin{a, b} {
		for _, bin := range bins {
			from = append(from, bin.From)
		}
	}
	slices.Sort(from)
	return slices.Compact(from)
}
