package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/redact"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// The formats that only Audit has.
const (
	Markdown Format = "markdown"
	HTML     Format = "html"
	SARIF    Format = "sarif"   // Static Analysis Results Interchange Format 2.1.0
	JUnit    Format = "junit"   // the XML of test reports
	Summary  Format = "summary" // about ten lines of Markdown, for a pull request
)

// AuditInput is the outcome of an audit of what Input holds.
type AuditInput struct {
	*audit.Report
	Of     audit.Input
	FailOn audit.Severity // from which severity on the check fails; empty is never
	Based  bool           // a baseline was given, so findings are distinguished into known and new
	// AllowPartial is set where a partial read does not make the check fail.
	AllowPartial bool
	// Version is that of tabletop. Artifact is the file, relative to the current directory, that SARIF results point
	// to: the configuration or the layouts of the audit; empty where there is none.
	Version, Artifact string
	// Instance is what was judged instead of a table; nil where that is a table. Of and the rows of the Input are empty
	// then.
	Instance *audit.Instance
	// Redaction replaced strings and names of the report; nil where it is of what was read, or of a redacted
	// sample.
	Redaction *redact.Strings
}

// fails reports whether a finding makes the check fail.
func (a AuditInput) fails(f audit.Finding) bool {
	return a.FailOn != "" && !f.Known && f.Severity.AtLeast(a.FailOn)
}

// Audit writes what is wrong with a table, or worth knowing. Formats: text, json, summary, markdown, html,
// sarif, junit, openmetrics.
func Audit(w io.Writer, in Input, a AuditInput, f Format) error { return run(audits(a), w, in, f) }

// AuditFormats is StatsFormats for Audit.
func AuditFormats() []Format { return formats(audits(AuditInput{})) }

// ShowsFindingsOnly reports whether a format of Audit shows no rows and columns of the table but those of findings.
func ShowsFindingsOnly(f Format) bool { return f == JSON || f == JUnit }

func audits(a AuditInput) []writer {
	return []writer{
		{Text, func(w io.Writer, in Input) error { return auditPage(auditDoc(in, a), in.Width).write(w, Text) }},
		{JSON, func(w io.Writer, in Input) error { return doc.Write(w, auditDoc(in, a)) }},
		{Summary, func(w io.Writer, in Input) error { return summaryDocument(reviewDoc(in, a)).markdown(w) }},
		{Markdown, func(w io.Writer, in Input) error { return auditDocument(reviewDoc(in, a)).markdown(w) }},
		{HTML, func(w io.Writer, in Input) error { return auditDocument(reviewDoc(in, a)).html(w) }},
		{SARIF, func(w io.Writer, in Input) error {
			r := reviewDoc(in, a)
			return auditSARIF(w, tableName(&r.Audit), []doc.Review{r}, nil)
		}},
		{JUnit, func(w io.Writer, in Input) error { return auditJUnit(w, auditDoc(in, a)) }},
		{OpenMetrics, func(w io.Writer, in Input) error { return auditMetrics(w, []doc.Review{reviewDoc(in, a)}) }},
	}
}

// severityMark is the sign of a severity.
func severityMark(severity string) string {
	switch audit.Severity(severity) {
	case audit.Error:
		return "!"
	case audit.Warning:
		return "▲"
	}
	return "·"
}

// verdict counts the findings in a sentence.
func verdict(d doc.Audit) string {
	var parts []string
	for _, s := range audit.Severities() {
		if n := d.Counts[string(s)+"s"]; n > 0 {
			parts = append(parts, text.Count(int64(n), string(s)))
		}
	}
	known := 0
	for _, f := range d.Findings {
		if f.Known {
			known++
		}
	}
	out := "Nothing found"
	if len(parts) > 0 {
		out = strings.Join(parts, ", ")
	}
	if d.Based {
		out += fmt.Sprintf(" (%d of them in the baseline)", known)
	}
	if n := len(d.Suppressed); n > 0 {
		out += fmt.Sprintf("; %d suppressed", n)
	}
	return out + fmt.Sprintf(". %s passed; %d not evaluated.", text.Count(int64(len(d.Passed)), "rule"), len(d.Skipped))
}

func auditPage(d doc.Audit, width int) *page {
	page := &page{}
	if d.Instance != "" {
		page.paragraph("", d.Instance, width)
	} else {
		head(page, doc.Read{Source: d.Source, About: d.About}, width)
	}
	page.heading("Audit", "", "")
	for _, part := range summaryOf(d) {
		switch part := part.(type) {
		case docPara:
			page.paragraph("  ", part.words(), width)
		case docList:
			for i, item := range part {
				page.paragraph(fmt.Sprintf("  %d. ", i+1), item.words(), width)
			}
		}
	}
	auditBody(page, d, "", width)
	return page
}

