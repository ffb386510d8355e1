// Package large is the screen of the largest rows and cells: how near they are to the limits, and how fast the rows grow.
package large

import (
	"context"
	"fmt"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/analysis"
	"tabletop/model/profile"
	"tabletop/model/retention"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// The limits of a cell (G21), in bytes.
const (
	cellAdvised = 10_000_000
	cellLimit   = 100_000_000
)

// Screen is Large. The zero value waits for data.
type Screen struct {
	data    *views.Data
	growth  *growth
	cells   bool // the list of cells has the focus
	rowList widget.Table
	celList widget.Table
	split   int // line at which the list of cells began at the last Draw
}

// growth is how the largest rows of a profile grow.
type growth struct {
	of   *analysis.Analysis
	rows []retention.RowGrowth
}

// New makes the screen.
func New() *Screen { return &Screen{} }

// ID returns views.LargestScreen.
func (s *Screen) ID() views.ID { return views.LargestScreen }

// Title is "Largest".
func (s *Screen) Title() string { return "Largest" }

// Editing is never so.
func (s *Screen) Editing() bool { return false }

// SetData tells what there is to show.
func (s *Screen) SetData(d *views.Data) {
	if s.data == nil || s.data.Source != d.Source {
		*s = Screen{}
	}
	s.data = d
	if d.Profile != nil {
		s.rowList.SetLen(len(d.Profile.LargestRows))
		s.celList.SetLen(len(d.Profile.LargestCells))
	}
}

// RequestWork asks for the growth of the rows of a new profile.
func (s *Screen) RequestWork() views.Request {
	if s.data == nil || s.data.Profile == nil || s.data.Sample == nil || s.growth != nil && s.growth.of == s.data.Analysis {
		return nil
	}
	of := s.data.Analysis
	return views.Work{Name: "large/growth", Run: func(ctx context.Context) any {
		rows, err := of.Growth(ctx)
		if err != nil {
			return nil
		}
		return &growth{of: of, rows: rows}
	}}
}

// Receive takes the growth.
func (s *Screen) Receive(result any) views.Request {
	if g, ok := result.(*growth); ok && s.data != nil && g.of == s.data.Analysis {
		s.growth = g
	}
	return nil
}

// Press moves the cursor.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	if s.cells {
		s.celList.Press(k.String())
	} else {
		s.rowList.Press(k.String())
	}
	return nil
}

// Click puts the cursor on a line; a second click opens the row.
func (s *Screen) Click(_, y int) views.Request {
	list, at := &s.rowList, y-1
	if cells := y >= s.split; cells != s.cells {
		s.cells = cells
	}
	if s.cells {
		list, at = &s.celList, y-s.split-1
	}
	i := list.RowAt(at)
	if i < 0 {
		return nil
	}
	if i == list.Cursor() {
		return s.open()
	}
	list.SetCursor(i)
	return nil
}

// Wheel moves the cursor.
func (s *Screen) Wheel(lines int) views.Request {
	if s.cells {
		s.celList.Wheel(lines)
	} else {
		s.rowList.Wheel(lines)
	}
	return nil
}

// Draw draws the largest rows above the largest cells.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if s.data == nil || s.data.Profile == nil {
		return widget.Block([]string{"", "  " + st.Dim("waiting for rows to weigh…")}, w, h)
	}
	p := s.data.Profile
	if len(p.LargestRows) == 0 {
		return widget.Block([]string{"", "  " + st.Dim("no row was read")}, w, h)
	}
	rows := max((h-3)*3/5, 2)
	lines := []string{" " + st.Strong("largest rows") + st.Dim("  "+p.Scope.Summary()+"; advised are 100 MB, 256 MB cannot be read (G18)")}
	s.rowList.Columns = []widget.Column{
		{Title: "row key", Width: 14, Flex: 1}, {Title: "bytes", Width: 9, Right: true}, {Title: "cells", Width: 9, Right: true, Drop: 3},
		{Title: "a day", Width: 9, Right: true, Drop: 2}, {Title: "levels at", Width: 10, Right: true, Drop: 4}, {Title: "100 MB in", Width: 10, Right: true, Drop: 1},
	}
	s.rowList.Sort = 1
	s.rowList.Down = true
	lines = append(lines, strings.Split(s.rowList.DrawPane(st, w, rows, !s.cells, func(row, col, w int) string { return s.rowCell(st, row, col, w) }), "\n")...)
	s.split = len(lines)
	lines = append(lines, " "+st.Strong("largest cells")+st.Dim("  advised are 10 MB, the limit is 100 MB (G21)"))
	s.celList.Columns = []widget.Column{
		{Title: "row key", Width: 14, Flex: 1}, {Title: "column", Width: 14, Flex: 1, Drop: 1}, {Title: "value", Width: 9, Right: true},
		{Title: "written", Width: 10, Right: true, Drop: 2},
	}
	s.celList.Sort = 2
	s.celList.Down = true
	if room := h - len(lines); room > 0 {
		lines = append(lines, strings.Split(s.celList.DrawPane(st, w, room, s.cells, func(row, col, w int) string { return s.cellCell(st, row, col, w) }), "\n")...)
	}
	return widget.Block(lines, w, h)
}

