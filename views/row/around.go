package row

import (
	"cmp"
	"slices"

	"tabletop/model/sample"
	"tabletop/views"
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

// drawAround draws the rows of the sample before and after this one in h lines.
func (s *Screen) drawAround(st *widget.Styles, w, h int) []string {
	if h < 1 {
		return nil
	}
	pane := widget.Pane{Title: "ROWS AROUND", Right: st.Dim("in the order of their keys"), Boxed: s.areas.boxed}
	smp, at := s.data.Sample, s.index
	if smp == nil || smp.Rows() == 0 {
		return pane.Text(st, []string{st.Dim("no row was read, so its neighbors are not known")}, w, h)
	}
	if at < 0 {
		at = smp.Find(s.key)
		pane.Right = st.Dim("of those read, which lack the row itself")
	}
	_, shown := pane.Inner(w, h)
	shown = max(shown-1, 1) // a line of titles
	from := max(0, min(at-shown/2, smp.Rows()-shown))
	count := min(shown, smp.Rows()-from)
	largest := int64(1)
	for i := range count {
		largest = max(largest, smp.RowBytes(from+i))
	}
	table := widget.Table{Sort: -1, Columns: []widget.Column{aroundKey: {Title: "row key", Width: 16, Flex: 1},
		aroundCells: {Title: "cells", Right: true, Drop: 2},
		aroundBytes: {Title: "bytes", Right: true}, aroundBar: {Title: "", Width: 8, Bar: true, Drop: 1}}}
	table.SetLen(count)
	table.SetCursor(s.index - from)
	table.Still = s.index < 0
	s.firstAround = from
	return pane.Table(st, &table, false, w, h, func(i, col, w int) string {
		row := from + i
		switch col {
		case aroundKey:
			return widget.RowName(s.data.Layouts, smp.Key(row), w)
		case aroundCells:
			first, end := smp.Cells(row)
			return text.Integer(int64(end - first))
		case aroundBytes:
			return text.Bytes(float64(smp.RowBytes(row)))
		}
		return widget.ListBar(st, float64(smp.RowBytes(row))/float64(largest), w, false)
	})
}

// openAround opens the row of the rows around that was drawn at line y of the screen.
func (s *Screen) openAround(y int) views.Request {
	i := y - s.areas.around.y - 2 // below the title and the titles of the columns
	if i < 0 || s.data.Sample == nil || s.firstAround+i >= s.data.Sample.Rows() {
		return nil
	}
	return s.OpenAt(s.data.Sample.Key(s.firstAround + i))
}

// columnBytes is what the cells of one column take in the row.
type columnBytes struct {
	column sample.Column
	cells  int
	bytes  int64
}

// bytesByColumn adds the cells of the row up by column, the largest sum first.
func bytesByColumn(items []item) []columnBytes {
	var sums []columnBytes
	at := map[sample.ColumnID]int{}
	for _, it := range items {
		if it.cell < 0 {
			continue
		}
		id := it.of.CellColumn(it.cell)
		i, ok := at[id]
		if !ok {
			i = len(sums)
			at[id] = i
			sums = append(sums, columnBytes{column: it.of.Column(id)})
		}
		sums[i].cells++
		sums[i].bytes += it.of.CellBytes(it.cell)
	}
	slices.SortStableFunc(sums, func(a, b columnBytes) int { return cmp.Compare(b.bytes, a.bytes) })
	return sums
}

// The columns of the bytes by column.
const (
	bytesName = iota
	bytesCells
	bytesBytes
	bytesShare
	bytesBar
)

// drawBytes draws which columns take the bytes of the row in h lines.
func (s *Screen) drawBytes(st *widget.Styles, w, h int) []string {
	if h < 1 {
		return nil
	}
	pane := widget.Pane{Title: "BYTES BY COLUMN", Right: st.Dim("of this row"), Boxed: s.areas.boxed}
	smp, row, ok := s.source()
	if !ok || len(s.sums) == 0 {
		return pane.Text(st, []string{st.Dim("no cells to add up")}, w, h)
	}
	all := float64(smp.RowBytes(row))
	table := widget.Table{Sort: -1, Columns: []widget.Column{bytesName: {Title: "column", Width: 10, Flex: 1},
		bytesCells: {Title: "cells", Right: true, Drop: 2},
		bytesBytes: {Title: "bytes", Right: true}, bytesShare: {Title: "of the row", Right: true, Drop: 1},
		bytesBar: {Title: "", Width: 8, Bar: true, Drop: 3}}}
	table.Still = true
	_, room := pane.Inner(w, h)
	table.SetLen(min(len(s.sums), max(room-1, 1)))
	return pane.Table(st, &table, false, w, h, func(i, col, w int) string {
		columnBytes := s.sums[i]
		switch col {
		case bytesName:
			return widget.Truncate(text.EscapeString(columnBytes.column.Family)+":"+
				text.EscapeString(columnBytes.column.Qualifier), w)
		case bytesCells:
			return text.Integer(int64(columnBytes.cells))
		case bytesBytes:
			return text.Bytes(float64(columnBytes.bytes))
		case bytesShare:
			return text.Percent(float64(columnBytes.bytes) / max(all, 1))
		}
		return widget.ListBar(st, float64(columnBytes.bytes)/max(all, 1), w, true)
	})
}
