package lab

import (
	"fmt"
	"strings"

	"tabletop/views"
	"tabletop/views/text"
)

// verdict is what a candidate makes better and worse than today, and what must be known of it, not escaped.
type verdict struct {
	better, worse []string
	same          string // the layout that it is like; empty when there is none
	gutted        bool   // most rows are gone, so that nothing is better
	grave, notes  []string
}

// verdictOn judges a slot that has an answer.
func (s *Screen) verdictOn(at int) verdict {
	var v verdict
	a, today := s.slots[at].answer, s.slots[0].answer
	v.gutted = a.result.DropsMostRows()
	for k, other := range s.slots[:at] {
		if v.same == "" && other.answer != nil && a.same(other.answer) {
			v.same = slotName(k)
		}
	}
	for _, r := range s.rows() {
		if today == nil || r.late && (!a.current() || !today.current()) {
			continue
		}
		then, ok := r.of(a)
		now, known := r.of(today)
		if !ok || !known {
			continue
		}
		write := r.write
		if r.full != nil {
			write = r.full
		}
		words := fmt.Sprintf("%s: %s instead of %s", r.name, write(a), write(today))
		if r.rule != "" {
			words += " (" + r.rule + ")"
		}
		switch {
		case above(now, then*1.02, r.slack):
			v.better = append(v.better, words)
		case above(then, now*1.02, r.slack):
			v.worse = append(v.worse, words)
		}
	}
	for _, f := range a.result.Findings {
		words := f.Text
		if f.Rule != "" {
			words += " (" + f.Rule + ")"
		}
		if f.Grave {
			v.grave = append(v.grave, "! "+words)
			continue
		}
		v.notes = append(v.notes, "· "+words)
	}
	return v
}

// verdict tells of the layout under the cursor in paragraphs, or with lists in lines.
func (s *Screen) verdict(lists bool) []string {
	l := s.slots[s.at]
	if l.answer == nil {
		return nil
	}
	if s.at == 0 {
		if l.answer.out == nil {
			return s.doubt()
		}
		return append(s.doubt(), text.EscapeString(l.answer.out.heat.Summary()), l.answer.out.heat.Replay.Summary(), text.EscapeString(l.answer.out.future.Summary()))
	}
	var out []string
	v := s.verdictOn(s.at)
	out = append(out, v.grave...)
	switch {
	case v.same != "":
		out = append(out, "· the same layout as "+v.same)
	case v.gutted:
	case lists:
		if len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, listed("better", v.better)...)
		out = append(out, "")
		out = append(out, listed("worse", v.worse)...)
		out = append(out, "")
	default:
		out = append(out, "better: "+orNothing(v.better), "worse: "+orNothing(v.worse))
	}
	out = append(out, v.notes...)
	for i := range out {
		out[i] = text.EscapeString(out[i])
	}
	return append(out, s.doubt()...)
}

// doubt states that the current layout, which all others are compared with and made of, is inferred and not sure.
func (s *Screen) doubt() []string {
	if s.data.Declared {
		return nil
	}
	if words := text.InDoubt(s.data.Inferred); words != "" {
		return []string{"▲ " + words}
	}
	return nil
}

func listed(head string, parts []string) []string {
	if len(parts) == 0 {
		return []string{head + ": nothing"}
	}
	out := []string{head + ":"}
	for _, p := range parts {
		out = append(out, "  "+p)
	}
	return out
}

// judge opens the verdict as a whole, which may be longer than there is room for.
func (s *Screen) judge() views.Request {
	parts := s.verdict(true)
	if len(parts) == 0 {
		return views.Notify{Text: "there is no verdict yet"}
	}
	if s.advised != "" {
		parts = append([]string{text.EscapeString(s.advised), ""}, parts...)
	}
	return views.Explain{Title: "Verdict on " + slotName(s.at), Text: text.Template(s.template(s.at)) + "\n\n" + strings.Join(parts, "\n")}
}

func orNothing(parts []string) string {
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, "; ")
}
