package row

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"tabletop/model/sample"
	"tabletop/views/text"
	"tabletop/views/value"
	"tabletop/views/widget"
)

// Draw draws the screen.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if s.data == nil || s.key == nil {
		return widget.Block([]string{"", st.Dim("  " + s.noRow())}, w, h)
	}
	s.areas.boxed = widget.Boxed(w, h)
	inner := w
	if s.areas.boxed {
		inner = widget.Pane{Boxed: true}.TextWidth(w)
	}
	head := s.drawHead(st, inner)
	forms, column := s.otherForms(st), s.columnFacts(st)
	split := divide(w, h, needs{head: len(head), cells: len(s.items), value: s.valueLines(w, h), forms: len(forms),
		column: len(column), columns: len(s.sums)})
	s.areas = split
	var lines []string
	if split.boxed {
		p := widget.Pane{Title: "ROW", Right: widget.Hints(st, "n", "next", "N", "previous", "^r", "read again"),
			Boxed: true}
		lines = p.Text(st, head, w, split.head)
	} else {
		lines = append(lines, head[:split.head]...)
	}
	if split.value.x > 0 {
		return widget.Block(append(lines, s.drawBeside(st, forms, column, h-split.head)...), w, h)
	}
	lines = append(lines, s.drawCells(st, split.cells.w, split.cells.h)...)
	lines = append(lines, s.drawValue(st, split.value.w, split.value.h)...)
	around := s.drawAround(st, split.around.w, split.around.h)
	if split.bytes.h > 0 {
		around = widget.Beside([][]string{around, s.drawBytes(st, split.bytes.w, split.bytes.h)},
			[]int{split.around.w, split.bytes.w}, split.around.h)
	}
	return widget.Block(append(lines, around...), w, h)
}

// drawBeside draws the cells and the rows around them on the left, and on the right the value under the cursor and what
// is known of its column and of the row.
func (s *Screen) drawBeside(st *widget.Styles, forms, column []string, h int) []string {
	areas := s.areas
	left := append(s.drawCells(st, areas.cells.w, areas.cells.h), s.drawAround(st, areas.around.w, areas.around.h)...)
	right := s.drawValue(st, areas.value.w, areas.value.h)
	text := func(title, about string, lines []string, r rect) {
		if r.h > 0 {
			right = append(right, widget.Pane{Title: title, Right: st.Dim(about), Boxed: true}.Text(st, lines, r.w,
				r.h)...)
		}
	}
	text("OTHER FORMS", "of this value", forms, areas.forms)
	text("COLUMN", "in the whole table", column, areas.column)
	right = append(right, s.drawBytes(st, areas.bytes.w, areas.bytes.h)...)
	if areas.sizes.h > 0 {
		right = append(right, s.drawSizes(st, areas.sizes.w, areas.sizes.h)...)
	}
	return widget.Beside([][]string{left, right}, []int{areas.cells.w, areas.value.w}, h)
}

func (s *Screen) noRow() string {
	switch {
	case s.data == nil || s.data.Sample == nil:
	case s.data.Sample.Rows() == 0:
		return "no row to show: none was read"
	default:
		return "looking for the largest row…"
	}
	return "waiting for the first rows…"
}

// drawHead describes the row: its key with braces, its segments, its size, and where its cells are from.
func (s *Screen) drawHead(st *widget.Styles, w int) []string {
	var lines []string
	spans, kind := s.data.Layouts.Decode(nil, s.key)
	if kind < 0 {
		lines = append(lines, widget.EscapeTo(s.key, w))
	} else {
		segments := s.data.Layouts[kind].Segments()
		labels := make([]string, len(segments))
		for i, seg := range segments {
			labels[i] = text.EscapeString(seg.Name)
		}
		parts := widget.KeyParts(nil, s.key, spans, segments, w)
		lines = append(lines, widget.DrawKey(st, parts), widget.Braces(st, parts, labels))
		var items []string
		for _, part := range parts {
			if part.Segment < 0 {
				continue
			}
			for _, sp := range spans {
				if sp.Start == part.Start {
					items = append(items,
						st.Segment(part.Segment, labels[part.Segment])+" "+
							widget.Truncate(widget.SegmentValue(sp.Segment.Codec, sp.Value), 48)+
							st.Dim(fmt.Sprintf(" [%d:%d]", sp.Start, sp.End)))
				}
			}
		}
		lines = append(lines, flow(items, w)...)
	}
	lines = append(lines, flow(s.facts(st), w)...)
	return lines
}

