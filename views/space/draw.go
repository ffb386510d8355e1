package space

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/keyspace"
	"tabletop/model/segments"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// headLines is the number of lines above the table.
const headLines = 1

// The columns of the table.
const (
	colName = iota
	colBar
	colBytes
	colShare
	colRows
	colCells
	colGarbage
	colFlags
	colLargest
	colRecent
)

// Draw draws the screen.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if s.level == nil || s.level.Level == nil {
		return widget.Block([]string{"", "  " + st.Dim(s.waiting())}, w, h)
	}
	s.zooms = w >= mapWidth
	lines := []string{s.head(w, st)}
	room := h - headLines - 1
	switch {
	case s.finding:
		lines = append(lines, st.Accent("find")+"  "+s.finder.Input.Draw(st, max(w-6, 1), -1))
		lines = append(lines,
			strings.Split(s.finder.Draw(st, w, max(room-1, 0), func(_ int, name, _ string) string { return name }),
				"\n")...)
	case room > 0:
		s.table.Columns = s.columns(s.level)
		s.table.Sort, s.table.Down = sortColumn(s.level.at.sort), s.level.at.sort != figures.MetricKey
		list := room
		if panes := s.panes(w, room); panes > 0 {
			list -= panes
		}
		left := w
		if s.mapAt = 0; s.hasMap(w, list) {
			left = w * (10 - mapPart) / 10
			s.mapAt = left + 1
		}
		drawn := strings.Split(s.table.Draw(st, left, list, func(row, col, w int) string {
			return s.cell(st, s.level, row, col, w)
		}), "\n")
		if left < w {
			drawn = widget.Beside([][]string{drawn, s.drawMap(st, w-s.mapAt, list)}, []int{s.mapAt, w - s.mapAt}, list)
		}
		lines = append(lines, drawn...)
		lines = append(lines, s.drawPreview(st, w, room-list, hasPanes(w, room))...)
	}
	for len(lines) < h-1 {
		lines = append(lines, "")
	}
	if h > headLines {
		lines = append(lines, s.foot(st))
	}
	return widget.Block(lines, w, h)
}

func (s *Screen) waiting() string {
	switch {
	case s.data == nil || s.data.Sample == nil:
		return "waiting for rows…"
	case s.tree == nil:
		return "cutting the keys into segments…"
	}
	return "adding up…"
}

// The least and the most cells of the minimap, which shows where the keys of the level are among all.
const leastMinimap, mostMinimap = 8, 30

// head states where in the tree one is and what the children are.
func (s *Screen) head(w int, st *widget.Styles) string {
	where := s.path()
	by := "by " + by(s.level)
	if !s.level.at.same(s.want) || s.tree != s.level.tree {
		by += "  adding up…"
	}
	if where == "" {
		where = "all rows"
		if full := where + s.leading(); widget.Width(full)+widget.Width(by)+8 <= w {
			where = full
		}
	}
	if unit := s.unit(); widget.Width(where)+widget.Width(by)+widget.Width(unit)+8 <= w {
		by = unit + "   " + by
	} else if s.level.tree.total.Value > 0 && widget.Width(where)+widget.Width(by)+24 <= w {
		short, _, _ := strings.Cut(s.unit(), ",")
		by = short + "   " + by
	}
	head := " " + st.Strong(widget.TruncateLeft(where, max(w-widget.Width(by)-4, 8)))
	if room := min(w-widget.Width(head)-widget.Width(by)-12, mostMinimap); room >= leastMinimap && s.level.last > 0 {
		head += st.Dim("   keys  ") + widget.Minimap(st, float64(s.level.first), float64(s.level.last+1),
			float64(s.level.tree.of.Sample.Rows()), room)
	}
	return widget.SplitLine(head, st.Dim(by)+" ", w)
}

// leading says which value has most bytes, where values are sorted by these.
func (s *Screen) leading() string {
	level := s.level
	if level.How == keyspace.ByKind || level.How == keyspace.ByPrefix || level.at.sort != figures.MetricBytes ||
		len(level.Nodes) < 2 {
		return ""
	}
	share := measure(level, &level.Nodes[level.leader])
	if share.Value < level.top {
		return ""
	}
	soFar := ""
	if s.data.Reading {
		soFar = " so far"
	}
	return ": " + label(level, level.leader) + " holds " + text.Share(share) + " of the bytes" + soFar
}

// unit names the unit of the byte figures.
func (s *Screen) unit() string {
	return text.TableUnit(s.level.tree.total, s.level.tree.of.Sample.How.Options)
}

