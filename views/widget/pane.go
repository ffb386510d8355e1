package widget

import "strings"

// Pane is a part of a screen under a title: a box, or where there is little room a section below a line.
type Pane struct {
	Title string // escaped
	Right string // stands at the right of the title if there is room; may be styled
	Focus bool   // keys go to this pane; of one pane alone it is left out
	Boxed bool   // see Boxed
}

// Boxed reports whether a screen of w by h cells has room for panes in boxes.
func Boxed(w, h int) bool { return w >= 100 && h >= 24 }

// Inner is the room that a pane of w by h cells has for its content.
func (p Pane) Inner(w, h int) (iw, ih int) {
	if p.Boxed {
		return max(w-2, 0), max(h-2, 0)
	}
	return max(w, 0), max(h-1, 0)
}

// Top is the number of lines above the content, and Left the number of cells before it: for the mouse.
func (p Pane) Top() int { return 1 }

// Left is the number of cells before the content.
func (p Pane) Left() int {
	if p.Boxed {
		return 1
	}
	return 0
}

// Draw draws the pane around lines in exactly h lines of w cells.
func (p Pane) Draw(st *Styles, lines []string, w, h int) []string {
	if h <= 0 || w <= 0 {
		return make([]string, max(h, 0))
	}
	if p.Boxed && w >= 8 && h >= 2 {
		return strings.Split(Panel(st, p.Title, p.Right, p.Focus, lines, w, h), "\n")
	}
	out := make([]string, h)
	out[0] = p.line(st, w)
	for y := range out[1:] {
		if y < len(lines) {
			out[y+1] = Truncate(lines[y], w)
		}
	}
	return out
}

// Text is Draw for lines of text, which get a margin.
func (p Pane) Text(st *Styles, lines []string, w, h int) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		if l != "" {
			out[i] = Spaces(p.margin()) + l
		}
	}
	return p.Draw(st, out, w, h)
}

// TextWidth is the number of cells that Text has for a line.
func (p Pane) TextWidth(w int) int {
	iw, _ := p.Inner(w, 0)
	return max(iw-2*p.margin(), 1)
}

// margin is the number of cells between the edge of the content and text: as much as the gutter of a list.
func (p Pane) margin() int {
	if p.Boxed {
		return Gutter
	}
	return 1
}

// line is the title of a section.
func (p Pane) line(st *Styles, w int) string {
	if w < 8 {
		return Truncate(st.Accent(p.Title), w)
	}
	title := p.Title
	rule := st.Dim
	if p.Focus {
		title = "▸ " + title
		rule = func(s string) string { return st.Text(Bar, s) }
	}
	title = Truncate(title, w-4)
	right := p.Right
	if right != "" && Width(right)+Width(title)+8 > w {
		right = ""
	}
	fill := w - Width(title) - 3
	if right != "" {
		fill -= Width(right) + 3
		right = " " + right + rule(" ─")
	}
	return rule("─ ") + st.Accent(title) + rule(" "+strings.Repeat("─", max(fill, 0))) + right
}

// Table draws a table in the pane. The scroll mark stands in the frame of a box.
func (p Pane) Table(st *Styles, t *Table, focus bool, w, h int, cell func(row, col, w int) string) []string {
	return p.scrolled(st, w, h, t.rowsToScroll()+1, func(w, h int) string { return t.DrawPane(st, w, h, focus, cell) })
}

// List draws a list in the pane. The scroll mark stands in the frame of a box.
func (p Pane) List(st *Styles, l *List, focus bool, w, h int, row func(i int) string) []string {
	return p.scrolled(st, w, h, l.rowsToScroll(), func(w, h int) string { return l.DrawPane(st, w, h, focus, row) })
}

// rowsToScroll is the number of rows that a scroll mark can stand for.
func (l *List) rowsToScroll() int {
	if l.Still {
		return 0
	}
	return l.n
}

// scrolled draws n lines of content, with one cell more if it may hold a scroll mark that takes the place of the frame.
func (p Pane) scrolled(st *Styles, w, h, n int, draw func(w, h int) string) []string {
	iw, ih := p.Inner(w, h)
	if !p.Boxed || n <= ih || iw < 1 || ih < 1 {
		return p.Draw(st, strings.Split(draw(iw, ih), "\n"), w, h)
	}
	lines := strings.Split(draw(iw+1, ih), "\n")
	mark := st.Dim(scrollMark)
	marked := make([]bool, len(lines))
	for i, l := range lines {
		if marked[i] = strings.HasSuffix(l, mark); marked[i] {
			lines[i] = strings.TrimSuffix(l, mark)
		}
	}
	out := p.Draw(st, lines, w, h)
	for i := range marked {
		if y := i + p.Top(); marked[i] && y < len(out)-1 {
			out[y] = out[y][:strings.LastIndex(out[y], "│")] // with the style of the frame, which the mark takes over
			out[y] += scrollMark + st.tokens[Dim].off
		}
	}
	return out
}

// Beside joins columns of lines, each of the width given, with nothing between them.
func Beside(columns [][]string, widths []int, h int) []string {
	out := make([]string, h)
	for y := range out {
		var b strings.Builder
		for i, c := range columns {
			line := ""
			if y < len(c) {
				line = c[y]
			}
			b.WriteString(Pad(line, widths[i]))
		}
		out[y] = b.String()
	}
	return out
}
