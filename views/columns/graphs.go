package columns

import (
	"tabletop/model/figures"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// graph is how a figure of cells or rows is spread.
type graph struct {
	name   string // as a word before a line
	title  string // of a pane
	of     string // what is counted
	bins   []figures.Bin
	format func(int64) string
	more   string // said after it; empty for nothing
}

// ends writes the least and greatest number.
func (g graph) ends() (from, to string) {
	if len(g.bins) == 0 {
		return "", ""
	}
	return g.format(g.bins[0].From), g.format(g.bins[len(g.bins)-1].To)
}

// graphs are those of a detail; c is nil where it is not of one column.
func (s *Screen) graphs(d *detail, c *figures.Column) []graph {
	perRow := graph{name: "cells", title: "CELLS PER ROW", of: "rows read that have it", bins: d.perRow,
		format: views.Numbers}
	sizes := graph{name: "sizes", title: "VALUE SIZES", of: "cells read", bins: d.sizes, format: views.Sizes}
	if c != nil {
		perRow.name, perRow.title, perRow.bins = "versions", "VERSIONS PER ROW", c.Versions
		perRow.more = " mean " + text.Number(c.MeanVersions.Value)
		sizes.more = " p50 " + text.Bytes(float64(c.Values.P50)) + "  p95 " + text.Bytes(float64(c.Values.P95))
	}
	ages := graph{name: "ages", title: "AGE OF CELLS", of: "cells read, newest first", bins: d.ages, format: seconds,
		more: " newest to oldest"}
	if len(d.ages) == 0 {
		ages.more = " all timestamps are in the future"
	} else if d.future > 0 {
		ages.more = " and " + text.Integer(int64(d.future)) + " in the future"
	}
	return []graph{perRow, sizes, ages}
}

// draw draws the graph as a pane.
func (g graph) draw(st *widget.Styles, w, h int) []string {
	return views.Spread{Title: g.title, Of: g.of, Bins: g.bins, Format: g.format,
		Empty: g.more[min(1, len(g.more)):]}.Draw(st, w, h)
}
