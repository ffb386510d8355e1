package diff

import (
	"strings"

	compare "tabletop/model/diff"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Draw draws what is compared, and below it what differs.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	boxed := widget.Boxed(w, h)
	pane := widget.Pane{Title: "COMPARED", Right: widget.Hints(st, "c", "compare with"), Focus: s.typing, Boxed: boxed}
	if s.typing {
		pane.Title, pane.Right = "COMPARE WITH", widget.Hints(st, "tab", "complete", "enter", "compare", "esc", "back")
	}
	head := s.head(pane.TextWidth(w), h, st)
	if s.choosing() {
		return widget.Block(s.drawChoices(st, head, w, h), w, h)
	}
	if s.done == nil || s.done.diff == nil || s.source == "" {
		return widget.Block(pane.Text(st, head, w, h), w, h)
	}
	height := len(head) + 1
	if boxed {
		height++
	}
	lines := pane.Text(st, head, w, min(height, h))
	s.top = len(lines) + 1
	if room := h - len(lines); isWide(w, room) {
		left := w * 3 / 5
		s.width = left
		about := s.drawAbout(st, left, 0, boxed)
		if room-len(about) < s.list.Len()+3 {
			about = nil // the list needs the room
		}
		lists := append(s.drawList(st, left, room-len(about), boxed), about...)
		lines = append(lines, widget.Beside([][]string{lists, s.drawSides(st, w-left, room)}, []int{left, w - left},
			room)...)
	} else if room > 1 {
		s.width = w
		lines = append(lines, s.drawList(st, w, room, boxed)...)
	}
	return widget.Block(lines, w, h)
}

// The columns of the list.
const (
	colName = iota
	colBefore
	colAfter
	colDelta
	colVerdict
	colBar
)

// drawList draws the figures that differ, under the headings of their sections.
func (s *Screen) drawList(st *widget.Styles, w, h int, boxed bool) []string {
	pane := widget.Pane{Title: "DIFFERENCES", Right: widget.Hints(st, "v", "all", "w", "why"), Focus: !s.typing,
		Boxed: boxed}
	table := &s.list
	table.Sort = -1
	table.Columns = []widget.Column{colName: {Title: "figure", Width: 20, Flex: 1},
		colBefore: {Title: "before", Right: true, Drop: 4}, colAfter: {Title: "after", Right: true, Drop: 2},
		colDelta: {Title: "difference", Right: true, Drop: 1}, colVerdict: {Title: "", Drop: 3},
		colBar: {Title: "shrank│grew", Width: 13, Bar: true, Fixed: true, Drop: 5}}
	table.Heading = func(i, _ int) (string, bool) {
		it := s.items[i]
		if it.heading != "" {
			name, about, _ := strings.Cut(it.heading, "  ")
			return st.Accent(name) + "  " + st.Dim(about), true
		}
		return "  " + st.Dim(it.about), it.about != ""
	}
	return pane.Table(st, table, !s.typing, w, h, func(i, col, w int) string {
		diffRow := s.items[i].row
		switch col {
		case colName:
			return "  " + diffRow.Name
		case colBefore:
			return diffRow.Before
		case colAfter:
			return diffRow.After
		case colDelta:
			return diffRow.Delta
		case colVerdict:
			return verdict(st, diffRow)
		}
		return widget.GrowthBar(st, growth(diffRow), w)
	})
}

// growth is the part of the larger side by which a figure grew, or shrank if it is negative; 0 if that is not
// significant.
func growth(r text.DiffRow) float64 {
	switch {
	case r.Verdict == compare.New:
		return 1
	case r.Verdict == compare.Gone:
		return -1
	case r.Change == nil || !r.Verdict.Significant():
		return 0
	}
	before, after := r.Change.Before.Value, r.Change.After.Value
	return (after - before) / max(before, after, 1e-300)
}

// head states what is compared, what limits it and what it came to.
func (s *Screen) head(w, h int, st *widget.Styles) []string {
	var lines []string
	if s.typing {
		lines = append(lines, s.input.Draw(st, max(w, 1), -1))
		const shown = 8
		for i, p := range s.paths {
			if i == shown {
				lines = append(lines, st.Dim("and "+text.Integer(int64(len(s.paths)-shown))+" more"))
				break
			}
			lines = append(lines, widget.Truncate(st.Dim("  "+text.EscapeString(p)), w))
		}
	}
	switch {
	case s.data == nil || s.data.Sample == nil:
		return append(lines, "", st.Dim("waiting for rows to compare…"))
	case s.source == "":
		return append(lines, s.invitation(w, st)...)
	case s.problem != nil:
		return append(lines, wrapped(w, text.EscapeString(strings.ReplaceAll(s.problem.Error(), "\n", ". ")),
			st.Error)...)
	case s.loading:
		return append(lines, "", st.Dim("reading "+text.EscapeString(s.source)+" …"))
	case s.data.Reading:
		return append(lines, "", st.Dim("comparing when the table has been read…"))
	case s.done == nil || s.done.diff == nil:
		return append(lines, "", st.Dim("comparing…"))
	}
	diff := s.done.diff
	lines = append(lines, widget.Truncate(st.Dim("before ")+side(diff.Before), w),
		widget.Truncate(st.Dim("after  ")+side(diff.After), w))
	for _, r := range diff.Notes {
		if len(lines) < h/3 {
			lines = append(lines, wrapped(w, text.EscapeString(r), st.Warning)...)
		}
	}
	plain := func(x string) string { return x }
	if diff.Beyond > 0 {
		plain = st.Strong
	}
	return append(lines, wrapped(w, text.DiffSummary(diff), plain)...)
}

// wrapped sets a sentence in lines.
func wrapped(w int, sentence string, style func(string) string) []string {
	var out []string
	for _, l := range text.Wrap(sentence, max(w-2, 8)) {
		if len(out) == 0 {
			out = append(out, style(l))
		} else {
			out = append(out, "  "+l)
		}
	}
	return out
}

// side names one of the two.
func side(x *compare.Side) string {
	line := text.EscapeString(x.Name) + ", " + text.Count(int64(x.Sample.Rows()), "row") + ", " +
		text.Bytes(float64(x.Profile.Bytes))
	if x.Sample.How.Complete {
		line += ", all there is"
	}
	if at := x.Sample.How.Started; !at.IsZero() {
		line += ", read " + at.UTC().Format("2006-01-02 15:04")
	}
	return line
}

// invitation states how to compare, before anything is.
func (s *Screen) invitation(w int, st *widget.Styles) []string {
	how := "Choose what to compare this table with, or type a saved sample, a table, or a demo: tab completes the " +
		"path of a file."
	if s.baseline == "" {
		how += " To see later what changed, save this sample now, read the table again then, and compare."
	}
	lines := []string{st.Strong("Nothing is compared yet.")}
	for _, l := range text.Wrap(how, max(w, 8)) {
		lines = append(lines, st.Dim(l))
	}
	return lines
}

// verdict is what became of a figure, with its sign.
func verdict(st *widget.Styles, r text.DiffRow) string {
	switch r.Verdict {
	case compare.Grew, compare.New:
		return st.Strong("▲ " + r.Word)
	case compare.Shrank, compare.Gone:
		return st.Strong("▼ " + r.Word)
	case compare.Changed:
		return st.Strong("≠ " + r.Word)
	}
	return st.Dim(r.Word)
}
