package widget

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"strings"

	"tabletop/views/text"
)

// HeatLevels is the number of shades of a heat map, nothing not counted.
const HeatLevels = 16

// Heat is a map of values drawn as shades. Grid holds Rows times Cols values, row by row; zero and less is nothing.
type Heat struct {
	Grid       []float64
	Rows, Cols int
	// Gain brightens small values: the shade is (value/largest)^(1/Gain). 1 is in proportion; 0 is 2.
	Gain float64
	// Top is the value of the brightest shade, for maps that are to be compared; 0 is the largest of Grid.
	Top float64
	// Exact draws each value in its own shade, for a legend; else values that are nearly equal may have one, which
	// takes fewer bytes.
	Exact bool
	// CursorRow and CursorCol mark a cell with a cross-hair; negative is none.
	CursorRow, CursorCol int
}

// PerLine is how many rows of the grid go into a line of the screen: two where half blocks can be colored, else one.
func (st *Styles) PerLine() int {
	if st.Colors() >= 256 {
		return 2
	}
	return 1
}

// Draw draws the map in lines of Cols cells, PerLine rows to a line. With 256 colors and more each cell is a half
// block in two colors; with fewer, a character that gets denser.
func (h *Heat) Draw(st *Styles) []string {
	levels := h.levels()
	if st.PerLine() == 2 {
		return h.drawBlocks(st, levels)
	}
	return h.drawDense(st, levels)
}

// Widen repeats the n columns of a grid so that they fill w columns; a grid that is as wide or wider stays as it is.
func Widen(grid []float64, n, w int) []float64 {
	if n <= 0 || n >= w {
		return grid
	}
	out := make([]float64, 0, len(grid)/n*w)
	for row := 0; row < len(grid); row += n {
		for x := range w {
			out = append(out, grid[row+x*n/w])
		}
	}
	return out
}

// levels turns the values into shades 0 (nothing) to HeatLevels.
func (h *Heat) levels() []uint8 {
	gain := h.Gain
	if gain <= 0 {
		gain = 2
	}
	top := h.Top
	for _, v := range h.Grid {
		top = max(top, finite(v))
	}
	out := make([]uint8, len(h.Grid))
	for i, v := range h.Grid {
		if v = finite(v); v > 0 {
			out[i] = uint8(1 + min(int(math.Pow(v/top, 1/gain)*HeatLevels), HeatLevels-1))
		}
	}
	return out
}

// drawBlocks writes its own color sequences, and only where the color changes: a style a cell would cost 150 times as
// much.
func (h *Heat) drawBlocks(st *Styles, levels []uint8) []string {
	front, back := st.heatSequences()
	lines := make([]string, (h.Rows+1)/2)
	var out strings.Builder
	planner := newBlockLine(front, h.Exact)
	upper, lower, marks := make([]int, h.Cols), make([]int, h.Cols), make([]string, h.Cols)
	for line := range lines {
		for col := range h.Cols {
			upper[col], lower[col], marks[col] = int(levels[2*line*h.Cols+col]), 0, ""
			if 2*line+1 < h.Rows {
				lower[col] = int(levels[(2*line+1)*h.Cols+col])
			}
			if h.onCursor(line, col, 2) { // it must be seen on any shade
				marks[col] = "\x1b[7m┼\x1b[m"
			} else if upper[col] == 0 && lower[col] == 0 {
				marks[col] = h.crossHair(line, col, 2)
			}
		}
		out.Reset()
		ink := block{}
		for col, next := range planner.plan(upper, lower, func(col int) bool { return marks[col] != "" }) {
			switch {
			case marks[col] != "" && ink.front+ink.back > 0:
				out.WriteString("\x1b[m")
			case next.front != ink.front:
				out.WriteString(front[next.front])
			}
			if next.back != ink.back && marks[col] == "" {
				out.WriteString(back[next.back])
			}
			ink = next
			out.WriteString(cmp.Or(marks[col], next.glyph))
		}
		out.WriteString("\x1b[m")
		lines[line] = out.String()
	}
	return lines
}

func (h *Heat) drawDense(st *Styles, levels []uint8) []string {
	lines := make([]string, h.Rows)
	for line := range lines {
		var out strings.Builder
		for col := range h.Cols {
			level := int(levels[line*h.Cols+col])
			glyph := " "
			if level > 0 {
				glyph = string(rune(text.Shade(level-1, HeatLevels)))
			} else if mark := h.crossHair(line, col, 1); mark != "" {
				glyph = mark
			}
			if h.onCursor(line, col, 1) {
				glyph = "\x1b[7m" + glyph + "\x1b[27m"
			} else if level > 0 && st.Colors() > 0 {
				glyph = st.Size(float64(level)/HeatLevels, glyph)
			}
			out.WriteString(glyph)
		}
		lines[line] = out.String()
	}
	return lines
}

// crossHair is the line through the cursor, drawn where the map has nothing.
func (h *Heat) crossHair(line, col, perLine int) string {
	if h.CursorRow < 0 || h.CursorCol < 0 {
		return ""
	}
	switch row := h.CursorRow / perLine; {
	case row == line && col == h.CursorCol:
		return "┼"
	case row == line:
		return "─"
	case col == h.CursorCol:
		return "│"
	}
	return ""
}

func (h *Heat) onCursor(line, col, perLine int) bool {
	return h.CursorRow >= 0 && h.CursorRow/perLine == line && h.CursorCol == col
}

// heatSequences are the escape sequences that set the color of each level in front and behind.
func (st *Styles) heatSequences() (front, back [HeatLevels + 1]string) {
	front[0], back[0] = "\x1b[39m", "\x1b[49m"
	for i := 1; i <= HeatLevels; i++ {
		c := st.heatColor(float64(i-1) / (HeatLevels - 1))
		if st.Colors() > 256 {
			front[i] = fmt.Sprintf("\x1b[38;2;%d;%d;%dm", c.R, c.G, c.B)
			back[i] = fmt.Sprintf("\x1b[48;2;%d;%d;%dm", c.R, c.G, c.B)
			continue
		}
		n := cube256(c)
		front[i], back[i] = fmt.Sprintf("\x1b[38;5;%dm", n), fmt.Sprintf("\x1b[48;5;%dm", n)
	}
	return front, back
}

// heatColor is the color at share of the size ramp, between its steps.
func (st *Styles) heatColor(share float64) color.RGBA {
	at := share * (RampSteps - 1)
	i := min(int(at), RampSteps-2)
	return mix(st.rampRGB[i], st.rampRGB[i+1], at-float64(i))
}

func mix(a, b color.Color, t float64) color.RGBA {
	if a == nil || b == nil {
		return color.RGBA{R: 128, G: 128, B: 128, A: 255}
	}
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	one := func(x, y uint32) uint8 { return uint8((float64(x)*(1-t) + float64(y)*t) / 257) }
	return color.RGBA{R: one(ar, br), G: one(ag, bg), B: one(ab, bb), A: 255}
}

// cube256 is the nearest color of the 6x6x6 cube that terminals with 256 colors have from number 16 on.
func cube256(c color.RGBA) int {
	step := func(v uint8) int {
		if v < 48 {
			return 0
		}
		return min((int(v)-35)/40, 5)
	}
	return 16 + 36*step(c.R) + 6*step(c.G) + step(c.B)
}
