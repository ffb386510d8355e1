package report

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// grid is text in columns. Cells must be escaped.
type grid struct {
	kinds string // see newGrid
	rows  [][]string
}

// newGrid takes one letter a column: r sets it to the right, the others to the left. Where there is too little room, s is
// cut first, then the widest of l and f, f in front; r and k are never cut.
func newGrid(kinds string) *grid { return &grid{kinds: kinds} }

func (g *grid) row(cells ...string) { g.rows = append(g.rows, cells) }

// write sets the grid within width cells, as far as columns can be cut, each line after indent. Columns without text
// are left out.
func (g *grid) write(b *strings.Builder, indent string, width int) {
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
		b.WriteString(strings.TrimRight(line, " "))
		b.WriteByte('\n')
	}
}

// narrowest is as far as a column gives way.
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
		for i, w := range widths {
			if w > 0 {
				total += w + 2
			}
			if g.kinds[i] == 'r' || g.kinds[i] == 'k' || w <= narrowest {
				continue
			}
			soft := g.kinds[i] == 's'
			if widest < 0 || soft && g.kinds[widest] != 's' || soft == (g.kinds[widest] == 's') && w > widths[widest] {
				widest = i
			}
		}
		if total <= width || widest < 0 {
			return widths
		}
		widths[widest]--
	}
}

// cut shortens s to w cells, at its end or in front, and marks the place.
func cut(s string, w int, front bool) string {
	if over := ansi.StringWidth(s) - w; front && over > 0 {
		return ansi.TruncateLeft(s, over+1, "…")
	}
	return ansi.Truncate(s, w, "…")
}
