package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tabletop/model/access"
	"tabletop/model/rowkey"
	"tabletop/model/workload"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// builder puts queries together: a line for each segment and column with how queries filter on it, and one for each
// query.
type builder struct {
	list      widget.List // of names
	names     []string
	picks     map[string]string // name -> one of its conditions
	often     int               // index in frequencies
	onQueries bool              // the cursor is among the queries, not the names
}

// frequencies are the steps of how often a query runs beside the others.
var frequencies = [...]float64{1, 10, 100, 1000, 10000, 0.1, 0.01}

func (s *Screen) openBuilder() views.Request {
	s.build = builder{names: s.askable(), picks: map[string]string{}}
	s.mode = asking
	return nil
}

// refreshBuilder has an open builder offer what can be filtered on now: other layouts have other segments, or the same
// with other conditions. The cursor stays on its name, and what was picked stays where that is still offered.
func (s *Screen) refreshBuilder() {
	if s.mode != asking {
		return
	}
	builder := &s.build
	at := builder.list.Cursor()
	if at >= 0 {
		at = slices.Index(s.askable(), builder.names[at])
	}
	builder.names = s.askable()
	builder.list.SetLen(len(builder.names))
	if at >= 0 {
		builder.list.SetCursor(at)
	}
	maps.DeleteFunc(builder.picks, func(name, pick string) bool {
		return !slices.Contains(builder.names, name) || !slices.Contains(s.conditions(name), pick)
	})
}

// askable lists the segments and columns that queries can filter on.
func (s *Screen) askable() []string {
	if question := s.data.Question; question != nil {
		var names []string
		for _, field := range question.Fields {
			names = append(names, field.Name)
		}
		return names
	}
	names := access.SegmentNames(s.data.Layouts)
	columns := s.bench.of.Sample.Columns()
	for _, c := range columns[:min(len(columns), maxColumns)] {
		names = append(names, c.Family+":"+c.Qualifier)
	}
	return names
}

// conditions lists the ways in which a segment or column can be filtered on; the first is not at all.
func (s *Screen) conditions(name string) []string {
	all := []string{"", string(workload.Equal)}
	var seg *rowkey.Segment
	for _, l := range s.data.Layouts {
		if seg == nil {
			seg = l.Segment(name)
		}
	}
	if seg == nil {
		return append(all, "prefix 1", "prefix 3")
	}
	switch seg.Codec.Type() {
	case rowkey.Timestamp:
		return append(all, "range 1h", "range 1d", "range 7d", "range 30d", "latest 1", "latest 10", "latest 100")
	case rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE, rowkey.OrderedCode:
		return append(all, "range 10", "range 100", "range 1000")
	case rowkey.Domain:
		return append(all, "labels 1", "labels 2", "labels 3")
	}
	return append(all, "prefix 1", "prefix 2", "prefix 3", "prefix 4")
}

