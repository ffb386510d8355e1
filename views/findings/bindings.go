package findings

import (
	"fmt"
	"strings"

	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/spelling"
	"tabletop/views"
	"tabletop/views/text"
)

// Bindings lists what keys do now.
func (s *Screen) Bindings() []views.Binding {
	finding := s.finding()
	nothing, noEvidence, suppress := "", "", "suppress"
	switch {
	case s.found == nil:
		nothing = "nothing has been judged yet"
	case finding == nil:
		nothing = "nothing was found"
	}
	noEvidence = nothing
	if finding != nil {
		if len(finding.Evidence) == 0 {
			noEvidence = "this finding has no evidence to go to: it is about the table as a whole"
		}
		if _, ok := s.suppressed[finding.ID()]; ok {
			suppress = "lift"
		}
	}
	unread := ""
	if s.found == nil {
		unread = nothing
	}
	unsuppressed := nothing
	if finding != nil && suppress == "suppress" {
		unsuppressed = "the finding is not suppressed"
	}
	bindings := []views.Binding{
		{Keys: []string{"enter"}, Name: "go", Help: "go to the evidence: the row, the column, the table",
			DisabledReason: noEvidence, Run: s.jump},
		{Keys: []string{"tab"}, Name: "evidence", Help: "go to the list of evidence, and back to the findings",
			DisabledReason: noEvidence,
			Run:            func() views.Request { s.onEvidence = !s.onEvidence; return nil }},
		{Keys: []string{"d"}, Name: suppress,
			Help: "suppress the finding with a reason while this table is open, or lift that", DisabledReason: nothing,
			Run: s.suppress},
		{Keys: []string{"w"}, Name: "why",
			Help: "show all of the finding: what was measured, why it matters, what to change", DisabledReason: nothing,
			Run: s.explain},
		{Keys: []string{"y"}, Name: "copy", Group: views.Take, Help: "copy the fix", DisabledReason: nothing,
			Run: s.copyFix},
		{Keys: []string{"Y"}, Name: "copy suppression", Group: views.Take,
			Help: "copy the suppression for the file that tabletop audit --config takes", DisabledReason: unsuppressed,
			Run: s.copySuppression},
		{Keys: []string{"v"}, Name: "rules",
			Help: "list the rules that passed, those that were not evaluated and why, and the patterns that were " +
				"recognized", DisabledReason: unread, Run: s.rules},
	}
	unfold := s.foldable()
	bindings = append(bindings,
		views.Binding{Keys: []string{"right", "l"}, Name: "unfold", Help: "list the findings of the rule one by one",
			DisabledReason: unfold, Run: func() views.Request { return s.fold(true) }},
		views.Binding{Keys: []string{"left", "h"}, Name: "fold", Help: "fold the findings of the rule into one line",
			DisabledReason: unfold, Run: func() views.Request { return s.fold(false) }})
	if s.narrowed() {
		all := views.Binding{Keys: []string{"esc"}, Name: "all", Help: "list all findings again",
			Run: func() views.Request { s.FilterTo(views.Target{}); return nil }}
		bindings = append([]views.Binding{all}, bindings...)
	}
	return bindings
}

// Location is the row that is evidence of the finding under the cursor.
func (s *Screen) Location() views.Target { return views.Target{Key: s.key()} }

// Parts are the rows that a finding has for evidence, or the one of them under the cursor.
func (s *Screen) Parts() (parts []analysis.Part, missing string) {
	finding := s.finding()
	if finding == nil {
		return nil, "no finding is under the cursor"
	}
	var keys [][]byte
	for i, evidence := range finding.Evidence {
		if evidence.Key != nil && (!s.onEvidence || i == s.evidence.Cursor()) {
			keys = append(keys, evidence.Key)
		}
	}
	if len(keys) == 0 {
		return nil, "no row is the evidence of this finding"
	}
	part := views.RowsPart(keys...)
	part.Name = text.Count(len(keys), "row") + " of a finding" // a key may name a person
	return []analysis.Part{part}, ""
}

// key is the first row among the evidence, or the one under the cursor; nil when there is none.
func (s *Screen) key() []byte {
	finding := s.finding()
	if finding == nil {
		return nil
	}
	if i := s.evidence.Cursor(); i >= 0 && i < len(finding.Evidence) && finding.Evidence[i].Key != nil {
		return finding.Evidence[i].Key
	}
	for _, e := range finding.Evidence {
		if e.Key != nil {
			return e.Key
		}
	}
	return nil
}

// jump goes to the piece of evidence under the cursor.
func (s *Screen) jump() views.Request {
	finding, index := s.finding(), max(s.evidence.Cursor(), 0)
	if finding == nil || index >= len(finding.Evidence) {
		return nil
	}
	switch evidence := finding.Evidence[index]; {
	case evidence.Column != nil:
		return views.OpenScreen{Screen: views.ColumnsScreen,
			Key: []byte(evidence.Column.Family + ":" + evidence.Column.Qualifier)}
	case evidence.Family != "":
		return views.OpenScreen{Screen: views.RetentionScreen}
	case evidence.Table != "":
		return views.Notify{Text: "0 lists the tables; this one is " + text.EscapeString(evidence.Table)}
	default:
		return views.OpenScreen{Screen: views.RowScreen, Key: evidence.Key}
	}
}

