package heat

import (
	"strings"
	"time"

	"tabletop/model/heat"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// panes draws what is under the cross-hair, the busiest places of the map and its legend beside each other, in h lines.
func (s *Screen) panes(st *widget.Styles, w, h int) []string {
	left, right := w*28/100, w*33/100
	middle := w - left - right
	return widget.Beside([][]string{s.underPane(st, left, h), s.busiestPane(st, middle, h), s.legendPane(st, right, h)},
		[]int{left, middle, right}, h)
}

// underPane draws what is under the cross-hair, beside what was pinned.
func (s *Screen) underPane(st *widget.Styles, w, h int) []string {
	pane := widget.Pane{Title: "UNDER THE CROSS-HAIR", Right: widget.Hints(st, "enter", "rows", "p", "pin"),
		Boxed: true}
	heatmap, smp := s.shown.m, s.shown.base.of.Sample
	if smp.Rows() == 0 {
		return pane.Text(st, []string{st.Dim("no rows")}, w, h)
	}
	_, value := s.under()
	in := pane.TextWidth(w)
	w0, w1 := s.windowsAt(s.col)
	first, last := s.keysAt(s.row)
	share := ""
	if s.sums.total > 0 {
		share = st.Dim(", " + text.Percent(value/s.sums.total) + " of the map")
	}
	lines := []string{st.Strong(s.amount(value)) + share,
		st.Dim("time  ") + heatmap.Label(w0) + st.Dim(" for ") + text.Duration(heatmap.Step*time.Duration(w1-w0)),
		st.Dim("from  ") + widget.RowName(s.data.Layouts, first, max(in-6, 1))}
	if last != nil {
		lines = append(lines, st.Dim("to    ")+widget.RowName(s.data.Layouts, last, max(in-6, 1)))
	}
	lines = append(lines, st.Dim("line  ")+text.Percent(s.sums.shares[s.row/s.drawn.perLine])+
		st.Dim(" of all "+heatmap.Metric.Name()))
	lines = append(lines, s.minimap(st, in)...)
	if s.pin != nil {
		lines = append(lines, "", st.Dim("pinned  ")+s.amount(s.pin.value), st.Dim("  ")+s.pin.label)
	}
	if s.want != s.shown.of {
		lines = append(lines, st.Note("drawing…"))
	}
	return pane.Text(st, lines, w, h)
}

// minimap shows where the map that is zoomed in is in the whole: its keys, and its time. Of the whole it is nothing.
func (s *Screen) minimap(st *widget.Styles, w int) []string {
	const label, most = 6, 30
	width := min(w-label, most)
	if len(s.trail) == 0 || width < 8 {
		return nil
	}
	part, whole := s.shown.m, s.shown.whole
	start := whole.Window(0)
	since := func(at time.Time) float64 { return at.Sub(start).Seconds() }
	first, end := float64(part.Rows[0]), float64(part.Rows[len(part.Rows)-1])
	rows, span := float64(s.shown.base.of.Sample.Rows()), since(whole.Window(whole.Windows))
	return []string{st.Dim("keys  ") + widget.Minimap(st, first, end, max(rows, 1), width),
		st.Dim("time  ") + widget.Minimap(st, since(part.Window(0)), since(part.Window(part.Windows)), max(span, 1e-6),
			width)}
}

// busiestPane lists the places of the map with the most.
func (s *Screen) busiestPane(st *widget.Styles, w, h int) []string {
	pane := widget.Pane{Title: "BUSIEST PLACES", Right: st.Dim(s.shown.m.Metric.Name() + " in one place of the map"),
		Boxed: true}
	table := s.busiestTable()
	return pane.Table(st, table, false, w, h, func(row, col, w int) string { return s.busiestCell(st, row, col, w) })
}

// busiestTable is the table of the busiest places.
func (s *Screen) busiestTable() *widget.Table {
	table := &s.busiest
	table.Sort, table.Still = -1, true
	table.Columns = []widget.Column{{Title: "first key", Width: 16, Flex: 1}, {Title: "from", Drop: 1},
		{Title: s.shown.m.Metric.Name(), Right: true}, {Title: "share", Right: true, Drop: 2},
		{Width: 6, Bar: true, Drop: 3}}
	table.SetLen(len(s.sums.busiest))
	return table
}

func (s *Screen) busiestCell(st *widget.Styles, row, col, w int) string {
	heatmap, at := s.shown.m, s.sums.busiest[row]
	switch col {
	case 0:
		first, _ := s.keysAt(at.row)
		return widget.RowName(s.data.Layouts, first, w)
	case 1:
		from, _ := s.drawn.windowRange(at.col)
		return heatmap.Label(from)
	case 2:
		if heatmap.Metric == heat.Bytes || heatmap.Metric == heat.Garbage {
			return text.Bytes(at.value)
		}
		return text.Number(at.value)
	case 3:
		return text.Percent(at.value / max(s.sums.total, 1e-300))
	}
	return widget.ListBar(st, at.value/s.sums.busiest[0].value, w, false)
}

// inWords is the map for a screen reader, in h lines: what is under the cross-hair, the busiest places, and what their
// figures are of.
func (s *Screen) inWords(st *widget.Styles, w, h int) []string {
	lines := []string{widget.Truncate(" ▸"+s.cross(st), w)}
	limits := text.Wrap(s.limits()+"; "+s.load(), max(w-2, 1))
	if len(s.sums.busiest) == 0 {
		return append(append(lines, " no "+s.shown.m.Metric.Name()+" in the map"), limits...)
	}
	if room := h - len(lines) - len(limits) - 1; room > 1 {
		lines = append(lines, st.Strong(" busiest places: "+s.shown.m.Metric.Name()+" of a key range in a window"))
		list := s.busiestTable().DrawPane(st, w, min(room, len(s.sums.busiest)+1), false,
			func(row, col, w int) string { return s.busiestCell(st, row, col, w) })
		lines = append(lines, strings.Split(list, "\n")...)
	}
	return append(lines, limits...)
}

// legendPane names the shades and signs of the map, and what it cannot show.
func (s *Screen) legendPane(st *widget.Styles, w, h int) []string {
	pane := widget.Pane{Title: "LEGEND", Right: widget.Hints(st, "<", "darker", ">", "brighter"), Boxed: true}
	in := pane.TextWidth(w)
	ramp, most := s.ramp(st)
	var lines []string
	if most != "" {
		lines = append(lines, st.Dim("blank none, few ")+ramp+st.Dim(" most"),
			st.Dim("most  ")+most+st.Dim(" in one place"))
	}
	lines = append(lines, "┼ "+st.Dim("cross-hair  ")+"─ "+st.Dim("its keys  ")+"│ "+st.Dim("its time"),
		st.Dim("right: share of all of a line's keys"))
	for _, l := range s.caveats(in, max(h-2-len(lines), 1)) {
		lines = append(lines, st.Dim(l))
	}
	return pane.Text(st, lines, w, h)
}
