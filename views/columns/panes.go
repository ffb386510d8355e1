package columns

import (
	"tabletop/model/figures"
	"tabletop/views/text"
	"tabletop/views/value"
	"tabletop/views/widget"
)

// graphLines is the height of the graphs below the other panes.
const graphLines = 9

// drawPanes draws what is known of the columns under the cursor below the list: in words, their values, rows that have
// them, and below these how sizes, versions and ages are spread. It notes where the example rows are.
func (s *Screen) drawPanes(st *widget.Styles, w int, a *areas) []string {
	detail := a.detail
	detailNow := s.detailNow()
	if detailNow == nil {
		return widget.Pane{Title: "DETAIL", Boxed: true}.Text(st, []string{st.Dim("looking…")}, w, detail)
	}
	_, column, _ := s.current()
	bottom := min(graphLines, detail/2)
	if detail >= 36 {
		bottom = detail / 3
	}
	left := w * 9 / 20
	right := w - left
	facts := s.factsPane(st, detailNow, left, min(12, detail-bottom))
	values := s.valuesPane(st, detailNow, column, left, detail-bottom-len(facts))
	a.examplesX, a.examplesAt = left, a.list+2 // below the frame and the titles
	rows := s.rowsPane(st, detailNow, right, detail-bottom)
	lines := widget.Beside([][]string{append(facts, values...), rows}, []int{left, right}, detail-bottom)
	graphs := s.graphs(detailNow, column)
	var drawn [][]string
	var widths []int
	for i, g := range graphs {
		gw := w * (i + 1) / len(graphs)
		gw -= w * i / len(graphs)
		drawn, widths = append(drawn, g.draw(st, gw, bottom)), append(widths, gw)
	}
	return append(lines, widget.Beside(drawn, widths, bottom)...)
}

// factsPane is the subject in words.
func (s *Screen) factsPane(st *widget.Styles, d *detail, w, most int) []string {
	family, column, _ := s.current()
	pane := widget.Pane{Title: "FAMILY " + text.EscapeString(family), Right: widget.Hints(st, "w", "why"), Boxed: true}
	in := pane.TextWidth(w)
	var lines []string
	switch fold := s.pattern(); {
	case fold != nil:
		pane.Title = text.EscapeString(family) + ":" + patternText(fold)
		lines = s.patternFacts(st, fold, in)
	case column != nil:
		pane.Title = text.EscapeString(family) + ":" + text.Qualifier(column.Qualifier)
		lines = append(s.columnFacts(st, column), s.moreFacts(st, column, d)...)
	default:
		lines = s.familyFacts(st, in)
	}
	h := min(len(lines)+2, most)
	return pane.Text(st, lines, w, h)
}

// valuesPane lists the most common values of a column; of a family or pattern, which has many, its largest cells.
func (s *Screen) valuesPane(st *widget.Styles, d *detail, c *figures.Column, w, h int) []string {
	if h < 4 {
		return make([]string, max(h, 0))
	}
	s.values.Sort, s.values.Still = -1, true
	if c == nil {
		return s.largestPane(st, d, w, h)
	}
	pane := widget.Pane{Title: "MOST COMMON VALUES", Boxed: true,
		Right: st.Dim("of " + text.Integer(int64(d.looked)) + " cells read")}
	if d.others {
		pane.Right = st.Dim("of the first " + text.Integer(maxDistinct) + " distinct ones")
	}
	s.values.Columns = []widget.Column{{Title: "value", Width: 12, Flex: 1}, {Title: "size", Right: true, Drop: 1},
		{Title: "cells", Right: true}, {Title: "of it", Right: true}, {Width: 8, Bar: true, Drop: 2}}
	s.values.SetLen(len(d.common))
	return pane.Table(st, &s.values, false, w, h, func(row, col, w int) string {
		common := d.common[row]
		switch col {
		case 0:
			return value.Line(value.Guess([]byte(common.bytes), common.size), []byte(common.bytes), common.size)
		case 1:
			return text.Bytes(float64(common.size))
		case 2:
			return text.Integer(int64(common.cells))
		case 3:
			return text.Percent(float64(common.cells) / float64(d.looked))
		}
		return widget.ListBar(st, float64(common.cells)/float64(d.looked), w, true)
	})
}

