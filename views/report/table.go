package report

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// grid is text in columns. Cells must be escaped.
type grid struct {
	right []bool // column -> set to the right
	rows  [][]string
}

// newGrid takes one letter a column: r sets it to the right, everything else to the left.
func newGrid(columns string) *grid {
	g := &grid{}
	for _, c := range columns {
		g.right = append(g.right, c == 'r')
	}
	return g
}

func (g *grid) row(cells ...string) { g.rows = append(g.rows, cells) }

// write sets the grid within width cells, each line after indent. When it is too wide, the widest column set to the left
// gives way, and its cells end in "…".
func (g *grid) write(b *strings.Builder, indent string, width int) {
	widths := g.widths(width - len(indent))
	for _, row := range g.rows {
		line := indent
		for i, cell := range row {
			cell = ansi.Truncate(cell, widths[i], "…")
			pad := strings.Repeat(" ", widths[i]-ansi.StringWidth(cell))
			if i > 0 {
				line += "  "
			}
			if g.right[i] {
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
	widths := make([]int, len(g.right))
	for _, row := range g.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	for {
		total, widest := 2*(len(widths)-1), -1
		for i, w := range widths {
			total += w
			if !g.right[i] && w > narrowest && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if total <= width || widest < 0 {
			return widths
		}
		widths[widest]--
	}
}
