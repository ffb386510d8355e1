package widget

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
)

// TestHeatWithoutColor verifies that a theme without color draws a map in characters that get denser, on a terminal with
// colors as on one without, a row of the grid to a line, and that a theme with colors draws blocks where there are enough.
func TestHeatWithoutColor(t *testing.T) {
	grid := Heat{Grid: []float64{0, 1, 4, 16, 0, 0, 16, 16}, Rows: 2, Cols: 4, CursorRow: -1, CursorCol: -1}
	for _, tt := range []struct {
		theme   Theme
		profile colorprofile.Profile
		lines   int
		colors  bool
	}{
		{Mono, colorprofile.TrueColor, 2, false},
		{Mono, colorprofile.ANSI256, 2, false},
		{Mono, colorprofile.ASCII, 2, false},
		{Dark, colorprofile.ASCII, 2, false},
		{Dark, colorprofile.ANSI, 2, true},
		{Dark, colorprofile.ANSI256, 1, true},
		{Dark, colorprofile.TrueColor, 1, true},
	} {
		lines := grid.Draw(NewStyles(tt.theme, tt.profile))
		drawn := strings.Join(lines, "\n")
		if len(lines) != tt.lines {
			t.Errorf("%s, %v: %d lines, want %d", tt.theme, tt.profile, len(lines), tt.lines)
		}
		if colors := strings.Contains(drawn, "\x1b[3") || strings.Contains(drawn, "\x1b[9"); colors != tt.colors {
			t.Errorf("%s, %v: color: %v, want %v: %q", tt.theme, tt.profile, colors, tt.colors, drawn)
		}
		if dense := strings.ContainsAny(drawn, "█@"); dense != (tt.lines == 2) {
			t.Errorf("%s, %v: shades: %v: %q", tt.theme, tt.profile, dense, drawn)
		}
	}
}

// TestBlocksSaveChangesOfColor verifies of random maps that each half of a cell is drawn in its shade or in one beside
// it, nothing as nothing, with less than half as many changes of color as a shade for each half would need; and that
// the cell under the cursor is seen.
func TestBlocksSaveChangesOfColor(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	changes, naive := 0, 0
	for range 20_000 {
		ink := blockInk{random.IntN(HeatLevels+2) - 1, random.IntN(HeatLevels+2) - 1}
		upper, lower := random.IntN(HeatLevels+1), random.IntN(HeatLevels+1)
		glyph, next := ink.block(upper, lower)
		top, bottom := next.front, next.back
		switch glyph {
		case " ":
			top = next.back
		case "█":
			bottom = next.front
		case "▄":
			top, bottom = next.back, next.front
		}
		if !isLike(top, upper) || !isLike(bottom, lower) || (top == 0) != (upper == 0) || (bottom == 0) != (lower == 0) {
			t.Fatalf("%v: %d over %d is drawn as %q in %v", ink, upper, lower, glyph, next)
		}
	}
	ink, grid := blockInk{-1, -1}, make([]int, 4000)
	for i := range grid {
		grid[i] = 8 + random.IntN(5) // even writes
	}
	for i := 2; i < len(grid); i += 2 {
		_, next := ink.block(grid[i], grid[i+1])
		for _, changed := range []bool{next.front != ink.front, next.back != ink.back} {
			if changed {
				changes++
			}
		}
		for _, changed := range []bool{grid[i] != grid[i-2], grid[i+1] != grid[i-1]} {
			if changed {
				naive++
			}
		}
		ink = next
	}
	if changes*2 > naive {
		t.Errorf("%d changes of color, a shade for each half has %d", changes, naive)
	}
	cursor := Heat{Grid: []float64{9, 9, 9, 9}, Rows: 2, Cols: 2, CursorRow: 0, CursorCol: 1}
	if drawn := cursor.Draw(NewStyles(Dark, colorprofile.TrueColor))[0]; !strings.Contains(drawn, "\x1b[7m┼") {
		t.Errorf("no cursor in %q", drawn)
	}
}