// by names what the nodes of a level are grouped by.
func by(l *level) string {
	switch l.How {
	case keyspace.ByKind:
		return "record kind"
	case keyspace.ByPrefix:
		return "prefix"
	}
	name := text.EscapeString(l.By.Segment)
	if l.By.Unit != "" {
		name += ", each " + string(l.By.Unit)
	}
	return name
}

// columns are those of the list of a level.
func (s *Screen) columns(l *level) []widget.Column {
	share := 8
	if !s.level.tree.cut.Design.IsExact() {
		share = 18 // with an interval, as in 0.55% 0.33–0.87%
	}
	columns := []widget.Column{
		colName:    {Title: by(l), Width: 16, Flex: 2},
		colBar:     {Title: "", Width: 10, Bar: true, Drop: 4},
		colBytes:   {Title: "bytes", Width: 10, Right: true, Drop: 1},
		colShare:   {Title: "share", Width: share, Right: true},
		colRows:    {Title: "rows", Width: 7, Right: true, Drop: 5},
		colCells:   {Title: "cells", Width: 7, Right: true, Drop: 6},
		colGarbage: {Title: "garbage", Width: 7, Right: true, Drop: 2},
		colFlags:   {Drop: 3}, // without a mark it takes no room
		colLargest: {Title: "largest row", Right: true, Drop: 7},
		colRecent:  {Title: "newest writes", Right: true, Drop: 8},
	}
	if l.tree.recent == nil {
		return columns[:colRecent]
	}
	return columns
}

// sortColumn is the column of a metric.
func sortColumn(m figures.Metric) int {
	return map[figures.Metric]int{figures.MetricBytes: colShare, figures.MetricRows: colRows,
		figures.MetricCells:   colCells,
		figures.MetricGarbage: colGarbage, figures.MetricKey: colName}[m]
}

// columnMetric is the metric that a click on the title of a column sorts by.
func columnMetric(col int) (figures.Metric, bool) {
	if col == colBytes {
		col = colShare
	}
	for _, m := range metrics {
		if sortColumn(m) == col {
			return m, true
		}
	}
	return "", false
}

// cell is a cell of the list of a level.
func (s *Screen) cell(st *widget.Styles, l *level, row, col, w int) string {
	node := &l.Nodes[row]
	switch col {
	case colName:
		return color(st, l, node, widget.Truncate(label(l, row), w))
	case colBar:
		return widget.SizeBar(st, measure(l, node).Value/max(l.top, 1e-12), w)
	case colBytes:
		if words := nodeBytes(l, node); words != "" {
			return words
		}
		return st.Dim(text.NoFigure)
	case colShare:
		return share(st, measure(l, node))
	case colRows:
		return text.Percent(node.Share.Rows.Value)
	case colCells:
		return text.Percent(node.Share.Cells.Value)
	case colGarbage:
		if node.Garbage.IsKnown() {
			return text.Percent(node.Garbage.Value)
		}
		return ""
	case colLargest:
		return text.Bytes(float64(node.Largest))
	case colRecent:
		return text.Percent(node.Recent)
	}
	return flags(st, l, node)
}

// nodeBytes writes the bytes of a node; empty where they are not known.
func nodeBytes(l *level, n *figures.Node) string {
	switch {
	case l.tree.total.Value > 0:
		short, _ := text.TableBytesParts(n.Share.Bytes.Of(l.tree.total), l.tree.total)
		return short
	case !l.tree.cut.Design.HasWeights():
		return text.Bytes(n.Bytes)
	}
	return ""
}

// share writes a share of the table and its interval.
func share(st *widget.Styles, f estimate.Figure) string {
	if f.Interval() {
		return text.Percent(f.Value) + st.Dim(" "+text.PlusMinus(f.Value, f.Low, f.High, text.Percent))
	}
	return text.Percent(f.Value)
}

// measure is the share that the nodes are sorted by; by key, that of the bytes.
func measure(l *level, n *figures.Node) estimate.Figure {
	switch l.at.sort {
	case figures.MetricRows:
		return n.Share.Rows
	case figures.MetricCells:
		return n.Share.Cells
	case figures.MetricGarbage:
		return n.Share.Garbage
	}
	return n.Share.Bytes
}

// largest returns the largest measure of a level.
func largest(l *level) float64 {
	top := 0.0
	if l.at.sort != figures.MetricKey && len(l.Nodes) > 0 {
		return measure(l, &l.Nodes[0]).Value
	}
	for i := range l.Nodes {
		top = max(top, measure(l, &l.Nodes[i]).Value)
	}
	return top
}

