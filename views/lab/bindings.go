package lab

import (
	"cmp"
	"fmt"
	"strings"

	"tabletop/model/candidate"
	"tabletop/views"
	"tabletop/views/text"
)

// Bindings lists what keys do now.
func (s *Screen) Bindings() []views.Binding {
	if m, ok := s.Mode(); ok {
		return m.Bindings
	}
	if s.focus == onQueries {
		return append(s.queryBindings(), s.commonBindings()...)
	}
	return append(s.layoutBindings(), s.commonBindings()...)
}

// Occasional lists the bindings of the queries, which have the focus at times.
func (s *Screen) Occasional() []views.Binding { return s.queryBindings() }

// waits is why no key does anything yet; empty where keys do.
func (s *Screen) waits() string {
	if s.bench == nil {
		return "no rows have been read yet"
	}
	return ""
}

// layoutBindings lists what keys do to the layout under the cursor.
func (s *Screen) layoutBindings() []views.Binding {
	nothing, today, noField := s.waits(), "", ""
	if s.at == 0 {
		today = "this is the current layout: c makes a candidate of it"
	}
	if c := s.candidate(); c == nil || len(places(c)) == 0 {
		noField = "the layout has no part to move"
	}
	if nothing != "" {
		today, noField = nothing, nothing
	}
	change := func(name, help, key string, f func(c *candidate.Candidate, i int) bool) views.Binding {
		return views.Binding{Keys: []string{key}, Name: name, Group: views.Change, Help: help, DisabledReason: noField,
			Run: func() views.Request { return s.alter(f) }}
	}
	return []views.Binding{
		{Keys: []string{"i"}, Name: "edit", Group: views.Change,
			Help:           "type the layout of the candidate; it is tried while it is typed",
			DisabledReason: nothing, Run: s.edit},
		{Keys: []string{"t"}, Name: "transform", Group: views.Change,
			Help:           "choose a change of the layout: order, salt, reversal, bucket, promotion, qualifiers",
			DisabledReason: nothing, Run: s.openTransforms},
		{Keys: []string{"c"}, Name: "new", Group: views.Change,
			Help:           "make a candidate that begins as the layout under the cursor",
			DisabledReason: nothing, Run: s.addCopy},
		{Keys: []string{"d"}, Name: "drop", Group: views.Change, Help: "take the candidate under the cursor away",
			DisabledReason: today,
			Run:            s.drop},
		change("move left", "move the segment to the left", "<", func(c *candidate.Candidate, i int) bool {
			return s.shift(c, i, -1)
		}),
		change("move right", "move the segment to the right", ">", func(c *candidate.Candidate, i int) bool {
			return s.shift(c, i, 1)
		}),
		{Keys: []string{"right", "l", "."}, Name: "segment", Group: views.Change,
			Help:           "go to the next segment of the key; < and > move it",
			DisabledReason: noField, Run: func() views.Request { return s.nextField(1) }},
		{Keys: []string{"left", "h"}, Name: "segment back", Group: views.Change, Help: "go to the segment before",
			DisabledReason: noField, Run: func() views.Request { return s.nextField(-1) }},
		{Keys: []string{"y"}, Name: "copy", Group: views.Take, Help: "copy the layout under the cursor as a template",
			DisabledReason: nothing,
			Run:            func() views.Request { return views.Copy{What: "template", Text: s.template(s.at)} }},
		{Keys: []string{"Y"}, Name: "copy as…", Group: views.Take,
			Help: "copy the layout as a row-key schema, or as code that builds the key", DisabledReason: nothing,
			Run: s.openExports},
	}
}

// commonBindings lists what keys do whichever pane has the focus.
func (s *Screen) commonBindings() []views.Binding {
	nothing := s.waits()
	return []views.Binding{
		{Keys: []string{"ctrl+r"}, Name: "advise", Group: views.Change,
			Help:           "search for the layouts that serve the queries best",
			DisabledReason: nothing, Run: s.advise},
		{Keys: []string{"u"}, Name: "undo", Group: views.Change,
			Help:           "take back the last change of the layouts or the queries",
			DisabledReason: cmp.Or(nothing, s.noUndo()), Run: s.undo},
		{Keys: []string{"tab"}, Name: "other", Help: "go from the layouts to the figures, to the queries, and back",
			DisabledReason: nothing, Run: s.nextPane},
		{Keys: []string{"W"}, Name: "queries", Group: views.Change, Help: "put queries together by picking segments",
			DisabledReason: nothing, Run: s.openBuilder},
		{Keys: []string{"enter"}, Name: "verdict",
			Help: "show all that is better and worse under the layout, and its caveats", DisabledReason: nothing,
			Run: s.judge},
		{Keys: []string{"E"}, Name: "how",
			Help: "show how each query reads the layout, what writers and operators must know, and why the " +
				"next layout is not the first",
			DisabledReason: cmp.Or(nothing, s.notExplained()), Run: s.showExplanation},
		{Keys: []string{"v"}, Name: "figures",
			Help:           "list the figures in place of the maps of the writes, or go back to the maps",
			DisabledReason: nothing, Run: s.toggleFigures},
		{Keys: []string{"w"}, Name: "why",
			Help:           "explain how the line under the cursor was counted, and which guideline it is about",
			DisabledReason: nothing, Run: s.explain},
	}
}

