package widget

import (
	"slices"
	"strings"
)

// Column is one column of a Table. A column is as wide as its title and the widest of its cells that was drawn.
type Column struct {
	Title string
	Width int  // the least cells of a column that can be cut or is a bar; of others, cells that it has even if empty
	Flex  int  // weight in sharing a width that is too small; 0 is never cut: figures
	Bar   bool // cells are drawn to the width they are given, at most mostBar: they take what other columns leave
	Fixed bool // a bar never takes more than Width, or than its title
	Right bool // right-aligned: numbers
	// Drop orders what goes first when the table is too wide: the highest value first, 0 never. The column that rows
	// are sorted by stays.
	Drop int
	// Sorts means that rows can be sorted by the column: SortBy and SortNext stop there.
	Sorts bool
}

// Table is a List with columns and a line of titles. Its zero value has no columns.
type Table struct {
	List
	Columns []Column
	// Sort is the column that rows are sorted by, -1 for none; Down means largest first. The table shows the mark and
	// keeps the choice; Arrange sorts.
	Sort int
	Down bool
	// Heading returns the text of a row that is no row of cells but a line across all columns; nil where there are
	// none.
	Heading func(row, w int) (line string, ok bool)

	needs  []int // widths of the widest cells seen, by column
	starts []int // first cell of each column at the last Draw, -1 if not shown
	widths []int // at the last Draw
	spoken bool  // without bars: their figures stand beside them
}

// The number of cells between columns, at least, before a bar grows, and where there is room; the most cells of a bar;
// the least that a column is cut to.
const (
	columnGap  = 2
	barGap     = 3
	widestGap  = 4
	mostBar    = 40
	leastWidth = 4
)

// Widths shares w cells (gutter included) among the columns by what was drawn so far; 0 means the column is not shown.
func (t *Table) Widths(w int) []int {
	least, wants := t.leastAndWanted()
	shown := t.fitting(least, w)
	widths := make([]int, len(t.Columns))
	for i := range widths {
		if shown[i] {
			widths[i] = least[i]
		}
	}
	spare := w - Gutter - total(widths, columnGap)
	for ; spare < 0 && t.narrow(widths); spare++ {
	}
	spare = t.widen(widths, wants, spare, func(c *Column) bool { return c.Flex > 0 && !c.Bar })
	spare -= total(widths, barGap) - total(widths, columnGap)
	t.widen(widths, wants, spare, func(c *Column) bool { return c.Bar })
	return widths
}

// leastAndWanted returns for each column the width that it cannot do without, and the width that shows all.
func (t *Table) leastAndWanted() (least, wants []int) {
	if len(t.needs) != len(t.Columns) {
		t.needs = make([]int, len(t.Columns))
	}
	least, wants = make([]int, len(t.Columns)), make([]int, len(t.Columns))
	for i, column := range t.Columns {
		title := Width(column.Title)
		if i == t.Sort {
			title += 2 // the mark
		}
		need := max(title, t.needs[i])
		switch {
		case column.Bar:
			least[i], wants[i] = max(column.Width, title), max(column.Width, title, mostBar)
			if column.Fixed {
				wants[i] = least[i]
			}
		case column.Flex > 0:
			least[i], wants[i] = min(need, max(column.Width, leastWidth)), need
		default:
			least[i] = max(column.Width, need)
			wants[i] = least[i]
		}
	}
	return least, wants
}

// fitting chooses the columns that fit into w cells, the ones to drop first left out.
func (t *Table) fitting(least []int, w int) []bool {
	shown := make([]bool, len(t.Columns))
	for i := range shown {
		shown[i] = !t.spoken || !t.Columns[i].Bar
	}
	for {
		spare, count := w-Gutter, 0
		worst := -1
		for i, column := range t.Columns {
			if !shown[i] {
				continue
			}
			spare -= least[i]
			count++
			if column.Drop > 0 && i != t.Sort && (worst < 0 || column.Drop >= t.Columns[worst].Drop) {
				worst = i
			}
		}
		if spare-max(count-1, 0)*columnGap >= 0 || worst < 0 {
			return shown
		}
		shown[worst] = false
	}
}

