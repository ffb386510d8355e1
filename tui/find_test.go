package tui

import (
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
)

// TestFindInEveryList verifies that / finds in the list of every screen that has one: the best first with how many hold
// what is typed, enter puts the cursor there, esc leaves it where it was.
func TestFindInEveryList(t *testing.T) {
	t.Parallel()
	r := rigOf(t, Options{Source: "x", Open: opens(newTenants(300)), Catalog: someEntries()}, true)
	r.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	r.settle()
	own := map[views.ID]bool{views.KeysScreen: true, views.ColumnsScreen: true, views.SpaceScreen: true,
		views.TablesScreen: true}
	for _, s := range r.app.screens {
		if own[s.ID()] || s.ID() == views.HeatScreen { // a map is no list
			continue
		}
		r.app.jump(s)
		r.settle()
		lines, ok := ask(s, "", views.Searchable.SearchLines)
		if !ok {
			t.Errorf("%s cannot be searched", s.ID())
			continue
		}
		if len(lines) == 0 {
			r.keys("/")
			r.shows("nothing is listed")
			r.keys("esc")
			continue
		}
		last := lines[len(lines)-1]
		r.keys("/")
		r.keys(strings.Split(last.Name, "")...)
		r.shows("Find in "+s.title, " of "+strconv.Itoa(len(lines)))
		over := r.app.over.(*finder)
		if got := over.finder.Chosen(); got < 0 || lines[got].Name != last.Name {
			t.Errorf("%s: %q finds line %d", s.ID(), last.Name, got)
		}
		r.keys("enter")
		if r.app.over != nil {
			t.Errorf("%s: enter does not go there", s.ID())
		}
		r.keys("/")
		r.keys(strings.Split("no line holds this", "")...)
		r.shows("nothing in the list holds that", "0 of")
		r.keys("enter")
		if r.app.over == nil {
			t.Errorf("%s: enter goes nowhere", s.ID())
		}
		r.keys("esc", "esc")
	}
}

// TestFindInHelp verifies that / finds in the help: the lines that hold what is typed are marked and counted, n and N go
// from one to the next, esc takes it back before it closes the help.
func TestFindInHelp(t *testing.T) {
	r := newRig(t, Options{Source: "x", Open: opens(newFake(100))})
	r.settle()
	r.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	r.keys("?", "/")
	r.keys(strings.Split("LIST", "")...)
	r.shows("/ LIST  1 of ", "list")
	r.keys("enter")
	p := r.app.over.(*page)
	found := len(p.find.found)
	if found < 2 {
		t.Fatalf("%d lines hold list", found)
	}
	r.keys("n")
	r.shows("2 of " + strconv.Itoa(found))
	r.keys("N", "N")
	r.shows(strconv.Itoa(found) + " of " + strconv.Itoa(found))
	if !strings.Contains(r.frame(), "list") {
		t.Error("the last find is not in sight")
	}
	r.keys("esc")
	if r.app.over == nil {
		t.Fatal("esc closes the help before the search")
	}
	r.keys("/")
	r.keys(strings.Split("zzz", "")...)
	r.shows("not found")
	r.keys("esc", "esc")
	if r.app.over != nil {
		t.Error("the help stays open")
	}
}
