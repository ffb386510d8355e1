package lab

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/workload"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// phrase is a query that is typed.
type phrase struct {
	input widget.Input
	among []*workload.Query // those that it is put among
	at    int               // its place there, behind the last for a new one
	wrong error             // why it is not a query; nil where it is one
}

// queryBindings lists what keys do to the query under the cursor.
func (s *Screen) queryBindings() []views.Binding {
	nothing, none := s.waits(), ""
	if len(s.list()) == 0 {
		none = "there are no queries: c makes one"
	}
	if nothing != "" {
		none = nothing
	}
	often := func(name, help string, by int, keys ...string) views.Binding {
		return views.Binding{Keys: keys, Name: name, Help: help, DisabledReason: none,
			Run: func() views.Request { return s.oftener(by) }}
	}
	return []views.Binding{
		{Keys: []string{"i"}, Name: "edit query",
			Help: "type the query under the cursor; it is costed while it is typed", DisabledReason: none,
			Run: func() views.Request { s.measure(); return s.openPhrase(max(s.asked.Cursor(), 0)) }},
		{Keys: []string{"c"}, Name: "new query", Help: "type a query", DisabledReason: nothing,
			Run: func() views.Request { return s.openPhrase(-1) }},
		often("more", "have the query under the cursor run more often beside the others", 1, "right", "l", ">"),
		often("fewer", "have the query under the cursor run less often beside the others", -1, "left", "h", "<"),
		{Keys: []string{"d"}, Name: "drop query", Help: "take the query under the cursor away", DisabledReason: none,
			Run: func() views.Request { s.measure(); return s.dropQuery(s.asked.Cursor()) }},
		{Keys: []string{"y"}, Name: "copy queries", Help: "copy the queries as a workload file", DisabledReason: none,
			Run: s.copyQueries},
	}
}

// openPhrase types over a query, or a new one if i is below 0. The first query of a user replaces the generated ones.
func (s *Screen) openPhrase(i int) views.Request {
	s.before, s.mode = s.now(), phrasing
	s.phrase = phrase{at: i}
	if s.own || i >= 0 {
		s.phrase.among = s.list()
	}
	if i < 0 {
		s.phrase.at = len(s.phrase.among)
		return nil
	}
	s.phrase.input.SetText(s.list()[i].OneLine())
	return nil
}

// typeQuery handles a key while a query is typed.
func (s *Screen) typeQuery(k tea.KeyPressMsg) views.Request {
	phrase := &s.phrase
	switch key := k.String(); {
	case key == "esc", key == "enter" && strings.TrimSpace(phrase.input.Text()) == "":
		return s.endMode(func() views.Request { return s.restore(s.before) })
	case key == "enter" && phrase.wrong != nil:
		return views.Notify{Text: text.Safe(phrase.wrong.Error())}
	case key == "enter":
		return s.endMode(func() views.Request {
			s.focus = onQueries
			if s.queries != s.before.queries {
				s.remember(s.before)
			}
			s.measure()
			s.asked.SetCursor(phrase.at)
			return nil
		})
	}
	before := phrase.input.Text()
	if !phrase.input.Press(k) || phrase.input.Text() == before {
		return nil
	}
	return s.phrased()
}

// phrased puts what is typed in force, if it is a query.
func (s *Screen) phrased() views.Request {
	phrase := &s.phrase
	query, err := workload.ParseQuery(phrase.input.Text(), s.askable())
	if phrase.wrong = err; err != nil {
		return nil
	}
	queries := slices.Clone(phrase.among)
	if phrase.at < len(queries) {
		queries = slices.Delete(queries, phrase.at, phrase.at+1)
	}
	if twice(queries, query) {
		phrase.wrong = errors.New("this query is there already")
		return nil
	}
	return s.use(slices.Insert(queries, phrase.at, query))
}

// twice reports whether a query is among others.
func twice(queries []*workload.Query, q *workload.Query) bool {
	return slices.ContainsFunc(queries, func(o *workload.Query) bool { return o.Name == q.Name })
}

// drawPhrase draws the query that is typed, what is wrong with it, and what can be typed.
func (s *Screen) drawPhrase(w int, st *widget.Styles) []string {
	phrase := &s.phrase
	lines := []string{phrase.input.Draw(st, w, -1)}
	switch {
	case strings.TrimSpace(phrase.input.Text()) == "":
	case phrase.wrong != nil:
		lines = append(lines, wrapped(st.Error, text.Safe(phrase.wrong.Error()), w)...)
	default:
		lines = append(lines, s.costOfPhrase(st)...)
	}
	help := []string{
		"names: " + strings.Join(s.askable(), "   "),
		"NAME equal, = VALUE, prefix 3, range 7d, range = FROM .. TO, in 2026, or labels 2; with commas between",
		"also: frequency 100, latest 10 by NAME, latest 1 per NAME by NAME, limit 20, kind NAME, " +
			"columns FAMILY:QUALIFIER",
	}
	for _, words := range help {
		for _, line := range text.Wrap(text.EscapeString(words), w) {
			lines = append(lines, st.Dim(line))
		}
	}
	return lines
}

// costOfPhrase states what the query that is typed reads under each layout.
func (s *Screen) costOfPhrase(st *widget.Styles) []string {
	var parts []string
	for i, slot := range s.slots {
		switch a := slot.answer; {
		case slot.err != nil:
			return []string{st.Error(text.Safe(slot.err.Error()))}
		case a == nil || s.stale(slot) || s.phrase.at >= len(a.costs):
			parts = append(parts, s.slotName(i)+" ◌")
		default:
			c := &a.costs[s.phrase.at]
			parts = append(parts, fmt.Sprintf("%s %s, %s", st.Accent(s.slotName(i)), c.Summary(), rows(c)))
		}
	}
	return []string{"reads  " + strings.Join(parts, "   ")}
}
