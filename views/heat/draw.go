package heat

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"tabletop/model/heat"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// drawn is what the last Draw showed where.
type drawn struct {
	rows, cols int // of the drawn map: rows of half blocks, or of characters
	left, top  int // of the map on the screen
	perLine    int // drawn rows a line
	buckets    int // of the map
	windows    int
}

// bucketRange is the buckets that a drawn row sums up, end exclusive.
func (d drawn) bucketRange(row int) (from, end int) {
	return row * d.buckets / d.rows, max((row+1)*d.buckets/d.rows, row*d.buckets/d.rows+1)
}

// windowRange is the windows that a drawn column sums up, end exclusive.
func (d drawn) windowRange(col int) (from, end int) {
	return col * d.windows / d.cols, max((col+1)*d.windows/d.cols, col*d.windows/d.cols+1)
}

// Lines that are not map: the times above; sums, figures, the legend and limits below. The verdict stands over all.
const (
	linesAbove = 1
	linesBelow = 4
	sumWidth   = 8
	mostWords  = 3 // lines of the verdict
)

// divide shares w by h cells between the map, its labels and its sums.
func divide(w, h int, m *heat.Map, perLine, words int) drawn {
	d := drawn{top: words + linesAbove, perLine: perLine, buckets: m.Buckets, windows: m.Windows}
	d.left = min(max(w/5, 8), 28) + 1
	right := sumWidth + 1
	if w < 60 {
		right = 0
	}
	d.cols = max(min(w-d.left-right, m.Windows), 1)
	lines := max(h-words-linesAbove-linesBelow, 1)
	d.rows = max(min(lines*perLine, m.Buckets), 1)
	return d
}

// Draw draws the screen.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if s.shown == nil {
		return widget.Block([]string{"", "  " + st.Dim(s.waiting())}, w, h)
	}
	m := s.shown.m
	words := s.verdict(w, h, st)
	s.drawn = divide(w, h, m, st.PerLine(), len(words))
	s.aim()
	s.clamp()
	if s.sums.of != m || s.sums.at != s.drawn {
		s.sums = sums{of: m, at: s.drawn, grid: s.drawn.sum(m), lines: s.drawn.rowSums(m), cols: s.drawn.colSums(m)}
	}
	hm := widget.Heat{Grid: s.sums.grid, Rows: s.drawn.rows, Cols: s.drawn.cols, Gain: s.gain, CursorRow: s.row, CursorCol: s.col}
	lines := append(words, s.times(st))
	labels := s.labels(st)
	for i, line := range hm.Draw(st) {
		line = labels[i] + s.edge(i, st) + line
		if w >= 60 {
			line += " " + s.rowSum(i, st)
		}
		lines = append(lines, line)
	}
	lines = append(lines, s.foot(w, st)...)
	return widget.Block(lines, w, h)
}

// verdict says the pattern of the writes in as many lines as it needs; where there is little room, in one.
func (s *Screen) verdict(w, h int, st *widget.Styles) []string {
	summary := s.shown.whole.Summary()
	most := mostWords
	if h < 18 {
		most = 1
	}
	lines := widget.Wrap(summary, max(w-4, 1))
	if len(lines) > most {
		lines = append(lines[:most-1:most-1], widget.Truncate(strings.Join(lines[most-1:], " "), max(w-4, 1)))
	}
	for i := range lines {
		mark := "  "
		if i == 0 && s.shown.whole.Score.Pattern.IsHot() {
			mark = st.Warning("") + " "
		}
		lines[i] = " " + mark + st.Strong(lines[i])
	}
	return lines
}

// rowSum is the bar of a line's sum. Bars that are nearly equal say nothing, so they are said to be so in place of drawn.
func (s *Screen) rowSum(i int, st *widget.Styles) string {
	const alike = 0.8 // of the largest
	for k, v := range s.sums.lines {
		if v < alike && k+1 < len(s.sums.lines) { // the last line may be half a line
			return widget.ListBar(st, s.sums.lines[i], sumWidth, false)
		}
	}
	if i == 0 {
		return st.Dim("≈ even")
	}
	return ""
}