// draft is the query as picked so far; nil when nothing is, or when what was picked is no query.
func (s *Screen) draft() (*workload.Query, error) {
	var parts []string
	for _, name := range s.build.names {
		switch pick := s.build.picks[name]; {
		case strings.HasPrefix(pick, "latest "):
			parts = append(parts, pick+" by "+name)
		case pick != "":
			parts = append(parts, name+" "+pick)
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	q, err := workload.ParseQuery(strings.Join(parts, ", "), s.build.names)
	if err == nil {
		q.Frequency = frequencies[s.build.often]
	}
	return q, err
}

// list are the queries there are.
func (s *Screen) list() []*workload.Query {
	if s.queries == nil {
		return nil
	}
	return s.queries.Queries
}

// ask handles a key of the builder.
func (s *Screen) ask(key string) views.Request {
	builder := &s.build
	builder.list.SetLen(len(builder.names))
	s.asked.SetLen(len(s.list()))
	switch key {
	case "esc":
		if s.data.Question != nil && len(s.list()) > 0 {
			return s.endMode(s.answerQuestion)
		}
		return s.endMode(s.run)
	case "left", "h":
		return s.pick(-1)
	case "right", "l":
		return s.pick(1)
	case "f":
		if builder.onQueries {
			return s.setQuery(s.asked.Cursor(), func(q *workload.Query) { q.Frequency = next(q.Frequency) })
		}
		builder.often = (builder.often + 1) % len(frequencies)
	case "d":
		if builder.onQueries {
			return s.dropQuery(s.asked.Cursor())
		}
	case "y":
		return s.copyQueries()
	case "enter":
		return s.addQuery()
	case "down", "j":
		if !builder.onQueries && builder.list.Cursor() == len(builder.names)-1 && len(s.list()) > 0 {
			builder.onQueries = true
			s.asked.SetCursor(0)
			return nil
		}
		s.askedList().Press(key)
	case "up", "k":
		if builder.onQueries && s.asked.Cursor() == 0 {
			builder.onQueries = false
			return nil
		}
		s.askedList().Press(key)
	default:
		s.askedList().Press(key)
	}
	return nil
}

// askedList is the list of the builder that the cursor is in.
func (s *Screen) askedList() *widget.List {
	if s.build.onQueries {
		return &s.asked
	}
	return &s.build.list
}

// pick steps through the ways to ask by what is under the cursor, or how often the query under it runs.
func (s *Screen) pick(by int) views.Request {
	builder := &s.build
	cursor := builder.list.Cursor()
	if builder.onQueries {
		return s.oftener(by)
	}
	if cursor < 0 {
		return nil
	}
	name := builder.names[cursor]
	conditions := s.conditions(name)
	n := len(conditions)
	builder.picks[name] = conditions[(slices.Index(conditions, builder.picks[name])+by+n)%n]
	return nil
}

// copyQueries copies the queries as a workload file.
func (s *Screen) copyQueries() views.Request {
	return views.Copy{What: "workload file", Text: (&workload.Workload{Queries: s.list()}).Text()}
}

// askBindings lists what keys do among the queries.
func (s *Screen) askBindings() []views.Binding {
	one := func(key, name, help string) views.Binding {
		return views.Binding{Keys: []string{key}, Name: name, Help: help, Run: func() views.Request {
			return s.ask(key)
		}}
	}
	return []views.Binding{
		one("right", "filter",
			"change how the query filters on the segment or column under the cursor, or have the query under it run "+
				"more often"),
		one("enter", "add", "add the query that was picked"),
		one("f", "how often", "change how often the query runs beside the others"),
		one("d", "drop", "drop the query under the cursor"),
		one("y", "copy", "copy the queries as a workload file"),
		one("esc", "done", "go back to the layouts"),
	}
}

func next(f float64) float64 {
	return frequencies[(slices.Index(frequencies[:], f)+1)%len(frequencies)]
}

// addQuery takes the draft in. The first query of the user replaces the generated ones.
func (s *Screen) addQuery() views.Request {
	query, err := s.draft()
	if err != nil {
		return say(err)
	}
	if query == nil {
		return views.Notify{Text: "pick what the query filters on: left and right change the line under the cursor"}
	}
	var queries []*workload.Query
	if s.own {
		queries = slices.Clone(s.list())
	}
	if twice(queries, query) {
		return views.Notify{Text: "this query is there already"}
	}
	s.build.picks = map[string]string{}
	return s.inForce(append(queries, query))
}

// setQuery changes a copy of one query, since results in the making hold the old one.
func (s *Screen) setQuery(i int, change func(*workload.Query)) views.Request {
	if i < 0 {
		return nil
	}
	queries := slices.Clone(s.list())
	q := *queries[i]
	change(&q)
	queries[i] = &q
	return s.inForce(queries)
}

// dropQuery takes a query away.
func (s *Screen) dropQuery(i int) views.Request {
	if i < 0 {
		return nil
	}
	r := s.inForce(slices.Delete(slices.Clone(s.list()), i, i+1))
	if s.asked.SetLen(len(s.list())); len(s.list()) == 0 {
		s.build.onQueries = false
	}
	return both(r, views.Notify{Text: fmt.Sprintf("q%d dropped; u brings it back", i+1)})
}

// oftener changes how often the query under the cursor runs, by a step of frequencies.
func (s *Screen) oftener(by int) views.Request {
	s.measure()
	return s.setQuery(s.asked.Cursor(), func(q *workload.Query) {
		steps := slices.Sorted(slices.Values(frequencies[:]))
		at, exact := slices.BinarySearch(steps, q.Frequency)
		if !exact && by > 0 {
			at--
		}
		q.Frequency = steps[max(0, min(at+by, len(steps)-1))]
	})
}

// inForce puts queries in force and asks for what they cost.
func (s *Screen) inForce(queries []*workload.Query) views.Request {
	s.remember(s.now())
	return s.use(queries)
}

// use is inForce without a moment to go back to.
func (s *Screen) use(queries []*workload.Query) views.Request {
	s.queries, s.own, s.advice = &workload.Workload{Queries: queries}, true, nil
	return s.run()
}

// drawBuilder draws what a new query can ask by, the queries, and as far as there is room what they cost under the
// layouts.
func (s *Screen) drawBuilder(w, h int, st *widget.Styles) string {
	builder := &s.build
	boxed := widget.Boxed(w, h)
	s.measure()
	builder.list.SetLen(len(builder.names))
	frame := 1
	if boxed {
		frame = widget.BoxHeight
	}
	below := min(max(len(s.list()), 1)+frame, max(h/2, 3))
	title := "NEW QUERY"
	if s.data.Question != nil {
		title = text.EscapeString(s.data.Question.Title)
	}
	pane := widget.Pane{Title: title, Right: widget.Hints(st, "←→", "filter", "f", "how often", "enter", "add",
		"esc", "done"), Focus: !builder.onQueries, Boxed: boxed}
	draft := st.Dim("filters on nothing yet: ←→ changes how the line under the cursor is filtered on")
	switch q, err := s.draft(); {
	case err != nil:
		draft = st.Error(text.Safe(err.Error()))
	case q != nil:
		draft = st.Strong(text.EscapeString(q.String())) + fmt.Sprintf("  ×%s", text.Number(q.Frequency))
	}
	lines := pane.List(st, &builder.list, !builder.onQueries, w, min(max(h-below-1, 2), len(builder.names)+frame),
		func(i int) string { return s.drawAskable(builder.names[i], st) })
	lines = append(lines, widget.Truncate(widget.Spaces(pane.Left()+widget.Gutter)+"new  "+draft, w))
	lines = append(lines, s.drawQueries(w, below, boxed, st)...)
	if rest := s.layoutsHeight(boxed); len(lines)+rest <= h {
		lines = append(lines, s.drawLayouts(w, rest, boxed, st)...)
	}
	if room := h - len(lines); room >= leastFigures {
		lines = append(lines, s.drawFigures(len(lines), w, room, boxed, st)...)
	}
	return widget.Block(lines, w, h)
}

// drawAskable draws a segment or column with how the new query filters on it, and values that it has.
func (s *Screen) drawAskable(name string, st *widget.Styles) string {
	const names, picks = 24, 18
	pick := s.build.picks[name]
	if pick == "" {
		pick = st.Dim("no filter")
	} else {
		pick = st.Accent(pick)
	}
	line := widget.Pad(widget.Truncate(text.EscapeString(name), names), names) + "  ‹ " + widget.Pad(pick, picks) + " ›"
	if question := s.data.Question; question != nil {
		at := slices.IndexFunc(question.Fields, func(f views.Field) bool { return f.Name == name })
		return line + "  " + st.Dim(text.EscapeString(question.Fields[at].About))
	}
	if s.data.Segments == nil {
		return line
	}
	if c := s.data.Segments.Column(name); c != nil && len(c.Values) > 0 {
		line += "  " + st.Dim(text.Count(int64(len(c.Values)), "value")+", such as "+
			text.EscapeString(string(c.Values[0].Raw)))
	}
	return line
}
