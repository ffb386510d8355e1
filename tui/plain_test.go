package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/widget"
)

// TestPlain verifies that no screen of the plain mode holds a character beyond ASCII, lines of boxes, columns or blank
// lines, that none is wider than the terminal, that no two columns of a table have the same title, and that the
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
			if title := twice(line); title != "" {
				t.Errorf("%s: line %d has two columns %q: %q", where, y, title, line)
			}
		}
		if c := v.Cursor; c != nil && (c.X < 0 || c.X >= r.app.terminal || c.Y < 0 || c.Y >= r.app.height) {
			t.Errorf("%s: the cursor is at %d, %d", where, c.X, c.Y)
		}
	}
	for _, s := range r.app.screens {
		r.app.jump(s)
		r.settle()
		for _, size := range [][2]int{{80, 24}, {100, 30}, {200, 60}} {
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

// twice is what stands twice in a line of titles, or empty. Lines with figures, and with few columns, are none.
func twice(line string) string {
	parts := strings.Split(line, ", ")
	if len(parts) < 3 || strings.ContainsAny(line, "0123456789") {
		return ""
	}
	seen := map[string]bool{}
	for _, part := range parts {
		if part = strings.TrimSpace(part); seen[part] {
			return part
		}
		seen[part] = true
	}
	return ""
}

// TestPlainHeat verifies that the heat map is told in words: the pattern, the place under the cross-hair with the
// cursor, and the busiest places, each with its keys, window and figures.
func TestPlainHeat(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Plain: true, Theme: widget.Mono}, true)
	r.settle()
	r.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	for _, s := range r.app.screens {
		if s.ID() == views.HeatScreen {
			r.app.jump(s)
		}
	}
	r.settle()
	r.shows("busiest places: writes of a key range in a window", "first key, from, writes, share")
	r.hides("contrast", "====", "%%%%")
	r.app.dirty = true
	v := r.app.View()
	lines := strings.Split(v.Content, "\n")
	if v.Cursor == nil || !strings.HasPrefix(lines[v.Cursor.Y], "> ") {
		t.Errorf("the cursor is not at the place under the cross-hair: %v", v.Cursor)
	}
}
