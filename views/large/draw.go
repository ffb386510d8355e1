package large

import (
	"math"

	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Draw draws the largest rows and cells, and beside them how all are spread.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if s.data == nil || s.data.Profile == nil {
		return widget.Block([]string{"", "  " + st.Dim("waiting for rows to weigh…")}, w, h)
	}
	measures := s.data.Profile
	if len(measures.LargestRows) == 0 {
		return widget.Block([]string{"", "  " + st.Dim("no row was read")}, w, h)
	}
	if w < beside || h < 2*leastSpread {
		return widget.Block(s.drawLists(st, w, h), w, h)
	}
	left := w * 3 / 5
	return widget.Block(widget.Beside([][]string{s.drawLists(st, left, h), drawSpreads(st, measures, w-left, h)},
		[]int{left, w - left}, h), w, h)
}

// drawLists draws the largest rows above the largest cells.
func (s *Screen) drawLists(st *widget.Styles, w, h int) []string {
	s.width = w
	boxed, measures := widget.Boxed(w, h), s.data.Profile
	s.fitColumns()
	top := widget.Pane{Title: "LARGEST ROWS  " + measures.LargestOf.Summary(),
		Right: st.Dim(s.verdict()), Focus: !s.cells, Boxed: boxed}
	rows := min(max(h*3/5, 3), len(s.rows)+3, h)
	lines := top.Table(st, &s.rowList, !s.cells, w, rows,
		func(row, col, w int) string { return s.rowCell(st, row, col, w) })
	s.split = len(lines)
	if room := h - len(lines); room > 0 {
		below := widget.Pane{Title: "LARGEST CELLS  " + measures.LargestOf.Summary(),
			Right: st.Dim("recommended: at most 10 MB; the limit is 100 MB (G21)"), Focus: s.cells, Boxed: boxed}
		lines = append(lines, below.Table(st, &s.celList, s.cells, w, room,
			func(row, col, w int) string { return s.cellCell(st, row, col, w) })...)
	}
	return lines
}

// drawSpreads draws how large all rows and values are, and how many cells rows have: whether the largest ones stand
// alone.
func drawSpreads(st *widget.Styles, p *figures.Profile, w, h int) []string {
	all := []views.Spread{
		{Title: "ROW SIZES", Of: "bytes of rows read; largest " + text.Bytes(float64(p.RowBytes.Max)),
			Bins: p.RowBytes.Bins, Format: views.Sizes},
		{Title: "VALUE SIZES", Of: "bytes of cells read; largest " + text.Bytes(float64(p.ValueSize.Max)),
			Bins: p.ValueSize.Bins, Format: views.Sizes},
		{Title: "CELLS PER ROW", Of: "cells of rows read; most " + text.Number(float64(p.CellsPerRow.Max)),
			Bins: p.CellsPerRow.Bins, Format: views.Numbers},
	}
	n := min(len(all), h/leastSpread)
	var lines []string
	for i := range n {
		all[i].Empty = "nothing was read"
		lines = append(lines, all[i].Draw(st, w, (h-len(lines))/(n-i))...)
	}
	return lines
}

// setColumns gives the lists their columns, sorted by bytes at first.
func (s *Screen) setColumns() {
	if s.rowList.Columns != nil {
		return
	}
	s.rowList.Columns = []widget.Column{
		rowKey: {Title: "row key", Width: 30, Flex: 1, Sorts: true}, rowBar: {Title: "", Width: 9, Bar: true, Drop: 4},
		rowBytes: {Title: "bytes", Right: true, Sorts: true}, rowCells: {Title: "cells", Right: true, Drop: 3,
			Sorts: true},
		rowDaily: {Title: "a day", Right: true, Drop: 2, Sorts: true}, rowLevel: {Title: "levels at", Right: true,
			Drop: 5, Sorts: true},
		rowUntil: {Title: "100 MB in", Right: true, Drop: 1, Sorts: true},
	}
	s.rowList.Sort, s.rowList.Down = rowBytes, true
	s.celList.Columns = []widget.Column{
		cellKey: {Title: "row key", Width: 26, Flex: 1, Sorts: true}, cellColumn: {Title: "column", Width: 20, Flex: 1,
			Drop: 1, Sorts: true},
		cellBar: {Title: "", Width: 9, Bar: true, Drop: 3}, cellBytes: {Title: "value", Right: true,
			Sorts: true},
		cellWritten: {Title: "written", Right: true, Drop: 2, Sorts: true},
	}
	s.celList.Sort, s.celList.Down = cellBytes, true
}