// flow sets items side by side on as many lines of w cells as they need.
func flow(items []string, w int) []string {
	var lines []string
	row := ""
	for _, it := range items {
		switch {
		case it == "":
		case row == "":
			row = it
		case widget.Width(row)+3+widget.Width(it) > w:
			lines = append(lines, row)
			row = it
		default:
			row += "   " + it
		}
	}
	if row != "" {
		lines = append(lines, row)
	}
	return lines
}

// facts are the size of the row and how much of it is at hand.
func (s *Screen) facts(st *widget.Styles) []string {
	var out []string
	smp, row, ok := s.source()
	if ok {
		from, to := smp.Cells(row)
		out = append(out, st.Strong(text.Bytes(float64(smp.RowBytes(row))))+s.gauge(st, smp.RowBytes(row)),
			text.Integer(int64(to-from))+st.Dim(text.Plural(to-from, " cell", " cells")),
			st.Dim("key ")+text.Bytes(float64(len(s.key))), s.garbage(st))
	}
	if s.index >= 0 {
		out = append(out, st.Dim(fmt.Sprintf("row %s of %s sampled", text.Integer(int64(s.index+1)),
			text.Integer(int64(s.data.Sample.Rows())))))
	}
	return append(out, s.freshness(st, ok))
}

// largeRow is the row size that the documentation advises to stay under (G18), in bytes.
const largeRow = 100_000_000

// gauge compares the size of the row with the recommended maximum, where there is room for boxes.
func (s *Screen) gauge(st *widget.Styles, size int64) string {
	if !s.areas.boxed {
		return ""
	}
	if size < largeRow/10 { // a bar would show nothing
		return st.Dim(" of at most 100 MB (G18)")
	}
	const w = 20
	return "  " + widget.ListBar(st, min(float64(size)/largeRow, 1), w, true) + st.Dim(" of 100 MB (G18)")
}

// garbage is how much of the row is eligible for garbage collection; empty when nothing.
func (s *Screen) garbage(st *widget.Styles) string {
	if s.eligible == 0 {
		return ""
	}
	return st.Warning(fmt.Sprintf("garbage: %s of %s", text.Count(s.eligible, "cell"),
		text.Bytes(float64(s.eligibleBytes))))
}

