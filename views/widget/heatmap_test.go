package widget

import (
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
