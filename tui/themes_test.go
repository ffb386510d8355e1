package tui

import (
	"testing"

	"tabletop/views/widget"
)

// TestThemeIsChosen verifies that the list of themes shows the one under the cursor at once, that esc goes back to the one
// before, and that enter keeps the choice and says how it is kept for good.
func TestThemeIsChosen(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(30))}, true)
	r.settle()
	r.keys("T")
	r.shows("safe-dark   for color-blind eyes", "ansi   the terminal's own 16 colors")
	r.keys("down")
	if got := r.app.styles.Theme(); got != widget.Light {
		t.Errorf("under the cursor is light, shown is %s", got)
	}
	r.keys("esc")
	if got := r.app.styles.Theme(); got != widget.Dark || r.app.opts.Theme != "" {
		t.Errorf("after esc the theme is %s", got)
	}
	r.keys("T", "down", "enter")
	r.shows("theme light; to keep it, write theme: light")
	if got := r.app.styles.Theme(); got != widget.Light {
		t.Errorf("the choice is %s", got)
	}
}
