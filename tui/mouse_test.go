package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/widget"
)

// clickOn clicks on the first cell of a text on screen.
func (a *appTest) clickOn(text string) {
	a.t.Helper()
	for y, line := range strings.Split(a.frame(), "\n") {
		if at := strings.Index(line, text); at >= 0 {
			a.send(tea.MouseClickMsg{X: widget.Width(line[:at]), Y: y, Button: tea.MouseLeft})
			return
		}
	}
	a.t.Fatalf("%q is not on screen:\n%s", text, a.frame())
}

// TestMouseEverywhere verifies that what can be pressed can be clicked: tabs, where one is, keys of the bottom line,
// rows of every screen's list, choices of menus, finds of the palette, options of dialogs; and that the wheel scrolls
// all of them.
func TestMouseEverywhere(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries(), Files: &fakeFiles{}}, true)
	r.settle()
	r.clickOn("5 Space")
	r.settle()
	if r.app.current.ID() != views.SpaceScreen {
		t.Errorf("a click on a tab opened %s", r.app.current.Title())
	}
	r.clickOn("? help")
	r.shows("Help: Space")
	before := r.frame()
	r.send(tea.MouseWheelMsg{X: 40, Y: 12, Button: tea.MouseWheelDown})
	if r.frame() == before {
		t.Error("the wheel does not scroll help")
	}
	r.send(tea.MouseClickMsg{X: 0, Y: 12, Button: tea.MouseLeft})
	if r.app.over != nil {
		t.Error("a click beside help does not close it")
	}
	r.clickOn(": find")
	for _, l := range "retention" {
		r.keys(string(l))
	}
	r.clickOn("Retention")
	r.settle()
	if r.app.current.ID() != views.RetentionScreen {
		t.Errorf("a click on a find opened %s", r.app.current.Title())
	}
	r.keys("2", "o")
	r.clickOn("Heat  ")
	r.settle()
	if r.app.current.ID() == views.KeysScreen && r.app.over != nil {
		t.Error("a click on a choice did nothing")
	}
	r.keys("1", "e")
	d := r.app.over.(*fileDialog)
	r.clickOn("counts ›")
	if d.options[0].at != 1 {
		t.Error("a click on an option does not change it")
	}
	r.clickOn("esc back")
	if r.app.over != nil {
		t.Error("a click on a key of the bottom line was not its press")
	}
	r.keys("2", "g")
	r.clickOn("dev000   2023-11-14 22:14:57")
	if got := string(r.app.location().Key); got != "dev000#1700000097" {
		t.Errorf("a click on a row put the cursor on %q", got)
	}
	r.clickOn("p › i")
	if r.app.current.ID() != views.TablesScreen {
		t.Errorf("a click on where one is opened %s", r.app.current.Title())
	}
}

// TestScreensKnowTheMouse verifies that every screen takes clicks and the wheel anywhere, at several sizes.
func TestScreensKnowTheMouse(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries()}, true)
	r.settle()
	for _, s := range r.app.screens {
		if _, ok := s.held.(views.MouseHandler); !ok {
			t.Errorf("%s knows no mouse", s.Title())
			continue
		}
		for _, size := range [][2]int{{80, 24}, {120, 36}} {
			r.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for y := 3; y < size[1]-1; y += 3 {
				r.app.jump(s)
				r.settle()
				r.send(tea.MouseClickMsg{X: 5 + y, Y: y, Button: tea.MouseLeft})
				r.send(tea.MouseWheelMsg{X: 5, Y: y, Button: tea.MouseWheelDown})
				if r.app.over != nil {
					r.keys("esc")
				}
				if r.app.table == nil {
					r.app.open("x")
				}
				r.settle()
			}
		}
	}
}
