package lab

import (
	"strings"

	"tabletop/model/advise"
	"tabletop/model/audit"
	"tabletop/views"
	"tabletop/views/text"
)

// change is a figure of a slot beside the current one; false while one of them is not known.
func (s *Screen) change(r row, at int) (advise.Change, bool) {
	answered, today := s.slots[at].answer, s.slots[0].answer
	if answered == nil || today == nil || r.late && (!answered.current() || !today.current()) {
		return advise.Change{}, false
	}
	of := r.comparable(answered, today)
	then, ok := of(answered)
	now, known := of(today)
	if !ok || !known {
		return advise.Change{}, false
	}
	write := r.write
	if r.full != nil {
		write = r.full
	}
	c := advise.Change{Aspect: r.about, Name: r.name, Now: now, Then: then, NowText: write(today),
		ThenText: write(answered), Guideline: r.rule, Slack: r.slack}
	if r.count != nil {
		c.NowCount, c.ThenCount = r.count(today), r.count(answered)
	}
	c.Scan = r.scan != nil && r.scan(answered)
	return c, true
}

// judgment is what is said of a slot that has an answer.
func (s *Screen) judgment(at int) *advise.Judgment {
	answered := s.slots[at].answer
	var changes []advise.Change
	for _, r := range s.rows() {
		if c, ok := s.change(r, at); ok {
			changes = append(changes, c)
		}
	}
	same := ""
	for k, other := range s.slots[:at] {
		if same == "" && other.answer != nil && answered.same(other.answer) {
			if same = s.slotName(k); k == 0 {
				same = "the current one"
			}
		}
	}
	var losses, cautions []string
	for _, finding := range answered.result.Findings {
		words := finding.Text
		if finding.Rule != "" {
			words += " (" + finding.Rule + ")"
		}
		if finding.Grave {
			losses = append(losses, words)
			continue
		}
		cautions = append(cautions, words)
	}
	return advise.Weigh(changes, losses, cautions, answered.result.DropsMostRows(), same)
}

// said is a line of a verdict: what it is about, in a word, and the words.
type said struct{ label, words string }

// reasons are the reasons of a judgment, escaped, each with its label: first what the figures below do not show.
func reasons(j *advise.Judgment) []said {
	var out []said
	for _, words := range j.Cautions {
		out = append(out, said{"note", text.EscapeString(words)})
	}
	if len(j.Costs) > 0 {
		out = append(out, said{"worse", text.EscapeString(strings.Join(j.Costs, "; "))})
	}
	if len(j.Gains) > 0 {
		out = append(out, said{"better", text.EscapeString(strings.Join(j.Gains, "; "))})
	}
	return out
}

// currentLines is what there is to say of the current layout.
func (s *Screen) currentLines() []said {
	var out []said
	if words, sure := s.currentLayout(); !sure {
		out = append(out, said{"doubt", words})
	} else if words != "" {
		out = append(out, said{"layout", words})
	}
	if a := s.slots[0].answer; a != nil && a.out != nil {
		out = append(out, said{"writes", text.EscapeString(a.out.heat.Summary())},
			said{"tablets", a.out.heat.Replay.Summary()},
			said{"rows", text.EscapeString(a.out.future.Summary())})
	}
	return out
}

// audited states what the audit warns of in the writes of the current layout, which a search by queries may keep all
// the same; empty if it does not.
func (s *Screen) audited() string {
	judged := s.data.Judgment(audit.Writes)
	if !judged.Warns() {
		return ""
	}
	return string(judged.Worst.Severity) + ": " + text.EscapeString(judged.Worst.Title) + "."
}

// currentLayout states how sure the current layout is, which all others are compared with and made of.
func (s *Screen) currentLayout() (words string, sure bool) {
	if s.data.Declared {
		return "", true
	}
	unseen := 0.0
	if s.data.Profile != nil {
		unseen = s.data.Profile.Whole.Unseen
	}
	return text.CurrentLayout(s.data.Inferred, unseen)
}

// judge opens the verdict as a whole, which may be longer than there is room for.
func (s *Screen) judge() views.Request {
	slot := s.slots[s.at]
	if slot.answer == nil {
		return views.Notify{Text: "there is no verdict yet"}
	}
	var parts []string
	if s.at == 0 {
		for _, r := range s.currentLines() {
			parts = append(parts, r.words)
		}
	} else {
		parts = whole(s.judgment(s.at))
		if words, sure := s.currentLayout(); !sure {
			parts = append(parts, "", "▲ "+words)
		}
	}
	if s.advice != nil {
		j := s.advice.Judgment()
		parts = append(parts, "", "The search: "+text.EscapeString(j.Headline)+" "+j.Confidence+".")
		for _, d := range j.Doubts {
			parts = append(parts, text.EscapeString(d))
		}
	}
	return views.Explain{Title: "Verdict on " + s.slotName(s.at),
		Text: text.Template(s.template(s.at)) + "\n\n" + strings.Join(parts, "\n")}
}

// whole is a judgment in lines: the headline, and the lists below it.
func whole(j *advise.Judgment) []string {
	out := []string{text.EscapeString(j.Headline)}
	for _, part := range []struct {
		label string
		list  []string
	}{{"better", j.Gains}, {"worse", j.Costs}, {"to know", j.Cautions}} {
		if len(part.list) == 0 {
			continue
		}
		out = append(out, "", part.label+":")
		for _, words := range part.list {
			out = append(out, "  "+text.EscapeString(words))
		}
	}
	return out
}
