package report

import (
	"math"

	"tabletop/model/audit"
	"tabletop/model/redact"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

func auditDoc(in Input, a AuditInput) doc.Audit {
	id := audit.NewIdentity(&in.Sample.Table)
	out := doc.Audit{
		Format: doc.AuditFormat, Source: in.Source, Table: doc.AuditTable{Project: id.Project, Instance: id.Instance,
			Name: id.Name},
		Scope: string(a.Scope), Complete: in.Sample.How.Complete, Partial: in.partial() != "", Stopped: in.stopped(),
		Redacted: text.Redacted(&in.Sample.How),
		Rows:     in.Profile.Rows, Counts: map[string]int{}, Passed: a.Passed, Layout: currentLayoutNote(in),
		Based: a.Based,
	}
	if a.Instance != nil {
		out.Instance, out.Tables = instanceLine(a.Instance), len(a.Instance.Tables)
	} else {
		out.About = aboutNotes(in)
	}
	for _, s := range audit.Severities() {
		out.Counts[string(s)+"s"] = a.Count(s)
	}
	for _, f := range a.Findings {
		out.Findings = append(out.Findings, findingDoc(f, ""))
		out.Findings[len(out.Findings)-1].Fails = a.fails(f)
	}
	for _, s := range a.Suppressed {
		out.Suppressed = append(out.Suppressed, findingDoc(s.Finding, s.Reason))
	}
	for _, p := range a.Patterns {
		out.Patterns = append(out.Patterns, doc.AuditPattern{Name: p.Name, Guidelines: p.Guidelines,
			Template:   doc.Escaped(text.Template(p.Layout)),
			Rows:       measureDoc(audit.Measure{Name: "rows", Unit: audit.Share, Figure: p.Share}),
			Advantages: p.Advantages, Costs: p.Costs, Measures: measureDocs(p.Measures),
			Evidence: evidenceDocs(p.Evidence)})
	}
	for _, u := range a.Skipped {
		out.Skipped = append(out.Skipped, doc.AuditSkipped{Rule: u.Rule, Reason: doc.Escaped(text.Template(u.Reason))})
	}
	if a.Redaction != nil {
		out = redact.Masked(a.Redaction, out)
		out.Redaction = redactionDoc(a.Redaction, int(in.Profile.Rows))
	}
	if t := in.Sample.How.Started; !t.IsZero() {
		out.Started = &t
	}
	out.AllowPartial, out.Version, out.Artifact = a.AllowPartial, a.Version, a.Artifact
	return out
}

func findingDoc(f audit.Finding, reason string) doc.AuditFinding {
	subject := f.Subject
	out := doc.AuditFinding{
		ID: f.ID(), Rule: f.Rule, Guidelines: f.Guidelines, Severity: string(f.Severity), Known: f.Known,
		Title: f.Title,
		Subject: doc.AuditSubject{Kind: string(subject.Kind), Text: doc.Escaped(text.Subject(subject)),
			Name:   doc.Escaped(text.Template(subject.Name)),
			Layout: doc.Escaped(text.Template(subject.Layout)), Family: subject.Column.Family,
			Qualifier: subject.Column.Qualifier},
		Measures: measureDocs(f.Measures), Evidence: evidenceDocs(f.Evidence), MoreEvidence: f.More, Why: f.Why,
		Fix: doc.Escaped(text.Template(f.Fix.Text)), Paste: doc.Lines(f.Fix.Paste), Reason: reason,
	}
	if rule, ok := audit.FindRule(f.Rule); ok {
		for _, harm := range rule.Harms() {
			out.Harms = append(out.Harms, string(harm))
		}
	}
	if f.Proposal != nil {
		out.Candidate, out.Letter = doc.Escaped(text.Template(f.Proposal.Candidate)), f.Proposal.Letter
		for _, g := range f.Proposal.Gains {
			out.Gains = append(out.Gains, doc.AuditGain{Name: g.Name, Unit: string(g.Unit),
				Current: finite(g.Current.Value), Proposed: finite(g.Proposed.Value), Exact: g.Proposed.IsExact()})
			gain := &out.Gains[len(out.Gains)-1]
			gain.Before, gain.After = text.GainFigures(g)
		}
		for _, cost := range f.Proposal.Costs {
			out.Costs = append(out.Costs, doc.Escaped(text.EscapeString(cost)))
		}
		out.Effect = &doc.AuditEffect{Words: text.Proposal(f.Proposal), Better: f.Proposal.Better,
			Heat: f.Proposal.Heat}
	}
	for _, c := range f.Tried {
		out.Tried = append(out.Tried, doc.AuditTried{Candidate: doc.Escaped(text.Template(c.Candidate)),
			Letter: c.Letter, Why: doc.Escaped(text.Tried(c))})
	}
	for _, p := range f.Policies {
		out.Policies = append(out.Policies, doc.AuditPolicy{Family: p.Family, Policy: p.Rule.String(), Cells: p.Cells,
			Taken: p.Takes, Changed: p.Changed, Newest: p.Newest, Why: text.Policy(p), Withheld: p.Withheld != ""})
	}
	return out
}

// findingID is the id of a finding as every format writes it: escaped, so that it can be compared as text.
func findingID(f audit.Finding) string { return text.EscapeString(f.ID()) }

func measureDocs(all []audit.Measure) []doc.AuditMeasure {
	var out []doc.AuditMeasure
	for _, m := range all {
		out = append(out, measureDoc(m))
	}
	return out
}

func measureDoc(m audit.Measure) doc.AuditMeasure {
	auditMeasure := doc.AuditMeasure{Name: m.Name, Unit: string(m.Unit), Value: finite(m.Figure.Value),
		Exact: m.Figure.IsExact(),
		Words: doc.MeasureWords{Figure: text.MeasureFigure(m), Certainty: text.Certainty(m), Sentence: text.Measure(m)}}
	if m.Figure.Interval() {
		auditMeasure.Low, auditMeasure.High = finite(m.Figure.Low), finite(m.Figure.High)
	}
	if m.Limit != 0 {
		auditMeasure.Limit, auditMeasure.Words.Limit = finite(m.Limit), text.MeasureFormat(m)(m.Limit)
	}
	return auditMeasure
}

// finite is v, or nothing where JSON has no such number.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func evidenceDocs(all []audit.Evidence) []doc.AuditEvidence {
	var out []doc.AuditEvidence
	for _, e := range all {
		kind, name := text.EvidenceText(e)
		d := doc.AuditEvidence{Kind: kind, Text: doc.Escaped(name), Note: e.Note}
		if raw := []byte(e.Text()); e.Masked == nil && !text.IsClean(raw) {
			d.Raw = raw
		}
		out = append(out, d)
	}
	return out
}