// freshness states where the cells shown are from.
func (s *Screen) freshness(st *widget.Styles, have bool) string {
	if why := s.unreadable(); why != "" {
		return st.Error("unreadable: " + text.EscapeString(why))
	}
	kept := "as last read"
	if have && s.fresh == nil {
		kept = fmt.Sprintf("from the sample (first %d bytes of each value)", s.keep())
	}
	switch s.state {
	case fetched:
		return st.Good("re-read")
	case gone:
		if !have {
			return st.Error("the row is not there")
		}
		return st.Error("the row is gone: deleted, or collected") + st.Dim("  shown "+kept)
	case failed:
		if !have {
			return st.Error("could not be read: " + text.EscapeString(firstLine(s.failure)))
		}
		return st.Error("cannot be re-read: "+text.EscapeString(firstLine(s.failure))) + st.Dim("  shown "+kept)
	}
	if !have {
		return st.Dim("reading the row…")
	}
	return st.Dim(kept + ", reading it whole…")
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// keep is how many bytes of each value the sample kept.
func (s *Screen) keep() int {
	if n := s.data.Sample.How.Options.Keep; n > 0 {
		return n
	}
	return sample.DefaultKeep
}

// unreadable is why the service refused to send the row while sampling; empty when it did not.
func (s *Screen) unreadable() string {
	if s.data.Sample == nil || s.fresh != nil {
		return ""
	}
	for _, u := range s.data.Sample.How.Unreadable {
		if bytes.Equal(u.Key, s.key) {
			return u.Reason
		}
	}
	return ""
}

// The columns of the list of cells.
const (
	colName = iota
	colVersion
	colTime
	colAge
	colGap
	colSize
	colValue
	colKept
)

// wideList is the width of a list from which on times are shown whole, and keptWidth that of why a cell is kept.
const wideList, keptWidth = 100, len("garbage: older than 365 d")

// columns are the columns of the list of cells. Version, time, size, value, and whether a cell is kept stay the longest
// when there is no room.
func (s *Screen) columns(w int) []widget.Column {
	if s.timeShown = s.timeWidth; w < wideList {
		s.timeShown = len("01-02 15:04")
	}
	return []widget.Column{
		colName:    {Title: "column", Width: 9, Flex: 2},
		colVersion: {Title: "version", Right: true, Drop: 2},
		colTime:    {Title: "written UTC", Width: s.timeShown, Drop: 3},
		colAge:     {Title: "age", Right: true, Drop: 6},
		colGap:     {Title: "gap", Right: true, Drop: 7},
		colSize:    {Title: "size", Right: true, Drop: 5},
		colValue:   {Title: "value", Width: 8, Flex: 3},
		colKept:    {Title: "kept or garbage: why", Width: keptWidth, Flex: 1, Drop: 4},
	}
}

// drawCells draws the list of cells, its titles and frame included, in h lines.
func (s *Screen) drawCells(st *widget.Styles, w, h int) []string {
	s.list.Sort, s.list.Columns = -1, s.columns(w)
	s.list.Heading = func(i, w int) (string, bool) { return s.heading(st, i, w) }
	cell := func(row, col, w int) string { return s.cell(st, row, col, w) }
	if s.areas.boxed {
		p := widget.Pane{Title: "CELLS", Focus: !s.onValue, Boxed: true}
		if len(s.items) == 0 {
			return p.Text(st, []string{st.Dim("no cells to show")}, w, h)
		}
		return p.Table(st, &s.list, !s.onValue, w, h, cell)
	}
	lines := make([]string, max(h, 0))
	copy(lines, strings.Split(s.list.DrawPane(st, w, h, !s.onValue, cell), "\n"))
	if len(s.items) == 0 && h > 2 {
		lines[2] = widget.Center(st.Dim("no cells to show"), w)
	}
	return lines
}

// heading is the line of a family: its name and its garbage-collection policy.
func (s *Screen) heading(st *widget.Styles, i, w int) (string, bool) {
	it := s.items[i]
	if it.cell >= 0 {
		return "", false
	}
	notation, words := s.rule(it.family)
	line := st.Accent(text.EscapeString(it.family)) + "  " + notation
	if full := line + st.Dim("  "+words); widget.Width(full) <= w {
		return full, true
	}
	return line, true
}

// cell draws one cell of the list.
func (s *Screen) cell(st *widget.Styles, row, col, w int) string {
	it := s.items[row]
	cell := it.of.Cell(it.cell)
	switch col {
	case colName:
		if it.version > 1 {
			return ""
		}
		return "  " + text.Qualifier(it.of.Column(cell.Column).Qualifier)
	case colVersion:
		version := st.Dim(text.Integer(int64(it.version)) + "/" + text.Integer(int64(it.versions)))
		if eligible, _ := s.verdict(it.cell); eligible {
			version = st.Text(widget.Warning, "▲") + version
		}
		return version
	case colTime:
		return s.whenShort(cell.Micros)
	case colAge:
		_, age := s.when(cell.Micros)
		return age
	case colGap:
		if it.version == 1 {
			return ""
		}
		return text.Duration(it.gap)
	case colSize:
		return text.Bytes(float64(cell.Size))
	case colValue:
		return s.short(cell, w)
	}
	return s.keptCell(st, it.cell)
}

// whenShort is a timestamp as the list has room for it: of this year without that, of another the date.
func (s *Screen) whenShort(micros int64) string {
	at, _ := s.when(micros)
	const year, date, minute = 5, 10, 16 // bytes up to there
	switch {
	case micros <= 0 || len(at) <= s.timeShown || len(at) < minute:
		return at
	case time.UnixMicro(micros).UTC().Year() == s.data.Now.UTC().Year():
		return at[year:minute]
	}
	return at[:date]
}

// keptCell says whether a cell is kept or garbage, and why. The policy stands over the cells: what repeats it is left
// out.
func (s *Screen) keptCell(st *widget.Styles, cell int) string {
	words := s.fate(cell)
	for _, behind := range []string{", policy keeps", ": no policy", " by ", " of "} {
		words, _, _ = strings.Cut(words, behind)
	}
	if goes, reason := s.verdict(cell); goes {
		return st.Text(widget.Warning, words)
	} else if reason == "" {
		return ""
	}
	return st.Dim(words)
}

// short is a value on one line. Only as much of it is looked at as can be seen.
func (s *Screen) short(c sample.Cell, w int) string {
	const enough = 4096 // to guess the form
	b := c.Value[:min(len(c.Value), enough)]
	f := s.valueForm(sample.Cell{Value: b, Size: c.Size})
	if f == value.Text || f == value.JSON || f == value.Hex {
		b = b[:min(len(b), 4*max(w, 1))]
	}
	return value.Line(f, b, c.Size)
}

// shown is a value as lines, kept because a long one takes a while to write.
type shown struct {
	of    *sample.Sample
	cell  int
	w     int
	want  value.Form
	form  value.Form
	words string // the form, as the title shows it
	lines []string
}

func (s *Screen) columnName(it item) string {
	col := it.of.Column(it.of.Cell(it.cell).Column)
	return text.EscapeString(col.Family) + ":" + text.EscapeString(col.Qualifier)
}