// flags marks a node: rows past the recommended size, writes that crowd, keys that no layout explains.
func flags(st *widget.Styles, l *level, n *figures.Node) string {
	switch {
	case n.Largest > largeRow:
		return st.Note("large")
	case hot(n):
		return st.Note("hot")
	case l.How == keyspace.ByKind && n.Kind == segments.Unexplained:
		return st.Note("odd")
	}
	return ""
}

// hot reports whether a node takes much of the newest writes, and far more of them than of the rows.
func hot(n *figures.Node) bool {
	return n.Recent > 0.2 && n.Recent > 4*n.Share.Rows.Value
}

// largeRow is the row size that the documentation advises to stay under (G18), in bytes.
const largeRow = 100_000_000

// label names a node of a level.
func label(l *level, i int) string {
	return stepLabel(l.tree, l.Nodes[i].Step)
}

// stepLabel names a step: the value of its segment, its prefix, or its record kind.
func stepLabel(t *tree, step keyspace.Step) string {
	switch step.How {
	case keyspace.ByKind:
		if step.Kind == segments.Unexplained {
			return "unexplained keys"
		}
		return widget.KindName(t.of.Layouts[step.Kind], step.Kind) + "  " + widget.Template(t.of.Layouts[step.Kind])
	case keyspace.ByPrefix:
		return text.Escape(step.Prefix) + "…"
	}
	return views.SegmentLabel(t.cut.Column(step.By.Segment).Segment, t.cut.Groups(step.By).Values[step.Group])
}

// color gives the label of a node the color its segment has everywhere.
func color(st *widget.Styles, l *level, n *figures.Node, name string) string {
	if n.Step.How != keyspace.BySegment {
		return name
	}
	for kind := range l.tree.of.Layouts {
		for i, segment := range l.tree.cut.KindSegments(kind) {
			if segment == n.Step.By.Segment {
				return st.Segment(i, name)
			}
		}
	}
	return name
}

// foot states what the figures are of.
func (s *Screen) foot(st *widget.Styles) string {
	count := len(s.level.Nodes)
	said := fmt.Sprintf(" %s here", text.Integer(int64(count)))
	if s.data.Reading {
		said += " so far"
	}
	if s.level.sorted < s.level.tree.of.Sample.Rows() {
		said += ", in the order of " + text.Count(int64(s.level.sorted), "row")
	}
	if s.level.Rest > 0 {
		said += fmt.Sprintf("   %s without such a segment", text.Count(s.level.Rest, "row"))
	}
	if s.level.tree.cut.Design.IsExact() {
		return st.Dim(said + "   counted over all rows")
	}
	if countedNodes := countedNodes(s.level); countedNodes > 0 {
		rows, rest := int64(s.level.tree.of.Profile.FoundRows.Value), "newest writes are of the sample"
		of := "counted"
		if countedNodes < len(s.level.Nodes) {
			of, rest = text.Integer(int64(countedNodes))+" counted", "the others are of the sample"
		}
		said += "   " + of + " over " + text.Count(rows, "row")
		if listed := s.unlisted(); listed != "" {
			rest = listed
		}
		return st.Dim(said + "; " + rest)
	}
	return st.Dim(said + "   shares " + s.level.tree.cut.Design.Scope.Summary() +
		"; a value the sample missed is not listed")
}

// unlisted states how many values of a segment all rows have, if the rows kept show fewer; empty if that is not known.
func (s *Screen) unlisted() string {
	level := s.level
	if level.How != keyspace.BySegment || level.By.Unit != "" || len(level.Path) > 1 ||
		len(level.Path) == 1 && level.Path[0].How != keyspace.ByKind {
		return ""
	}
	kind := 0
	if len(level.Path) == 1 {
		kind = level.Path[0].Kind
	} else if len(level.tree.of.Profile.Kinds) != 1 {
		return ""
	}
	segments := level.tree.of.Profile.Kinds[kind].Segments
	i := slices.IndexFunc(segments, func(x figures.Segment) bool { return x.Name == level.By.Segment })
	if i < 0 || !segments[i].Found.IsExact() || segments[i].AllDistinct.Low <= float64(len(level.Nodes)) {
		return ""
	}
	return text.Distinct(segments[i]) + " values in all, listed are those of the rows kept"
}

// countedNodes returns of how many nodes a census has counted all rows of the table.
func countedNodes(l *level) (n int) {
	for i := range l.Nodes {
		if l.Nodes[i].FoundRows.IsExact() {
			n++
		}
	}
	return n
}

