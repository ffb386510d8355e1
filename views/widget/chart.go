package widget

import (
	"math"
	"strings"
)

// The chart kit. Bars in lists are half blocks, so that the upper half of a cell is the gap to the row above; a part is
// distinguished from the next by its height, not only by its color.

// ListBar is a bar of w cells for a list, exact to half a cell. The rest is a track if the bar is a share of a whole,
// else empty.
func ListBar(st *Styles, share float64, w int, ofWhole bool) string {
	full, half := halves(share, w)
	bar := strings.Repeat("▄", full) + strings.Repeat("▖", half)
	rest := Spaces(w - full - half)
	if ofWhole {
		rest = st.Text(Track, strings.Repeat("·", len(rest)))
	}
	return st.Text(Bar, bar) + rest
}

// halves returns the whole and half cells of a bar of w cells. A share above 0 is at least half a cell; only a whole
// fills all.
func halves(share float64, w int) (full, half int) {
	if !(share > 0) || w <= 0 { // NaN too
		return 0, 0
	}
	n := max(int(math.Round(min(share, 1)*float64(2*w))), 1)
	if share < 1 {
		n = min(n, max(2*w-1, 1))
	}
	return n / 2, n % 2
}

// StackedBar is a bar of w cells for a whole of size share, of which gone is the share that can go. What can go is
// lower as well as of another color.
func StackedBar(st *Styles, share, gone float64, w int) string {
	full, half := halves(share, w)
	n := full + half
	low := 0
	if gone > 0 {
		low = min(max(int(math.Round(gone*float64(n))), 1), n)
	}
	return st.Text(Bar, strings.Repeat("▄", n-low)) + st.Text(Warning, strings.Repeat("▂", low)) + Spaces(w-n)
}

// StackedLegend names the parts of a StackedBar.
func StackedLegend(st *Styles) string {
	return st.Text(Bar, "▄") + " kept " + st.Text(Warning, "▂") + " garbage"
}

// GaugeBar is a bar of w cells that stands alone, in the color of a token: how much of a limit is used up.
func GaugeBar(st *Styles, t Token, share float64, w int) string {
	filled, rest := BarText(share, w)
	return st.Text(t, filled) + st.Text(Track, strings.Repeat("·", len(rest)))
}

// Panel is a Box with a title on the left and one on the right, its frame in the accent color if it has the focus.
func Panel(st *Styles, title, right string, focus bool, lines []string, w, h int) string {
	if w < 8 || h < 2 {
		return Block(lines, w, h)
	}
	frame := st.Dim
	if focus {
		frame = func(s string) string { return st.Text(Bar, s) }
		title = "▸ " + title
	}
	title = " " + Truncate(title, w-6) + " "
	if right != "" {
		if right = " " + right + " "; Width(right)+Width(title)+4 > w {
			right = ""
		}
	}
	var b strings.Builder
	b.WriteString(frame("╭─") + st.Accent(title) + frame(strings.Repeat("─", w-4-Width(title)-Width(right))) + right +
		frame("─╮"))
	for y := range h - 2 {
		line := ""
		if y < len(lines) {
			line = lines[y]
		}
		b.WriteString("\n" + frame("│") + Pad(line, w-2) + frame("│"))
	}
	b.WriteString("\n" + frame("╰"+strings.Repeat("─", w-2)+"╯"))
	return b.String()
}
