package lab

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/workload"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// The columns of the layouts; those of the queries follow colQuery.
const (
	colMark = iota
	colLayout
	colReadsBar
	colReads
	colTablets
	colLargest
	colBytes
	colQuery
)

// maxQueryColumns is how many queries have a column among the layouts.
const maxQueryColumns = 8

// leastLayout is the width of the column of layouts at least.
const leastLayout = 30

// mostLayout is how wide the column of layouts may be before figures go for it.
func mostLayout(w int) int {
	if w < narrow {
		return w * 2 / 5
	}
	return w / 2
}

// narrow is the width below which a layout may be cut for its figures.
const narrow = 100

// drawLayouts draws a line for each layout: what its reads cost beside the current one, where its writes go, each
// query.
func (s *Screen) drawLayouts(w, h int, boxed bool, st *widget.Styles) []string {
	table := &s.layouts
	table.Sort = -1
	longest := leastLayout // a layout is read whole before its figures are
	for i := range s.slots {
		longest = max(longest, widget.Width(text.Template(s.template(i)))+2) // the part under the cursor is marked
	}
	table.Columns = []widget.Column{
		colMark:     {Title: ""},
		colLayout:   {Title: "layout", Width: min(longest, mostLayout(w)), Flex: 1},
		colReadsBar: {Title: "better│worse", Width: 13, Bar: true, Fixed: true, Drop: 3},
		colReads:    {Title: "read cost", Right: true, Drop: 1},
		colTablets:  {Title: "written at once"},
		colLargest:  {Title: "largest row", Right: true, Drop: 5},
		colBytes:    {Title: "bytes", Right: true, Drop: 4},
	}
	for i := range min(len(s.list()), maxQueryColumns) {
		table.Columns = append(table.Columns, widget.Column{Title: fmt.Sprintf("q%d", i+1), Right: true, Drop: 2})
	}
	p := widget.Pane{Title: "LAYOUTS", Right: widget.Hints(st, "c", "new", "i", "edit", "t", "transform", "d", "drop"),
		Focus: s.focus == onLayouts && s.mode == comparing, Boxed: boxed}
	return p.Table(st, table, s.focus == onLayouts, w, h,
		func(row, col, w int) string { return s.layoutCell(st, row, col, w) })
}

func (s *Screen) layoutCell(st *widget.Styles, i, col, w int) string {
	slot := s.slots[i]
	switch col {
	case colMark:
		return s.slotMark(st, i)
	case colLayout:
		return s.layoutText(st, i, w, i == s.at)
	}
	answered, today := slot.answer, s.slots[0].answer
	if answered == nil || today == nil || s.stale(slot) {
		if col == colReadsBar {
			return st.Dim(widget.Truncate(s.state(slot), w))
		}
		return st.Dim(text.NoFigure)
	}
	switch col {
	case colReadsBar:
		if c, ok := s.readsChange(i); ok && i > 0 {
			return widget.ChangeBar(st, c.Side(), c.Magnitude(), w)
		}
		return ""
	case colReads:
		if answered.costs == nil || today.costs == nil {
			return st.Dim(text.NoFigure)
		}
		return ratio(st, access.Total(today.costs), access.Total(answered.costs))
	case colTablets:
		return s.tabletsCell(st, i)
	case colLargest:
		return answered.largest()
	case colBytes:
		if scale := answered.scale(); scale != nil && scale.Bytes.Value > 0 && !scale.Bytes.Vague() {
			short, _ := text.TableBytesParts(scale.Bytes, scale.Bytes)
			return short
		}
		return answered.ofRead(text.Bytes(float64(answered.result.Bytes)))
	}
	return s.queryCell(st, i, col-colQuery)
}

// slotMark is the name of a slot: the current layout, and the best of the last search, have a sign.
func (s *Screen) slotMark(st *widget.Styles, i int) string {
	name := "  " + s.slotName(i)
	switch {
	case i == 0:
		name = "◆ " + s.slotName(i)
	case i == 1 && s.slots[1].found && s.advice != nil && !s.advice.KeepCurrent:
		mark := "★"
		if s.advice.TooClose {
			mark = "≈"
		}
		name = st.Text(widget.Good, mark) + " " + s.slotName(i)
	}
	return name
}

// state is why a slot has no figures.
func (s *Screen) state(l *slot) string {
	switch {
	case l.wrong != nil:
		return "cannot be read"
	case l.err != nil:
		return "failed"
	}
	return "◌ trying"
}

// readsChange is the cost of all queries beside that of the current layout.
func (s *Screen) readsChange(i int) (advise.Change, bool) {
	for _, r := range s.rows() {
		if r.about == advise.OfReads {
			return s.change(r, i)
		}
	}
	return advise.Change{}, false
}

