package widget

import "strings"

// List is a window over n rows with a cursor. It holds no rows: only those on screen are asked for, so that a list of a
// million costs no more than one of fifty. The zero value is an empty list.
type List struct {
	n, cursor, top int
	height         int // lines at the last Draw, for paging

	// Still means that the rows are there to be looked at: there is no cursor and no scroll mark, and rows past the
	// last line are not in reach.
	Still bool
}

// Gutter is the number of cells before each row of a list, where the cursor's mark stands.
const Gutter = 2

// SetLen sets the number of rows; the cursor stays where that row still exists.
func (l *List) SetLen(n int) {
	l.n = max(n, 0)
	l.SetCursor(l.cursor)
}

// Len is the number of rows.
func (l *List) Len() int { return l.n }

// Cursor is the row under the cursor, -1 in an empty list.
func (l *List) Cursor() int {
	if l.n == 0 {
		return -1
	}
	return l.cursor
}

// SetCursor moves the cursor to row i, or as near as there are rows.
func (l *List) SetCursor(i int) { l.cursor = max(0, min(i, l.n-1)) }

// Move moves the cursor by d rows.
func (l *List) Move(d int) { l.SetCursor(l.cursor + d) }

// Press moves the cursor by the keys all lists know, named as tea.KeyPressMsg.String does. It reports whether the key
// was one of them.
func (l *List) Press(key string) bool {
	page := max(l.height-1, 1)
	switch key {
	case "j", "down":
		l.Move(1)
	case "k", "up":
		l.Move(-1)
	case "ctrl+d":
		l.Move(max(page/2, 1))
	case "ctrl+u":
		l.Move(-max(page/2, 1))
	case "pgdown", "ctrl+f":
		l.Move(page)
	case "pgup", "ctrl+b":
		l.Move(-page)
	case "g", "home":
		l.SetCursor(0)
	case "G", "end":
		l.SetCursor(l.n - 1)
	default:
		return false
	}
	return true
}

// PressArrows is Press without the keys that are letters: for lists below an input line.
func (l *List) PressArrows(key string) bool {
	if len(key) == 1 {
		return false
	}
	return l.Press(key)
}

// Wheel moves the cursor by as many rows as the wheel turned.
func (l *List) Wheel(lines int) { l.Move(lines) }

// RowAt is the row drawn at line y of the last Draw, -1 when there is none.
func (l *List) RowAt(y int) int {
	i := l.top + y
	if y < 0 || y >= l.height || i >= l.n {
		return -1
	}
	return i
}

// Visible is the half-open range of rows that Draw shows at height h.
func (l *List) Visible(h int) (from, to int) {
	l.scroll(h)
	return l.top, min(l.top+max(h, 0), l.n)
}

// scroll moves the window just so far that the cursor is in it.
func (l *List) scroll(h int) {
	l.height = max(h, 0)
	l.top = min(l.top, l.cursor)
	l.top = max(l.top, l.cursor-max(h, 1)+1)
	l.top = max(0, min(l.top, l.n-max(h, 1)))
}

// Draw draws h lines of w cells. It asks row for the text of each visible row; that may be styled, should not be wider
// than w-Gutter cells and is cut if it is. The cursor's row is marked by a sign and a background.
func (l *List) Draw(st *Styles, w, h int, row func(i int) string) string {
	return l.draw(st, w, h, Cursor, "▸ ", row)
}

// DrawPane is Draw for one of several lists on a screen: without focus the cursor's row is marked as chosen only.
func (l *List) DrawPane(st *Styles, w, h int, focus bool, row func(i int) string) string {
	if focus {
		return l.Draw(st, w, h, row)
	}
	return l.draw(st, w, h, Chosen, "▹ ", row)
}

func (l *List) draw(st *Styles, w, h int, token Token, mark string, row func(i int) string) string {
	from, to := l.Visible(h)
	markFrom, markTo := l.thumb(h)
	var out strings.Builder
	out.Grow(h * (w + 16))
	for y := range h {
		if y > 0 {
			out.WriteByte('\n')
		}
		index := from + y
		if index >= to {
			continue
		}
		line, fill := "  "+Truncate(row(index), w-Gutter), w
		on := index == l.cursor && !l.Still
		if on {
			line = mark + line[len("  "):]
		} else if w <= Gutter {
			line = ""
		}
		marked := y >= markFrom && y < markTo && Width(line) < w && w > Gutter
		if marked {
			fill--
		}
		switch {
		case on:
			line = st.Line(token, line, fill)
		case marked:
			line = Pad(line, fill)
		}
		out.WriteString(line)
		if marked {
			out.WriteString(st.Dim(scrollMark))
		}
	}
	return out.String()
}

// scrollMark stands in the last cell of the lines that show which part of a list is in sight.
const scrollMark = "┃"

// thumb is the half-open range of lines of h that the scroll mark stands in: empty if all rows are in sight.
func (l *List) thumb(h int) (from, to int) {
	if h < 1 || l.n <= h || l.Still {
		return 0, 0
	}
	size := max(h*h/l.n, 1)
	from = min(l.top*(h-size+1)/(l.n-h+1), h-size)
	if l.top+h >= l.n {
		from = h - size
	}
	return from, from + size
}

// Place describes where the cursor is, "12/100", for a corner of the screen; empty in an empty list.
func (l *List) Place(count func(int64) string) string {
	if l.n == 0 {
		return ""
	}
	return count(int64(l.cursor+1)) + "/" + count(int64(l.n))
}
