package columns

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Draw draws the screen.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if s.order == nil {
		return widget.Block([]string{"", "  " + st.Dim(s.waiting())}, w, h)
	}
	split := divide(w, h, len(s.lines), s.finding)
	lines := s.drawList(st, split.left, split.list)
	if split.panes {
		lines = append(lines, s.drawPanes(st, w, &split)...)
	} else if split.beside {
		right, at := s.drawDetail(st, w-split.left-3, split.detail)
		split.examplesAt = at
		for i := range lines {
			lines[i] = widget.Pad(lines[i], split.left) + st.Dim(" │ ") + right[i]
		}
	} else if split.detail > 0 {
		below, at := s.drawDetail(st, w, split.detail)
		split.examplesAt = split.list + at
		lines = append(lines, below...)
	}
	s.areas = split
	if split.bottom > 0 {
		found := st.Dim(fmt.Sprintf("  %s columns", text.Integer(int64(s.order.found))))
		if s.behind() {
			found = "  " + st.Note("searching…")
		}
		lines = append(lines, st.Accent("find")+"  "+s.input.Draw(st, max(w-6-widget.Width(found), 1), -1)+found)
	}
	return widget.Block(lines, w, h)
}

func (s *Screen) waiting() string {
	if s.data != nil && s.data.Profile != nil {
		return "sorting the columns…"
	}
	return "waiting for rows to describe…"
}

// The columns of the list.
const (
	colName = iota
	colBar
	colBytes
	colShare
	colRows
	colCells
	colVersions
	colGarbage
	colSize
	colAge
	colKind
)

// keyColumns are the columns by the keys that they are sorted by.
func keyColumns() []int {
	return []int{byBytes: colBytes, byName: colName, byRows: colRows, byCells: colCells, byVersions: colVersions,
		bySize: colSize, byKind: colKind}
}

// sortKey is the key that a click on the title of a column sorts by.
func sortKey(col int) (key, bool) {
	switch col {
	case colShare, colBar:
		col = colBytes
	}
	k := slices.Index(keyColumns(), col)
	return key(k), k >= 0
}

// table is the list as a table; its owner sorts.
func (s *Screen) table() *widget.Table {
	table := &widget.Table{Sort: keyColumns()[s.want.sort],
		Down: s.want.reverse == (s.want.sort == byName || s.want.sort == byKind),
		Columns: []widget.Column{
			colName:     {Title: "column", Width: 16, Flex: 1},
			colBar:      {Width: 8, Bar: true, Drop: 7},
			colBytes:    {Title: "bytes", Width: 7, Right: true},
			colShare:    {Title: "share", Right: true, Drop: 4},
			colRows:     {Title: "rows", Width: 5, Right: true, Drop: 3},
			colCells:    {Title: s.cellsTitle(), Right: true, Drop: 8},
			colVersions: {Title: "versions", Right: true, Drop: 1},
			colGarbage:  {Title: "garbage", Right: true, Drop: 1},
			colSize:     {Title: "value p50", Right: true, Drop: 6},
			colAge:      {Title: "age", Right: true, Drop: 5},
			colKind:     {Title: "type", Drop: 2},
		}}
	return table
}

// drawList draws the families and columns with a line of titles, h lines in all.
func (s *Screen) drawList(st *widget.Styles, w, h int) []string {
	lines := make([]string, max(h, 0))
	if h < 1 {
		return lines
	}
	if len(s.lines) == 0 {
		lines[h/2] = widget.Center(st.Dim(s.nothing()), w)
		return lines
	}
	table := s.table()
	table.List = s.list
	lines[0] = s.heading(st, w)
	drawn := table.DrawPane(st, w, h-headLines, !s.onExamples, func(row, col, w int) string {
		return s.cell(st, row, col, w)
	})
	s.list, s.drawn = table.List, *table // keeps where it was scrolled to
	copy(lines[headLines:], strings.Split(drawn, "\n"))
	return lines
}

// headLines is the number of lines above the titles of the list.
const headLines = 1

