package diff

import (
	"fmt"
	"math"
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
	if s.choosing() && !s.picking {
		return widget.Block(s.drawChoices(st, head, w, h), w, h)
	}
	if !s.picking && (s.done == nil || s.done.diff == nil || s.source == "") {
		return widget.Block(pane.Text(st, head, w, h), w, h)
	}
	height := len(head) + 1
	if boxed {
		height++
	}
	lines := pane.Text(st, head, w, min(height, h))
	s.top = len(lines) + 1
	return widget.Block(append(lines, s.drawBody(st, w, h-len(lines), boxed)...), w, h)
}

// drawBody draws the differences, and what there is room for beside and below them.
func (s *Screen) drawBody(st *widget.Styles, w, room int, boxed bool) []string {
	left := w * 3 / 5
	switch {
	case room <= 1:
		return nil
	case s.picking && w < besideSources:
		s.width = w
		return s.drawSources(st, w, room, boxed)
	case s.picking:
		s.width = left
		return widget.Beside([][]string{s.drawSources(st, left, room, boxed), s.drawList(st, w-left, room, boxed)},
			[]int{left, w - left}, room)
	case isWide(w, room):
		s.width = left
		return widget.Beside([][]string{s.drawList(st, left, room, boxed), s.drawSides(st, w-left, room)},
			[]int{left, w - left}, room)
	}
	s.width = w
	listed := s.list.Len() + 1
	if boxed {
		listed += widget.BoxHeight
	}
	if !boxed || room-listed < leastSizes {
		return s.drawList(st, w, room, boxed)
	}
	half := w / 2
	return append(s.drawList(st, w, listed, boxed), widget.Beside([][]string{
		s.sizesPane(st, half, room-listed, true), s.sizesPane(st, w-half, room-listed, false)},
		[]int{half, w - half}, room-listed)...)
}

// besideSources is the width from which the sources stand beside what is compared.
const besideSources = 120

// The columns of the list.
const (
	colName = iota
	colBefore
	colAfter
	colChange
	colAxis
)

// drawList draws the figures that differ, or all under the headings of their sections.
func (s *Screen) drawList(st *widget.Styles, w, h int, boxed bool) []string {
	pane := widget.Pane{Title: "DIFFERENCES", Right: widget.Hints(st, "v", "all", "w", "why"),
		Focus: !s.typing && !s.picking, Boxed: boxed}
	table, top := &s.list, s.axisTop()
	table.Sort = -1
	end := fmt.Sprintf("%.0f%%", 100*top)
	axis := max(13, min(w/5, 31))
	gap := widget.Spaces(max((axis-1)/2-widget.Width(end)-1, 1))
	table.Columns = []widget.Column{colName: {Title: "figure", Width: 17, Flex: 1},
		colBefore: {Title: "before", Right: true, Drop: 3}, colAfter: {Title: "after", Right: true, Drop: 1},
		colChange: {Title: "change (95%)", Right: true},
		colAxis:   {Title: "−" + end + gap + "0" + gap + "+" + end, Width: axis, Bar: true, Fixed: true, Drop: 2}}
	table.Heading = func(i, _ int) (string, bool) {
		it := s.items[i]
		if it.heading != "" {
			name, about, _ := strings.Cut(it.heading, "  ")
			return st.Accent(name) + "  " + st.Dim(about), true
		}
		return st.Dim(it.about), it.about != ""
	}
	return pane.Table(st, table, !s.typing && !s.picking, w, h, func(i, col, w int) string {
		listed := s.items[i]
		switch col {
		case colName:
			return listed.name()
		case colBefore:
			return listed.row.Before
		case colAfter:
			return listed.row.After
		case colChange:
			return change(st, listed.row)
		}
		return axisCell(st, listed.row, top, w)
	})
}

// name is what a line is about: a value stands behind its segment.
func (i item) name() string {
	if i.of != "" {
		return i.of + " " + i.row.Name
	}
	return i.row.Name
}

// change is what became of a figure: the difference with its interval, or a word where there is none.
func change(st *widget.Styles, r text.DiffRow) string {
	words := r.Delta
	if words == "" || r.Change == nil || r.Verdict == compare.New || r.Verdict == compare.Gone ||
		r.Verdict == compare.Unseen {
		words = r.Word
	}
	if isListed(r) {
		return st.Strong(words)
	}
	return st.Dim(words)
}

// relative is a change with its interval in parts of the figure before; false where one of them is not known, or what
// is new or gone has no scale.
func relative(r text.DiffRow) (value, low, high float64, ok bool) {
	if r.Change == nil || r.Verdict == compare.New || r.Verdict == compare.Gone || r.Verdict == compare.Unseen {
		return 0, 0, 0, false
	}
	before, delta := r.Change.Before.Value, r.Change.Delta
	if !(before > 0) || math.IsNaN(delta.Value) {
		return 0, 0, 0, false
	}
	low, high = delta.Value, delta.Value
	if delta.Interval() {
		low, high = delta.Low, delta.High
	}
	return delta.Value / before, low / before, high / before, true
}

// axisTop is the change at the ends of the axis that all lines share, in parts of the figure before: as much as the
// widest of their intervals, but no more than all.
func (s *Screen) axisTop() float64 {
	widest := 0.0
	for _, listed := range s.items {
		if _, low, high, ok := relative(listed.row); ok {
			widest = max(widest, min(math.Abs(low), 1), min(math.Abs(high), 1))
		}
	}
	for _, top := range []float64{0.01, 0.02, 0.05, 0.1, 0.25, 0.5} {
		if widest <= top {
			return top
		}
	}
	return 1
}

func axisCell(st *widget.Styles, r text.DiffRow, top float64, w int) string {
	value, low, high, ok := relative(r)
	if !ok {
		return ""
	}
	token := widget.Dim
	if isListed(r) {
		token = widget.Strong
	}
	return widget.ChangeAxis(st, token, value, low, high, top, w)
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
	for i, line := range text.Wrap(text.DiffHeadline(diff), max(w, 8)) {
		if i == 0 {
			line = st.Strong(line)
		}
		lines = append(lines, line)
	}
	lines = append(lines, st.Dim("before  ")+side(diff.Before, w-8), st.Dim("after   ")+side(diff.After, w-8))
	for _, r := range diff.Notes {
		if len(lines) < h/3 {
			lines = append(lines, wrapped(w, text.EscapeString(r), st.Warning)...)
		}
	}
	return lines
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

// side names one of the two in w cells: of a long name the end stays.
func side(x *compare.Side, w int) string {
	rows := text.Count(int64(x.Sample.Rows()), "row")
	switch whole := x.Profile.Whole.Rows; {
	case x.Sample.How.Complete:
		rows = "all " + rows
	case whole.Value > float64(x.Sample.Rows()):
		rows = text.Integer(int64(x.Sample.Rows())) + " of " + text.Number(whole.Value) + " rows"
	}
	words := ", " + rows
	if at := x.Sample.How.Started; !at.IsZero() {
		words += ", read " + at.UTC().Format("2006-01-02 15:04")
	}
	name := widget.TruncateLeft(text.EscapeString(x.Name), max(w-widget.Width(words), 12))
	return widget.Truncate(name+words, w)
}

// invitation states how to compare, before anything is.
func (s *Screen) invitation(w int, st *widget.Styles) []string {
	how := "Choose what to compare this table with, or type a saved sample, a table, or a demo: tab completes the " +
		"path of a file."
	if len(s.baselines()) == 0 {
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
