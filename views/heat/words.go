package heat

import (
	"fmt"
	"strings"

	"tabletop/model/heat"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// legend names the shades: from the least to the most of a cell of the map.
func (s *Screen) legend(st *widget.Styles) string {
	ramp, most := s.ramp(st)
	if most == "" {
		return ""
	}
	return st.Dim("blank none  few ") + ramp + st.Dim(" most: "+most+" in one place   < > contrast")
}

// ramp draws the shades from few to most, and writes how much is in the brightest place; empty where nothing is.
func (s *Screen) ramp(st *widget.Styles) (ramp, most string) {
	if len(s.sums.busiest) == 0 {
		return "", ""
	}
	shades := &widget.Heat{Rows: 1, Cols: widget.RampSteps, CursorRow: -1, CursorCol: -1, Gain: 1,
		Exact: true}
	for i := range widget.RampSteps {
		shades.Grid = append(shades.Grid, float64(i+1))
	}
	return shades.Draw(st)[0], s.amount(s.sums.busiest[0].value)
}

// load states what the service measured of the load, in a few words.
func (s *Screen) load() string {
	switch table := s.data.Table; {
	case table == nil || !table.HotKnown:
		return "hot tablets unknown (no service that measures them)"
	case len(table.Hot) == 0:
		return "no hot tablet in the last day"
	default:
		return fmt.Sprintf("▐ %s in the last day, up to %s of a node's CPU",
			text.Integer(int64(len(table.Hot)))+text.Plural(len(table.Hot), " hot tablet", " hot tablets"),
			text.Percent(table.Hot[0].NodeCPU))
	}
}

// foot is what stands under the sums: what is under the cross-hair, the legend, the limits.
func (s *Screen) foot(st *widget.Styles, w int) []string {
	return append([]string{s.cross(st), " " + s.legend(st)}, st.Dim(" "+strings.Join(s.caveats(w-1, 1), " ")))
}

// caveats are what the map cannot show, on at most h lines of w cells: whole sentences, the most important ones where
// there is no room for all.
func (s *Screen) caveats(w, h int) []string {
	var lines []string
	least := heat.Limits
	if axes := s.axes(); axes != nil {
		least = axes.words()
	}
	for _, words := range []string{s.limits() + "; " + s.load(), s.limits(), least} {
		if lines = text.Wrap(words, max(w, 1)); len(lines) <= h {
			break
		}
	}
	return lines
}

// unit names what the amounts of the map are of; empty until the sample is analyzed.
func (s *Screen) unit() string { return text.MapUnit(s.shown.m, s.data.Profile, s.data.Sample) }

// amount writes an amount of the map.
func (s *Screen) amount(v float64) string { return text.MapAmount(s.shown.m.Metric, v, s.unit()) }

// limits states what the amounts of the map are of, and what it cannot show.
func (s *Screen) limits() string {
	grid := s.shown.m
	limits := heat.Limits
	if unit := s.unit(); unit != "" && !grid.AllRows.IsKnown() {
		limits = grid.Metric.Name() + " " + unit + "; " + limits
	}
	if grid.Before+grid.After > 0 {
		limits = fmt.Sprintf("%s outside the axis; %s", s.amount(grid.Before+grid.After), limits)
	}
	if axes := s.axes(); axes != nil {
		limits = axes.words() + "; " + limits
	}
	if grid.AllRows.IsKnown() {
		limits = "counted over " + text.Count(int64(grid.AllRows.Value), "row") + "; " + limits
	} else if s.shown.whole != nil && s.shown.whole.AllRows.IsKnown() {
		limits = "the verdict is counted over all rows; " + limits
	}
	return limits
}

// cross states what is under the cross-hair.
func (s *Screen) cross(st *widget.Styles) string {
	label, value := s.under()
	line := " " + st.Strong(s.amount(value)) + "  " + label
	if s.pin != nil {
		line += st.Dim("   pinned " + s.amount(s.pin.value) + "  " + s.pin.label)
	}
	if s.want != s.shown.of {
		line += "  " + st.Note("drawing…")
	}
	return line
}

// under is the place under the cross-hair in words, and the sum there.
func (s *Screen) under() (string, float64) {
	heatmap, smp := s.shown.m, s.shown.base.of.Sample
	if smp.Rows() == 0 {
		return "no rows", 0
	}
	b0, b1 := s.bucketsAt(s.row)
	w0, w1 := s.windowsAt(s.col)
	value := 0.0
	for b := b0; b < b1; b++ {
		for w := w0; w < w1; w++ {
			value += heatmap.At(b, w)
		}
	}
	first, last := s.keysAt(s.row)
	keys := widget.RowName(s.data.Layouts, first, 30)
	if last != nil {
		keys += " to " + widget.RowName(s.data.Layouts, last, 30)
	}
	return fmt.Sprintf("%s  %s", heatmap.Label(w0), keys), value
}

// bucketsAt returns the buckets of the map in a drawn row, end exclusive. They are the first one while the map was
// not drawn, and within the map where another was: keys come between a map and its first frame, and in terminals
// without room for it.
func (s *Screen) bucketsAt(row int) (from, end int) {
	if s.drawn.rows == 0 {
		return 0, min(1, s.shown.m.Buckets)
	}
	from, end = s.drawn.bucketRange(min(row, s.drawn.rows-1))
	return within(from, end, s.shown.m.Buckets)
}

// windowsAt is bucketsAt for the windows in a drawn column. While none is drawn, the range is empty, of which within
// makes the first window.
func (s *Screen) windowsAt(col int) (from, end int) {
	from, end = s.drawn.windowRange(min(col, s.drawn.cols-1))
	return within(from, end, s.shown.m.Windows)
}

// within is the part of a range that is in the first n.
func within(from, end, n int) (int, int) {
	from = max(0, min(from, n-1))
	return from, min(max(end, from+1), n)
}

// keysAt are the first and the last key of a drawn row; last is nil where there is but one.
func (s *Screen) keysAt(row int) (first, last []byte) {
	grid, smp := s.shown.m, s.shown.base.of.Sample
	b0, b1 := s.bucketsAt(row)
	from, to := grid.Rows[b0], max(grid.Rows[min(b1, grid.Buckets)]-1, grid.Rows[b0])
	if axes := s.axes(); axes != nil && b0 > 0 && from == grid.Rows[min(b1, grid.Buckets)] {
		return axes.ranges[b0].Start, nil // none of its rows was read
	}
	first = smp.Key(min(from, smp.Rows()-1))
	if to > from {
		last = smp.Key(min(to, smp.Rows()-1))
	}
	return first, last
}