// fitColumns leaves out when rows reach the limit where none of them grows to it.
func (s *Screen) fitColumns() {
	columns := s.rowList.Columns[:cap(s.rowList.Columns)]
	if s.grows() {
		s.rowList.Columns = columns
		return
	}
	s.rowList.Columns = columns[:rowDaily]
	if s.rowList.Sort >= rowDaily {
		s.rowList.Sort, s.rowList.Down = rowBytes, true
		s.arrange()
	}
}

// verdict says how the largest row stands to what is recommended.
func (s *Screen) verdict() string {
	const near = 10 // as many times less is far from a limit
	largest := s.largestRow()
	size := text.Bytes(float64(largest))
	switch {
	case largest >= retention.RowLimit:
		return "over 256 MB a row cannot be read: the largest has " + size
	case largest >= retention.RowAdvised:
		return "a row should have at most 100 MB: the largest has " + size
	case largest*near < retention.RowAdvised:
		return "none is near 100 MB: the largest has " + size
	}
	return "the largest has " + size + " of at most 100 MB"
}

func (s *Screen) rowCell(st *widget.Styles, row, col, w int) string {
	largeRow := s.data.Profile.LargestRows[s.rows[row]]
	switch col {
	case rowKey:
		return widget.RowName(s.data.Layouts, largeRow.Key, w)
	case rowBar:
		return widget.ListBar(st, float64(largeRow.Bytes)/max(float64(s.largestRow()), 1), w, false)
	case rowBytes:
		return limited(st, largeRow.Bytes, retention.RowAdvised, retention.RowLimit)
	case rowCells:
		return text.Number(float64(largeRow.Cells))
	}
	if s.growth == nil || s.growth.of != s.data.Analysis {
		return st.Dim("…")
	}
	rowGrowth := s.growth.rows[s.rows[row]]
	switch {
	case rowGrowth.Window == 0:
		return st.Dim(text.NoFigure)
	case col == rowDaily:
		return "≈ " + text.Bytes(rowGrowth.PerDay)
	case col == rowLevel:
		if math.IsInf(rowGrowth.Level, 1) {
			return "never"
		}
		return "≈ " + text.Bytes(rowGrowth.Level)
	}
	switch until := rowGrowth.Until(retention.RowAdvised); {
	case until < 0:
		return st.Dim("never")
	case until == 0:
		return "now"
	default:
		return "≈ " + text.Duration(until)
	}
}

func (s *Screen) cellCell(st *widget.Styles, row, col, w int) string {
	largeCell := s.data.Profile.LargestCells[s.largest[row]]
	switch col {
	case cellKey:
		return widget.RowName(s.data.Layouts, largeCell.Key, w)
	case cellColumn:
		return widget.EscapeTo([]byte(largeCell.Family+":"+largeCell.Qualifier), w)
	case cellBar:
		return widget.ListBar(st, float64(largeCell.Bytes)/max(float64(s.largestCell()), 1), w, false)
	case cellBytes:
		return limited(st, largeCell.Bytes, cellAdvised, cellLimit)
	}
	return text.AgesUpTo(s.data.Now, s.data.Profile.Times.Oldest).Age(largeCell.Micros)
}

// limited writes a size, marked when it is past what is advised or past the limit.
func limited(st *widget.Styles, n, advised, limit int64) string {
	size := text.Bytes(float64(n))
	switch {
	case n >= limit:
		return st.Error(size)
	case n >= advised:
		return st.Warning(size)
	}
	return size
}
