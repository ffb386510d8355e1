package lab

import (
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// mapLabels is the width of the keys beside a map, and wideMap the width from which on there are any.
const (
	mapLabels = 18
	wideMap   = 40
)

// shrunk is a map at the size it was drawn in last.
type shrunk struct {
	rows, cols int
	grid       []float64
	top        float64
}

// shrink sums the map up to a size; the last one is kept, since a frame is drawn often.
func (o *projection) shrink(rows, cols int) *shrunk {
	if d := &o.drawn; d.grid == nil || d.rows != rows || d.cols != cols {
		grid, top := o.heat.Downsample(rows, cols)
		*d = shrunk{rows, cols, grid, top}
	}
	return &o.drawn
}

func (s *Screen) toggleMaps() views.Request {
	s.maps = !s.maps
	return nil
}

// drawMaps draws where the writes of the slots land, key downwards and time to the right, in exactly h lines: the
// times, the maps on one scale, and the pattern in words.
func (s *Screen) drawMaps(shown []int, each, h int, st *widget.Styles) []string {
	columns := make([][]string, len(shown))
	widths := make([]int, len(shown))
	lines := max(0, h-2)
	top := 0.0
	width := func(each int) int {
		if each >= wideMap {
			return each - 1 - mapLabels
		}
		return max(each-1, 1)
	}
	for _, i := range shown {
		if o := s.projection(i); o != nil && lines > 0 {
			top = max(top, o.shrink(min(lines*st.PerLine(), o.heat.Buckets), min(width(each), o.heat.Windows)).top)
		}
	}
	for k, i := range shown {
		columns[k] = s.drawMap(i, each, lines, width(each), top, st)
		widths[k] = each
	}
	return widget.Beside(columns, widths, h)
}

// projection is that of a slot; nil while there is none.
func (s *Screen) projection(i int) *projection {
	if a := s.slots[i].answer; a != nil {
		return a.out
	}
	return nil
}

// drawMap draws the map of a slot with its times above and its words below.
func (s *Screen) drawMap(i, each, lines, width int, top float64, st *widget.Styles) []string {
	projection := s.projection(i)
	if projection == nil {
		return []string{st.Dim(text.NoFigure)}
	}
	heatmap := projection.heat
	left := each - 1 - width
	from, to := heatmap.Label(0), heatmap.Label(heatmap.Windows-1)
	times := from
	if gap := min(width, heatmap.Windows) - len(from) - len(to); gap > 1 {
		times += widget.Spaces(gap) + to
	}
	out := []string{widget.Spaces(max(0, left)) + st.Dim(widget.Truncate(times, width))}
	if lines <= 0 {
		return out
	}
	shrunk := projection.drawn
	hm := widget.Heat{Grid: shrunk.grid, Rows: shrunk.rows, Cols: shrunk.cols, Gain: 2, Top: top, CursorRow: -1,
		CursorCol: -1}
	for y, line := range hm.Draw(st) {
		label := ""
		if left >= mapLabels {
			label = widget.Pad(st.Dim(widget.EscapeTo(projection.table.KeyAt(heatmap.Rows[min(y*st.PerLine()*
				heatmap.Buckets/shrunk.rows, heatmap.Buckets)]), left-1)), left)
		}
		out = append(out, label+line)
	}
	for len(out) < lines+1 {
		out = append(out, "")
	}
	words := s.spread(s.slots[i].answer)
	if heatmap.Artificial != "" {
		words = heatmap.Artificial
	}
	words = text.EscapeString(words)
	if !s.slots[i].answer.current() || s.stale(s.slots[i]) {
		return append(out, st.Dim(widget.Truncate("~ "+words, each-1)))
	}
	return append(out, st.Strong(widget.Truncate(words, each-1)))
}