// tabletsCell is how many tablets take writes at once.
func (s *Screen) tabletsCell(st *widget.Styles, i int) string {
	answer := s.slots[i].answer
	if answer.out == nil {
		return st.Dim("◌")
	}
	words := s.spread(answer)
	if r := answer.out.heat.Replay; r.Conclusive() {
		n := int64(r.Written + 0.5)
		words = text.Count(max(n, 1), "tablet")
	}
	if !answer.current() {
		return st.Dim("~ " + words)
	}
	for _, row := range s.writeRows() {
		if c, ok := s.change(row, i); ok && i > 0 && row.about == advise.OfTablets {
			switch c.Side() {
			case -1:
				return st.Good(words)
			case 1:
				return st.Warning(words)
			}
		}
	}
	return "  " + words
}

// queryCell is a query under a layout: of the current one the rows that it reads, of others how many times as long it
// takes, which is what the marks of the figures are of.
func (s *Screen) queryCell(st *widget.Styles, i, q int) string {
	answer, today := s.slots[i].answer, s.slots[0].answer
	if q >= len(answer.costs) || q >= len(today.costs) {
		return st.Dim(text.NoFigure)
	}
	c, now := &answer.costs[q], &today.costs[q]
	switch {
	case c.Access == access.FullScan && (i == 0 || now.Access != access.FullScan):
		return st.Warning("scan")
	case i == 0:
		return rows(c)
	}
	return ratio(st, now.Millis(), c.Millis())
}

// ratio writes how many times as much a figure is, as times does; = is the same.
func ratio(st *widget.Styles, now, then float64) string {
	switch {
	case now <= 0 || then <= 0:
		return st.Dim(text.NoFigure)
	case now > then*advise.Tie:
		return st.Text(widget.Good, "×"+text.Number(then/now))
	case then > now*advise.Tie:
		return st.Text(widget.Warning, "×"+text.Number(then/now))
	}
	return "="
}

// The columns of the figures.
const (
	figName = iota
	figNow
	figThen
	figBar
	figRule // other layouts follow
)

// besideMaps is the width from which on there is room beside the title of the maps for what they are of.
const besideMaps = 120

// drawFigures draws all figures of the layout under the cursor beside the current ones; at is the line of the screen
// that they begin at.
func (s *Screen) drawFigures(at, w, h int, boxed bool, st *widget.Styles) []string {
	s.areas.figures = at + 1
	o, need := s.explained(s.at), s.figuresHeight(boxed)
	if o == nil || h-need < leastExplained {
		return s.figurePane(w, h, boxed, st)
	}
	return append(s.figurePane(w, need, boxed, st), s.drawExplanation(o, w, h-need, boxed, st)...)
}

// wholeFigure is the width of a figure before bars and guidelines go for it.
const wholeFigure = 28

func (s *Screen) figurePane(w, h int, boxed bool, st *widget.Styles) []string {
	title := "CURRENT LAYOUT"
	s.lines.Sort = -1
	s.lines.Columns = []widget.Column{figName: {Title: "figure", Width: 16, Flex: 1},
		figNow: {Title: "current", Width: wholeFigure, Flex: 1}}
	if s.at > 0 {
		title = "CURRENT → " + s.slotName(s.at)
		s.lines.Columns = append(s.lines.Columns, widget.Column{Title: "  " + s.slotName(s.at), Width: wholeFigure,
			Flex: 1},
			widget.Column{Title: "better│worse", Width: 13, Bar: true, Fixed: true, Drop: 1},
			widget.Column{Title: "from", Drop: 2})
	}
	slots := []int{figNow: 0, figThen: s.at, figRule: 0} // of each column
	if s.at == 0 {
		slots = []int{figNow: 0}
		for i := range s.slots[1:] {
			slots = append(slots, i+1)
			s.lines.Columns = append(s.lines.Columns, widget.Column{Title: "  " + s.slotName(i+1), Width: 20, Flex: 1,
				Drop: i + 3})
		}
	}
	all := s.rows()
	grades := make([][]grade, len(all))
	pane := widget.Pane{Title: title, Right: widget.Hints(st, "w", "why", "v", "maps"),
		Focus: s.focus == onFigures && s.mode == comparing, Boxed: boxed}
	return pane.Table(st, &s.lines, s.focus == onFigures, w, h, func(i, col, w int) string {
		row := all[i]
		switch {
		case col == figName:
			return text.EscapeString(row.name)
		case s.at > 0 && col == figRule:
			return st.Dim(row.rule)
		case s.at > 0 && col == figBar:
			if c, ok := s.change(row, s.at); ok && !s.stale(s.slots[s.at]) &&
				!s.isWrittenAsCurrent(row, s.at, text.EscapeString(row.write(s.slots[s.at].answer))) {
				return widget.ChangeBar(st, c.Side(), c.Magnitude(), w)
			}
			return ""
		}
		if grades[i] == nil {
			grades[i] = s.grades(row)
		}
		if col == figNow {
			return s.cell(row, 0, plainCell, st)
		}
		return s.cell(row, slots[col], grades[i][slots[col]], st)
	})
}

