package keys

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/text"
	"tabletop/views/value"
	"tabletop/views/widget"
)

// viewport is the part of the list that is in sight, decoded. Only these keys are, so a list of a million costs no more
// than the window. Its memory is used again from frame to frame.
type viewport struct {
	set    rowkey.Set
	w      int
	raw    bool
	typed  string        // what is searched for
	misfit bool          // no layout decodes one of them: the keys stand whole then
	marks  bool          // each key has a letter before it: kinds differ, or some keys are unexplained
	widths map[int][]int // kind -> width of each segment's column: the widest seen, so that columns do not jump
	rows   []viewportRow
	spans  []rowkey.Span
}

// viewportRow is one key in sight.
type viewportRow struct {
	kind  int
	key   []byte
	parts []widget.KeyPart // raw
	cells []string         // decoded, one a segment
	count int64            // cells of the row
	bytes int64            // of the row
	age   string           // of its newest cell
	value string           // its first cell: column and value
}

// maxColumn is how wide the column of one segment gets.
const maxColumn = 44

// decodeVisible decodes places from to to (exclusive) of the list.
func (view *viewport) decodeVisible(s *Screen, from, to, w int) {
	set := s.layouts()
	if !view.set.Equal(set) || view.w != w || view.raw != s.raw || view.widths == nil {
		view.widths = map[int][]int{}
	}
	view.set, view.w, view.raw, view.marks, view.typed = set, w, s.raw, len(s.kinds) > 1, s.want.typed
	segments := make([][]*rowkey.Segment, len(set))
	for i, l := range set {
		segments[i] = l.Segments()
	}
	for len(view.rows) < to-from {
		view.rows = append(view.rows, viewportRow{})
	}
	view.rows = view.rows[:to-from]
	view.misfit = false
	limit := min(maxColumn, max(w/2, 8))
	for index := range view.rows {
		row := s.rows.at(from + index)
		viewportRow := &view.rows[index]
		viewportRow.key = s.rows.of.Sample.Key(row)
		view.spans, viewportRow.kind = set.Decode(view.spans[:0], viewportRow.key)
		viewportRow.parts, viewportRow.cells = viewportRow.parts[:0], viewportRow.cells[:0]
		switch {
		case viewportRow.kind < 0:
			view.misfit = true
			viewportRow.parts = widget.KeyParts(viewportRow.parts, viewportRow.key, nil, nil, w)
		case s.raw:
			viewportRow.parts = widget.KeyParts(viewportRow.parts, viewportRow.key, view.spans,
				segments[viewportRow.kind], w)
		default:
			view.decode(viewportRow, segments[viewportRow.kind], limit)
		}
		from, to := s.rows.of.Sample.Cells(row)
		viewportRow.count, viewportRow.bytes = int64(to-from), s.rows.of.Sample.RowBytes(row)
		viewportRow.age, viewportRow.value = "", ""
		if w >= leastContents && to > from {
			viewportRow.contents(s.rows.of.Sample, s.ages(), from, to)
		}
	}
}

// leastContents is the width from which the list shows what is in the rows, and maxLooked the most cells of a row that
// are looked at for it.
const leastContents, maxLooked = 100, 1000

// contents writes how old the newest of a row's cells from (inclusive) to to (exclusive) is, and its first cell.
func (r *viewportRow) contents(s *sample.Sample, ages text.Ages, from, to int) {
	if to-from <= maxLooked {
		if newest := slices.Max(s.Times(from, to)); newest > 0 {
			r.age = ages.Age(newest)
		}
	}
	c := s.Cell(from)
	b := c.Value[:min(len(c.Value), 4*maxColumn)]
	r.value = text.ColumnName(s.Column(c.Column)) + " " + value.Line(value.Guess(b, c.Size), b, c.Size)
}

// ages writes ages in the unit of the oldest cell of the table.
func (s *Screen) ages() text.Ages {
	oldest := s.data.Now.UnixMicro()
	if p := s.data.Profile; p != nil && p.Times.Oldest > 0 {
		oldest = p.Times.Oldest
	}
	return text.AgesUpTo(s.data.Now, oldest)
}

