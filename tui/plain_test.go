package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/views/widget"
)

// TestPlain verifies that no screen of the plain mode holds a character beyond ASCII, lines of boxes, columns or blank
// lines, that none is wider than the terminal, and that the
// terminal's cursor stands in the frame, also in what lies over a screen.
func TestPlain(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries(), Plain: true,
		Theme: widget.Mono, Files: &fakeFiles{}}, true)
	r.settle()
	check := func(where string) {
		t.Helper()
		r.app.dirty = true
		v := r.app.View()
		for y, line := range strings.Split(strings.TrimRight(v.Content, "\n"), "\n") {
			if strings.ContainsFunc(line, func(c rune) bool { return c > 0x7e }) || strings.Contains(line, "----") ||
				strings.Contains(line, "|") || strings.Contains(line, "  ") || line == "" || len(line) > r.app.terminal {
				t.Errorf("%s: line %d is drawn: %q", where, y, line)
			}
		}
		if c := v.Cursor; c != nil && (c.X < 0 || c.X >= r.app.terminal || c.Y < 0 || c.Y >= r.app.height) {
			t.Errorf("%s: the cursor is at %d, %d", where, c.X, c.Y)
		}
	}
	for _, s := range r.app.screens {
		r.app.jump(s)
		r.settle()
		for _, size := range [][2]int{{80, 24}, {200, 60}} {
			r.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			check(s.Title())
		}
	}
	r.app.jump(r.app.first())
	r.keys(":")
	check("palette")
	r.keys("esc", "ctrl+s")
	check("dialog")
	v := r.app.View()
	if v.Cursor == nil || !strings.Contains(strings.Split(v.Content, "\n")[v.Cursor.Y], "file") {
		t.Errorf("the cursor is not in the line that is edited: %v", v.Cursor)
	}
}
