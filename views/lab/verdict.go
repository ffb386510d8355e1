package lab

import (
	"strings"

	"tabletop/model/advise"
	"tabletop/model/audit"
	"tabletop/model/spelling"
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

// said is a line of a verdict: what it is about, in a word, and what there is to say, the most important first.
type said struct {
	label string
	words []string // escaped
}

// reasons are the reasons of a judgment on the slot under the cursor, each with its label; of one that is typed, first
// what the figures do not show.
func (s *Screen) reasons(j *advise.Judgment) []said {
	name := ""
	if !s.isAdvised(s.at) {
		name = s.slotName(s.at) + " "
	}
	all := []said{{name + "gain", j.Gains}, {name + "price", j.Costs}, {"doubt", nil}, {name + "note", j.Cautions}}
	if words, sure := s.currentLayout(); !sure {
		all[2].words = []string{words}
	}
	var out []said
	if s.mode == typing {
		all = all[:3]
		for _, caution := range j.Cautions {
			out = append(out, said{name + "note", []string{text.EscapeString(caution)}})
		}
	}
	for _, reason := range all {
		if len(reason.words) == 0 {
			continue
		}
		words := make([]string, len(reason.words))
		for i := range words {
			words[i] = text.EscapeString(reason.words[i])
		}
		out = append(out, said{reason.label, words})
	}
	return out
}

// sentence is what the last search advises, in one plain sentence, and in a scope by which rows.
func (s *Screen) sentence() string {
	if s.data.Whole != nil {
		return s.advised() + " By the rows of the scope: a layout is for the whole table."
	}
	return s.advised()
}

// advised is what the last search advises.
func (s *Screen) advised() string {
	switch stance := s.advice.Judgment().Stance; {
	case stance == advise.Keep:
		return "Keep the current layout: no other is significantly better."
	case stance == advise.Close:
		return spelling.Capitalize(s.optionName(0)) + " and " + s.optionName(1) +
			" are too close to call: measure both, or choose the simpler one."
	}
	best := s.optionName(0)
	if at := s.advisedSlot(); at > 0 && s.slots[at].answer.current() {
		if gain := s.judgment(at).Gain; gain != "" {
			return best + " is best: " + text.EscapeString(gain) + "."
		}
	}
	return best + " is best."
}

// forQueries names the queries that layouts were searched for.
func (s *Screen) forQueries() string {
	if s.own {
		return "your queries"
	}
	return "queries made from the key"
}

// optionName is what the Lab calls a layout of the last search.
func (s *Screen) optionName(i int) string {
	if i >= len(s.advice.Options) || s.advice.Options[i].Current {
		return "the current layout"
	}
	return s.letters.Letter(s.advice.Options[i].Template)
}

// advisedSlot is the slot that the last search says is best; 0 where it says so of none.
func (s *Screen) advisedSlot() int {
	if s.advice == nil || s.advice.KeepCurrent || s.advice.TooClose {
		return 0
	}
	for i := range s.slots {
		if i > 0 && s.foundIn(s.advice, i) == s.advice.Options[0] && s.slots[i].answer != nil {
			return i
		}
	}
	return 0
}

// isAdvised reports whether the sentence of the advice is about a slot.
func (s *Screen) isAdvised(i int) bool { return i > 0 && s.advisedSlot() == i && s.mode == comparing }

// currentReasons is what there is to say of the current layout, in a line each.
func (s *Screen) currentReasons() []said {
	var out []said
	words, sure := s.currentLayout()
	if !sure {
		out = append(out, said{"doubt", []string{words}})
	}
	if a := s.slots[0].answer; a != nil && a.out != nil {
		out = append(out, said{"writes", []string{text.EscapeString(caption(a.out.heat, s.spread(a)))}},
			said{"rows", []string{"over 100 MB: " + growthRow().write(a)}})
	}
	if sure && words != "" {
		out = append(out, said{"layout", []string{words}})
	}
	return out
}

// currentLines is the same in whole sentences.
func (s *Screen) currentLines() []said {
	var out []said
	if words, sure := s.currentLayout(); !sure {
		out = append(out, said{"doubt", []string{words}})
	} else if words != "" {
		out = append(out, said{"layout", []string{words}})
	}
	if a := s.slots[0].answer; a != nil && a.out != nil {
		out = append(out, said{"writes", []string{text.EscapeString(a.out.heat.Summary())}},
			said{"tablets", []string{a.out.heat.Replay.Summary()}},
			said{"rows", []string{text.EscapeString(a.out.future.Summary())}})
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
			parts = append(parts, strings.Join(r.words, "; "))
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