// legend names the shades: from the least to the most of a cell of the map.
func (s *Screen) legend(st *widget.Styles) string {
	top, total := 0.0, 0.0
	for _, v := range s.sums.grid {
		top = max(top, v)
		total += v
	}
	if total == 0 {
		return ""
	}
	ramp := &widget.Heat{Rows: 1, Cols: widget.RampSteps, CursorRow: -1, CursorCol: -1, Gain: 1}
	for i := range widget.RampSteps {
		ramp.Grid = append(ramp.Grid, float64(i+1))
	}
	b0, b1 := s.drawn.bucketRange(0)
	w0, w1 := s.drawn.windowRange(0)
	cells := float64((b1 - b0) * (w1 - w0)) // of the map in one of the screen
	return st.Dim("blank none  few ") + ramp.Draw(st)[0] + st.Dim(" most: about "+quantity(s.shown.m.Metric, math.Round(top*cells))+" in one place   < > contrast")
}

func (s *Screen) waiting() string {
	if s.data == nil || s.data.Sample == nil {
		return "waiting for rows…"
	}
	return "placing the cells by key and time…"
}

// aim moves the cross-hair to the key that the screen was opened at.
func (s *Screen) aim() {
	if s.key == nil {
		return
	}
	row := s.shown.base.of.Sample.Find(s.key)
	m := s.shown.m
	for r := range s.drawn.rows {
		if _, end := s.drawn.bucketRange(r); m.Rows[min(end, m.Buckets)] > row {
			s.row = r
			break
		}
	}
	s.key = nil
}

// sum adds buckets and windows up to what is drawn, as a mean, so that a row of three buckets is not brighter than one of
// two.
func (d drawn) sum(m *heat.Map) []float64 {
	grid := make([]float64, d.rows*d.cols)
	for r := range d.rows {
		b0, b1 := d.bucketRange(r)
		for c := range d.cols {
			w0, w1 := d.windowRange(c)
			total := 0.0
			for b := b0; b < b1; b++ {
				for w := w0; w < w1; w++ {
					total += m.At(b, w)
				}
			}
			grid[r*d.cols+c] = total / float64((b1-b0)*(w1-w0))
		}
	}
	return grid
}

// rowSums is a line's share of the largest line's sum.
func (d drawn) rowSums(m *heat.Map) []float64 {
	byBucket, _ := m.Sums()
	sums := make([]float64, (d.rows+d.perLine-1)/d.perLine)
	top := 0.0
	for i := range sums {
		b0, _ := d.bucketRange(i * d.perLine)
		_, b1 := d.bucketRange(min((i+1)*d.perLine, d.rows) - 1)
		for b := b0; b < b1; b++ {
			sums[i] += byBucket[b]
		}
		sums[i] /= float64(b1 - b0)
		top = max(top, sums[i])
	}
	for i := range sums {
		sums[i] /= max(top, 1e-300)
	}
	return sums
}

// colSums are the means of the windows' sums in each drawn column.
func (d drawn) colSums(m *heat.Map) []float64 {
	_, byWindow := m.Sums()
	out := make([]float64, d.cols)
	for c := range out {
		w0, w1 := d.windowRange(c)
		for i := w0; i < w1; i++ {
			out[c] += byWindow[i]
		}
		out[c] /= float64(w1 - w0)
	}
	return out
}

// sums is what drawing a map at a size needs, kept until the map or the size changes.
type sums struct {
	of    *heat.Map
	at    drawn
	grid  []float64 // of drawn rows and columns
	lines []float64 // of lines, as shares of the largest
	cols  []float64
}

// times is the line of instants above the map, as many as fit.
func (s *Screen) times(st *widget.Styles) string {
	m, d := s.shown.m, s.drawn
	axis := "key ╲ time"
	if m.Artificial != "" {
		axis = "key ╲ stamp"
	}
	line := widget.Pad(axis, d.left-1) + "│"
	for c := 0; c < d.cols; {
		w, _ := d.windowRange(c)
		label := m.Label(w)
		if c+len(label) > d.cols {
			break
		}
		line += label + "   "
		c += len(label) + 3
	}
	return st.Dim(line)
}

