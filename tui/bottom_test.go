package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/slowtest"
	"tabletop/model/sample"
	"tabletop/views"
)

// TestKeysOfEveryScreen verifies that the bottom line shows at most six keys on every screen and with everything that
// may lie over it, that each of them does something, and that help is the last one where nothing lies over the screen;
// and that no screen's help is cut.
func TestKeysOfEveryScreen(t *testing.T) {
	t.Parallel()
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(100)), Catalog: someEntries(),
		Profile: colorprofile.ASCII}, true)
	r.settle()
	all := [][2]int{{80, 24}, {100, 30}, {120, 36}, {140, 40}, {200, 60}}
	if !slowtest.On() {
		all = all[:1]
	}
	for _, size := range all {
		r.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for i, s := range r.app.screens {
			overs := []string{"?", ":", "w", "o", "P", "T", "e", "ctrl+s", "/"}
			if !slowtest.On() {
				overs = overs[i%len(overs):][:1] // all with TABLETOP_SLOW
			}
			r.app.jump(s)
			r.settle()
			r.checkHelp(size[0])
			for _, over := range append(overs, "") {
				r.app.jump(s)
				if over != "" {
					r.keys(over)
					r.settle()
				}
				line := ansi.Strip(r.app.drawStatus(size[0]))
				if n := r.keysShown(line); n > mostStatusKeys || n == 0 {
					t.Errorf("%s at %v after %q: %d keys in %q", s.Title(), size, over, n, line)
				}
				if over == "" && !strings.HasSuffix(line, "? help ") {
					t.Errorf("%s at %v: help is not the last in %q", s.Title(), size, line)
				}
				for range 4 {
					r.keys("esc")
				}
				r.settle()
			}
		}
	}
}

// keysShown counts the keys in a bottom line, and reports those that do nothing now.
func (a *appTest) keysShown(line string) (n int) {
	own, fixed := a.app.statusBindings()
	for _, b := range append(own, fixed...) {
		if !strings.Contains(line, ansi.Strip(a.app.keyLine(b.Keys[0], b.Name))) {
			continue
		}
		n++
		if b.DisabledReason != "" {
			a.t.Errorf("%s does nothing: %s, in %q", b.Name, b.DisabledReason, line)
		}
	}
	return n
}

// TestNoHintsOverAnError verifies that the lines for the first run are not there while any screen shows an error: a
// table that could not be opened, a read that broke off, a screen that has ended; and that they are there without one.
func TestNoHintsOverAnError(t *testing.T) {
	t.Parallel()
	const hint = "finds anything by an ordinary word"
	welcome := func() error { return nil }
	opts := Options{Source: "x", Open: opens(newFake(100)), Catalog: someEntries(), Welcome: welcome}
	r := rigOf(t, opts, true)
	r.settle()
	r.shows(hint)
	for _, s := range r.app.screens {
		if s.ID() == views.TablesScreen {
			continue
		}
		r.app.current, r.app.dirty = s, true
		r.app.table.err = errors.New("the connection was lost")
		r.hides(hint)
		r.app.table.err, r.app.dirty = nil, true
		s.fault, r.app.dirty = &fault{}, true
		r.hides(hint)
		s.fault, r.app.dirty = nil, true
	}
	r.shows(hint)
	opts.Open = func(context.Context, string) (sample.Source, error) { return nil, errors.New("no such table") }
	r = rigOf(t, opts, true)
	r.settle()
	r.shows("no such table")
	r.hides(hint)
}
