package heat

import (
	"fmt"
	"strings"

	"tabletop/model/heat"
	"tabletop/views"
	"tabletop/views/text"
)

// Bindings lists what keys do now.
func (s *Screen) Bindings() []views.Binding {
	if s.gaps.open {
		return s.gapBindings()
	}
	nothing := s.noMap()
	out, unzoomed := []string{"-", "esc"}, ""
	if len(s.trail) == 0 {
		out, unzoomed = out[:1], "the whole map is shown" // esc leaves the screen
	}
	return []views.Binding{
		{Keys: []string{"+", "="}, Name: "zoom", Help: "zoom in on the keys and times around the cross-hair",
			DisabledReason: nothing, Run: s.zoom},
		{Keys: out, Name: "out", Help: "zoom out one step", Run: s.unzoom, DisabledReason: unzoomed},
		{Keys: []string{"v"}, Name: "metric", Help: "show writes, bytes, cells or garbage", DisabledReason: nothing,
			Run: s.nextMetric},
		{Keys: []string{"enter"}, Name: "rows", Help: "go to the first key under the cross-hair on the Keys screen",
			DisabledReason: nothing, Run: func() views.Request {
				first, _ := s.keysAt(s.row)
				return views.OpenScreen{Screen: views.KeysScreen, Key: first}
			}},
		{Keys: []string{">"}, Name: "brighter", Help: "increase contrast: show weak places too",
			DisabledReason: nothing, Run: func() views.Request { return s.brighten(1.5) }},
		{Keys: []string{"<"}, Name: "darker", Help: "decrease contrast: show strong places only",
			DisabledReason: nothing, Run: func() views.Request { return s.brighten(1 / 1.5) }},
		{Keys: []string{"@"}, Name: "window",
			Help: "narrow all screens to the cells of the time window under the cross-hair", DisabledReason: nothing,
			Run: s.window},
		{Keys: []string{"p"}, Name: "pin", Help: "pin what is under the cross-hair, to compare other ranges with it",
			DisabledReason: nothing, Run: func() views.Request {
				label, value := s.under()
				s.pin = &pin{label, value}
				return nil
			}},
		{Keys: []string{"V"}, Name: "gaps",
			Help:           "list what is missing in a segment at regular steps, longest first, and the keys around it",
			DisabledReason: nothing, Run: s.showGaps},
		{Keys: []string{"w"}, Name: "why", Help: "explain the write pattern and how it was found",
			DisabledReason: nothing, Run: s.explain},
		{Keys: []string{"y"}, Name: "copy", Group: views.Take,
			Help:           "copy the place, or a line for cbt, GoogleSQL or tabletop",
			DisabledReason: nothing,
			Run: func() views.Request {
				label, value := s.under()
				return views.Copy{What: "place", Text: label + "  " + s.amount(value), Rows: s.rows()}
			}},
	}
}

// noMap states that there is no map to point at; empty when there is.
func (s *Screen) noMap() string {
	if s.shown == nil || s.shown.base.of.Sample.Rows() == 0 {
		return "there is no map yet"
	}
	return ""
}

func (s *Screen) explain() views.Request {
	grid := s.shown.whole
	var b strings.Builder
	b.WriteString(grid.Summary() + "\n\n")
	sc := grid.Score
	if sc.Pattern != heat.Unknown {
		fmt.Fprintf(&b, "Judged from %s in %s of %s. ", text.Count(int64(sc.Writes), "write"),
			text.Count(sc.Windows, "window"), text.Duration(grid.Step))
		if sc.Writers > 0 {
			fmt.Fprintf(&b, "About %s places are written in parallel within a window. ", text.Number(sc.Writers))
		}
		fmt.Fprintf(&b, "The center of the writes moves with a trend of %.2f (1 is steadily on), and the hottest "+
			"range stays the same from one window to the next %s of the time.\n\n",
			sc.Trend, text.Percent(sc.Persistence))
	}
	b.WriteString("A write is a pair of row and cell timestamp. Keys are by rank: every line stands for as many " +
		"rows. The map is made " + heat.Limits +
		". The service's own measure of load, its hot tablets of the last day: " + s.load() + ".")
	return views.Explain{Title: "Writes by key and time", Text: b.String()}
}
