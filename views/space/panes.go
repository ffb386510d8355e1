package space

import (
	"time"

	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// leastPanes is the height, and leastPanesWidth the width, from which what is in the node under the cursor is shown
// below the list.
const leastPanes, leastPanesWidth = 26, 120

// leastSection is the height from which the preview stands below a list that does not need all lines of a small window.
const leastSection = 5

// hasPanes reports whether a window has room for the preview in boxes.
func hasPanes(w, h int) bool { return w >= leastPanesWidth && h >= leastPanes }

// panes is how many of h lines are left to the preview; 0 where all are the list's.
func (s *Screen) panes(w, h int) int {
	switch rest := h - s.table.Len() - 1; {
	case s.table.Len() == 0:
		return 0
	case !hasPanes(w, h) && rest < leastSection:
		return 0
	case !hasPanes(w, h):
		return rest
	}
	return h - min(s.table.Len()+1, max(h*2/5, 8))
}

// drawPreview draws what is known of the node under the cursor in h lines: what it holds and when that was written on
// the left, its figures, the sizes of its rows and the largest of them on the right.
func (s *Screen) drawPreview(st *widget.Styles, w, h int, boxed bool) []string {
	if h <= 0 {
		return nil
	}
	preview := s.previewNow()
	if preview != nil && !boxed {
		return s.drawSections(st, preview, w, h)
	}
	left := w * 11 / 20
	right := w - left
	if preview == nil {
		return widget.Pane{Title: label(s.level, s.table.Cursor()), Boxed: boxed}.Text(st,
			[]string{st.Dim("adding up…")}, w, h)
	}
	var on, off []string
	writes := 0
	if preview.writes != nil {
		writes = max(min(h-len(preview.inside.Nodes)-3, h/2), 7)
	}
	room := h - writes
	if preview.of.Nodes[preview.node].Rows > 1 {
		children := min(len(preview.inside.Nodes)+3, room)
		if room-children < leastColumns {
			children = room
		}
		on = s.children(st, preview, left, children, true)
		room -= children
	}
	on = append(on, s.columnSums(st, preview, left, room)...)
	on = append(on, preview.writesChart(st, left, writes)...)
	off = append(off, s.figures(st, preview, right, true)...)
	if preview.of.Nodes[preview.node].Rows == 1 {
		off = append(off, preview.amongAll(st, right, h-len(off))...)
		return widget.Beside([][]string{on, off}, []int{left, right}, h)
	}
	sizes := 0
	if h-len(off) >= 18 {
		sizes = min((h-len(off))/2, 12)
	}
	off = append(off, preview.sizesChart(st, right, sizes)...)
	off = append(off, s.largestRows(st, preview, right, h-len(off))...)
	return widget.Beside([][]string{on, off}, []int{left, right}, h)
}

// drawSections draws what the node holds and, where there is room, its figures below each other.
func (s *Screen) drawSections(st *widget.Styles, p *preview, w, h int) []string {
	figures := s.figures(st, p, w, false)
	children := len(p.inside.Nodes) + 2
	if h-len(figures) < min(children, leastSection) {
		return s.children(st, p, w, min(h, children), false)
	}
	return append(s.children(st, p, w, min(h-len(figures), children), false), figures...)
}

// children draws what the node holds.
func (s *Screen) children(st *widget.Styles, p *preview, w, h int, boxed bool) []string {
	name := label(p.of, p.node)
	pane := widget.Pane{Title: name, Boxed: boxed, Right: widget.Hints(st, "enter", "in", "b", "by")}
	if p.of.Nodes[p.node].Rows > 1 {
		pane.Title = widget.Truncate(name, max(w-40, 8)) + " by " + by(p.inside)
	}
	s.inside.Columns = s.columns(p.inside)[:colLargest] // bars say more here
	if p.of.Nodes[p.node].Rows == 1 {
		s.inside.Columns[colName].Title = "row"
	}
	s.inside.Sort, s.inside.Still = -1, true
	s.inside.SetLen(len(p.inside.Nodes))
	if _, ih := pane.Inner(w, h); len(p.inside.Nodes) > ih-1 {
		pane.Right = st.Dim(text.Integer(int64(ih-1))+" of "+text.Integer(int64(len(p.inside.Nodes)))+"   ") +
			widget.Hints(st, "enter", "all", "b", "by")
	}
	return pane.Table(st, &s.inside, false, w, h,
		func(row, col, w int) string { return s.cell(st, p.inside, row, col, w) })
}

// figures draws what is known of the node itself.
func (s *Screen) figures(st *widget.Styles, p *preview, w int, boxed bool) []string {
	node, nodes := &p.of.Nodes[p.node], p.of.tree
	pane := widget.Pane{Title: "FIGURES", Right: widget.Hints(st, "w", "why"), Boxed: boxed}
	var lines []string
	add := func(name, value string) { lines = append(lines, st.Dim(widget.Pad(name, 12))+value) }
	bytes := share(st, node.Share.Bytes) + st.Dim(" of all bytes")
	if nodes.total.Value > 0 {
		bytes = text.TableBytes(node.Share.Bytes.Of(nodes.total), nodes.total) + "  " + bytes
	}
	add("bytes", bytes)
	rows := share(st, node.Share.Rows) + st.Dim(" of all rows") + "  " + text.Integer(node.Rows) + st.Dim(" read")
	how := " read, "
	if int64(node.FoundRows.Value) > node.Rows {
		rows += ", " + text.Integer(int64(node.FoundRows.Value)) + st.Dim(" counted")
		how = " counted, "
	}
	add("rows", rows)
	cells := text.Integer(int64(node.FoundCells.Value)) + st.Dim(how) +
		text.Number(node.FoundCells.Value/max(node.FoundRows.Value, 1)) + st.Dim(" per row")
	add("cells", share(st, node.Share.Cells)+st.Dim(" of all cells")+"  "+cells)
	if part := node.Garbage; part.IsKnown() {
		add("garbage", text.Percent(part.Value)+st.Dim(" of its bytes, ")+share(st, node.Share.Garbage)+
			st.Dim(" of all garbage"))
	}
	limit := float64(node.Largest) / largeRow
	add("largest row", text.Bytes(float64(node.Largest))+"  "+widget.GaugeBar(st, widget.Bar, limit, 20)+
		st.Dim(" of 100 MB (G18)"))
	if nodes.recent != nil {
		add("writes", text.Percent(node.Recent)+st.Dim(" of the newest, and ")+text.Percent(node.Share.Rows.Value)+
			st.Dim(" of the rows"))
	}
	in := max(pane.TextWidth(w)-12, 1)
	sample := nodes.of.Sample
	add("first key", widget.RowName(nodes.of.Layouts, sample.Key(node.First), in))
	add("last key", widget.RowName(nodes.of.Layouts, sample.Key(p.last), in))
	frame := 1
	if boxed {
		frame++
	}
	return pane.Text(st, lines, w, len(lines)+frame)
}

// leastColumns is the least height of the list of the columns of a node, its frame included.
const leastColumns = 6

// columnSums draws which columns take the bytes of the node.
func (s *Screen) columnSums(st *widget.Styles, p *preview, w, h int) []string {
	if h <= 0 {
		return nil
	}
	node := &p.of.Nodes[p.node]
	s.byColumn.Columns = []widget.Column{{Title: "column", Width: 12, Flex: 1}, {Title: "cells", Right: true, Drop: 2},
		{Title: "bytes", Right: true}, {Title: "share", Right: true, Drop: 1}, {Width: 8, Bar: true, Drop: 3}}
	s.byColumn.Sort, s.byColumn.Still = -1, true
	s.byColumn.SetLen(len(p.sums))
	pane := widget.Pane{Title: "BYTES BY COLUMN",
		Right: st.Dim("of " + text.Count(node.Rows, "row") + " read, keys left out"), Boxed: true}
	return pane.Table(st, &s.byColumn, false, w, h, func(row, col, w int) string {
		columnSum, share := &p.sums[row], float64(p.sums[row].bytes)/float64(max(p.bytes, 1))
		switch col {
		case 0:
			return widget.Truncate(columnSum.name, w)
		case 1:
			return text.Integer(columnSum.cells)
		case 2:
			return text.Bytes(float64(columnSum.bytes))
		case 3:
			return text.Percent(share)
		}
		return widget.ListBar(st, share, w, true)
	})
}

// amongAll draws how large all rows are, and where among them the only one of the node is.
func (p *preview) amongAll(st *widget.Styles, w, h int) []string {
	g := views.Spread{Title: "ROW SIZES", Format: views.Sizes, Empty: "not counted yet", Marked: true,
		Mark: p.of.Nodes[p.node].Largest}
	if all := p.of.tree.of.Profile; all != nil {
		g.Bins, g.Of = all.RowBytes.Bins, "of "+text.AllOrRead(all, "rows")+", by bytes; ◆ this row"
	}
	return g.Draw(st, w, h)
}

// sizesChart draws how many rows of the node have which size.
func (p *preview) sizesChart(st *widget.Styles, w, h int) []string {
	if h <= 0 {
		return nil
	}
	pane := widget.Pane{Title: "ROW SIZES", Right: st.Dim("rows read, by bytes"), Boxed: true}
	return pane.Text(st, widget.ColumnChart{Values: p.sizes, Top: text.Number(highest(p.sizes)),
		Label: func(i int) string { return text.Bytes(p.from(i)) }}.
		Draw(st, pane.TextWidth(w), h-2), w, h)
}

// writesChart draws when the cells of the node were written.
func (p *preview) writesChart(st *widget.Styles, w, h int) []string {
	if h <= 0 {
		return nil
	}
	window := time.Duration((p.newest-p.oldest)/previewWindows+1) * time.Microsecond
	pane := widget.Pane{Title: "CELLS BY WRITE TIME",
		Right: st.Dim("cells read, in windows of " + text.Duration(window)), Boxed: true}
	label := func(i int) string {
		at := time.UnixMicro(p.oldest).Add(time.Duration(i) * window).UTC()
		if window < time.Hour {
			return at.Format("15:04")
		}
		return at.Format("2006-01-02")
	}
	return pane.Text(st, widget.ColumnChart{Values: p.writes, Top: text.Number(highest(p.writes)),
		Label: label}.Draw(st, pane.TextWidth(w), h-2), w, h)
}

// largestRows lists the largest rows of the node.
func (s *Screen) largestRows(st *widget.Styles, p *preview, w, h int) []string {
	if h < 4 {
		return make([]string, max(h, 0))
	}
	sample := p.of.tree.of.Sample
	s.large.Columns = []widget.Column{{Title: "largest rows read", Width: 20, Flex: 1}, {Title: "bytes", Right: true},
		{Width: 8, Bar: true}, {Title: "cells", Right: true}}
	s.large.Sort, s.large.Still = -1, true
	s.large.SetLen(len(p.large))
	pane := widget.Pane{Title: "LARGEST ROWS", Right: widget.Hints(st, "v", "of the table"), Boxed: true}
	top := float64(max(p.of.Nodes[p.node].Largest, 1))
	return pane.Table(st, &s.large, false, w, h, func(row, col, w int) string {
		index := p.large[row]
		switch col {
		case 0:
			return widget.RowName(p.of.tree.of.Layouts, sample.Key(index), w)
		case 1:
			return text.Bytes(float64(sample.RowBytes(index)))
		case 2:
			return widget.ListBar(st, float64(sample.RowBytes(index))/top, w, false)
		}
		from, to := sample.Cells(index)
		return text.Integer(int64(to - from))
	})
}

// highest writes the greatest of counts.
func highest(counts []float64) (top float64) {
	for _, v := range counts {
		top = max(top, v)
	}
	return top
}
