package keys

import (
	"strconv"

	"tabletop/model/rowkey"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// viewport is the part of the list that is in sight, decoded. Only these keys are, so a list of a million costs no more
// than the window. Its memory is used again from frame to frame.
type viewport struct {
	set    rowkey.Set
	w      int
	raw    bool
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
	right string           // cells and bytes of the row
}

// maxColumn is how wide the column of one segment gets.
const maxColumn = 44

// decodeVisible decodes places from to to (exclusive) of the list.
func (g *viewport) decodeVisible(s *Screen, from, to, w int) {
	set := s.layouts()
	if !g.set.Equal(set) || g.w != w || g.raw != s.raw || g.widths == nil {
		g.widths = map[int][]int{}
	}
	g.set, g.w, g.raw, g.marks = set, w, s.raw, len(s.kinds) > 1
	segments := make([][]*rowkey.Segment, len(set))
	for i, l := range set {
		segments[i] = l.Segments()
	}
	for len(g.rows) < to-from {
		g.rows = append(g.rows, viewportRow{})
	}
	g.rows = g.rows[:to-from]
	limit := min(maxColumn, max(w/2, 8))
	for i := range g.rows {
		row := s.rows.at(from + i)
		r := &g.rows[i]
		r.key = s.rows.of.Sample.Key(row)
		g.spans, r.kind = set.Decode(g.spans[:0], r.key)
		r.parts, r.cells = r.parts[:0], r.cells[:0]
		switch {
		case r.kind < 0:
			r.parts = widget.KeyParts(r.parts, r.key, nil, nil, w)
		case s.raw:
			r.parts = widget.KeyParts(r.parts, r.key, g.spans, segments[r.kind], w)
		default:
			g.decode(r, segments[r.kind], limit)
		}
		r.right = rowFigures(s, row, w)
	}
}

// decode writes the value of each segment; those of a repeated group stand in one column.
func (g *viewport) decode(r *viewportRow, segments []*rowkey.Segment, limit int) {
	widths := g.widths[r.kind]
	if widths == nil {
		widths = make([]int, len(segments))
		g.widths[r.kind] = widths
	}
	for range segments {
		r.cells = append(r.cells, "")
	}
	for _, sp := range g.spans {
		for j, seg := range segments {
			if seg != sp.Segment {
				continue
			}
			v := sp.Value
			if len(v.Bytes) > 4*limit {
				v.Bytes = v.Bytes[:4*limit]
			}
			shown := widget.SegmentValue(seg.Codec, v)
			if r.cells[j] != "" {
				shown = r.cells[j] + " · " + shown
			}
			r.cells[j] = widget.Truncate(shown, limit)
			widths[j] = max(widths[j], widget.Width(r.cells[j]))
			break
		}
	}
}

// rowFigures are the cells and bytes of a row, as far as there is room for them.
func rowFigures(s *Screen, row, w int) string {
	if w < 36 {
		return ""
	}
	size := widget.PadLeft(text.Bytes(float64(s.rows.of.Sample.RowBytes(row))), 8)
	if w < 56 {
		return size
	}
	from, to := s.rows.of.Sample.Cells(row)
	cells := " cells"
	if to-from == 1 {
		cells = " cell "
	}
	return widget.PadLeft(text.Number(float64(to-from))+cells, 13) + " " + size
}

// draw draws the i-th key in sight in w cells.
func (g *viewport) draw(st *widget.Styles, i, w int) string {
	r := &g.rows[i]
	room := w - widget.Width(r.right)
	line := ""
	switch {
	case g.marks && (len(g.set) > 1 || r.kind < 0):
		line = st.Dim(letter(r.kind)) + " "
	case g.marks:
		line = "  "
	}
	switch {
	case r.kind < 0:
		for _, p := range r.parts {
			line += p.Text
		}
	case g.raw:
		line += widget.DrawKey(st, r.parts)
	default:
		for j, c := range r.cells {
			line += st.Segment(j, widget.Pad(c, g.widths[r.kind][j])) + "  "
		}
	}
	return widget.Pad(line, room) + st.Dim(r.right)
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
