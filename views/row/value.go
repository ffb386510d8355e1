package row

import (
	"fmt"
	"strings"

	"tabletop/model/sample"
	"tabletop/views/text"
	"tabletop/views/value"
	"tabletop/views/widget"
)

// valueLines is how many lines the value under the cursor takes in a screen of w by h cells.
func (s *Screen) valueLines(w, h int) int {
	it, ok := s.current()
	if !ok || it.cell < 0 {
		return 0
	}
	inner := w
	if widget.Boxed(w, h) {
		if w >= beside {
			w -= w * 3 / 5
		}
		inner = widget.Pane{Boxed: true}.TextWidth(w)
	}
	s.wrapValue(it, inner)
	return len(s.shown.lines)
}

// wrapValue writes the value of an item in lines of w cells, unless that was done.
func (s *Screen) wrapValue(it item, w int) {
	if s.shown.of == it.of && s.shown.cell == it.cell && s.shown.w == w && s.shown.want == s.form {
		return
	}
	cell := it.of.Cell(it.cell)
	s.shown = shown{of: it.of, cell: it.cell, w: w, want: s.form, form: byDecoder}
	var ok bool
	if s.shown.words, s.shown.lines, ok = s.decoded(it, w); ok {
		return
	}
	f := s.valueForm(cell)
	if s.shown.words == "" {
		s.shown.form, s.shown.words = f, "as "+string(f)
	}
	s.shown.lines = value.Lines(f, cell.Value, cell.Size, w)
}

// drawValue draws the value under the cursor in h lines, its title and frame included.
func (s *Screen) drawValue(st *widget.Styles, w, h int) []string {
	if h < 1 {
		return nil
	}
	pane := widget.Pane{Title: "VALUE", Focus: s.onValue, Boxed: s.areas.boxed}
	it, ok := s.current()
	if !ok || it.cell < 0 {
		if pane.Boxed {
			return pane.Text(st, []string{st.Dim("no cell is under the cursor")}, w, h)
		}
		lines := make([]string, h)
		lines[0] = widget.Rule(st, w)
		return lines
	}
	if pane.Boxed {
		return s.drawValueBox(st, pane, it, w, h)
	}
	s.wrapValue(it, w)
	lines := make([]string, h)
	seen := s.seenLines(h - 1)
	lines[0] = s.valueTitle(st, it, it.of.Cell(it.cell), w)
	copy(lines[1:], seen)
	return lines
}

// drawValueBox draws the value of an item in a box. What does not fit beside its title stands in the first line.
func (s *Screen) drawValueBox(st *widget.Styles, p widget.Pane, it item, w, h int) []string {
	in := p.TextWidth(w)
	s.wrapValue(it, in)
	p.Title = "VALUE of " + s.columnName(it)
	s.seenLines(h - 2)
	words, hints := s.valueWords(st, it, it.of.Cell(it.cell)), widget.Hints(st, "tab", "here", "v", "form")
	if n := len(s.shown.lines); n > s.page {
		words += st.Dim("  " + s.linesShown(n))
	}
	fits := func(right string) bool { return widget.Width(p.Title)+widget.Width(right)+14 <= w }
	var lines []string
	switch p.Right = words + "  " + hints; {
	case fits(p.Right):
	case fits(words):
		p.Right = words
	default:
		p.Right = ""
		lines = append(lines, widget.Truncate(words, in))
	}
	return p.Text(st, append(lines, s.seenLines(h-2-len(lines))...), w, h)
}

// seenLines are the lines of the value in a window of h lines.
func (s *Screen) seenLines(h int) []string {
	s.page = max(h, 0)
	s.scroll = max(0, min(s.scroll, len(s.shown.lines)-s.page))
	return s.shown.lines[s.scroll:min(s.scroll+s.page, len(s.shown.lines))]
}

// linesShown states which of n lines of the value are in sight.
func (s *Screen) linesShown(n int) string {
	return fmt.Sprintf("lines %d–%d of %d", s.scroll+1, min(s.scroll+s.page, n), n)
}

// valueWords are the form of the value, its size, whether it is kept, and how much of it is here.
func (s *Screen) valueWords(st *widget.Styles, it item, c sample.Cell) string {
	form, as := strings.CutPrefix(s.shown.words, "as ")
	if as {
		form = st.Dim("as ") + form
	}
	words := form + st.Dim("  "+text.Bytes(float64(c.Size)))
	if eligible, reason := s.verdict(it.cell); eligible {
		words += "  " + st.Warning("garbage: "+text.Safe(reason))
	} else if reason != "" {
		words += "  " + st.Dim(text.Safe(reason))
	}
	if len(c.Value) < c.Size {
		words += "  " + st.Note(fmt.Sprintf("the first %s only", text.Bytes(float64(len(c.Value)))))
	}
	return words
}

// valueTitle is the line over the value: the column, the form, the size, and how much of it is in sight.
func (s *Screen) valueTitle(st *widget.Styles, it item, c sample.Cell, w int) string {
	name := s.columnName(it)
	if s.onValue {
		name = st.Accent("▸ " + name)
	}
	words := name + "  " + s.valueWords(st, it, c)
	right := ""
	if n := len(s.shown.lines); n > s.page {
		right = st.Dim(" " + s.linesShown(n) + " ")
	}
	gap := w - 4 - widget.Width(words) - widget.Width(right)
	if gap < 1 {
		return widget.Truncate(st.Dim("─ ")+words, w)
	}
	return st.Dim("─ ") + words + " " + widget.Rule(st, gap) + right + st.Dim("─")
}
