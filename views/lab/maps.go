package lab

import (
	"fmt"
	"slices"

	"tabletop/model/heat"
	"tabletop/model/rekey"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// mapLabels is the width of the keys beside a map, where there are any.
const mapLabels = 18

// shrunk is a map at the size it was drawn in last, and the keys beside its lines.
type shrunk struct {
	rows, cols int
	grid       []float64
	top        float64
	keys       [][]widget.AxisValue
	perLine    int // rows a line of keys
}

// shrink sums the map up to a size; the last one is kept, since a frame is drawn often.
func (o *projection) shrink(rows, cols int) *shrunk {
	if d := &o.drawn; d.grid == nil || d.rows != rows || d.cols != cols {
		grid, top := o.heat.Downsample(rows, cols)
		*d = shrunk{rows: rows, cols: cols, grid: grid, top: top}
	}
	return &o.drawn
}

// toggleFigures unfolds the figures, which take the place of the maps, or folds them again.
func (s *Screen) toggleFigures() views.Request {
	s.figures = !s.figures
	if !s.figures && s.focus == onFigures {
		s.focus = onLayouts
	}
	return nil
}

// leastMap is the width of a map, its labels included, below which fewer are drawn.
const leastMap = 38

// goalSlot stands for the map that a lesson asks for, which is behind those of the slots.
const goalSlot = maxSlots

// TakeGoal states the writes that a lesson asks for. They are drawn without keys, which would tell the layout.
func (s *Screen) TakeGoal(m *heat.Map) {
	switch {
	case m == nil:
		s.goal = nil
	case s.goal == nil || s.goal.heat != m:
		s.goal = &projection{heat: m}
	}
}

// mapped are the slots whose maps stand beside each other: the current layout, the one under the cursor, then the first
// of the others, as many as w cells hold. The goal goes before the current layout.
func (s *Screen) mapped(w int) []int {
	order := []int{0, s.at}
	if s.goal != nil {
		order = []int{s.at, goalSlot, 0}
	}
	for i := range s.slots {
		order = append(order, i)
	}
	var shown []int
	for _, i := range order {
		if len(shown) < max(w/leastMap, 2) && !slices.Contains(shown, i) {
			shown = append(shown, i)
		}
	}
	slices.Sort(shown)
	return shown
}

// drawMapPane draws where the writes of the layouts land.
func (s *Screen) drawMapPane(w, h int, boxed bool, st *widget.Styles) []string {
	right := widget.Hints(st, "v", "figures")
	if w >= besideMaps {
		right = st.Dim("keys down, time across (UTC); one scale for all   ") + right
	}
	pane := widget.Pane{Title: "WHERE WRITES LAND", Right: right, Boxed: boxed}
	iw, ih := pane.Inner(w, h)
	shown := s.mapped(iw - widget.Gutter)
	each := max((iw-widget.Gutter)/len(shown), 1)
	head := ""
	for _, i := range shown {
		head += widget.Pad(widget.Truncate(s.mapHead(i, each-1, st), max(each-1, 1)), each)
	}
	return pane.Text(st, append([]string{head}, s.drawMaps(shown, each, max(ih-1, 0), st)...), w, h)
}

// mapHead says whose map one of w cells is.
func (s *Screen) mapHead(i, w int, st *widget.Styles) string {
	if i == goalSlot {
		return st.Strong("the goal")
	}
	name := s.slotName(i) + "  "
	if i == 0 {
		name = "◆ " + name
	}
	return st.Strong(name) + st.Dim(s.layoutText(st, i, max(w-widget.Width(name), 1), false))
}

// drawMaps draws where the writes of the slots land, key downwards and time to the right, in exactly h lines: the
// times, the maps on one scale, and the pattern in words.
func (s *Screen) drawMaps(shown []int, each, h int, st *widget.Styles) []string {
	columns := make([][]string, len(shown))
	widths := make([]int, len(shown))
	lines := max(0, h-2)
	top := 0.0
	cells := max(each-1, 1)
	if each >= leastMap-1 {
		cells -= mapLabels
	}
	for _, i := range shown {
		if o := s.projection(i); o != nil && lines > 0 {
			top = max(top, o.shrink(min(lines*st.PerLine(), o.heat.Buckets), min(cells, o.heat.Windows)).top)
		}
	}
	for k, i := range shown {
		columns[k] = s.drawMap(i, each, lines, cells, top, st)
		widths[k] = each
	}
	return widget.Beside(columns, widths, h)
}

// projection is that of a slot, or of the goal; nil while there is none.
func (s *Screen) projection(i int) *projection {
	if i == goalSlot {
		return s.goal
	}
	if a := s.slots[i].answer; a != nil {
		return a.out
	}
	return nil
}

// drawMap draws the map of a slot, widened to as many cells, with its times above and its words below.
func (s *Screen) drawMap(i, each, lines, cells int, top float64, st *widget.Styles) []string {
	projection := s.projection(i)
	if projection == nil {
		return []string{st.Dim(text.NoFigure)}
	}
	heatmap := projection.heat
	left := each - 1 - cells
	from, to := heatmap.Label(0), heatmap.Label(heatmap.Windows-1)
	times := from
	if gap := cells - len(from) - len(to); gap > 1 {
		times += widget.Spaces(gap) + to
	}
	shrunk := projection.drawn
	shared, labels := widget.Spaces(max(0, left)), []string(nil)
	if left >= mapLabels && projection.table != nil {
		keys := projection.axis(shrunk.rows, st.PerLine())
		shared = widget.Pad(widget.AxisShared(keys, left-1), left)
		labels = widget.AxisLabels(st, keys, left-1)
	}
	out := []string{st.Dim(shared + widget.Truncate(times, cells))}
	if lines <= 0 {
		return out
	}
	hm := widget.Heat{Grid: widget.Widen(shrunk.grid, shrunk.cols, cells), Rows: shrunk.rows,
		Cols: max(shrunk.cols, cells), Gain: 2, Top: top, CursorRow: -1, CursorCol: -1}
	for y, line := range hm.Draw(st) {
		label := widget.Spaces(max(0, left))
		if labels != nil {
			label = labels[y] + " "
		}
		out = append(out, label+line)
	}
	for len(out) < lines+1 {
		out = append(out, "")
	}
	words := widget.Truncate(text.EscapeString(s.words(i)), max(each-3, 1))
	if i != goalSlot && (!s.slots[i].answer.current() || s.stale(s.slots[i])) {
		return append(out, st.Dim("~ "+words))
	}
	return append(out, st.Strong(words))
}

// words says of the map of a slot how many tablets take the writes, and in which pattern.
func (s *Screen) words(i int) string {
	m := s.projection(i).heat
	if i == goalSlot {
		return caption(m, m.Spread())
	}
	return caption(m, s.spread(s.slots[i].answer))
}

// caption says how many tablets take the writes of a map, behind which the pattern is named in words.
func caption(m *heat.Map, words string) string {
	if m.Artificial != "" {
		return m.Artificial
	}
	replay := m.Replay
	switch {
	case !replay.Conclusive():
		return words
	case replay.Written < 1.5:
		return fmt.Sprintf("one tablet takes %s, %s", text.Percent(replay.Busiest), words)
	}
	tablets := fmt.Sprintf("%.0f tablets, busiest %s", replay.Written, text.Percent(replay.Busiest))
	if m.Score.Pattern == heat.Even {
		return tablets
	}
	return tablets + ", " + words
}

// axis returns the values of the keys at the lines of a map of so many rows.
func (o *projection) axis(rows, perLine int) [][]widget.AxisValue {
	if d := &o.drawn; d.keys != nil && d.perLine == perLine {
		return d.keys
	}
	var keys [][]widget.AxisValue
	var fields []rekey.KeyField
	for row := 0; row < rows; row += perLine {
		place := o.heat.Rows[min(row*o.heat.Buckets/rows, o.heat.Buckets)]
		fields = o.table.FieldsAt(fields[:0], place)
		key := make([]widget.AxisValue, len(fields))
		for i, field := range fields {
			key[i] = axisValue(i, field)
		}
		if len(key) == 0 {
			key = []widget.AxisValue{{Text: text.Key(o.table.KeyAt(place))}}
		}
		keys = append(keys, key)
	}
	o.drawn.keys, o.drawn.perLine = keys, perLine
	return keys
}

// axisValue is a field of a key; a salt says that it is one.
func axisValue(i int, f rekey.KeyField) widget.AxisValue {
	value := widget.AxisValue{Text: text.Key(f.Text), Segment: i}
	if f.Codec != nil {
		value = widget.NewAxisValue(i, f.Codec, f.Value)
	}
	if f.Name == "salt" {
		value.Text = "salt " + value.Text
	}
	return value
}
