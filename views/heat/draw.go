package heat

import (
	"strings"

	"tabletop/model/audit"
	"tabletop/model/heat"
	"tabletop/model/spelling"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// drawn is what the last Draw showed where.
type drawn struct {
	rows, cols int // of the drawn map: rows of half blocks, or of characters, and columns of as many windows each
	width      int // cells that the columns take
	perColumn  int // windows of a column
	left, top  int // of the map on the screen
	perLine    int // drawn rows a line
	buckets    int // of the map
	windows    int
	side       int // cells of the sums on the right, 0 for none
	below      int // lines of the sums below the map
	panes      int // lines of the panes below these, in place of a line for each; 0 for none
}

// Lines that are not map: the times above; sums, figures, the legend and limits below. The verdict stands over all.
const (
	linesAbove = 1
	linesBelow = 4
	sumWidth   = 8
	mostWords  = 3 // lines of the verdict
	// lines of the verdict while rows arrive
	wordsArriving = 2
)

// Sizes of a window from which on panes stand below the map, and what they and the sums then take.
const (
	panesWidth  = 120
	panesHeight = 34
	wideSum     = 18 // bar and share of a line
)

// divide shares w by h cells between the map, its labels and its sums.
func divide(w, h int, m *heat.Map, perLine, words int) drawn {
	cells := drawn{top: words + linesAbove, perLine: perLine, buckets: m.Buckets, windows: m.Windows, side: sumWidth,
		below: 1}
	cells.left = min(max(w/5, 8), 28) + 1
	rest := linesBelow - 1
	switch {
	case w >= panesWidth && h >= panesHeight:
		cells.side, cells.below, cells.panes = wideSum, max(3, h/10), max(8, h/4)
		rest = cells.panes
	case w < 60:
		cells.side = 0
	}
	right := 0
	if cells.side > 0 {
		right = cells.side + 1
	}
	cells.width = max(w-cells.left-right, 1)
	cells.perColumn = max((m.Windows+cells.width-1)/cells.width, 1)
	cells.cols = (m.Windows + cells.perColumn - 1) / cells.perColumn
	lines := max(h-words-linesAbove-cells.below-rest, 1)
	cells.rows = max(min(lines*perLine, m.Buckets), 1)
	return cells
}

// Draw draws the screen.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if s.gaps.open {
		return widget.Block(strings.Split(strings.Join(s.drawGaps(st, w, h), "\n"), "\n"), w, h)
	}
	if s.shown == nil {
		return widget.Block([]string{"", "  " + st.Dim(s.waiting())}, w, h)
	}
	grid := s.shown.m
	words := s.verdict(w, h, st)
	s.drawn = divide(w, h, grid, st.PerLine(), len(words))
	s.aim()
	s.clamp()
	if s.sums.of != grid || s.sums.at != s.drawn {
		s.sums = newSums(grid, s.drawn)
	}
	if !s.moved && len(s.sums.busiest) > 0 && !(s.settled && s.axes() != nil) {
		s.row, s.col = s.sums.busiest[0].row, s.sums.busiest[0].col
	}
	s.settled = s.axes() != nil
	if st.Spoken() {
		return widget.Block(append(words, s.inWords(st, w, h-len(words))...), w, h)
	}
	middle := (s.drawn.cell(s.col) + s.drawn.cell(s.col+1) - 1) / 2
	hm := widget.Heat{Grid: s.sums.wide, Rows: s.drawn.rows, Cols: s.drawn.width, Gain: s.gain, Top: s.top(),
		CursorRow: s.row, CursorCol: middle}
	keys := s.keys()
	lines := append(words, s.times(st, keys))
	labels := widget.AxisLabels(st, keys, s.drawn.left-1)
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
	return widget.Block(append(lines, s.foot(st, w)...), w, h)
}

// verdict states the pattern of the writes, and what the audit found about them, in as many lines as that needs; where
// there is little room, in one.
func (s *Screen) verdict(w, h int, st *widget.Styles) []string {
	judged := s.data.Judgment(audit.Writes)
	summary := s.shown.whole.Summary()
	if s.data.Reading {
		summary = "So far: " + strings.ToLower(summary[:1]) + summary[1:]
	}
	if judged.Warns() {
		summary += " " + spelling.Capitalize(string(judged.Worst.Severity)) + ": " +
			text.EscapeString(judged.Worst.Title) + "."
	}
	most, least := mostWords, 1
	if s.axes() != nil { // other words must not push the map
		most, least = wordsArriving, wordsArriving
	}
	if h < 18 {
		most, least = 1, 1
	}
	lines := text.Wrap(summary, max(w-4, 1))
	if len(lines) > most {
		lines = append(lines[:most-1:most-1], widget.Truncate(strings.Join(lines[most-1:], " "), max(w-4, 1)))
	}
	for i := range lines {
		mark := "  "
		if i == 0 {
			mark = judged.Sign(st) + " "
		}
		lines[i] = mark + st.Strong(lines[i])
	}
	for len(lines) < least {
		lines = append(lines, "")
	}
	return lines
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