// suppress asks for a reason, or lifts a suppression.
func (s *Screen) suppress() views.Request {
	finding := s.finding()
	if finding == nil {
		return nil
	}
	if _, ok := s.suppressed[finding.ID()]; ok {
		delete(s.suppressed, finding.ID())
		s.arrange()
		return nil
	}
	s.typing = true
	s.input.SetText("")
	return nil
}

// Suppressions are those of the findings that were accepted while this table is open.
func (s *Screen) Suppressions() []audit.Suppression {
	var out []audit.Suppression
	if s.found == nil {
		return nil
	}
	for i := range s.found.report.Findings {
		f := &s.found.report.Findings[i]
		if reason, ok := s.suppressed[f.ID()]; ok {
			out = append(out, audit.NewSuppression(f, reason))
		}
	}
	return out
}

func (s *Screen) copyFix() views.Request {
	f := s.finding()
	if f == nil {
		return nil
	}
	if f.Fix.Paste == "" {
		return views.Copy{What: "advice", Text: text.Template(f.Fix.Text)}
	}
	return views.Copy{What: f.Fix.What, Text: text.Lines(f.Fix.Paste)}
}

// copySuppression copies what accepts the finding in every audit with a config file.
func (s *Screen) copySuppression() views.Request {
	f := s.finding()
	if f == nil {
		return nil
	}
	return views.Copy{What: "suppression", Text: audit.NewSuppression(f, s.suppressed[f.ID()]).YAML()}
}

// explain shows all of the finding under the cursor.
func (s *Screen) explain() views.Request {
	finding := s.finding()
	if finding == nil {
		return nil
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s about %s.\n\n%s\n\n", spelling.Capitalize(string(finding.Severity)),
		text.Subject(finding.Subject), finding.Why)
	for _, m := range finding.Measures {
		fmt.Fprintf(&out, "%s, %s\n", text.Measure(m), text.Certainty(m))
	}
	fmt.Fprintf(&out, "\nFix: %s\n", text.Template(finding.Fix.Text))
	if finding.Fix.Paste != "" {
		fmt.Fprintf(&out, "%s\n", text.Lines(finding.Fix.Paste))
	}
	if finding.Proposal != nil {
		fmt.Fprintf(&out, "\nCandidate %s, for the Lab: %s\n%s\n", finding.Proposal.Letter,
			text.Template(finding.Proposal.Candidate), text.Proposal(finding.Proposal))
	}
	for _, p := range finding.Policies {
		fmt.Fprintf(&out, "Tried: %s %s\n", p.Rule, text.Policy(p))
	}
	for _, c := range finding.Tried {
		fmt.Fprintf(&out, "Also tried: %s  %s\n%s\n", c.Letter, text.Template(c.Candidate), text.Tried(c))
	}
	fmt.Fprintf(&out, "\nA finding is an error or a warning only where the whole interval is past the limit.\nRule "+
		"%s, from %s.", finding.Rule, strings.Join(finding.Guidelines, ", "))
	if reason, ok := s.suppressed[finding.ID()]; ok {
		fmt.Fprintf(&out, "\nSuppressed: %s", text.EscapeString(reason))
	}
	return views.Explain{Title: finding.Title, Text: out.String()}
}

// rules lists the rules without findings and of patterns.
func (s *Screen) rules() views.Request {
	if s.found == nil {
		return nil
	}
	report := s.found.report
	var b strings.Builder
	for _, p := range report.Patterns {
		fmt.Fprintf(&b, "Recognized in %s of the rows: %s (%s).\n+ %s\n- %s\n\n", text.Share(p.Share), p.Name,
			strings.Join(p.Guidelines, ", "), p.Advantages, p.Costs)
	}
	for _, u := range report.Skipped {
		fmt.Fprintf(&b, "%s was not evaluated: %s.\n", u.Rule, text.Template(u.Reason))
	}
	fmt.Fprintf(&b, "\nFound nothing: %s.\n", strings.Join(report.Passed, ", "))
	b.WriteString("\nNo rule is possible for:\n")
	for _, l := range audit.Lines() {
		if l.Why != "" {
			fmt.Fprintf(&b, "%s: %s.\n", l.ID, l.Why)
		}
	}
	return views.Explain{Title: "Rules", Text: b.String()}
}

// Occasional lists the bindings of a filter, a draft, or the list that has the focus.
func (s *Screen) Occasional() []views.Binding {
	return []views.Binding{
		{Keys: []string{"d"}, Name: "lift", Help: "lift the suppression of the finding"},
		{Keys: []string{"esc"}, Name: "all", Help: "list all findings again"},
	}
}
