package widget

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Box draws a frame of w by h cells with a title around lines, which are cut to fit.
func Box(st *Styles, title string, lines []string, w, h int) string {
	if w < 4 || h < 2 {
		return Block(lines, w, h)
	}
	var b strings.Builder
	head := "╭─"
	if title != "" {
		title = " " + Truncate(title, w-6) + " "
	}
	b.WriteString(st.Dim(head) + st.Accent(title) + st.Dim(strings.Repeat("─", w-3-Width(title))+"╮"))
	for y := range h - 2 {
		line := ""
		if y < len(lines) {
			line = lines[y]
		}
		b.WriteString("\n" + st.Dim("│") + " " + Pad(line, w-4) + " " + st.Dim("│"))
	}
	b.WriteString("\n" + st.Dim("╰"+strings.Repeat("─", w-2)+"╯"))
	return b.String()
}

// BoxWidth and BoxHeight are what Box takes beyond its content: the frame and a space on both sides.
const (
	BoxWidth  = 4
	BoxHeight = 2
)

// Overlay lays box over a drawn screen of w by h cells, its upper left corner at x, y. What is under the box is gone;
// the rest stays as it was.
func Overlay(screen, box string, x, y, w, h int) string {
	lines := strings.Split(screen, "\n")
	for i, over := range strings.Split(box, "\n") {
		at := y + i
		if at < 0 || at >= h || at >= len(lines) {
			continue
		}
		under := Pad(lines[at], w)
		lines[at] = Pad(ansi.Truncate(under, x, ""), x) + over + cutLeft(under, w-x-Width(over))
	}
	return strings.Join(lines, "\n")
}

// cutLeft is the right end of a line in exactly w cells: of a wide letter that does not fit whole, a space is left.
func cutLeft(line string, w int) string {
	for from := Width(line) - w; w > 0; from++ {
		if end := ansi.TruncateLeft(line, from, ""); Width(end) <= w {
			return PadLeft(end, w)
		}
	}
	return ""
}

// Scroll is a window over lines that were already drawn: help, an explanation.
type Scroll struct{ top, height, n int }

// Press scrolls by the keys of a List; it reports whether the key was one of them.
func (s *Scroll) Press(key string) bool {
	l := List{n: max(s.n-s.height+1, 1), cursor: s.top, height: s.height}
	ok := l.Press(key)
	s.top = max(l.Cursor(), 0)
	return ok
}

// Wheel scrolls by lines.
func (s *Scroll) Wheel(lines int) { s.top = max(0, min(s.top+lines, s.n-s.height)) }

// Page is the page that is in sight, and of how many, as Lines drew them last.
func (s *Scroll) Page() (at, of int) {
	step := max(s.height-1, 1)
	return (s.top+step-1)/step + 1, pages(s.n, s.height)
}

// pages is the number of pages of h lines that n lines take: the last line of all but the last page is a mark.
func pages(n, h int) int { return max(n-2, 0)/max(h-1, 1) + 1 }

// Show scrolls just so far that line at of n is in h lines; a negative one changes nothing. The last line is left out,
// as a mark may stand in it.
func (s *Scroll) Show(at, n, h int) {
	if at < 0 {
		return
	}
	s.top = max(min(s.top, at), at-h+2)
	s.top = max(0, min(s.top, n-h))
}

// Lines is the part of lines to show in h lines; a mark in the last one stands for more.
func (s *Scroll) Lines(st *Styles, lines []string, h int) []string {
	s.n, s.height = len(lines), h
	s.top = max(0, min(s.top, s.n-h))
	shown := lines[s.top:min(s.top+max(h, 0), s.n)]
	if s.top+h < s.n && len(shown) > 0 {
		shown = append(shown[:len(shown)-1:len(shown)-1], st.Dim("▾ more"))
	}
	return shown
}