// decode writes the value of each segment; those of a repeated group stand in one column.
func (view *viewport) decode(r *viewportRow, segments []*rowkey.Segment, limit int) {
	widths := view.widths[r.kind]
	if widths == nil {
		widths = make([]int, len(segments))
		view.widths[r.kind] = widths
	}
	for range segments {
		r.cells = append(r.cells, "")
	}
	for _, sp := range view.spans {
		for j, seg := range segments {
			if seg != sp.Segment {
				continue
			}
			decoded := sp.Value
			if len(decoded.Bytes) > 4*limit {
				decoded.Bytes = decoded.Bytes[:4*limit]
			}
			shown := widget.SegmentValue(seg.Codec, decoded)
			if r.cells[j] != "" {
				shown = r.cells[j] + " · " + shown
			}
			r.cells[j] = widget.Truncate(shown, limit)
			widths[j] = max(widths[j], widget.Width(r.cells[j]))
			break
		}
	}
}

// isColumns reports whether the segments are columns of the list: where all keys are of one kind, and decoded,
// those that a draft is tried on too.
func (view *viewport) isColumns() bool {
	return !view.raw && !view.marks && !view.misfit && len(view.set) == 1
}

// columns are those of the list of keys. Bars are beside the largest row of most bytes.
func (view *viewport) columns(most int64) []widget.Column {
	var out []widget.Column
	if view.isColumns() {
		for _, seg := range view.set[0].Segments() {
			out = append(out, widget.Column{Title: text.EscapeString(seg.Name), Width: 6, Flex: 1})
		}
	}
	if len(out) == 0 {
		out = append(out, widget.Column{Title: "row key", Width: 10, Flex: 1})
	}
	out = append(out, widget.Column{Title: "cells", Right: true, Drop: 2}, widget.Column{Title: "bytes", Width: 7,
		Right: true, Drop: 1})
	if most > 0 {
		out = append(out, widget.Column{Title: "of the largest", Width: 14, Bar: true, Drop: 3})
		if view.w >= leastContents {
			out = append(out, widget.Column{Title: "newest cell", Right: true, Drop: 4},
				widget.Column{Title: "first cell", Width: 20, Flex: 1, Drop: 5})
		}
	}
	return out
}

// cell writes a cell of the i-th key in sight; after the key, columns are as in columns.
func (view *viewport) cell(st *widget.Styles, i, col, w int, most int64) string {
	viewportRow := &view.rows[i]
	keys := 1
	if view.isColumns() {
		keys = max(len(view.set[0].Segments()), 1)
	}
	switch {
	case col == keys:
		return text.Number(float64(viewportRow.count))
	case col == keys+1:
		return text.Bytes(float64(viewportRow.bytes))
	case col == keys+2:
		return widget.ListBar(st, float64(viewportRow.bytes)/float64(max(most, 1)), w, false)
	case col == keys+3:
		return viewportRow.age
	case col == keys+4:
		return st.Dim(viewportRow.value)
	case !view.isColumns():
		return view.key(st, viewportRow)
	case viewportRow.kind < 0:
		if col > 0 {
			return ""
		}
		return view.key(st, viewportRow)
	}
	return view.segment(st, col, viewportRow.cells[col])
}

// segment draws the value of a segment, with what is searched for marked in it.
func (view *viewport) segment(st *widget.Styles, i int, value string) string {
	if _, at, ok := widget.Holds(view.typed, value); ok && view.typed != "" {
		end := at + len(view.typed)
		return st.Segment(i, value[:at]) + st.Match(value[at:end]) + st.Segment(i, value[end:])
	}
	return st.Segment(i, value)
}

// key draws a key that is not divided among columns of the list.
func (view *viewport) key(st *widget.Styles, r *viewportRow) string {
	line := ""
	switch {
	case view.marks && (len(view.set) > 1 || r.kind < 0):
		line = st.Dim(letter(r.kind)) + " "
	case view.marks:
		line = "  "
	}
	switch {
	case r.kind < 0:
		for _, p := range r.parts {
			line += p.Text
		}
	case view.raw:
		line += widget.DrawKey(st, r.parts)
	default:
		for j, c := range r.cells {
			line += widget.Pad(view.segment(st, j, c), view.widths[r.kind][j]) + "  "
		}
	}
	return strings.TrimRight(line, " ")
}

// letter is the short name of a kind.
func letter(kind int) string {
	switch {
	case kind < 0:
		return "?"
	case kind < 26:
		return string(rune('A' + kind))
	}
	return strconv.Itoa(kind + 1)
}
