package widget

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Width is the number of cells s takes on a terminal, escape sequences not counted.
func Width(s string) int {
	if simple(s) {
		return len(s)
	}
	return ansi.StringWidth(s)
}

// simple says that every byte is a printable ASCII character, so that bytes are cells. Most text is, and measuring
// graphemes costs twenty times more.
func simple(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Cut shortens s to at most w cells; what was cut away is marked with an ellipsis.
func Cut(s string, w int) string {
	if w <= 0 {
		return ""
	}
	if simple(s) {
		if len(s) <= w {
			return s
		}
		return s[:w-1] + "…"
	}
	return ansi.Truncate(s, w, "…")
}

// CutLeft shortens s to at most w cells by cutting its front away.
func CutLeft(s string, w int) string {
	n := Width(s)
	if n <= w {
		return s
	}
	if w <= 0 {
		return ""
	}
	return ansi.TruncateLeft(s, n-w+1, "…")
}

// Pad makes s exactly w cells wide, cut or filled on the right.
func Pad(s string, w int) string {
	s = Cut(s, w)
	return s + Spaces(w-Width(s))
}

// Right makes s exactly w cells wide, cut or filled on the left: numbers.
func Right(s string, w int) string {
	s = Cut(s, w)
	return Spaces(w-Width(s)) + s
}

// Center makes s exactly w cells wide, with the spare cells on both sides.
func Center(s string, w int) string {
	s = Cut(s, w)
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

// Ends puts left and right at the two ends of a line of w cells. When both do not fit the right one is dropped, unless
// there is no left.
func Ends(left, right string, w int) string {
	gap := w - Width(left) - Width(right)
	if gap < 1 && left != "" {
		return Pad(left, w)
	}
	if gap < 0 {
		return Cut(right, w)
	}
	return left + Spaces(gap) + right
}

// Rule is a thin line of w cells.
func Rule(st *Styles, w int) string { return st.Dim(strings.Repeat("─", max(w, 0))) }

// Block makes exactly h lines of lines, each cut to w cells: what a screen's Draw returns.
func Block(lines []string, w, h int) string {
	var b strings.Builder
	for y := range h {
		if y > 0 {
			b.WriteByte('\n')
		}
		if y < len(lines) {
			b.WriteString(Cut(lines[y], w))
		}
	}
	return b.String()
}

// Wrap breaks s at spaces into lines of at most w cells. Words longer than a line are broken.
func Wrap(s string, w int) []string {
	if w < 1 {
		return nil
	}
	return strings.Split(ansi.Wrap(s, w, " "), "\n")
}
