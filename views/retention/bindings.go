package retention

import (
	"fmt"
	"strings"

	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
)

// Bindings lists what keys do now.
func (s *Screen) Bindings() []views.Binding {
	nothing := ""
	if s.family() == nil {
		nothing = "no family has been judged yet"
	}
	untried := nothing
	if f := s.family(); f != nil {
		if _, ok := s.tries[f.Name]; !ok {
			untried = "the policy shown is the current one"
		}
	}
	single := nothing
	if k := s.rule().Kind; nothing == "" && k != sample.GCUnion && k != sample.GCIntersection {
		single = "there is nothing to join: the policy has one part"
	}
	return append([]views.Binding{
		{Keys: []string{"i"}, Name: "edit", Group: views.Change,
			Help:           "type a policy to try, as cbt setgcpolicy takes it: maxversions=2 || maxage=30d",
			DisabledReason: nothing, Run: s.edit},
		{Keys: []string{"m"}, Name: "slider", Group: views.Change,
			Help:           "change the other number with left and right: versions or age",
			DisabledReason: nothing, Run: s.otherSlider},
		{Keys: []string{"<"}, Name: "fewer", Group: views.Change, Help: "move the slider down one stop, as left does",
			DisabledReason: nothing, Run: func() views.Request { return s.move(-1) }},
		{Keys: []string{">"}, Name: "more", Group: views.Change,
			Help:           "move the slider up one stop, as right does; past the last one there is no limit",
			DisabledReason: nothing, Run: func() views.Request { return s.move(1) }},
		{Keys: []string{"v"}, Name: "plane", Help: "show what every pair of versions and age would keep, or the curve",
			DisabledReason: nothing, Run: func() views.Request { s.flat = !s.flat; return s.settle() }},
		{Keys: []string{"&"}, Name: "or/and", Group: views.Change,
			Help:           "change the or of the policy into an and, or back",
			DisabledReason: single, Run: func() views.Request { return s.try(join(s.rule())) }},
		{Keys: []string{"u"}, Name: "undo", Group: views.Change, Help: "return to the policy in force",
			DisabledReason: untried, Run: func() views.Request { return s.try(s.family().Rule) }},
		{Keys: []string{"b"}, Name: "by", Help: "show the garbage by the next key segment, then by columns again",
			DisabledReason: s.noSegments(nothing), Run: s.nextBy},
		{Keys: []string{"tab"}, Name: "list", Help: "go to the list below, and back to the families",
			DisabledReason: nothing, Run: func() views.Request { s.onLower = !s.onLower; return nil }},
		s.enterBinding(nothing),
		{Keys: []string{"y"}, Name: "copy", Group: views.Take,
			Help:           "copy the command that would set the policy; it is never run",
			DisabledReason: nothing, Run: s.copyLine},
		{Keys: []string{"Y"}, Name: "tool", Group: views.Take,
			Help:           "show the command of the next tool: cbt, gcloud, Terraform",
			DisabledReason: nothing, Run: func() views.Request { s.tool++; return nil }},
		{Keys: []string{"w"}, Name: "why", Help: "explain how the figures were counted", DisabledReason: nothing,
			Run: s.explain},
	}, s.tierBindings(nothing)...)
}

// tierBindings are those of the slider of tiers.
func (s *Screen) tierBindings(nothing string) []views.Binding {
	return []views.Binding{
		{Keys: []string{"("}, Name: "tier", Group: views.Change,
			Help:           "move the age of the infrequent access tier down one stop",
			DisabledReason: nothing, Run: func() views.Request { return s.moveTier(-1) }},
		{Keys: []string{")"}, Name: "tier", Group: views.Change,
			Help:           "move the age of the infrequent access tier up one stop",
			DisabledReason: nothing, Run: func() views.Request { return s.moveTier(1) }},
	}
}

func (s *Screen) noSegments(nothing string) string {
	if nothing == "" && len(s.segments()) == 0 {
		return "the keys have no segments to go by"
	}
	return nothing
}

func (s *Screen) enterBinding(nothing string) views.Binding {
	if !s.onLower {
		return views.Binding{Keys: []string{"enter"}, Name: "columns", Help: "go to the columns of the family",
			DisabledReason: nothing,
			Run:            func() views.Request { s.onLower, s.by = true, ""; return s.settle() }}
	}
	off := nothing
	if s.lower.Cursor() < 0 {
		off = "the list is empty"
	}
	if s.by != "" {
		return views.Binding{Keys: []string{"enter"}, Name: "keys", Help: "go to the keys with this value",
			DisabledReason: off, Run: s.deeper}
	}
	return views.Binding{Keys: []string{"enter"}, Name: "row",
		Help: "open the row with the most garbage in this column", DisabledReason: off, Run: s.deeper}
}

func (s *Screen) edit() views.Request {
	s.typing = true
	s.input.SetText(s.rule().String())
	return nil
}

func (s *Screen) otherSlider() views.Request {
	if s.knob == sample.GCMaxVersions {
		s.knob = sample.GCMaxAge
	} else {
		s.knob = sample.GCMaxVersions
	}
	return s.settle()
}

func (s *Screen) copyLine() views.Request {
	l := s.line()
	if l.Text == "" {
		return views.Notify{Text: text.EscapeString(l.Note)}
	}
	return views.Copy{What: l.Tool + " line", Text: l.Text}
}

// explain states how the figures of the family came about.
func (s *Screen) explain() views.Request {
	family, clock := s.family(), s.review.Clock
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s.\n\n", text.EscapeString(family.Rule.String()), text.Rule(family.Rule))
	fmt.Fprintf(&out, "Every cell of the %s rows read was judged as of %s UTC (%s). ",
		text.Integer(s.review.Garbage.Rows), text.Time(clock.Now), clock.Source)
	switch {
	case family.Share.IsExact():
		out.WriteString("The figures are counted, not estimated.")
	case family.Share.Interval():
		out.WriteString("Shares are estimates for the table; the interval after ± holds the true share in 95 of 100 " +
			"samples. Bytes are those of the table: shares of the bytes read, times the bytes of the table. Cells " +
			"are those of the rows read.")
	default:
		out.WriteString("Figures are of the rows read; how far they speak for the table is not known.")
	}
	if g := s.review.Garbage; g.Table.Value > 0 {
		out.WriteString(" All together " + text.TableGarbage(g) + " is garbage. Figures are " +
			text.TableUnit(g.Table, s.data.Asked()) +
			", row keys excluded.")
	}
	out.WriteString("\n\nBytes of a cell are its family, its qualifier, 8 for the timestamp, and its value. Versions " +
		"count in each column of a row by themselves; age counts from the " +
		"timestamp, whenever the cell was written. Garbage is still stored, billed and returned by reads " +
		"until they are collected, up to a week or so later.")
	for _, n := range s.review.Notes {
		out.WriteString("\n\n▲ " + text.EscapeString(n))
	}
	if g := s.review.Explorer.Growth(family.Name); family.Rule.Kind == sample.GCNone {
		out.WriteString("\n\n" + text.Growth(g))
	}
	out.WriteString("\n\nG14: columns that need different retention belong in different families. G22: how many " +
		"versions are kept is the family's policy.")
	return views.Explain{Title: "Retention of " + text.EscapeString(family.Name), Text: out.String()}
}

// Occasional lists the bindings of a filter, a draft, or the list that has the focus.
func (s *Screen) Occasional() []views.Binding {
	return []views.Binding{
		{Keys: []string{"enter"}, Name: "keys", Help: "go to the keys with this value"},
		{Keys: []string{"enter"}, Name: "row", Help: "open the row with the most garbage in this column"},
	}
}
