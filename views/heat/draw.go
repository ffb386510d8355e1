package heat

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"

	"tabletop/model/heat"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
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
	side       int // cells of the sums on the right, 0 for none
	below      int // lines of the sums below the map
	panes      int // lines of the panes below these, in place of a line for each; 0 for none
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

// Sizes of a window from which on panes stand below the map, and what they and the sums then take.
const (
	panesWidth  = 120
	panesHeight = 34
	wideSum     = 18 // bar and share of a line
)

// divide shares w by h cells between the map, its labels and its sums.
func divide(w, h int, m *heat.Map, perLine, words int) drawn {
	d := drawn{top: words + linesAbove, perLine: perLine, buckets: m.Buckets, windows: m.Windows, side: sumWidth, below: 1}
	d.left = min(max(w/5, 8), 28) + 1
	rest := linesBelow - 1
	switch {
	case w >= panesWidth && h >= panesHeight:
		d.side, d.below, d.panes = wideSum, max(3, h/10), max(8, h/4)
		rest = d.panes
	case w < 60:
		d.side = 0
	}
	right := 0
	if d.side > 0 {
		right = d.side + 1
	}
	d.cols = max(min(w-d.left-right, m.Windows), 1)
	lines := max(h-words-linesAbove-d.below-rest, 1)
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
		s.sums = newSums(m, s.drawn)
	}
	hm := widget.Heat{Grid: s.sums.grid, Rows: s.drawn.rows, Cols: s.drawn.cols, Gain: s.gain, CursorRow: s.row, CursorCol: s.col}
	lines := append(words, s.times(st))
	labels := s.labels(st)
	for i, line := range hm.Draw(st) {
		line = labels[i] + s.edge(i, st) + line
		if s.drawn.side > 0 {
			line += " " + s.rowSum(i, st)
		}
		lines = append(lines, line)
	}
	lines = append(lines, s.windowSums(st)...)
	if s.drawn.panes > 0 {
		return widget.Block(append(lines, s.panes(st, w, max(h-len(lines), s.drawn.panes))...), w, h)
	}
	return widget.Block(append(lines, s.foot(st)...), w, h)
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
	if s.drawn.panes > 0 {
		return widget.ListBar(st, s.sums.lines[i], wideSum-8, false) + widget.PadLeft(text.Percent(s.sums.shares[i]), 8)
	}
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
	shades := &widget.Heat{Rows: 1, Cols: widget.RampSteps, CursorRow: -1, CursorCol: -1, Gain: 1}
	for i := range widget.RampSteps {
		shades.Grid = append(shades.Grid, float64(i+1))
	}
	return shades.Draw(st)[0], s.amount(s.sums.busiest[0].value)
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

	shares  []float64 // of lines, of all that is on the map
	busiest []place   // drawn cells with the most, the most first
	total   float64
}

// place is a drawn cell of the map and the sum there.
type place struct {
	row, col int
	value    float64
}

// maxPlaces is how many of the busiest places are listed.
const maxPlaces = 12

// newSums adds a map up to what is drawn.
func newSums(m *heat.Map, d drawn) sums {
	s := sums{of: m, at: d, grid: d.sum(m), lines: d.rowSums(m), cols: d.colSums(m)}
	byBucket, _ := m.Sums()
	for _, v := range byBucket {
		s.total += v
	}
	s.shares = make([]float64, len(s.lines))
	for i := range s.shares {
		b0, _ := d.bucketRange(i * d.perLine)
		_, b1 := d.bucketRange(min((i+1)*d.perLine, d.rows) - 1)
		for b := b0; b < b1; b++ {
			s.shares[i] += byBucket[b] / max(s.total, 1e-300)
		}
	}
	for r := range d.rows {
		b0, b1 := d.bucketRange(r)
		for c := range d.cols {
			w0, w1 := d.windowRange(c)
			v := s.grid[r*d.cols+c] * float64((b1-b0)*(w1-w0))
			if v <= 0 || len(s.busiest) == maxPlaces && v <= s.busiest[maxPlaces-1].value {
				continue
			}
			at := sort.Search(len(s.busiest), func(i int) bool { return s.busiest[i].value < v })
			s.busiest = slices.Insert(s.busiest, at, place{r, c, v})
			s.busiest = s.busiest[:min(len(s.busiest), maxPlaces)]
		}
	}
	return s
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

// label shows the first part that is new, in the color of its segment.
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

// load states what the service measured of the load, in a few words.
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

// windowSums are the sums of the windows below the map.
func (s *Screen) windowSums(st *widget.Styles) []string {
	d := s.drawn
	under := widget.Pad(string(s.shown.m.Metric), d.left-1) + "│"
	if d.below == 1 {
		return []string{st.Dim(under) + st.Text(widget.Bar, widget.Sparkline(s.sums.cols))}
	}
	lines := widget.Histogram(st, s.sums.cols, d.below)
	for i := range lines {
		head := widget.Spaces(d.left-1) + "│"
		if i == 0 {
			head = widget.Pad(string(s.shown.m.Metric)+" of a window", d.left-1) + "│"
		}
		lines[i] = st.Dim(head) + lines[i]
	}
	return lines
}

// foot is what stands under the sums: what is under the cross-hair, the legend, the limits.
func (s *Screen) foot(st *widget.Styles) []string {
	return []string{s.cross(st), " " + s.legend(st), " " + st.Dim(s.limits()+"; "+s.load())}
}

// unit names what the amounts of the map are of; empty until the sample is analyzed.
func (s *Screen) unit() string {
	if s.data.Profile == nil || s.data.Sample == nil {
		return ""
	}
	return text.Amounts(s.data.Profile, s.data.Sample.How, s.data.Sample.Table.Emulator)
}

// amount formats an amount of the map.
func (s *Screen) amount(v float64) string {
	words := quantity(s.shown.m.Metric, v)
	if v != 0 && !s.shown.m.Counted && s.unit() == text.AmountsEstimated {
		words = "≈ " + words
	}
	return words
}

// limits states what the amounts of the map are of, and what it cannot show.
func (s *Screen) limits() string {
	m := s.shown.m
	limits := heat.Limits
	if unit := s.unit(); unit != "" && !m.Counted {
		limits = string(m.Metric) + " " + unit + "; " + limits
	}
	if m.Before+m.After > 0 {
		limits = fmt.Sprintf("%s outside the axis; %s", s.amount(m.Before+m.After), limits)
	}
	if m.Counted {
		limits = "counted over " + text.Count(s.shown.base.of.Census.Totals.Rows, "row") + ", the verdict of those kept; " + limits
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
	first, last := s.keysAt(s.row)
	keys := widget.EscapeTo(first, 30)
	if last != nil {
		keys += " … " + widget.EscapeTo(last, 30)
	}
	return fmt.Sprintf("%s  %s", m.Label(w0), keys), value
}

// keysAt are the first and the last key of a drawn row; last is nil where there is but one.
func (s *Screen) keysAt(drawnRow int) (first, last []byte) {
	m, smp := s.shown.m, s.shown.base.of.Sample
	b0, b1 := s.drawn.bucketRange(drawnRow)
	from, to := m.Rows[b0], max(m.Rows[min(b1, m.Buckets)]-1, m.Rows[b0])
	first = smp.Key(min(from, smp.Rows()-1))
	if to > from {
		last = smp.Key(min(to, smp.Rows()-1))
	}
	return first, last
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
