package heat

import (
	"bytes"

	"tabletop/model/sample"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// rowSum is the bar of a line's sum. Bars that are nearly equal say nothing, so they are said to be so in place of
// drawn.
func (s *Screen) rowSum(i int, st *widget.Styles) string {
	const share = 8
	bars, figure := s.drawn.side, ""
	if s.drawn.panes > 0 {
		bars, figure = bars-share, widget.PadLeft(text.Percent(s.sums.shares[i]), share)
	}
	const similar = 0.8 // of the largest
	for k, v := range s.sums.lines {
		if v < similar && k+1 < len(s.sums.lines) { // the last line may be half a line
			return widget.ListBar(st, s.sums.lines[i], bars, false) + figure
		}
	}
	if i == 0 {
		return st.Dim("≈ even")
	}
	return ""
}

// times is the line of instants above the map, as many as fit.
func (s *Screen) times(st *widget.Styles, keys [][]widget.AxisValue) string {
	grid, cells := s.shown.m, s.drawn
	axis := "time"
	if grid.Artificial != "" && !grid.Unordered {
		axis = "timestamp"
	}
	const across = " ╲ "
	if shared := widget.AxisShared(keys, cells.left-1-len(across)-len(axis)); shared != "" {
		axis = shared + across + axis
	} else {
		axis = "key" + across + axis
	}
	if widget.Width(axis) > cells.left-1 { // a word cut in half says less than none
		axis = "key"
	}
	line := widget.Pad(axis, cells.left-1) + "│"
	for x, col := 0, 0; col < cells.cols; {
		windowRange, _ := cells.windowRange(col)
		label := grid.Label(windowRange)
		if x+len(label) > cells.width {
			break
		}
		line += label
		after := x + len(label)
		for col < cells.cols && cells.cell(col) < after+3 {
			col++
		}
		x = cells.cell(col)
		line += widget.Spaces(x - after)
	}
	return st.Dim(line)
}

// keys are the values of the keys that lines begin with.
func (s *Screen) keys() [][]widget.AxisValue {
	grid, cells, smp := s.shown.m, s.drawn, s.shown.base.of.Sample
	out := make([][]widget.AxisValue, (cells.rows+cells.perLine-1)/cells.perLine)
	for i := range out {
		from, _ := cells.bucketRange(i * cells.perLine)
		if axes := s.axes(); axes != nil && from > 0 {
			out[i] = widget.KeyAxis(s.data.Layouts, axes.ranges[from].Start)
		} else if row := grid.Rows[from]; row < smp.Rows() {
			out[i] = widget.KeyAxis(s.data.Layouts, smp.Key(row))
		}
	}
	return out
}

// edge is the rule between the label of a line and its map: a mark where the service saw a hot tablet.
func (s *Screen) edge(line int, st *widget.Styles) string {
	grid, drawn, smp := s.shown.m, s.drawn, s.shown.base.of.Sample
	from, _ := drawn.bucketRange(line * drawn.perLine)
	_, end := drawn.bucketRange(min((line+1)*drawn.perLine, drawn.rows) - 1)
	if axes := s.axes(); axes != nil && axes.done(from, min(end, grid.Buckets)) < min(end, grid.Buckets)-from {
		return st.Dim("┊")
	}
	first, last := grid.Rows[from], grid.Rows[min(end, grid.Buckets)]-1
	if first >= smp.Rows() || last < first {
		return st.Dim("│")
	}
	for _, t := range s.hotTablets() {
		if (len(t.End) == 0 || bytes.Compare(smp.Key(first), t.End) <= 0) &&
			bytes.Compare(smp.Key(last), t.Start) >= 0 {
			return st.Text(widget.Warning, "▐")
		}
	}
	return st.Dim("│")
}

// hotTablets are the hot tablets that the service reported.
func (s *Screen) hotTablets() []sample.HotTablet {
	if s.data == nil || s.data.Table == nil {
		return nil
	}
	return s.data.Table.Hot
}

// windowSums are the sums of the windows below the map.
func (s *Screen) windowSums(st *widget.Styles) []string {
	drawn := s.drawn
	under := widget.Pad(s.shown.m.Metric.Name(), drawn.left-1) + "│"
	if drawn.below == 1 {
		return []string{st.Dim(under) +
			st.Text(widget.Bar, widget.Sparkline(widget.Widen(s.sums.cols, drawn.cols, drawn.width)))}
	}
	lines := widget.Histogram(st, widget.Widen(s.sums.cols, drawn.cols, drawn.width), drawn.below)
	for i := range lines {
		head := widget.Spaces(drawn.left-1) + "│"
		if i == 0 {
			head = widget.Pad(s.shown.m.Metric.Name()+" of a window", drawn.left-1) + "│"
		}
		lines[i] = st.Dim(head) + lines[i]
	}
	return lines
}