// heading names what is listed, and the unit of its bytes.
func (s *Screen) heading(st *widget.Styles, w int) string {
	figures := s.order.of.Profile
	if s.want.typed != "" {
		of := text.Integer(int64(s.order.found)) + " of " + text.Count(int64(len(figures.Columns)), "column")
		return " " + st.Strong(of) + st.Dim(" hold ") + text.EscapeString(s.want.typed)
	}
	all := text.Count(len(figures.Columns), "column") + " in " + text.Plural(len(figures.Families), "1 family",
		text.Integer(int64(len(figures.Families)))+" families")
	if s.data.Whole != nil {
		all += views.OfTable(s.data, float64(figures.Bytes), float64(s.data.Whole.Profile.Bytes), "bytes")
	}
	left := " " + st.Strong(all)
	most := s.mostGarbage()
	if most == "" {
		most = s.mostBytes()
	}
	if most != "" {
		left = " " + st.Strong(most+".")
		if widget.Width(left)+len(all)+3 <= w {
			left += st.Dim(" " + all + ".")
		}
	}
	if figures.Scope != estimate.All && figures.FoundRows.IsExact() {
		all := text.Count(len(figures.Columns)+len(figures.NotKept), "column")
		if figures.MoreColumns {
			all = "more than " + all
		}
		of := " counted over " + text.Count(int64(figures.FoundRows.Value), "row")
		if n := len(figures.NotKept); n > 0 {
			of += ", " + text.Integer(int64(n)) + " of them in none of the " + text.Count(figures.Rows, "row") + " kept"
		}
		left = " " + st.Strong(all) + st.Dim(of)
	}
	what := "bytes (with row keys) and cells"
	if w < 160 {
		what = "bytes and cells"
	}
	unit := strings.Replace(text.TableUnit(figures.Whole.Table, s.data.Asked()), "bytes", what, 1)
	if w < 120 && figures.Whole.Table.Value > 0 && !figures.Whole.Table.IsExact() {
		unit = "≈ bytes and cells of the table"
	}
	if w < widget.Width(left)+widget.Width(unit)+3 { // what is listed stands in the titles too
		unit = ""
	}
	return widget.SplitLine(left, st.Dim(unit)+" ", w)
}

// bytesCell is the bytes of the table in a part of it, or of the rows read if those of the table are unknown.
func (s *Screen) bytesCell(share figures.Figure, read float64) string {
	table := s.order.of.Profile.Whole.Table
	if table.Value <= 0 {
		return text.Bytes(read)
	}
	short, _ := text.TableBytesParts(share.Of(table), table)
	return short
}

// cellsTitle names what the cells listed are of.
func (s *Screen) cellsTitle() string {
	if s.order == nil || s.order.of.Profile.Whole.Table.Value <= 0 {
		return "cells read"
	}
	return "cells"
}

// cellsCell is the cells of the table in a part of it, or of the rows read if those of the table are unknown.
func (s *Screen) cellsCell(table figures.Figure, read int64) string {
	if s.order.of.Profile.Whole.Table.Value <= 0 {
		return text.Number(float64(read))
	}
	short, _ := text.TableCountParts(table)
	return short
}

// shareCell is a share with its interval.
func shareCell(st *widget.Styles, f figures.Figure) string {
	if f.Interval() && f.Value > 0 && f.Value < 1 {
		return text.Percent(f.Value) + " " + st.Dim(text.PlusMinus(f.Value, f.Low, f.High, text.Percent))
	}
	return text.Share(f)
}

func (s *Screen) nothing() string {
	switch {
	case s.behind():
		return "searching…"
	case s.want.typed != "":
		return "no column holds " + text.EscapeString(s.want.typed)
	}
	return "no column was seen"
}

func (s *Screen) cell(st *widget.Styles, row, col, w int) string {
	line := s.lines[row]
	if line.column < 0 && line.fold > 0 {
		return s.patternCell(st, &s.patterns.folds[line.fold-1], col, w)
	}
	if line.column < 0 {
		return s.familyCell(st, &s.order.of.Profile.Families[line.family], col, w)
	}
	column := &s.order.of.Profile.Columns[line.column]
	switch col {
	case colName:
		return "  " + widget.Mark(st, s.want.typed, text.Qualifier(column.Qualifier))
	case colBar:
		return widget.ListBar(st, column.ByteShare.Value/max(s.order.most, 1e-12), w, false)
	case colRows:
		return text.Percent(column.RowShare.Value)
	case colCells:
		return s.cellsCell(column.TableCells, column.Cells)
	case colVersions:
		if column.MaxVersions == 1 {
			return "1"
		}
		return "1–" + text.Number(float64(column.MaxVersions)) + st.Dim(" ("+text.Number(column.MeanVersions.Value)+")")
	case colBytes:
		return s.bytesCell(column.ByteShare, float64(column.Bytes)+column.KeyBytes)
	case colShare:
		return shareCell(st, column.ByteShare)
	case colGarbage:
		part, ok := s.columnPart(column)
		return s.garbageCell(st, part, ok)
	case colSize:
		return text.Bytes(float64(column.Values.P50))
	case colAge:
		return s.ages().Between(column.Newest, column.Oldest)
	}
	return string(column.Guess)
}

