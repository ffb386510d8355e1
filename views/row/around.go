package row

import (
	"tabletop/views/text"
	"tabletop/views/widget"
)

// The columns of the rows around.
const (
	aroundKey = iota
	aroundCells
	aroundBytes
	aroundBar
)

// drawAround draws the rows of the sample before and after this one in h lines, where there is room for them.
func (s *Screen) drawAround(st *widget.Styles, w, h int) []string {
	p := widget.Pane{Title: "ROWS AROUND, in the order of their keys", Right: widget.Hints(st, "n", "next", "N", "previous")}
	smp := s.data.Sample
	if smp == nil || s.index < 0 {
		return p.Text(st, []string{st.Dim("the row is not in the sample, so its neighbors are not known")}, w, h)
	}
	shown := max(h-2, 1)
	from := max(0, min(s.index-shown/2, smp.Rows()-shown))
	n := min(shown, smp.Rows()-from)
	largest := int64(1)
	for i := range n {
		largest = max(largest, smp.RowBytes(from+i))
	}
	t := widget.Table{Sort: -1, Columns: []widget.Column{aroundKey: {Title: "row key", Width: 16, Flex: 1}, aroundCells: {Title: "cells", Right: true, Drop: 2},
		aroundBytes: {Title: "bytes", Right: true}, aroundBar: {Title: "", Width: 8, Bar: true, Drop: 1}}}
	t.SetLen(n)
	t.SetCursor(s.index - from)
	return p.Table(st, &t, false, w, h, func(i, col, w int) string {
		row := from + i
		switch col {
		case aroundKey:
			return widget.EscapeMiddle(smp.Key(row), w)
		case aroundCells:
			first, end := smp.Cells(row)
			return text.Integer(int64(end - first))
		case aroundBytes:
			return text.Bytes(float64(smp.RowBytes(row)))
		}
		return widget.ListBar(st, float64(smp.RowBytes(row))/float64(largest), w, false)
	})
}
