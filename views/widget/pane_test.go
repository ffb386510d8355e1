package widget

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// TestPane verifies that a pane has its size in every form, and that the scroll mark stands in the frame of a box.
func TestPane(t *testing.T) {
	for _, st := range []*Styles{{}, NewStyles(Dark, colorprofile.TrueColor)} {
		for _, boxed := range []bool{true, false} {
			for _, size := range [][2]int{{60, 8}, {30, 4}, {9, 3}, {7, 3}, {1, 1}, {60, 1}, {60, 2}} {
				w, h := size[0], size[1]
				var tbl Table
				tbl.Sort = -1
				tbl.Columns = []Column{{Title: "name", Flex: 1}, {Title: "size", Right: true}}
				tbl.SetLen(100)
				p := Pane{Title: "ROWS", Right: st.Dim("s sort"), Focus: true, Boxed: boxed}
				lines := p.Table(st, &tbl, true, w, h, func(row, col, w int) string { return "cell" })
				if len(lines) != h {
					t.Fatalf("%dx%d: %d lines", w, h, len(lines))
				}
				for y, l := range lines {
					if n := ansi.StringWidth(l); n > w || boxed && w >= 8 && h >= 2 && n != w {
						t.Errorf("%dx%d boxed %v: line %d is %d wide: %q", w, h, boxed, y, n, l)
					}
				}
				if plain := ansi.Strip(lines[min(2, h-1)]); w == 60 && h == 8 && !strings.HasSuffix(plain, scrollMark) {
					t.Errorf("boxed %v: no scroll mark at the end of %q", boxed, plain)
				}
			}
		}
	}
}
