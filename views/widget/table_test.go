package widget

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// TestTableWidths verifies that columns are as wide as what they hold, that names are cut before figures, and that
// columns go in their order when all of them cannot be cut further.
func TestTableWidths(t *testing.T) {
	tbl := Table{Sort: 1, Down: true, Columns: []Column{
		{Title: "name", Width: 6, Flex: 1}, {Title: "bytes", Right: true}, {Title: "", Width: 5, Bar: true, Drop: 1},
		{Title: "note", Drop: 2},
	}}
	tbl.SetLen(2)
	cell := func(row, col, w int) string { return []string{"a long name of row", "12 MB", "", "a note"}[col] }
	tbl.Draw(&Styles{}, 100, 3, cell)
	for _, c := range []struct {
		w    int
		want string
	}{{100, "[18 7 40 6]"}, {60, "[18 7 18 6]"}, {44, "[18 7 5 6]"}, {38, "[12 7 5 6]"}, {31, "[13 7 5 0]"},
		{20, "[9 7 0 0]"}, {15, "[4 7 0 0]"}, {4, "[4 7 0 0]"}} {
		if got := fmt.Sprint(tbl.Widths(c.w)); got != c.want {
			t.Errorf("at %d cells the widths are %s, want %s", c.w, got, c.want)
		}
	}
	got := tbl.Draw(&Styles{}, 25, 3, func(row, col, w int) string { return fmt.Sprintf("r%dc%d", row, col) })
	want := "  name    bytes ▾       \n▸ r0c0       r0c1  r0c2  \n  r1c0       r1c1  r1c2 "
	if got != want { // the name is cut, as far as it may be, before a column goes
		t.Errorf("drawn:\n%s\nwant:\n%s", got, want)
	}
	if tbl.RowAt(0) != -1 || tbl.RowAt(2) != 1 || tbl.RowAt(3) != -1 {
		t.Error("RowAt does not count the titles")
	}
}

// TestTableCutsNothingWhileCellsAreFree verifies that no cell is cut while over six cells of its line are free, and
// that lines are no wider than the table.
func TestTableCutsNothingWhileCellsAreFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tbl Table
		tbl.Sort = -1
		n := rapid.IntRange(1, 6).Draw(t, "columns")
		for range n {
			tbl.Columns = append(tbl.Columns, Column{Title: rapid.StringMatching("[a-z]{0,12}").Draw(t, "title"),
				Width: rapid.IntRange(0, 20).Draw(t, "width"),
				Flex:  rapid.IntRange(0, 2).Draw(t, "flex"), Right: rapid.Bool().Draw(t, "right"),
				Drop: rapid.IntRange(0, 3).Draw(t, "drop")})
		}
		rows := rapid.IntRange(1, 30).Draw(t, "rows")
		tbl.SetLen(rows)
		text := rapid.SliceOfN(rapid.StringMatching("[a-z]{0,40}"), rows*n, rows*n).Draw(t, "cells")
		w, h := rapid.IntRange(10, 200).Draw(t, "w"), rapid.IntRange(2, 20).Draw(t, "h")
		for _, line := range strings.Split(tbl.Draw(&Styles{}, w, h,
			func(row, col, w int) string { return Truncate(text[row*n+col], w) }), "\n") {
			free := w - Width(strings.TrimRight(strings.TrimSuffix(line, scrollMark), " "))
			if free < 0 {
				t.Fatalf("%q is wider than %d", line, w)
			}
			if total(tbl.widths, columnGap)+Gutter+8 < w && strings.Contains(line, "…") {
				t.Fatalf("%q is cut while %d cells are free of %d", line, free, w)
			}
		}
	})
}

// TestTableSorts verifies that a click on a title sorts by it, figures largest first, that a second one turns the order
// around, and that the cursor stays on its row.
func TestTableSorts(t *testing.T) {
	names, sizes := []string{"b", "c", "a"}, []int{5, 1, 9}
	order := []int{0, 1, 2}
	tbl := Table{Sort: -1, Columns: []Column{{Title: "name", Flex: 1, Sorts: true}, {Title: "", Width: 3, Bar: true},
		{Title: "size", Right: true, Sorts: true}}}
	tbl.SetLen(3)
	tbl.SetCursor(1) // c
	arrange := func() {
		tbl.Arrange(order, func(a, b, col int) int {
			if col == 0 {
				return strings.Compare(names[a], names[b])
			}
			return sizes[a] - sizes[b]
		})
	}
	draw := func() string {
		return tbl.Draw(&Styles{}, 60, 4, func(row, col, w int) string {
			return []string{names[order[row]], "", fmt.Sprint(sizes[order[row]])}[col]
		})
	}
	for _, step := range []struct {
		title string
		order []int
		mark  string
	}{{"size", []int{2, 0, 1}, "size ▾"}, {"size", []int{1, 0, 2}, "size ▴"}, {"name", []int{2, 0, 1}, "name ▴"}} {
		head := ansi.Strip(strings.Split(draw(), "\n")[0])
		x := Width(head[:strings.Index(head, step.title)])
		if !tbl.SortBy(tbl.TitleAt(x, 0)) {
			t.Fatalf("a click on %s at %d does not sort: %q", step.title, x, head)
		}
		arrange()
		if !slices.Equal(order, step.order) || order[tbl.Cursor()] != 1 || !strings.Contains(draw(), step.mark) {
			t.Errorf("by %s: order %v, cursor on %d:\n%s", step.title, order, order[tbl.Cursor()], draw())
		}
	}
	if tbl.SortBy(tbl.TitleAt(1, 0)) || tbl.SortBy(1) || tbl.TitleAt(2, 1) >= 0 {
		t.Error("something sorts that is no title of a sorted column")
	}
	tbl.SortNext()
	if tbl.Sort != 2 || !tbl.Down {
		t.Errorf("the next column is %d, down %v", tbl.Sort, tbl.Down)
	}
}

// TestScrollMark verifies that the mark is at the top, the bottom, and between, and absent from a list that fits.
func TestScrollMark(t *testing.T) {
	var l List
	for _, c := range []struct {
		n, cursor int
		lines     string
	}{{10, 0, ""}, {100, 0, "0"}, {100, 99, "9"}, {100, 50, "4"}, {15, 0, "012345"}, {15, 14, "456789"},
		{1_000_000, 999_999, "9"}} {
		l = List{}
		l.SetLen(c.n)
		l.SetCursor(c.cursor)
		marked := ""
		for y, line := range strings.Split(l.Draw(&Styles{}, 20, 10, func(int) string { return "row" }), "\n") {
			if strings.HasSuffix(line, scrollMark) {
				marked += fmt.Sprint(y)
			}
		}
		if marked != c.lines {
			t.Errorf("cursor %d of %d: the mark is on lines %q, want %q", c.cursor, c.n, marked, c.lines)
		}
	}
}