// labels are the key segments at the left of each line: what is the same as in the line above is left out.
func (s *Screen) labels(st *widget.Styles) []string {
	m, d := s.shown.m, s.drawn
	smp := s.shown.base.of.Sample
	out := make([]string, (d.rows+d.perLine-1)/d.perLine)
	var before []string
	var spans []rowkey.Span
	for i := range out {
		b, _ := d.bucketRange(i * d.perLine)
		row := m.Rows[b]
		if row >= smp.Rows() {
			out[i] = widget.Spaces(d.left - 1)
			continue
		}
		var kind int
		spans, kind = s.data.Layouts.Decode(spans[:0], smp.Key(row))
		var parts []string
		for _, span := range spans {
			parts = append(parts, widget.SegmentValue(span.Segment.Codec, span.Value))
		}
		if kind < 0 {
			parts = []string{widget.EscapeTo(smp.Key(row), d.left)}
		}
		out[i] = label(st, parts, before, d.left-1)
		before = parts
	}
	return out
}

// label shows the first part that is new, in the colour of its segment.
func label(st *widget.Styles, parts, before []string, w int) string {
	for i, p := range parts {
		if i >= len(before) || p != before[i] {
			indent := widget.Spaces(min(2*i, w/3))
			return widget.Pad(indent+st.Segment(i, widget.Truncate(p, w-len(indent))), w)
		}
	}
	return widget.Spaces(w)
}

// edge is the rule between the label of a line and its map: a mark where the service saw a busy tablet.
func (s *Screen) edge(line int, st *widget.Styles) string {
	m, d, smp := s.shown.m, s.drawn, s.shown.base.of.Sample
	from, _ := d.bucketRange(line * d.perLine)
	_, end := d.bucketRange(min((line+1)*d.perLine, d.rows) - 1)
	first, last := m.Rows[from], m.Rows[min(end, m.Buckets)]-1
	if first >= smp.Rows() || last < first {
		return st.Dim("│")
	}
	for _, t := range s.hotTablets() {
		if (len(t.End) == 0 || bytes.Compare(smp.Key(first), t.End) <= 0) && bytes.Compare(smp.Key(last), t.Start) >= 0 {
			return st.Text(widget.Warning, "▐")
		}
	}
	return st.Dim("│")
}

// hotTablets are the busy tablets that the service told of.
func (s *Screen) hotTablets() []sample.HotTablet {
	if s.data == nil || s.data.Table == nil {
		return nil
	}
	return s.data.Table.Hot
}

// load tells what the service measured of the load, in a few words.
func (s *Screen) load() string {
	switch t := s.data.Table; {
	case t == nil || !t.HotKnown:
		return "hot tablets unknown (no service that measures them)"
	case len(t.Hot) == 0:
		return "no hot tablet in the last day"
	default:
		return fmt.Sprintf("▐ %s in the last day, up to %s of a node's CPU", text.Integer(int64(len(t.Hot)))+text.Plural(len(t.Hot), " hot tablet", " hot tablets"), text.Percent(t.Hot[0].NodeCPU))
	}
}

// foot is what stands under the map: the sums of the windows, what is under the cross-hair, the legend, the limits.
func (s *Screen) foot(w int, st *widget.Styles) []string {
	m, d := s.shown.m, s.drawn
	under := widget.Pad(string(m.Metric), d.left-1) + "│"
	limits := heat.Limits
	if m.Before+m.After > 0 {
		limits = fmt.Sprintf("%s outside the axis; %s", quantity(m.Metric, m.Before+m.After), limits)
	}
	if m.Counted {
		limits = "counted over " + text.Count(s.shown.base.of.Census.Totals.Rows, "row") + ", the verdict of those kept; " + limits
	}
	return []string{
		st.Dim(under) + st.Text(widget.Bar, widget.Sparkline(s.sums.cols)),
		s.cross(st),
		" " + s.legend(st),
		" " + st.Dim(limits+"; "+s.load()),
	}
}

// cross tells what is under the cross-hair.
func (s *Screen) cross(st *widget.Styles) string {
	label, value := s.under()
	line := " " + st.Strong(quantity(s.shown.m.Metric, value)) + "  " + label
	if s.pin != nil {
		line += st.Dim("   pinned " + quantity(s.shown.m.Metric, s.pin.value) + "  " + s.pin.label)
	}
	if s.want != s.shown.of {
		line += "  " + st.Note("drawing…")
	}
	return line
}