// Bindings lists what keys do now.
func (s *Screen) Bindings() []views.Binding {
	nothing, alone := "", ""
	node, ok := s.node()
	if !ok {
		nothing = "nothing has been added up yet"
	}
	if len(s.segments()) == 0 {
		alone = "no layout explains the keys, so there is no segment to group by"
	}
	enter := views.Binding{Keys: []string{"enter", "right", "l"}, Name: "in", Help: "go into the node under the cursor",
		DisabledReason: nothing, Run: s.in}
	if ok && node.Rows == 1 {
		enter.Name, enter.Help = "row", "open the row"
	}
	return []views.Binding{
		enter,
		{Keys: []string{"left", "h", "esc", "-"}, Name: "out", Help: "go out of the node, back to where you came from",
			Run: s.out},
		{Keys: []string{"+", "="}, Name: "zoom",
			Help:           "zoom in on the node under the cursor, as the wheel does where there is room for a map",
			DisabledReason: nothing, Run: s.in},
		{Keys: []string{"s"}, Name: "sort", Help: "sort by bytes, rows, cells, garbage or key", DisabledReason: nothing,
			Run: s.sortNext},
		{Keys: []string{"b"}, Name: "by", Help: "group the same rows by the next segment of the key",
			DisabledReason: alone, Run: s.groupNext},
		{Keys: []string{"/"}, Name: "find", Help: "find a node by what its name holds, the best first",
			DisabledReason: nothing, Run: s.find},
		{Keys: []string{"v"}, Name: "largest", Help: "go to the largest rows and cells of the table",
			Run: func() views.Request { return views.OpenScreen{Screen: views.LargestScreen} }},
		{Keys: []string{"w"}, Name: "why", Help: "explain how the figures of the node were counted",
			DisabledReason: nothing, Run: s.explain},
		{Keys: []string{"y"}, Name: "copy", Group: views.Take,
			Help:           "copy where the node is, or a line for cbt, GoogleSQL or tabletop",
			DisabledReason: nothing,
			Run: func() views.Request {
				return views.Copy{What: "path", Rows: s.rows(),
					Text: strings.TrimPrefix(s.path()+" › "+label(s.level, s.table.Cursor()), " › ")}
			}},
	}
}

func (s *Screen) firstKey() []byte {
	n, _ := s.node()
	return s.level.tree.of.Sample.Key(n.First)
}

func (s *Screen) explain() views.Request {
	node, ok := s.node()
	if !ok {
		return nil
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s of the sample, %s.\n", text.Count(node.Rows, "row"), text.Count(node.Cells, "cell"))
	if node.FoundRows.IsExact() && !s.level.tree.cut.Design.IsExact() {
		fmt.Fprintf(&out, "Counted over all rows of the table: %s, %s, %s.\n",
			text.Count(int64(node.FoundRows.Value), "row"), text.Count(int64(node.FoundCells.Value), "cell"),
			text.Bytes(node.FoundBytes.Value))
	}
	for _, entry := range []struct {
		of string
		estimate.Figure
	}{{"bytes", node.Share.Bytes}, {"rows", node.Share.Rows}, {"cells", node.Share.Cells},
		{"garbage", node.Share.Garbage}} {
		fmt.Fprintf(&out, "%s of all %s", text.Percent(entry.Value), entry.of)
		switch {
		case entry.IsExact():
			out.WriteString(", exact")
		case entry.Interval():
			fmt.Fprintf(&out, ", between %s and %s with 95%% confidence", text.Percent(entry.Low),
				text.Percent(entry.High))
		}
		out.WriteString(".\n")
	}
	if s.level.tree.recent != nil {
		fmt.Fprintf(&out, "%s of the cells written in the last twentieth of the time.\n", text.Percent(node.Recent))
	}
	if total := s.level.tree.total; total.Value > 0 {
		fmt.Fprintf(&out, "It has %s; figures are %s.\n", text.TableBytes(node.Share.Bytes.Of(total),
			total), s.unit())
	}
	fmt.Fprintf(&out, "Its largest row has %s; rows should stay under 100 MB (G18).\n",
		text.Bytes(float64(node.Largest)))
	out.WriteString("The bytes of a row are its key once, and for every cell family, qualifier, 8 and value. Garbage " +
		"is what garbage collection may take, as a share of the node's own bytes.")
	return views.Explain{Title: label(s.level, s.table.Cursor()), Text: out.String()}
}

// Occasional lists the bindings of a filter, a draft, or the list that has the focus.
func (s *Screen) Occasional() []views.Binding {
	return []views.Binding{
		{Keys: []string{"enter", "right", "l"}, Name: "row", Help: "open the row under the cursor"},
	}
}