// widen gives spare cells to the columns that it is for, by their weights, until they have what they want. It returns
// what is left.
func (t *Table) widen(widths, wants []int, spare int, is func(*Column) bool) int {
	for ; spare > 0; spare-- {
		next := -1
		for i := range t.Columns {
			c := &t.Columns[i]
			if widths[i] == 0 || widths[i] >= wants[i] || !is(c) {
				continue
			}
			if next < 0 || widths[i]*max(t.Columns[next].Flex, 1) < widths[next]*max(c.Flex, 1) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		widths[next]++
	}
	return spare
}

// narrow takes a cell from the widest of the columns that flex; false when none has one to give.
func (t *Table) narrow(widths []int) bool {
	widest := -1
	for i, c := range t.Columns {
		if c.Flex > 0 && widths[i] > leastWidth && (widest < 0 || widths[i] > widths[widest]) {
			widest = i
		}
	}
	if widest >= 0 {
		widths[widest]--
	}
	return widest >= 0
}

// total is how many cells columns take with gaps between those that are shown.
func total(widths []int, gap int) int {
	sum, n := 0, 0
	for _, w := range widths {
		if w > 0 {
			sum += w
			n++
		}
	}
	return sum + max(n-1, 0)*gap
}

// Draw draws the titles and h-1 lines of rows. It asks cell for the text of each visible cell, first for all of it and
// again if the column is narrower; w is the number of cells there are, for bars and text that is cut in its own way.
func (t *Table) Draw(st *Styles, w, h int, cell func(row, col, w int) string) string {
	return t.DrawPane(st, w, h, true, cell)
}

// DrawPane is Draw for one of several lists on a screen; see List.DrawPane. A cell at the end of the lines stays free,
// and if there are more rows than lines another one, for the mark that shows where they are.
func (t *Table) DrawPane(st *Styles, w, h int, focus bool, cell func(row, col, w int) string) string {
	if h <= 0 {
		return ""
	}
	inner := w
	if w > 4*Gutter {
		inner-- // no figure touches the edge
	}
	if t.Len() > h-1 && w > Gutter && !t.Still {
		inner--
	}
	t.spoken = st.Spoken()
	cells := t.measure(inner, h-1, cell)
	widths := t.Widths(inner)
	gap := t.place(widths, inner)
	head := Truncate(Spaces(Gutter)+t.join(widths, gap, func(col, w int) string { return t.title(st, col, w) }), inner)
	if h == 1 {
		return head
	}
	from, _ := t.Visible(h - 1)
	return head + "\n" + t.List.DrawPane(st, w, h-1, focus, func(i int) string {
		if line, ok := t.heading(i, inner-Gutter); ok {
			return Truncate(line, inner-Gutter)
		}
		return t.join(widths, gap, func(col, w int) string {
			if full := cells[i-from][col]; full != "" && Width(full) <= w {
				return full
			}
			return cell(i, col, w)
		})
	})
}

// measure asks for the visible cells at full width and notes how wide they are.
func (t *Table) measure(w, h int, cell func(row, col, w int) string) [][]string {
	t.leastAndWanted() // makes needs
	from, to := t.Visible(h)
	cells := make([][]string, to-from)
	room := max(w-Gutter, 1)
	for row := range cells {
		if _, ok := t.heading(from+row, room); ok {
			continue
		}
		cells[row] = make([]string, len(t.Columns))
		for col, c := range t.Columns {
			if c.Bar {
				continue
			}
			cells[row][col] = cell(from+row, col, room)
			t.needs[col] = max(t.needs[col], min(Width(cells[row][col]), room))
		}
	}
	return cells
}

func (t *Table) heading(row, w int) (line string, ok bool) {
	if t.Heading == nil {
		return "", false
	}
	return t.Heading(row, w)
}

// place notes where the columns begin and returns the gap between them: wider than the least where there is room.
func (t *Table) place(widths []int, w int) int {
	gap := columnGap
	for gap < widestGap && Gutter+total(widths, gap+1) <= w {
		gap++
	}
	t.widths = widths
	t.starts = make([]int, len(widths))
	at := Gutter
	for i, x := range widths {
		t.starts[i] = -1
		if x > 0 {
			t.starts[i] = at
			at += x + gap
		}
	}
	return gap
}

// RowAt is the row drawn at line y of the last Draw, titles included; -1 when there is none.
func (t *Table) RowAt(y int) int { return t.List.RowAt(y - 1) }

// TitleAt is the column whose title was drawn at cell x of line y; -1 when there is none.
func (t *Table) TitleAt(x, y int) int {
	if y != 0 {
		return -1
	}
	for i, start := range t.starts {
		if start >= 0 && x >= start && x < start+t.widths[i] {
			return i
		}
	}
	return -1
}

// SortBy sorts by a column, figures largest first and names from A; by the same column again, the other way round. It
// reports whether rows can be sorted by it.
func (t *Table) SortBy(col int) bool {
	if col < 0 || col >= len(t.Columns) || !t.Columns[col].Sorts {
		return false
	}
	if t.Sort == col {
		t.Down = !t.Down
		return true
	}
	t.Sort, t.Down = col, t.Columns[col].Right || t.Columns[col].Bar
	return true
}

// SortNext sorts by the next column that rows can be sorted by.
func (t *Table) SortNext() {
	for i := range t.Columns {
		if col := (max(t.Sort, -1) + 1 + i) % len(t.Columns); t.Columns[col].Sorts && col != t.Sort {
			t.SortBy(col)
			return
		}
	}
}

// Arrange sorts order, which holds what each row of the list is, by the column chosen; compare compares two of them
// from small to large. Equal ones stay as they were. The cursor stays on what it was on.
func (t *Table) Arrange(order []int, compare func(a, b, col int) int) {
	if t.Sort < 0 {
		return
	}
	under := -1
	if i := t.Cursor(); i >= 0 && i < len(order) {
		under = order[i]
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if t.Down {
			return compare(b, a, t.Sort)
		}
		return compare(a, b, t.Sort)
	})
	if i := slices.Index(order, under); i >= 0 {
		t.SetCursor(i)
	}
}

// title keeps room for the sort mark: a long title is cut, not the mark.
func (t *Table) title(st *Styles, col, w int) string {
	column := t.Columns[col]
	mark := " ▴"
	switch {
	case col != t.Sort:
		return st.Dim(Truncate(column.Title, w))
	case t.Down:
		mark = " ▾"
	}
	return st.Accent(Truncate(column.Title, w-2) + mark)
}

func (t *Table) join(widths []int, gap int, cell func(col, w int) string) string {
	var out strings.Builder
	first := true
	for i, width := range widths {
		if width == 0 {
			continue
		}
		if !first {
			out.WriteString(Spaces(gap))
		}
		first = false
		if t.Columns[i].Right {
			out.WriteString(PadLeft(cell(i, width), width))
		} else {
			out.WriteString(Pad(cell(i, width), width))
		}
	}
	return out.String()
}
