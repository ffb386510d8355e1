// Package large is the screen of the largest rows and cells: how near they are to the limits, and how fast the rows
// grow.
package large

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/analysis"
	"tabletop/model/estimate"
	"tabletop/model/retention"
	"tabletop/views"
	"tabletop/views/take"
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
	rows    []int // of the profile's largest rows, in the order of the list
	largest []int // of its largest cells
	split   int   // line at which the pane of cells began at the last Draw
	width   int   // of the lists at the last Draw
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

// SetData states what there is to show.
func (s *Screen) SetData(d *views.Data) {
	if s.data == nil || s.data.Source != d.Source {
		*s = Screen{}
	}
	s.data = d
	if d.Profile != nil {
		s.rows, s.largest = upTo(len(d.Profile.LargestRows)), upTo(len(d.Profile.LargestCells))
		s.rowList.SetLen(len(s.rows))
		s.celList.SetLen(len(s.largest))
		s.setColumns()
		s.arrange()
	}
}

// upTo are the numbers below n, in order.
func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// RequestWork asks for the growth of the rows of a new profile.
func (s *Screen) RequestWork() views.Request {
	if s.data == nil || s.data.Profile == nil || s.data.Sample == nil ||
		s.growth != nil && s.growth.of == s.data.Analysis {
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
		s.arrange()
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

// Click puts the cursor on a line; a second click opens the row. On a title it sorts.
func (s *Screen) Click(x, y int) views.Request {
	if x >= s.width {
		return nil
	}
	list, at := &s.rowList, y-1
	s.cells = y >= s.split
	if s.cells {
		list, at = &s.celList, y-s.split-1
	}
	if list.SortBy(list.TitleAt(x-1, at)) {
		s.arrange()
		return nil
	}
	row := list.RowAt(at)
	if row < 0 {
		return nil
	}
	if row == list.Cursor() {
		return s.open()
	}
	list.SetCursor(row)
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

// beside is the width from which the spreads of sizes stand beside the lists, and leastSpread the least lines of one.
const beside, leastSpread = 150, 9

// The columns of the largest rows.
const (
	rowKey = iota
	rowBar
	rowBytes
	rowCells
	rowDaily
	rowLevel
	rowUntil
)

// The columns of the largest cells.
const (
	cellKey = iota
	cellColumn
	cellBar
	cellBytes
	cellWritten
)

// grows reports whether one of the largest rows grows to the limit; true while that is not known.
func (s *Screen) grows() bool {
	if s.growth == nil || s.growth.of != s.data.Analysis {
		return true
	}
	return slices.ContainsFunc(s.growth.rows, func(g retention.RowGrowth) bool {
		return g.Window > 0 && g.Until(retention.RowAdvised) >= 0
	})
}

// largestRow and largestCell are the scales of the lists, in bytes.
func (s *Screen) largestRow() (bytes int64) {
	for _, r := range s.data.Profile.LargestRows[:min(1, len(s.data.Profile.LargestRows))] {
		bytes = r.Bytes
	}
	return bytes
}

func (s *Screen) largestCell() (bytes int64) {
	for _, c := range s.data.Profile.LargestCells[:min(1, len(s.data.Profile.LargestCells))] {
		bytes = c.Bytes
	}
	return bytes
}

// arrange sorts both lists by the columns chosen.
func (s *Screen) arrange() {
	figures := s.data.Profile
	s.rowList.Arrange(s.rows, func(a, b, col int) int {
		largeRow, row := &figures.LargestRows[a], &figures.LargestRows[b]
		switch col {
		case rowKey:
			return bytes.Compare(largeRow.Key, row.Key)
		case rowCells:
			return cmp.Compare(largeRow.Cells, row.Cells)
		case rowBytes:
			return cmp.Compare(largeRow.Bytes, row.Bytes)
		}
		if s.growth == nil || s.growth.of != s.data.Analysis {
			return 0
		}
		return compareGrowth(&s.growth.rows[a], &s.growth.rows[b], col)
	})
	s.celList.Arrange(s.largest, func(a, b, col int) int {
		largeCell, cell := &figures.LargestCells[a], &figures.LargestCells[b]
		switch col {
		case cellKey:
			return bytes.Compare(largeCell.Key, cell.Key)
		case cellColumn:
			return cmp.Or(strings.Compare(largeCell.Family, cell.Family), strings.Compare(largeCell.Qualifier,
				cell.Qualifier))
		case cellWritten:
			return cmp.Compare(cell.Micros, largeCell.Micros) // by age
		}
		return cmp.Compare(largeCell.Bytes, cell.Bytes)
	})
}

// compareGrowth compares two rows by a figure of their growth; rows that never reach a size come after all others.
func compareGrowth(a, b *retention.RowGrowth, col int) int {
	switch col {
	case rowDaily:
		return cmp.Compare(a.PerDay, b.PerDay)
	case rowLevel:
		return cmp.Compare(a.Level, b.Level)
	}
	until := func(g *retention.RowGrowth) time.Duration {
		if d := g.Until(retention.RowAdvised); d >= 0 {
			return d
		}
		return math.MaxInt64
	}
	return cmp.Compare(until(a), until(b))
}

// list is the one that has the focus.
func (s *Screen) list() *widget.Table {
	if s.cells {
		return &s.celList
	}
	return &s.rowList
}

// key is the row under the cursor.
func (s *Screen) key() []byte {
	if s.data == nil || s.data.Profile == nil {
		return nil
	}
	if i := s.celList.Cursor(); s.cells && i >= 0 && i < len(s.data.Profile.LargestCells) {
		return s.data.Profile.LargestCells[s.largest[i]].Key
	}
	if i := s.rowList.Cursor(); !s.cells && i >= 0 && i < len(s.data.Profile.LargestRows) {
		return s.data.Profile.LargestRows[s.rows[i]].Key
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
		{Keys: []string{"enter"}, Name: "row", Help: "open the row under the cursor", DisabledReason: nothing,
			Run: s.open},
		{Keys: []string{"tab"}, Name: "other", Help: "go to the largest cells, and back to the rows",
			DisabledReason: nothing, Run: func() views.Request {
				s.cells = !s.cells
				return nil
			}},
		{Keys: []string{"s"}, Name: "sort", Help: "sort by the next column; a click on a title sorts too",
			DisabledReason: nothing, Run: func() views.Request {
				s.list().SortNext()
				s.arrange()
				return nil
			}},
		{Keys: []string{"S"}, Name: "reverse", Help: "reverse the order", DisabledReason: nothing,
			Run: func() views.Request {
				s.list().Down = !s.list().Down
				s.arrange()
				return nil
			}},
		{Keys: []string{"w"}, Name: "why", Help: "explain how the figures were counted", DisabledReason: nothing,
			Run: s.explain},
		{Keys: []string{"y"}, Name: "copy", Group: views.Take,
			Help:           "copy the row key, or a line for cbt, GoogleSQL or tabletop",
			DisabledReason: nothing,
			Run: func() views.Request {
				return views.Copy{What: "row key", Text: text.Escape(s.key()), Rows: take.Rows{Key: string(s.key())}}
			}},
	}
}

func (s *Screen) explain() views.Request {
	measures := s.data.Profile
	var b strings.Builder
	if scope := measures.LargestOf.Summary(); measures.LargestOf == estimate.All {
		b.WriteString("The largest of all rows: there is no larger one.\n\n")
	} else {
		fmt.Fprintf(&b, "The largest %s, %s. Larger rows may be among those that were not read.\n\n", scope,
			text.Count(measures.Rows, "row"))
	}
	b.WriteString("Growth is an estimate (≈) from the cells that are still there: the bytes with a timestamp of the " +
		"last 30 days (or of the row's age, where that is less), a day. " +
		"A family bounded by age levels off at its rate times that age; one bounded by versions grows only by new " +
		"columns. What was overwritten or collected is not seen.\n\n" +
		"Rows should stay under 100 MB, and one above 256 MB cannot be read (G18). A cell should hold at most 10 MB " +
		"(G21).")
	return views.Explain{Title: "Largest rows and cells", Text: b.String()}
}