// under is the place under the cross-hair in words, and the sum there.
func (s *Screen) under() (string, float64) {
	m, d, smp := s.shown.m, s.drawn, s.shown.base.of.Sample
	if smp.Rows() == 0 {
		return "no rows", 0
	}
	b0, b1 := d.bucketRange(s.row)
	w0, w1 := d.windowRange(s.col)
	value := 0.0
	for b := b0; b < b1; b++ {
		for w := w0; w < w1; w++ {
			value += m.At(b, w)
		}
	}
	first, last := m.Rows[b0], max(m.Rows[min(b1, m.Buckets)]-1, m.Rows[b0])
	keys := widget.EscapeTo(smp.Key(min(first, smp.Rows()-1)), 30)
	if last > first {
		keys += " … " + widget.EscapeTo(smp.Key(min(last, smp.Rows()-1)), 30)
	}
	return fmt.Sprintf("%s  %s", m.Label(w0), keys), value
}

func quantity(metric heat.Metric, v float64) string {
	if metric == heat.Bytes || metric == heat.Garbage {
		return text.Bytes(v)
	}
	if v == 1 {
		return "1 " + strings.TrimSuffix(string(metric), "s")
	}
	return text.Number(v) + " " + string(metric)
}

// Bindings lists what keys do now.
func (s *Screen) Bindings() []views.Binding {
	nothing := ""
	if s.shown == nil || s.shown.base.of.Sample.Rows() == 0 {
		nothing = "there is no map yet"
	}
	out, unzoomed := []string{"-", "esc"}, ""
	if len(s.trail) == 0 {
		out, unzoomed = out[:1], "the whole map is shown" // esc leaves the screen
	}
	return []views.Binding{
		{Keys: []string{"+", "="}, Name: "zoom", Help: "look closer at the keys and times around the cross-hair", DisabledReason: nothing, Run: s.zoom},
		{Keys: out, Name: "out", Help: "look at what was shown before zooming in", Run: s.unzoom, DisabledReason: unzoomed},
		{Keys: []string{"v"}, Name: "metric", Help: "show writes, bytes, cells or waste", DisabledReason: nothing, Run: s.nextMetric},
		{Keys: []string{"enter"}, Name: "rows", Help: "go to the first key under the cross-hair on the Keys screen", DisabledReason: nothing, Run: func() views.Request {
			b, _ := s.drawn.bucketRange(s.row)
			return views.OpenScreen{Screen: views.KeysScreen, Key: s.shown.base.of.Sample.Key(min(s.shown.m.Rows[b], s.shown.base.of.Sample.Rows()-1))}
		}},
		{Keys: []string{">"}, Name: "brighter", Help: "brighten what is weak", DisabledReason: nothing, Run: func() views.Request { return s.brighten(1.5) }},
		{Keys: []string{"<"}, Name: "darker", Help: "darken what is weak", DisabledReason: nothing, Run: func() views.Request { return s.brighten(1 / 1.5) }},
		{Keys: []string{"p"}, Name: "pin", Help: "pin what is under the cross-hair, to compare other places with it", DisabledReason: nothing, Run: func() views.Request {
			label, value := s.under()
			s.pin = &pin{label, value}
			return nil
		}},
		{Keys: []string{"w"}, Name: "why", Help: "tell the write pattern and how it was found", DisabledReason: nothing, Run: s.explain},
		{Keys: []string{"y"}, Name: "copy", Help: "copy what is under the cross-hair", DisabledReason: nothing, Run: func() views.Request {
			label, value := s.under()
			return views.Copy{What: "place", Text: label + "  " + quantity(s.shown.m.Metric, value)}
		}},
	}
}

func (s *Screen) explain() views.Request {
	m := s.shown.whole
	var b strings.Builder
	b.WriteString(m.Summary() + "\n\n")
	sc := m.Score
	if sc.Pattern != heat.Unknown {
		fmt.Fprintf(&b, "Judged from %s in %s of %s. ", text.Count(int64(sc.Writes), "write"), text.Count(sc.Windows, "window"), text.Duration(m.Step))
		if sc.Writers > 0 {
			fmt.Fprintf(&b, "About %s places are written in parallel within a window. ", text.Number(sc.Writers))
		}
		fmt.Fprintf(&b, "The centre of the writes moves with a trend of %.2f (1 is steadily on), and the hottest range stays the same from one window to the next %s of the time.\n\n",
			sc.Trend, text.Percent(sc.Persistence))
	}
	b.WriteString("A write is a pair of row and cell timestamp. Keys are by rank: every line stands for as many rows. The map is made " + heat.Limits +
		". The service's own measure of load, its hot tablets of the last day: " + s.load() + ".")
	return views.Explain{Title: "Writes by key and time", Text: b.String()}
}
