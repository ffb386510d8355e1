package report

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// grid is a table of text. Its cells must be escaped.
type grid struct {
	kinds  string // see newGrid
	headed bool   // the first row names the columns
	rows   [][]string
}

// newGrid returns a grid with one letter of kinds per column: r aligns it to the right, the others to the left. If
// there is too little room, s is truncated first, then the widest of l and f, f at its start; r and k are never
// truncated.
func newGrid(kinds string) *grid { return &grid{kinds: kinds} }

// head adds the row that names the columns.
func (g *grid) head(cells ...string) {
	g.headed = true
	g.row(cells...)
}

func (g *grid) row(cells ...string) { g.rows = append(g.rows, cells) }

// text returns the grid within width cells, as far as columns can be truncated, with indent before each line, without
// columns without text.
func (g *grid) text(indent string, width int) string {
	var out strings.Builder
	widths := g.widths(width - len(indent))
	for _, row := range g.rows {
		line := indent
		for i, cell := range row {
			if widths[i] == 0 {
				continue
			}
			cell = cut(cell, widths[i], g.kinds[i] == 'f')
			pad := strings.Repeat(" ", max(0, widths[i]-ansi.StringWidth(cell)))
			if line != indent {
				line += "  "
			}
			if g.kinds[i] == 'r' {
				line += pad + cell
			} else {
				line += cell + pad
			}
		}
		out.WriteString(strings.TrimRight(line, " "))
		out.WriteByte('\n')
	}
	return out.String()
}

// narrowest is the minimum width of a truncated column.
const narrowest = 8

func (g *grid) widths(width int) []int {
	widths := make([]int, len(g.kinds))
	for _, row := range g.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	for {
		total, widest := -2, -1
		for i, count := range widths {
			if count > 0 {
				total += count + 2
			}
			if g.kinds[i] == 'r' || g.kinds[i] == 'k' || count <= narrowest {
				continue
			}
			soft := g.kinds[i] == 's'
			if widest < 0 || soft && g.kinds[widest] != 's' ||
				soft == (g.kinds[widest] == 's') && count > widths[widest] {
				widest = i
			}
		}
		if total <= width || widest < 0 {
			return widths
		}
		widths[widest]--
	}
}

// cut truncates s to w cells, at its end or, if front is set, at its start, with an ellipsis.
func cut(s string, w int, front bool) string {
	if over := ansi.StringWidth(s) - w; front && over > 0 {
		return ansi.TruncateLeft(s, over+1, "…")
	}
	return ansi.Truncate(s, w, "…")
}
