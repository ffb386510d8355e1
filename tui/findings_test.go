package tui

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/sample"
	"tabletop/views"
)

// TestFindingsAbout goes from every screen of a table to the findings about what is under the cursor, and back.
func TestFindingsAbout(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300))}, true)
	r.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	r.settle()
	about := map[views.ID]string{"keys": "about row", "columns": "about family", "row": "about column",
		"space": "about segment", "heat": "about row",
		"retention": "about family", "large": "about row"}
	for _, s := range r.app.screens[1:] {
		if s.ID() == views.FindingsScreen {
			continue
		}
		r.app.goTo(views.OpenScreen{Screen: s.ID()})
		r.settle()
		r.keys("F")
		r.settle()
		if r.app.current.ID() != views.FindingsScreen {
			t.Errorf("F on %s goes to %s", s.ID(), r.app.current.ID())
			continue
		}
		if want := about[s.ID()]; want != "" {
			r.shows(want)
			r.keys("esc")
			r.hides(want)
			delete(about, s.ID())
		}
		r.keys("esc")
		if r.app.current.ID() == views.FindingsScreen {
			r.keys("esc") // of a screen that is not listed here, the first goes back to all findings
		}
		if r.app.current != s {
			t.Errorf("back from the findings is %s, not %s", r.app.current.ID(), s.ID())
		}
	}
	if len(about) > 0 {
		t.Errorf("nothing is said of %v", about)
	}
}

// TestSiblings verifies that the table is compared with the tables of the instance that resemble it.
func TestSiblings(t *testing.T) {
	own := newFake(300)
	own.name = "p/i/log_2024"
	r := rigOf(t, Options{Source: "x", Open: opens(own), InstanceTables: func(context.Context, string) []sample.Table {
		var out []sample.Table
		for _, name := range []string{"log_2025", "log_2026"} {
			out = append(out, sample.Table{Name: name, Families: []sample.Family{{Name: own.families[0]}}})
		}
		return out
	}}, true)
	r.settle()
	r.keys("9")
	r.settle()
	r.shows("One table per period")
}