// cell draws a figure of a slot: the best of the line in bold with a star, what is worse than today with a sign.
func (s *Screen) cell(r row, i int, g grade, st *widget.Styles) string {
	slot := s.slots[i]
	if slot.answer == nil || r.late && slot.answer.out == nil {
		return st.Dim(text.NoFigure)
	}
	words := text.EscapeString(r.write(slot.answer))
	if i > 0 && s.isWrittenAsCurrent(r, i, words) {
		g = plainCell // what reads the same is no better and no worse
	}
	switch {
	case s.stale(slot) || r.late && !slot.answer.current():
		return st.Dim("~ " + words)
	case g == best:
		return st.Strong("★ " + words)
	case g == worse:
		return st.Warning(words)
	case i == 0:
		return words
	}
	return "  " + words
}

// isWrittenAsCurrent reports whether a figure of a slot is written as that of the current layout.
func (s *Screen) isWrittenAsCurrent(r row, i int, words string) bool {
	now := s.slots[0].answer
	return now != nil && (!r.late || now.out != nil) && text.EscapeString(r.write(now)) == words
}

// drawQueries lists the queries that the layouts are compared by.
func (s *Screen) drawQueries(w, h int, boxed bool, st *widget.Styles) []string {
	focus := s.focus == onQueries && s.mode == comparing || s.mode == asking && s.build.onQueries
	pane := widget.Pane{Title: "QUERIES", Right: widget.Hints(st, "tab", "here", "c", "new", "i", "edit", "←→",
		"how often", "d", "drop", "W", "pick"), Focus: focus, Boxed: boxed}
	if s.mode == asking {
		pane.Right = widget.Hints(st, "←→", "how often", "d", "drop", "y", "copy")
	}
	queries := s.list()
	switch {
	case s.own || len(queries) == 0:
	case s.mode == asking:
		pane.Title = "QUERIES  generated: yours replace them"
	default:
		pane.Title = "QUERIES  generated from the key, not yours: W picks two or three of yours"
	}
	if len(queries) == 0 {
		return pane.Text(st, []string{st.Dim("no queries: c types one, W picks one by its segments; layouts are then " +
			"compared by what it costs")}, w, h)
	}
	names, asks := 0, 0
	for _, q := range queries {
		names, asks = max(names, widget.Width(s.givenName(q))), max(asks, widget.Width(text.EscapeString(q.String())))
	}
	names, asks = min(names, widestName), min(asks, w/2)
	return pane.List(st, &s.asked, focus, w, h, func(i int) string {
		q := queries[i]
		line := fmt.Sprintf("%s %s  ", st.Accent(fmt.Sprintf("q%d", i+1)), widget.PadLeft("×"+text.Number(q.Frequency),
			7))
		if names > 0 {
			line += widget.Pad(widget.Truncate(s.givenName(q), names), names) + "  "
		}
		line += widget.Pad(widget.Truncate(text.EscapeString(q.String()), asks), asks) + "  "
		return line + st.Dim(s.readsText(st, i, pane.TextWidth(w)-widget.Gutter-widget.Width(line)))
	})
}

// widestName is the widest name of a query that is shown whole.
const widestName = 40

// givenName is the name that a query was given, escaped; empty where it only repeats what the query filters on.
func (s *Screen) givenName(q *workload.Query) string {
	if !s.own || q.Name == q.Summary() {
		return ""
	}
	return text.EscapeString(q.Name)
}

// readsText states what a query reads under the current layout and, where it fits into the room, under that of the
// cursor.
func (s *Screen) readsText(st *widget.Styles, query, room int) string {
	words := ""
	for _, at := range slices.Compact([]int{0, s.at}) {
		answer := s.slots[at].answer
		if answer == nil || s.stale(s.slots[at]) || query >= len(answer.costs) {
			continue
		}
		name := s.slotName(at) + ":"
		if at == 0 && !st.Spoken() { // its mark leaves room for what is read
			name = "◆"
		}
		more := fmt.Sprintf("%s %s, %s   ", name, answer.costs[query].Summary(), rows(&answer.costs[query]))
		if words == "" || widget.Width(words+strings.TrimRight(more, " ")) <= room {
			words += more
		}
	}
	return words
}
