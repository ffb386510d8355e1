package tui

import (
	"context"
	"errors"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/sample"
)

// TestDiff compares the open table with another source that is named on the screen, which is read and closed.
func TestDiff(t *testing.T) {
	table, other := newFake(300), newFake(200)
	r := rigOf(t, Options{Source: "x", Open: func(_ context.Context, name string) (sample.Source, error) {
		switch name {
		case "x":
			return table, nil
		case "before.tabletop":
			return other, nil
		}
		return nil, errors.New("there is no " + name + "\nname another")
	}}, true)
	r.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	r.settle()
	r.keys("f4")
	r.shows("Nothing is compared yet")
	r.keys("c")
	r.send(tea.PasteMsg{Content: "nowhere"})
	r.keys("enter")
	r.settle()
	r.shows("there is no nowhere")
	r.keys("c", "ctrl+u")
	r.send(tea.PasteMsg{Content: "before.tabletop"})
	r.keys("enter")
	r.settle()
	r.shows("before.tabletop, all 200 rows")
	r.shows("differ")
	select {
	case <-other.closed:
	default:
		t.Error("what was compared with is still open")
	}
	select {
	case <-table.closed:
		t.Error("the table was closed")
	default:
	}
}