func (s *Screen) familyCell(st *widget.Styles, f *figures.Family, col, w int) string {
	switch col {
	case colName:
		mark := "▾ "
		if s.folded[f.Name] {
			mark = "▸ "
		}
		return st.Accent(mark+text.EscapeString(f.Name)) +
			st.Dim(fmt.Sprintf("  %s %s", text.Integer(int64(f.Columns)), text.Plural(f.Columns, "column", "columns")))
	case colBar:
		return widget.ListBar(st, f.ByteShare.Value/max(s.order.most, 1e-12), w, false)
	case colRows:
		return text.Percent(f.RowShare.Value)
	case colCells:
		return s.cellsCell(f.TableCells, f.Cells)
	case colBytes:
		return s.bytesCell(f.ByteShare, float64(f.Bytes)+f.KeyBytes)
	case colShare:
		return shareCell(st, f.ByteShare)
	case colGarbage:
		part, ok := s.familyPart(f.Name)
		return s.garbageCell(st, part, ok)
	}
	return ""
}

// ages writes ages in the unit of the oldest cell.
func (s *Screen) ages() text.Ages { return text.AgesUpTo(s.data.Now, s.order.oldest) }

func (s *Screen) age(micros int64) string { return s.ages().Age(micros) }

// drawDetail draws what is known of the column or family under the cursor in h lines, and says at which of them the
// example rows begin.
func (s *Screen) drawDetail(st *widget.Styles, w, h int) (lines []string, examplesAt int) {
	family, column, ok := s.current()
	if !ok {
		return make([]string, h), h
	}
	if f := s.pattern(); f != nil {
		lines = append([]string{title(st, text.EscapeString(f.Family)+":"+patternText(f), w)},
			s.patternFacts(st, f, w)...)
	} else if column == nil {
		lines = append([]string{title(st, "family "+text.EscapeString(family), w)}, s.familyFacts(st, w)...)
	} else {
		lines = s.columnDetail(st, column, w)
	}
	examplesAt = min(len(lines), h)
	if left := h - examplesAt; left > 0 {
		lines = append(lines, s.drawExamples(st, w, left)...)
	}
	return widget.Fill(lines, h), examplesAt
}

func title(st *widget.Styles, name string, w int) string {
	return st.Dim("─ ") + st.Accent(widget.Truncate(name, max(w-4, 1))) + " " +
		widget.Rule(st, w-4-widget.Width(name)) + st.Dim("─")
}

// familyFacts is what is known of the family under the cursor, in words.
func (s *Screen) familyFacts(st *widget.Styles, w int) []string {
	figures := s.order.of.Profile
	family := &figures.Families[s.lines[s.list.Cursor()].family]
	var lines []string
	add := func(name, value string) { lines = append(lines, st.Dim(widget.Pad(name, 10))+value) }
	add("policy", family.GC.String())
	for _, l := range text.Wrap(text.Rule(family.GC), max(w-10, 1)) {
		add("", st.Dim(l))
	}
	if family.Type != "" {
		add("type", "aggregate "+text.EscapeString(family.Type))
	}
	if !family.Declared {
		lines = append(lines, st.Warning("not in the table's description: made or dropped meanwhile"))
	}
	rows, cells := family.FoundRows.Value, family.FoundCells
	add("rows", found(family.FoundRows)+st.Dim(" of ")+found(figures.FoundAmong(family.FoundRows))+"  "+
		interval(st, family.RowShare))
	add("cells", found(cells)+st.Dim(" "+text.Found(cells)+" in ")+text.Count(family.Columns, "column")+
		st.Dim(", ")+text.Number(cells.Value/max(rows, 1))+st.Dim(" per row that has it"))
	add("bytes", shareBytes(st, family.ByteShare, figures.Whole.Table))
	return lines
}

// found writes a number of things that were found.
func found(f figures.Figure) string { return text.Integer(int64(f.Value)) }

// shareBytes writes a share of the bytes, and where these are known those of the table.
func shareBytes(st *widget.Styles, f, table figures.Figure) string {
	if table.Value <= 0 {
		return text.Share(f) + st.Dim(" of all bytes")
	}
	return text.TableBytes(f.Of(table), table) + "  " + shareCell(st, f) + st.Dim(" of all bytes")
}

// interval writes a share and its doubt.
func interval(st *widget.Styles, f figures.Figure) string {
	out := text.Percent(f.Value)
	if f.Interval() {
		if doubt := text.PlusMinus(f.Value, f.Low, f.High, text.Percent); doubt != "" {
			out += st.Dim("  in the table " + doubt)
		}
	}
	return out
}

