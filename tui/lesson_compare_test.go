package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/rowkey"
	"tabletop/views"
)

// TestDesignsAreCompared verifies that the app begins at the Lab with the layouts of two students, each under the ID of
// its student until it is edited, with their maps and figures beside the current ones.
func TestDesignsAreCompared(t *testing.T) {
	t.Parallel()
	const source = "demo:battery/battery_by_time"
	r := rigOf(t, Options{Source: source, Open: openDemo, Layouts: func(string) (rowkey.Set, error) {
		return rowkey.ParseSet("BATTERY#{at:date(20060102150405000)}")
	}, Proposed: []views.Proposed{{By: "s17", Template: "BATTERY#{column(METRIC:USER)}#{at}"},
		{By: "a\x1bvery-long-name", Template: "BATTERY#{salt(3, at)}#{at}"}}}, true)
	r.settle()
	r.send(tea.WindowSizeMsg{Width: 200, Height: 60})
	r.settle()
	r.shows("LAYOUTS", "s17  BATTERY#{column(METRIC:USER)}#{at}", `a\x1bvery-l…`, "41 tablets, busiest 5.4%", "3 moving hotspots")
	r.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	r.keys("down")
	r.settle()
	r.shows("s17 gain")
	r.keys("i")
	r.types("BATTERY#{reverse(at)}")
	r.shows("A  · as the current layout")
	r.hides("s17")
}