// nextPane gives the keys to the next pane.
func (s *Screen) nextPane() views.Request {
	s.focus = (s.focus + 1) % panes
	if s.focus == onFigures && s.areas.figures == 0 && !s.figures {
		s.focus = onQueries // the figures are folded
	}
	return nil
}

// addCopy makes a candidate that begins as the layout under the cursor.
func (s *Screen) addCopy() views.Request {
	m := s.now()
	r := s.add(s.template(s.at))
	if len(s.slots) > len(m.slots) {
		s.remember(m)
	}
	return r
}

// edit types over a candidate; over the current layout, a new one that begins like it.
func (s *Screen) edit() views.Request {
	s.before = s.now()
	var r views.Request
	if s.at == 0 {
		if len(s.slots) == maxSlots {
			return views.Notify{Text: "At most four candidates can be compared; press d to remove one"}
		}
		r = s.add(s.template(0))
	}
	s.mode = typing
	s.input.SetText(s.slots[s.at].text)
	return r
}

// alter applies f to a copy of the layout under the cursor, and tries it: in its place, or as a new candidate when it
// is the current layout.
func (s *Screen) alter(f func(c *candidate.Candidate, i int) bool) views.Request {
	c := s.candidate()
	if c == nil || !f(c, s.field) {
		return nil
	}
	return s.put(c.String())
}

// put replaces the layout under the cursor, or begins a candidate from the current layout.
func (s *Screen) put(template string) views.Request {
	if s.at > 0 || len(s.slots) < maxSlots {
		s.remember(s.now())
	}
	if s.at == 0 {
		field := s.field
		r := s.add(template)
		s.field = field
		return r
	}
	return s.set(template)
}

// nextField goes to the next part of the key, or to the one before.
func (s *Screen) nextField(by int) views.Request {
	if c := s.candidate(); c != nil {
		n := max(1, len(places(c)))
		s.field = (s.field + by + n) % n
	}
	return nil
}

// place is a field of a key.
type place struct {
	*candidate.Template
	at int // part of the key
	n  int // number of the field in this key, from 0
}

// places are the fields of the keys of the first table, kind by kind, groups left out.
func places(c *candidate.Candidate) []place {
	var all []place
	for i := range c.Templates {
		t := &c.Templates[i]
		if t.Into > 0 {
			break
		}
		for n, at := range fields(t) {
			all = append(all, place{t, at, n})
		}
	}
	return all
}

// fields are the parts of a key that are fields, groups left out.
func fields(t *candidate.Template) []int {
	var at []int
	for i, p := range t.Key {
		if p.Field != nil {
			at = append(at, i)
		}
	}
	return at
}

// shift exchanges a field with its neighbor in the same key, literals staying where they are.
func (s *Screen) shift(c *candidate.Candidate, i, by int) bool {
	all := places(c)
	if i >= len(all) || i+by < 0 || i+by >= len(all) || all[i].Template != all[i+by].Template {
		return false
	}
	key := all[i].Key
	key[all[i].at], key[all[i+by].at] = key[all[i+by].at], key[all[i].at]
	s.field = i + by
	return true
}

// explain explains the line under the cursor.
func (s *Screen) explain() views.Request {
	all := s.rows()
	s.measure()
	cursor := s.lines.Cursor()
	if s.areas.figures == 0 && !s.figures {
		cursor = 0 // the maps are of the writes
	}
	if cursor < 0 || cursor >= len(all) {
		return nil
	}
	var b strings.Builder
	b.WriteString(text.EscapeString(all[cursor].why))
	for k, l := range s.slots {
		if l.answer == nil || all[cursor].late && !l.answer.current() {
			continue
		}
		fmt.Fprintf(&b, "\n\n%s  %s\n%s", s.slotName(k), text.Template(l.answer.result.Template),
			text.EscapeString(all[cursor].long(l.answer)))
	}
	return views.Explain{Title: text.EscapeString(all[cursor].name), Text: b.String()}
}

// typingBindings lists what keys do while a layout is typed.
func (s *Screen) typingBindings() []views.Binding {
	return []views.Binding{
		{Keys: []string{"enter"}, Name: "keep", Help: "keep the layout as it is typed",
			Run: func() views.Request { return s.typed("enter") }},
		{Keys: []string{"esc"}, Name: "undo", Group: views.Change, Help: "go back to the layout before",
			Run: func() views.Request { return s.typed("esc") }},
	}
}