// largestPane lists the largest cells of a family or pattern: of a family those among the largest of all rows, where
// these were counted and there are any.
func (s *Screen) largestPane(st *widget.Styles, d *detail, w, h int) []string {
	pane := widget.Pane{Title: "LARGEST CELLS", Boxed: true, Right: st.Dim("by value, of those read")}
	s.values.Columns = []widget.Column{{Title: "row key", Width: 16, Flex: 1}, {Title: "column", Width: 8, Flex: 1},
		{Title: "value", Right: true}}
	if counted := d.countedLargest(); len(counted) > 0 {
		pane.Right = st.Dim("among the " + text.Integer(int64(len(d.of.Profile.LargestCells))) + " of all rows")
		s.values.SetLen(len(counted))
		return pane.Table(st, &s.values, false, w, h, func(row, col, w int) string {
			switch x := counted[row]; col {
			case 0:
				return widget.RowName(d.of.Layouts, x.Key, w)
			case 1:
				return widget.Truncate(text.Qualifier(x.Qualifier), w)
			default:
				return text.Bytes(float64(x.Bytes))
			}
		})
	}
	s.values.SetLen(len(d.largest))
	return pane.Table(st, &s.values, false, w, h, func(row, col, w int) string {
		cell := d.of.Sample.Cell(d.largest[row])
		switch col {
		case 0:
			return widget.RowName(d.of.Layouts, d.of.Sample.Key(int(d.rowOf[row])), w)
		case 1:
			return widget.Truncate(text.Qualifier(d.of.Sample.Column(cell.Column).Qualifier), w)
		}
		return text.Bytes(float64(cell.Size))
	})
}

// rowsPane lists rows that have the columns, with the newest cell of each.
func (s *Screen) rowsPane(st *widget.Styles, d *detail, w, h int) []string {
	pane := widget.Pane{Title: "EXAMPLE ROWS", Focus: s.onExamples, Boxed: true}
	said := text.Integer(int64(len(d.rows))) + " of the " + text.Integer(int64(d.hasRows)) +
		" rows read that have it   "
	if len(d.rows) == d.hasRows {
		said = "all " + text.Count(d.hasRows, "row") + " read that have it   "
	}
	pane.Right = st.Dim(said) + widget.Hints(st, "tab", "here", "enter", "row")
	table := &s.rowsTable
	table.Sort = -1
	table.Columns = []widget.Column{{Title: "row key", Width: 20, Flex: 2}, {Title: "cells", Right: true, Drop: 2},
		{Title: "newest value", Width: 12, Flex: 1}, {Title: "size", Right: true, Drop: 1},
		{Title: "age", Right: true, Drop: 3}}
	s.examples.SetLen(len(d.rows))
	table.List = s.examples
	drawn := pane.Table(st, table, s.onExamples, w, h,
		func(row, col, w int) string { return s.exampleCell(st, d, row, col, w) })
	s.examples = table.List
	return drawn
}

// exampleCell is a cell of the list of example rows.
func (s *Screen) exampleCell(st *widget.Styles, d *detail, row, col, w int) string {
	if col == 0 {
		return widget.RowName(s.data.Layouts, d.of.Sample.Key(int(d.rows[row])), w)
	}
	newest, count := -1, 0
	from, to := d.of.Sample.Cells(int(d.rows[row]))
	for j := from; j < to; j++ {
		if c := d.of.Sample.Cell(j); d.in[c.Column] {
			if count++; newest < 0 || c.Micros > d.of.Sample.Cell(newest).Micros {
				newest = j
			}
		}
	}
	if newest < 0 {
		return ""
	}
	cell := d.of.Sample.Cell(newest)
	switch col {
	case 1:
		return text.Integer(int64(count))
	case 2:
		return value.Line(value.Guess(cell.Value, cell.Size), cell.Value, cell.Size)
	case 3:
		return text.Bytes(float64(cell.Size))
	}
	return s.age(cell.Micros)
}
