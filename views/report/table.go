package report

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// grid is text in columns. Cells must be escaped.
type grid struct {
	kinds string // column -> r set to the right, l to the left, k to the left and never cut, s cut first
	rows  [][]string
}

func newGrid(kinds string) *grid { return &grid{kinds: kinds} }

func (g *grid) row(cells ...string) { g.rows = append(g.rows, cells) }

// write sets the grid within width cells, each line after indent. When it is too wide, the soft column
// gives way, then the widest of those set to the left, and their cells end in "…". Columns without text are left out.
func (g *grid) write(b *strings.Builder, indent string, width int) {
	widths := g.widths(width - len(indent))
	for _, row := range g.rows {
		line := indent
		for i, cell := range row {
			if widths[i] == 0 {
				continue
			}
			cell = ansi.Truncate(cell, widths[i], "…")
			pad := strings.Repeat(" ", widths[i]-ansi.StringWidth(cell))
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
			if widest < 0 || g.kinds[i] > g.kinds[widest] || g.kinds[i] == g.kinds[widest] && w > widths[widest] {
				widest = i // 's' comes after 'l'
			}
		}
		if total <= width || widest < 0 {
			return widths
		}
		widths[widest]--
	}
}
