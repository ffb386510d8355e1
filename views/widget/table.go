package widget

import "strings"

// Column is one column of a Table.
type Column struct {
	Title string
	Width int  // cells; when Flex is set the least, unless the table is narrower than all that cannot be dropped
	Flex  int  // share of the spare width; 0 keeps Width
	Right bool // right-aligned: numbers
	// Drop orders what goes first when the table is too wide: the highest value first, 0 never.
	Drop int
}

// Table is a List with columns and a line of titles. Its zero value has no columns.
type Table struct {
	List
	Columns []Column
	// Sort is the column that rows are sorted by, -1 for none; Down says largest first. The table only shows the mark:
	// its owner sorts.
	Sort int
	Down bool
}

// columnGap is the number of cells between columns.
const columnGap = 2

// Widths shares w cells (gutter included) among the columns; 0 means the column is not shown.
func (t *Table) Widths(w int) []int {
	shown := make([]bool, len(t.Columns))
	for i := range shown {
		shown[i] = true
	}
	spare := t.spare(shown, w)
	for spare < 0 {
		worst := -1
		for i, c := range t.Columns {
			if shown[i] && c.Drop > 0 && (worst < 0 || c.Drop >= t.Columns[worst].Drop) {
				worst = i
			}
		}
		if worst < 0 {
			break
		}
		shown[worst] = false
		spare = t.spare(shown, w)
	}
	widths := make([]int, len(t.Columns))
	flex := 0
	for i, c := range t.Columns {
		if shown[i] {
			widths[i] = c.Width
			flex += c.Flex
		}
	}
	for spare < 0 && t.narrow(widths) {
		spare++
	}
	spare = max(spare, 0)
	for i, c := range t.Columns {
		if shown[i] && c.Flex > 0 {
			d := spare * c.Flex / flex
			widths[i] += d
			spare -= d
			flex -= c.Flex
		}
	}
	return widths
}

// narrow takes a cell from the widest of the columns that flex; false when none has one to give.
func (t *Table) narrow(widths []int) bool {
	const least = 4
	widest := -1
	for i, c := range t.Columns {
		if c.Flex > 0 && widths[i] > least && (widest < 0 || widths[i] > widths[widest]) {
			widest = i
		}
	}
	if widest >= 0 {
		widths[widest]--
	}
	return widest >= 0
}

// spare is how many of w cells the shown columns leave; negative when they need more.
func (t *Table) spare(shown []bool, w int) int {
	spare, n := w-Gutter, 0
	for i, c := range t.Columns {
		if shown[i] {
			spare -= c.Width
			n++
		}
	}
	return spare - max(n-1, 0)*columnGap
}

// Draw draws the titles and h-1 lines of rows. It asks cell for the text of each visible cell; w is the width of the
// cell's column, for bars and text that is cut in its own way.
func (t *Table) Draw(st *Styles, w, h int, cell func(row, col, w int) string) string {
	return t.DrawPane(st, w, h, true, cell)
}

// DrawPane is Draw for one of several lists on a screen; see List.DrawPane.
func (t *Table) DrawPane(st *Styles, w, h int, focus bool, cell func(row, col, w int) string) string {
	if h <= 0 {
		return ""
	}
	widths := t.Widths(w)
	head := Truncate(Spaces(Gutter)+st.Dim(t.join(widths, t.title)), w)
	if h == 1 {
		return head
	}
	return head + "\n" + t.List.DrawPane(st, w, h-1, focus, func(i int) string {
		return t.join(widths, func(col, w int) string { return cell(i, col, w) })
	})
}

// RowAt is the row drawn at line y of the last Draw, titles included; -1 when there is none.
func (t *Table) RowAt(y int) int { return t.List.RowAt(y - 1) }

// title keeps room for the sort mark: a long title is cut, not the mark.
func (t *Table) title(col, w int) string {
	c := t.Columns[col]
	mark := " ▴"
	switch {
	case col != t.Sort:
		return c.Title
	case t.Down:
		mark = " ▾"
	}
	return Truncate(c.Title, w-2) + mark
}

func (t *Table) join(widths []int, cell func(col, w int) string) string {
	var b strings.Builder
	first := true
	for i, w := range widths {
		if w == 0 {
			continue
		}
		if !first {
			b.WriteString(spaces[:columnGap])
		}
		first = false
		if t.Columns[i].Right {
			b.WriteString(PadLeft(cell(i, w), w))
		} else {
			b.WriteString(Pad(cell(i, w), w))
		}
	}
	return b.String()
}
