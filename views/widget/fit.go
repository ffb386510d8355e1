package widget

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Width is the number of cells s takes on a terminal, escape sequences not counted.
func Width(s string) int {
	if n, ok := quickWidth(s); ok {
		return n
	}
	return ansi.StringWidth(s)
}

// quickWidth measures what most text is made of: ASCII, the styles of this package, lines, blocks and triangles. Whole
// graphemes cost twenty times more to measure.
func quickWidth(s string) (n int, ok bool) {
	for i := 0; i < len(s); {
		switch char := s[i]; {
		case char >= ' ' && char <= '~':
			n++
			i++
		case char == 0x1b:
			end := styleEnd(s, i)
			if end < 0 {
				return 0, false
			}
			i = end
		case char == 0xe2 && i+2 < len(s) && (s[i+1] == 0x94 || s[i+1] == 0x95 || s[i+1] == 0x96): // U+2500 to U+25BF
			n++
			i += 3
		default:
			return 0, false
		}
	}
	return n, true
}

// styleEnd is the end of the style sequence that starts at s[i], -1 when it is none.
func styleEnd(s string, i int) int {
	if i+1 >= len(s) || s[i+1] != '[' {
		return -1
	}
	for i += 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case c != ';' && (c < '0' || c > '9'):
			return -1
		}
	}
	return -1
}

// simple reports whether every byte is a printable ASCII character, so that bytes are cells.
func simple(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Truncate shortens s to at most w cells; what was cut away is marked with an ellipsis.
func Truncate(s string, w int) string {
	if w <= 0 {
		return ""
	}
	if simple(s) {
		if len(s) <= w {
			return s
		}
		return s[:w-1] + "…"
	}
	if n, ok := quickWidth(s); ok && n <= w {
		return s
	}
	return ansi.Truncate(s, w, "…")
}

// TruncateLeft shortens s to at most w cells by removing its start.
func TruncateLeft(s string, w int) string {
	width := Width(s)
	if width <= w {
		return s
	}
	if w <= 0 {
		return ""
	}
	short := ansi.TruncateLeft(s, width-w+1, "…")
	if Width(short) > w { // a wide character stood across the cut
		short = ansi.TruncateLeft(s, width-w+2, "…")
	}
	return short
}

// Pad makes s exactly w cells wide, cut or filled on the right.
func Pad(s string, w int) string {
	s = Truncate(s, w)
	return s + Spaces(w-Width(s))
}

// PadLeft makes s exactly w cells wide, cut or filled on the left: numbers.
func PadLeft(s string, w int) string {
	s = Truncate(s, w)
	return Spaces(w-Width(s)) + s
}

// Center makes s exactly w cells wide, with the spare cells on both sides.
func Center(s string, w int) string {
	s = Truncate(s, w)
	return Pad(Spaces((w-Width(s))/2)+s, w)
}

const spaces = "                                                                                                    "

// Spaces is n spaces; none when n is negative.
func Spaces(n int) string {
	switch {
	case n <= 0:
		return ""
	case n <= len(spaces):
		return spaces[:n]
	}
	return strings.Repeat(" ", n)
}

// SplitLine puts left and right at the two ends of a line of w cells. When both do not fit the right one is dropped,
// unless there is no left.
func SplitLine(left, right string, w int) string {
	gap := w - Width(left) - Width(right)
	if gap < 1 && left != "" {
		return Pad(left, w)
	}
	if gap < 0 {
		return Truncate(right, w)
	}
	return left + Spaces(gap) + right
}

// Rule is a thin line of w cells.
func Rule(st *Styles, w int) string { return st.Dim(strings.Repeat("─", max(w, 0))) }

// Fill makes exactly h lines of lines: what is too many is left out, what is missing is empty.
func Fill(lines []string, h int) []string {
	for len(lines) < h {
		lines = append(lines, "")
	}
	return lines[:h]
}

// Block makes exactly h lines of lines, each cut to w cells: what a screen's Draw returns.
func Block(lines []string, w, h int) string {
	var b strings.Builder
	for y := range h {
		if y > 0 {
			b.WriteByte('\n')
		}
		if y < len(lines) {
			b.WriteString(Truncate(lines[y], w))
		}
	}
	return b.String()
}