// columnFacts is what is known of a column, in words.
func (s *Screen) columnFacts(st *widget.Styles, c *figures.Column) []string {
	measures := s.order.of.Profile
	var lines []string
	rule := "unknown"
	for _, f := range measures.Families {
		if f.Name == c.Family {
			rule = f.GC.String()
		}
	}
	add := func(name, value string) { lines = append(lines, st.Dim(widget.Pad(name, 10))+value) }
	share := found(c.FoundRows) + st.Dim(" of ") + found(measures.FoundAmong(c.FoundRows)) + "  " +
		interval(st, c.RowShare)
	add("rows", share+st.Dim("   policy ")+rule)
	if c.Guess == figures.GuessMixed {
		add("values", "mixed: "+text.ValueParts(c.GuessParts))
	} else {
		add("values", guessWords(c.Guess)+st.Dim(" "+text.Percent(c.GuessShare)))
	}
	return lines
}

// moreFacts are those of a column for which there is room in a pane only.
func (s *Screen) moreFacts(st *widget.Styles, c *figures.Column, d *detail) []string {
	measures := s.order.of.Profile
	var lines []string
	add := func(name, value string) { lines = append(lines, st.Dim(widget.Pad(name, 10))+value) }
	add("bytes", shareBytes(st, c.ByteShare, measures.Whole.Table)+st.Dim(s.ofTable(c)))
	add("sizes", "p50 "+text.Bytes(float64(c.Values.P50))+st.Dim(", p95 ")+text.Bytes(float64(c.Values.P95))+
		st.Dim(", largest ")+text.Bytes(float64(c.Values.Max)))
	cells := found(c.FoundCells) + st.Dim(" "+text.Found(c.FoundCells)+", ")
	add("cells", cells+text.Number(c.MeanVersions.Value)+st.Dim(" per row that has it, at most ")+
		text.Number(float64(c.MaxVersions)))
	add("written", text.Micros(c.Oldest/1e6*1e6)+st.Dim(" to ")+text.Micros(c.Newest/1e6*1e6))
	if d.others {
		add("distinct", "more than "+text.Integer(maxDistinct)+st.Dim(" values, by size and the bytes kept"))
	} else {
		add("distinct", text.Integer(int64(d.distinct))+st.Dim(" values, by size and the bytes kept"))
	}
	return lines
}

// ofTable is what share of the table's bytes in a column the scope has; empty without one.
func (s *Screen) ofTable(c *figures.Column) string {
	if s.data.Whole == nil {
		return ""
	}
	for _, whole := range s.data.Whole.Profile.Columns {
		if whole.Family == c.Family && whole.Qualifier == c.Qualifier {
			return views.OfTable(s.data, float64(c.Bytes), float64(whole.Bytes), "bytes in it")
		}
	}
	return ""
}

// columnDetail is what is known of a column in few lines: in words, and how versions, value sizes and ages are spread.
func (s *Screen) columnDetail(st *widget.Styles, c *figures.Column, w int) []string {
	lines := append([]string{title(st, text.EscapeString(c.Family)+":"+text.Qualifier(c.Qualifier), w)},
		s.columnFacts(st, c)...)
	detail := s.detailNow()
	if detail == nil {
		return append(lines, st.Dim("looking…"))
	}
	bars := max(min(24, w-50), 6)
	for _, g := range s.graphs(detail, c) {
		from, to := g.ends()
		lines = append(lines, st.Dim(widget.Pad(g.name, 10))+widget.Pad(widget.PadLeft(from, 8)+" "+
			st.Text(widget.Bar, widget.Sparkline(widget.Rebin(counts(g.bins), bars)))+" "+to, bars+20)+st.Dim(g.more))
	}
	return lines
}

func counts(b []figures.Bin) []float64 {
	out := make([]float64, len(b))
	for i := range b {
		out[i] = b[i].Count
	}
	return out
}

func seconds(n int64) string {
	const most = int64(1<<63-1) / int64(time.Second)
	if n == 0 {
		return "0 s"
	}
	return text.Duration(time.Duration(min(n, most)) * time.Second)
}

// drawExamples draws rows that have the column, in h lines.
func (s *Screen) drawExamples(st *widget.Styles, w, h int) []string {
	detail := s.detailNow()
	if detail == nil || h < 2 {
		return nil
	}
	head := st.Dim(fmt.Sprintf("rows that have it: %s, spread over the sample", text.Integer(int64(len(detail.rows)))))
	if len(detail.rows) == detail.hasRows {
		head = st.Dim(fmt.Sprintf("rows that have it: all %s of the sample", text.Integer(int64(detail.hasRows))))
	}
	s.examples.SetLen(len(detail.rows))
	drawn := s.examples.DrawPane(st, w, h-1, s.onExamples, func(i int) string { return s.example(detail, i, w) })
	return append([]string{head}, strings.Split(drawn, "\n")...)
}

// example is one row that has the column: the values of its key.
func (s *Screen) example(d *detail, i, w int) string {
	key := d.of.Sample.Key(int(d.rows[i]))
	return widget.RowName(s.data.Layouts, key, w)
}