func (s *Screen) rowCell(st *widget.Styles, row, col, w int) string {
	r := s.data.Profile.LargestRows[row]
	switch col {
	case 0:
		return widget.EscapeTo(r.Key, w)
	case 1:
		return limited(st, r.Bytes, retention.RowAdvised, retention.RowLimit)
	case 2:
		return text.Number(float64(r.Cells))
	}
	if s.growth == nil || s.growth.of != s.data.Analysis {
		return st.Dim("…")
	}
	g := s.growth.rows[row]
	switch {
	case g.Window == 0:
		return st.Dim(text.NoFigure)
	case col == 3:
		return text.Bytes(g.PerDay)
	case col == 4:
		if math.IsInf(g.Level, 1) {
			return st.Warning("never")
		}
		return text.Bytes(g.Level)
	}
	switch until := g.Until(retention.RowAdvised); {
	case until < 0:
		return st.Dim("never")
	case until == 0:
		return "now"
	default:
		return text.Duration(until)
	}
}

func (s *Screen) cellCell(st *widget.Styles, row, col, w int) string {
	c := s.data.Profile.LargestCells[row]
	switch col {
	case 0:
		return widget.EscapeTo(c.Key, w)
	case 1:
		return widget.EscapeTo([]byte(c.Family+":"+c.Qualifier), w)
	case 2:
		return limited(st, c.Bytes, cellAdvised, cellLimit)
	}
	return text.Age(s.data.Now, c.Micros)
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

// key is the row under the cursor.
func (s *Screen) key() []byte {
	if s.data == nil || s.data.Profile == nil {
		return nil
	}
	if i := s.celList.Cursor(); s.cells && i >= 0 && i < len(s.data.Profile.LargestCells) {
		return s.data.Profile.LargestCells[i].Key
	}
	if i := s.rowList.Cursor(); !s.cells && i >= 0 && i < len(s.data.Profile.LargestRows) {
		return s.data.Profile.LargestRows[i].Key
	}
	return nil
}

func (s *Screen) open() views.Request {
	if key := s.key(); key != nil {
		return views.OpenScreen{Screen: views.RowScreen, Key: key}
	}
	return nil
}

// Bindings lists what keys do now.
func (s *Screen) Bindings() []views.Binding {
	nothing := ""
	if s.key() == nil {
		nothing = "no row was read yet"
	}
	return []views.Binding{
		{Keys: []string{"enter"}, Name: "row", Help: "open the row under the cursor", DisabledReason: nothing, Run: s.open},
		{Keys: []string{"tab"}, Name: "other", Help: "go to the largest cells, and back to the rows", DisabledReason: nothing, Run: func() views.Request {
			s.cells = !s.cells
			return nil
		}},
		{Keys: []string{"w"}, Name: "why", Help: "tell how the figures were counted", DisabledReason: nothing, Run: s.explain},
		{Keys: []string{"y"}, Name: "copy", Help: "copy the row key under the cursor", DisabledReason: nothing, Run: func() views.Request {
			return views.Copy{What: "row key", Text: text.Escape(s.key())}
		}},
	}
}

func (s *Screen) explain() views.Request {
	p := s.data.Profile
	var b strings.Builder
	fmt.Fprintf(&b, "The largest of %s. ", text.Count(p.Rows, "row"))
	if p.Scope == profile.All {
		b.WriteString("All rows were read, so there is no larger one.\n\n")
	} else {
		b.WriteString("Larger rows may be among those that were not read.\n\n")
	}
	b.WriteString("Growth is what the cells that are still there say: the bytes with a timestamp of the last 30 days (or of the row's age, where that is less), a day. " +
		"A family bounded by age levels off at its rate times that age; one bounded by versions grows only by new columns. What was overwritten or collected is not seen.\n\n" +
		"Rows should stay under 100 MB, and one above 256 MB cannot be read (G18). A cell should hold at most 10 MB (G21).")
	return views.Explain{Title: "Largest rows and cells", Text: b.String()}
}