// auditBody adds what follows the verdict. The headings name what it is about, if that is not empty.
func auditBody(page *page, d doc.Audit, about string, width int) {
	currentLayout(page, d.Layout, width)
	for _, f := range d.Findings {
		page.gap()
		auditFinding(page, f, width)
	}
	if len(d.Patterns) > 0 {
		page.heading("Patterns", about, "recognized data layouts; --format markdown has their costs")
		for _, p := range d.Patterns {
			page.paragraph("  ", fmt.Sprintf("%s (%s), %s of the rows: %s", p.Name, strings.Join(p.Guidelines, ", "),
				p.Rows.Words.Figure, p.Template), width)
		}
	}
	if len(d.Suppressed) > 0 {
		page.heading("Suppressed", about, "")
		for _, s := range d.Suppressed {
			page.paragraph("  ", s.Rule+", "+string(s.Subject.Text)+": "+text.EscapeString(s.Reason), width)
		}
	}
	for i, r := range reasons(d) {
		if i == 0 {
			page.heading("Not evaluated", about, "")
		}
		page.paragraph("  ", r.reason+": "+strings.Join(r.rules, ", "), width)
	}
	redactionFoot(page, d.Redaction, about, width)
}

// redactionFoot states what a redaction replaced and kept; about is as for auditBody.
func redactionFoot(b *page, r *doc.Redaction, about string, width int) {
	if r == nil {
		return
	}
	b.heading("Redaction", about, "")
	for _, line := range r.Words {
		b.paragraph("  ", line, width)
	}
}

// redactionDoc is what a redaction replaced in a report of so many rows.
func redactionDoc(s *redact.Strings, rows int) *doc.Redaction {
	if s == nil {
		return nil
	}
	summary := s.Summary()
	out := &doc.Redaction{KeyFingerprint: summary.Fingerprint, Ordered: !summary.Unordered,
		Words: text.Redaction(summary, rows)}
	for _, c := range summary.Replaced {
		out.Replaced = append(out.Replaced, doc.Replaced{What: c.What, Count: c.N})
	}
	for _, n := range summary.Kept {
		out.Kept = append(out.Kept, doc.KeptName{Kind: string(n.Kind), Name: doc.Escaped(text.EscapeString(n.Name))})
	}
	return out
}

// redactionLines states how an audit is redacted, and what was replaced and kept, each sentence once; none if it is
// not.
func redactionLines(d *doc.Audit) []string {
	out := slices.Clone(d.Redacted)
	if d.Redaction != nil {
		for _, line := range d.Redaction.Words {
			if !slices.Contains(out, line) {
				out = append(out, line)
			}
		}
	}
	return out
}

// tableName names the table of an audit in full, escaped.
func tableName(d *doc.Audit) string { return text.EscapeString(tableIdentity(d.Table).String()) }

// instanceLine states what an instance has.
func instanceLine(in *audit.Instance) string {
	return fmt.Sprintf("instance %s/%s: %s, of which %s described", text.EscapeString(in.Project),
		text.EscapeString(in.Name), text.Count(int64(len(in.Tables)), "table"), text.Integer(int64(len(in.Described))))
}

// auditFinding writes one finding in full.
func auditFinding(b *page, f doc.AuditFinding, width int) {
	known := ""
	if f.Known {
		known = ", in the baseline"
	}
	b.paragraph(severityMark(f.Severity)+" ", fmt.Sprintf("%s: %s  [%s, %s, %s%s]", f.Severity, f.Title, f.Rule,
		strings.Join(f.Guidelines, " "), f.Subject.Text, known), width)
	for _, m := range f.Measures {
		b.paragraph("    ", m.Words.Sentence+", "+m.Words.Certainty, width)
	}
	for _, e := range f.Evidence[:min(3, len(f.Evidence))] {
		name := string(e.Text)
		if e.Note != "" {
			name += "  (" + e.Note + ")"
		}
		b.paragraph("    "+e.Kind+" ", cutRunes(name, 200), width)
	}
	if n := f.MoreEvidence + max(0, len(f.Evidence)-3); n > 0 {
		b.paragraph("    ", fmt.Sprintf("and %d more", n), width)
	}
	b.paragraph("    ", "Why: "+f.Why, width)
	b.paragraph("    ", "Fix: "+string(f.Fix), width)
	if f.Paste != "" {
		for line := range strings.SplitSeq(text.Lines(string(f.Paste)), "\n") {
			fmt.Fprintf(b, "      %s\n", line) // not wrapped: it is to be pasted
		}
	}
	if f.Effect != nil {
		b.paragraph("    ", fmt.Sprintf("Candidate %s (try it with simulate or in the Lab): %s", f.Letter,
			f.Effect.Words), width)
		fmt.Fprintf(b, "      %s\n", f.Candidate)
	}
	for _, p := range f.Policies {
		b.paragraph("    ", "Tried on the cells read: "+policyLine(p), width)
	}
	for _, c := range f.Tried {
		b.paragraph("    ", fmt.Sprintf("Also tried: %s  %s %s", c.Letter, c.Candidate, c.Why), width)
	}
}

// policyLine is a policy that was tried, and what it does.
func policyLine(p doc.AuditPolicy) string {
	return fmt.Sprintf("%s of family %s %s", p.Policy, text.EscapeString(p.Family), p.Why)
}

// cutRunes cuts text at n characters, with an ellipsis.
func cutRunes(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// unjudged is a reason for which rules did not judge.
type unjudged struct {
	reason string
	rules  []string
}

// reasons groups the rules that did not judge by the reason.
func reasons(d doc.Audit) []unjudged {
	var out []unjudged
	for _, u := range d.Skipped {
		i := slices.IndexFunc(out, func(x unjudged) bool { return x.reason == string(u.Reason) })
		if i < 0 {
			out = append(out, unjudged{reason: string(u.Reason)})
			i = len(out) - 1
		}
		out[i].rules = append(out[i].rules, u.Rule)
	}
	return out
}
