package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// TestWelcome verifies that a first run shows three lines on the first table, that they go for good with the next
// screen, and that neither the list of tables, a lesson, nor a small terminal shows them.
func TestWelcome(t *testing.T) {
	const line = "finds anything by an ordinary word"
	told := 0
	opts := Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries(),
		Welcome: func() error { told++; return nil }}
	r := rigOf(t, opts, true)
	r.settle()
	r.shows(line, "f3 teaches schema design")
	r.send(tea.WindowSizeMsg{Width: 57, Height: 17})
	r.hides(line)
	r.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	r.keys("0")
	r.settle()
	r.hides(line)
	r.app.jump(r.app.first())
	r.app.dirty = true
	r.shows(line)
	r.keys("6")
	r.settle()
	r.hides(line)
	r.keys("1")
	r.settle()
	r.hides(line)
	if told != 1 {
		t.Errorf("told %d times", told)
	}
	opts.Welcome = nil
	r = rigOf(t, opts, true)
	r.settle()
	r.hides(line)
}
