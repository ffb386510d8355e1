package lab

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/rowkey"
	"tabletop/model/workload"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// builder puts queries together: a line for each segment and column with how it is asked by, and one for each query.
type builder struct {
	list  widget.List
	names []string
	picks map[string]int // name -> index in conditions
	often int            // index in frequencies
}

// frequencies are the steps of how often a query runs beside the others.
var frequencies = [...]float64{1, 10, 100, 1000, 10000, 0.1, 0.01}

func (s *Screen) openBuilder() views.Request {
	s.build = builder{names: workload.SegmentNames(s.data.Layouts), picks: map[string]int{}}
	columns := s.data.Sample.Columns()
	for _, c := range columns[:min(len(columns), maxColumns)] {
		s.build.names = append(s.build.names, c.Family+":"+c.Qualifier)
	}
	s.mode = asking
	return nil
}

// conditions lists the ways in which a segment or column can be asked by; the first is not at all.
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

// draft is the query as picked so far; nil when nothing is.
func (s *Screen) draft() *workload.Query {
	q := &workload.Query{Frequency: frequencies[s.build.often]}
	var words []string
	for _, name := range s.build.names {
		pick := s.conditions(name)[s.build.picks[name]]
		if pick == "" {
			continue
		}
		words = append(words, name+" "+pick)
		if n, ok := strings.CutPrefix(pick, "latest "); ok {
			fmt.Sscan(n, &q.Latest)
			q.By = name
			continue
		}
		if c, err := workload.ParseCondition(name, pick); err == nil {
			q.Where = append(q.Where, c)
		}
	}
	if len(words) == 0 {
		return nil
	}
	q.Name = strings.ReplaceAll(strings.Join(words, ", "), " equal", "")
	return q
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
	b := &s.build
	b.list.SetLen(len(b.names) + len(s.list()))
	i := max(0, b.list.Cursor())
	onQuery := i - len(b.names)
	switch key {
	case "esc":
		s.mode = comparing
		return s.run()
	case "left", "right", "h", "l":
		if onQuery < 0 && i < len(b.names) {
			name := b.names[i]
			n := len(s.conditions(name))
			step := 1
			if key == "left" || key == "h" {
				step = n - 1
			}
			b.picks[name] = (b.picks[name] + step) % n
		}
	case "f":
		if onQuery >= 0 {
			return s.setQueries(onQuery, func(q *workload.Query) { q.Frequency = next(q.Frequency) })
		}
		b.often = (b.often + 1) % len(frequencies)
	case "d":
		if onQuery >= 0 {
			return s.dropQuery(onQuery)
		}
	case "y":
		return views.Copy{What: "workload", Text: (&workload.Workload{Queries: s.list()}).Text()}
	case "enter":
		return s.addQuery()
	default:
		b.list.Press(key)
	}
	return nil
}

// askBindings lists what keys do among the queries.
func (s *Screen) askBindings() []views.Binding {
	one := func(key, name, help string) views.Binding {
		return views.Binding{Keys: []string{key}, Name: name, Help: help, Run: func() views.Request { return s.ask(key) }}
	}
	return []views.Binding{
		one("right", "asked by", "change how the segment or column under the cursor is asked by"),
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

// addQuery takes the draft in. The first query of a person takes the place of those made up.
func (s *Screen) addQuery() views.Request {
	q := s.draft()
	if q == nil {
		return views.Notify{Text: "pick what the query asks by: left and right change the line under the cursor"}
	}
	var queries []*workload.Query
	if s.own {
		queries = slices.Clone(s.list())
	}
	for _, other := range queries {
		if other.Name == q.Name {
			return views.Notify{Text: "this query is there already"}
		}
	}
	s.build.picks = map[string]int{}
	return s.inForce(append(queries, q))
}

// setQueries changes a copy of one query, since results in the making hold the old one.
func (s *Screen) setQueries(i int, change func(*workload.Query)) views.Request {
	queries := slices.Clone(s.list())
	q := *queries[i]
	change(&q)
	queries[i] = &q
	return s.inForce(queries)
}

// dropQuery takes a query away.
func (s *Screen) dropQuery(i int) views.Request {
	return s.inForce(slices.Delete(slices.Clone(s.list()), i, i+1))
}

// oftener changes how often the query under the cursor runs, by a step of frequencies.
func (s *Screen) oftener(by int) views.Request {
	s.measure()
	i := s.asked.Cursor()
	if i < 0 {
		return nil
	}
	return s.setQueries(i, func(q *workload.Query) {
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
	s.queries, s.own, s.advice = &workload.Workload{Queries: queries}, true, nil
	return s.run()
}

// drawBuilder draws the queries and what a new one can ask by.
func (s *Screen) drawBuilder(w, h int, st *widget.Styles) string {
	b := &s.build
	queries := s.list()
	b.list.SetLen(len(b.names) + len(queries))
	lines := []string{st.Strong("QUERIES") + st.Dim("  what the table is asked: pick by what, add it, and see what it costs")}
	draft := st.Dim("pick what the query asks by")
	if q := s.draft(); q != nil {
		draft = fmt.Sprintf("new: %s  ×%g", text.EscapeString(q.String()), q.Frequency)
	}
	lines = append(lines, draft, "")
	body := b.list.Draw(st, w, max(0, h-len(lines)), func(i int) string {
		if i < len(b.names) {
			name := b.names[i]
			pick := s.conditions(name)[b.picks[name]]
			if pick == "" {
				pick = st.Dim("not asked by")
			} else {
				pick = st.Accent(pick)
			}
			return widget.Pad(widget.Truncate(text.EscapeString(name), 24), 25) + "‹ " + pick + " ›"
		}
		q := queries[i-len(b.names)]
		made := ""
		if !s.own {
			made = st.Dim("  generated from the key's prefixes")
		}
		return fmt.Sprintf("query  %s  ×%g", text.EscapeString(q.String()), q.Frequency) + made
	})
	return widget.Block(append(lines, strings.Split(body, "\n")...), w, h)
}
