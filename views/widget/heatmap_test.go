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

// TestBlocksSaveChangesOfColor verifies of random lines that each half is drawn in a shade near its own, bright ones
// and those of a legend nearer, nothing as nothing, with a small part of the changes of color that a shade for each half
// needs; and that the cell under the cursor is seen.
func TestBlocksSaveChangesOfColor(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	front, _ := NewStyles(Dark, colorprofile.TrueColor).heatSequences()
	unmarked := func(int) bool { return false }
	for _, exact := range []bool{false, true} {
		for round := range 50 {
			upper, lower := make([]int, 80), make([]int, 80)
			for i := range upper {
				upper[i], lower[i] = random.IntN(shades), random.IntN(shades)
			}
			for col, cell := range newBlockLine(front, exact).plan(upper, lower, unmarked) {
				top, bottom := cell.halves()
				for _, half := range [][2]int{{upper[col], top}, {lower[col], bottom}} {
					most := map[bool]int{half[0] < brightest: 2, half[0] >= brightest: 1}[true]
					if exact || half[0] == 0 {
						most = 0
					}
					if off := half[1] - half[0]; off > most || -off > most {
						t.Fatalf("round %d: level %d is drawn as %d (%+v)", round, half[0], half[1], cell)
					}
				}
			}
		}
	}
	changes, naive, off := 0, 0, 0
	upper, lower := make([]int, 4000), make([]int, 4000)
	for i := range upper {
		upper[i], lower[i] = 7+random.IntN(5), 7+random.IntN(5) // even writes
	}
	ink := block{}
	for col, cell := range newBlockLine(front, false).plan(upper, lower, unmarked) {
		top, bottom := cell.halves()
		off += (top-upper[col])*(top-upper[col]) + (bottom-lower[col])*(bottom-lower[col])
		at := max(col-1, 0)
		for _, changed := range []bool{cell.front != ink.front, cell.back != ink.back} {
			changes += map[bool]int{true: 1}[changed]
		}
		for _, changed := range []bool{upper[col] != upper[at], lower[col] != lower[at]} {
			naive += map[bool]int{true: 1}[changed]
		}
		ink = cell
	}
	if changes*20 > naive || float64(off)/8000 > 0.7 {
		t.Errorf("%d changes of color, a shade for each half has %d; the mean square is off by %.2f levels", changes, naive,
			float64(off)/8000)
	}
	cursor := Heat{Grid: []float64{9, 9, 9, 9}, Rows: 2, Cols: 2, CursorRow: 0, CursorCol: 1}
	if drawn := cursor.Draw(NewStyles(Dark, colorprofile.TrueColor))[0]; !strings.Contains(drawn, "\x1b[7m┼") {
		t.Errorf("no cursor in %q", drawn)
	}
}

// halves are the levels that a block shows.
func (b *block) halves() (upper, lower int) {
	switch b.glyph {
	case " ":
		return b.back, b.back
	case "▀":
		return b.front, b.back
	case "▄":
		return b.back, b.front
	}
	return b.front, b.front
}
