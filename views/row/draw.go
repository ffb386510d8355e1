package row

import (
	"bytes"
	"fmt"
	"strings"

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
	head := s.drawHead(st, w)
	a := divide(w, h, len(head)).withAround(len(s.items))
	s.areas = a
	lines := append([]string(nil), head[:a.head]...)
	cells := s.drawCells(st, a.left, a.cells)
	switch {
	case a.value == 0:
		lines = append(lines, cells...)
	case a.beside:
		val := s.drawValue(st, w-a.left-3, a.value)
		for i := range a.cells {
			lines = append(lines, widget.Pad(cells[i], a.left)+st.Dim(" │ ")+val[i])
		}
	default:
		lines = append(append(lines, cells...), s.drawValue(st, w, a.value)...)
	}
	if a.around > 0 {
		lines = append(lines, s.drawAround(st, w, a.around)...)
	}
	return widget.Block(lines, w, h)
}

func (s *Screen) noRow() string {
	if s.data != nil && s.data.Sample != nil {
		return "no row to show: none was read"
	}
	return "waiting for the first rows…"
}

// drawHead tells about the row: its key with braces, its segments, its size, and where its cells are from.
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
		for _, p := range parts {
			if p.Segment < 0 {
				continue
			}
			for _, sp := range spans {
				if sp.Start == p.Start {
					items = append(items, st.Segment(p.Segment, labels[p.Segment])+" "+widget.Truncate(widget.SegmentValue(sp.Segment.Codec, sp.Value), 48)+
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
		out = append(out, st.Strong(text.Bytes(float64(smp.RowBytes(row)))), text.Integer(int64(to-from))+st.Dim(text.Plural(to-from, " cell", " cells")),
			st.Dim("key ")+text.Bytes(float64(len(s.key))), s.waste(st))
	}
	if s.index >= 0 {
		out = append(out, st.Dim(fmt.Sprintf("row %s of %s sampled", text.Integer(int64(s.index+1)), text.Integer(int64(s.data.Sample.Rows())))))
	}
	return append(out, s.freshness(st, ok))
}

// waste is how much of the row its rules have GC-eligible; empty when nothing.
func (s *Screen) waste(st *widget.Styles) string {
	if s.condemned == 0 {
		return ""
	}
	return st.Warning(fmt.Sprintf("%s %s of %s eligible for collection", text.Integer(int64(s.condemned)), text.Plural(s.condemned, "cell", "cells"), text.Bytes(float64(s.condemnedBytes))))
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
		return st.Good("read afresh")
	case gone:
		if !have {
			return st.Error("the row is not there")
		}
		return st.Error("the row is gone: deleted, or collected") + st.Dim("  shown "+kept)
	case failed:
		if !have {
			return st.Error("could not be read: " + text.EscapeString(firstLine(s.failure)))
		}
		return st.Error("could not be read afresh: "+text.EscapeString(firstLine(s.failure))) + st.Dim("  shown "+kept)
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

// columns are the columns of the list of cells. The size goes first when there is no room: the title of the value has it
// too.
func (s *Screen) columns() []widget.Column {
	return []widget.Column{
		colName:    {Title: "column", Width: 10, Flex: 2},
		colVersion: {Title: "version", Right: true, Drop: 3},
		colTime:    {Title: "time (UTC)", Width: s.timeWidth, Drop: 4},
		colAge:     {Title: "age", Right: true},
		colGap:     {Title: "gap", Right: true, Drop: 5},
		colSize:    {Title: "size", Right: true, Drop: 6},
		colValue:   {Title: "value", Width: 8, Flex: 3, Drop: 1},
		colKept:    {Title: "kept or not", Width: 16, Flex: 2, Drop: 7},
	}
}

// drawCells draws the list of cells with a line of titles, h lines in all.
func (s *Screen) drawCells(st *widget.Styles, w, h int) []string {
	lines := make([]string, max(h, 0))
	if h < 1 {
		return lines
	}
	s.list.Sort, s.list.Columns = -1, s.columns()
	s.list.Heading = func(i, w int) (string, bool) { return s.heading(st, i, w) }
	list := s.list.DrawPane(st, w, h, !s.onValue, func(row, col, w int) string { return s.cell(st, row, col, w) })
	copy(lines, strings.Split(list, "\n"))
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
	c := it.of.Cell(it.cell)
	switch col {
	case colName:
		if it.version > 1 {
			return ""
		}
		return "  " + text.Qualifier(it.of.Column(c.Column).Qualifier)
	case colVersion:
		version := st.Dim(fmt.Sprintf("%d/%d", it.version, it.versions))
		if eligible, _ := s.verdict(it.cell); eligible {
			version = st.Text(widget.Warning, "▲") + version
		}
		return version
	case colTime:
		at, _ := s.when(c.Micros)
		return at
	case colAge:
		_, age := s.when(c.Micros)
		return age
	case colGap:
		if it.version == 1 {
			return ""
		}
		return text.Duration(it.gap)
	case colSize:
		return text.Bytes(float64(c.Size))
	case colValue:
		return s.short(c, w)
	}
	_, reason := s.verdict(it.cell)
	return st.Dim(text.Safe(reason))
}

// short is a value on one line. Only as much of it is looked at as can be seen.
func (s *Screen) short(c sample.Cell, w int) string {
	const enough = 4096 // to tell the form
	b := c.Value[:min(len(c.Value), enough)]
	f := s.formOf(sample.Cell{Value: b, Size: c.Size})
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
	words string // the form, as the title tells it
	lines []string
}

// drawValue draws the value under the cursor in h lines, its title included.
func (s *Screen) drawValue(st *widget.Styles, w, h int) []string {
	lines := make([]string, max(h, 0))
	it, ok := s.current()
	if h < 1 || !ok || it.cell < 0 {
		if h > 0 {
			lines[0] = widget.Rule(st, w)
		}
		return lines
	}
	c := it.of.Cell(it.cell)
	if s.shown.of != it.of || s.shown.cell != it.cell || s.shown.w != w || s.shown.want != s.form {
		s.shown = shown{of: it.of, cell: it.cell, w: w, want: s.form, form: byDecoder}
		var ok bool
		if s.shown.words, s.shown.lines, ok = s.decoded(it, w); !ok {
			f := s.formOf(c)
			if s.shown.words == "" {
				s.shown.form, s.shown.words = f, "as "+string(f)
			}
			s.shown.lines = value.Lines(f, c.Value, c.Size, w)
		}
	}
	s.page = h - 1
	s.scroll = max(0, min(s.scroll, len(s.shown.lines)-s.page))
	lines[0] = s.valueTitle(st, it, c, w)
	copy(lines[1:], s.shown.lines[s.scroll:min(s.scroll+s.page, len(s.shown.lines))])
	return lines
}

// valueTitle is the line over the value: the column, the form, the size, and how much of it is in sight.
func (s *Screen) valueTitle(st *widget.Styles, it item, c sample.Cell, w int) string {
	col := it.of.Column(c.Column)
	name := text.EscapeString(col.Family) + ":" + text.EscapeString(col.Qualifier)
	if s.onValue {
		name = st.Accent("▸ " + name)
	}
	form, as := strings.CutPrefix(s.shown.words, "as ")
	if as {
		form = st.Dim("as ") + form
	}
	words := name + "  " + form + st.Dim("  "+text.Bytes(float64(c.Size)))
	if eligible, reason := s.verdict(it.cell); eligible {
		words += "  " + st.Warning("eligible: "+text.Safe(reason))
	} else if reason != "" {
		words += "  " + st.Dim(text.Safe(reason))
	}
	if len(c.Value) < c.Size {
		words += "  " + st.Note(fmt.Sprintf("the first %s only", text.Bytes(float64(len(c.Value)))))
	}
	right := ""
	if n := len(s.shown.lines); n > s.page {
		right = st.Dim(fmt.Sprintf(" lines %d–%d of %d ", s.scroll+1, min(s.scroll+s.page, n), n))
	}
	gap := w - 4 - widget.Width(words) - widget.Width(right)
	if gap < 1 {
		return widget.Truncate(st.Dim("─ ")+words, w)
	}
	return st.Dim("─ ") + words + " " + widget.Rule(st, gap) + right + st.Dim("─")
}
