package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tabletop/model/audit"
	"tabletop/views/text"
)

// The formats that only Audit has.
const (
	Markdown Format = "markdown"
	HTML     Format = "html"
	SARIF    Format = "sarif" // Static Analysis Results Interchange Format 2.1.0
	JUnit    Format = "junit" // the XML of test reports
)

// AuditInput is the outcome of an audit of what Input holds.
type AuditInput struct {
	*audit.Report
	Of     audit.Input
	FailOn audit.Severity // from which severity on the check fails; empty is never
	Based  bool           // a baseline was given, so findings are distinguished into known and new
	// AllowPartial is set where a partial read does not make the check fail.
	AllowPartial bool
	// Version is that of tabletop. Artifact is the file, relative to the current directory, that SARIF results point to: the
	// configuration or the layouts of the audit; empty where there is none.
	Version, Artifact string
	// Instance is what was judged instead of a table; nil where that is a table. Of and the rows of the Input are empty then.
	Instance *audit.Instance
}

// fails reports whether a finding makes the check fail.
func (a AuditInput) fails(f audit.Finding) bool {
	return a.FailOn != "" && !f.Known && f.Severity.AtLeast(a.FailOn)
}

// Audit writes what is wrong with a table, or worth knowing. Formats: text, json, markdown, html, sarif, junit.
func Audit(w io.Writer, in Input, a AuditInput, f Format) error { return run(audits(a), w, in, f) }

// AuditFormats is StatsFormats for Audit.
func AuditFormats() []Format { return formats(audits(AuditInput{})) }

// ShowsFindingsOnly reports whether a format of Audit shows no rows and columns of the table but those of findings.
func ShowsFindingsOnly(f Format) bool { return f == JSON || f == JUnit }

func audits(a AuditInput) []writer {
	return []writer{
		{Text, func(w io.Writer, in Input) error { return auditPage(in, a).write(w, Text) }},
		{JSON, func(w io.Writer, in Input) error { return auditJSON(w, in, a) }},
		{Markdown, func(w io.Writer, in Input) error { return auditDocument(in, a).markdown(w) }},
		{HTML, func(w io.Writer, in Input) error { return auditDocument(in, a).html(w) }},
		{SARIF, func(w io.Writer, in Input) error { return auditSARIF(w, in, a) }},
		{JUnit, func(w io.Writer, in Input) error { return auditJUnit(w, in, a) }},
	}
}

// severityMark is the sign of a severity.
func severityMark(s audit.Severity) string {
	switch s {
	case audit.Error:
		return "!"
	case audit.Warning:
		return "▲"
	}
	return "·"
}

// verdict counts the findings in a sentence.
func verdict(a AuditInput) string {
	var parts []string
	for _, s := range audit.Severities() {
		if n := a.Count(s); n > 0 {
			parts = append(parts, text.Count(int64(n), string(s)))
		}
	}
	known := 0
	for _, f := range a.Findings {
		if f.Known {
			known++
		}
	}
	out := "Nothing found"
	if len(parts) > 0 {
		out = strings.Join(parts, ", ")
	}
	if a.Based {
		out += fmt.Sprintf(" (%d of them in the baseline)", known)
	}
	if n := len(a.Suppressed); n > 0 {
		out += fmt.Sprintf("; %d suppressed", n)
	}
	return out + fmt.Sprintf(". %s passed; %d not evaluated.", text.Count(int64(len(a.Passed)), "rule"), len(a.Skipped))
}

func auditPage(in Input, a AuditInput) *page {
	b := &page{}
	if a.Instance != nil {
		b.paragraph("", instanceLine(a.Instance), in.Width)
	} else {
		head(b, readOf(in), in.Width)
	}
	b.heading("Audit", "", "")
	b.paragraph("  ", verdict(a), in.Width)
	currentLayout(b, in)
	for _, f := range a.Findings {
		b.gap()
		auditFinding(b, f, in.Width)
	}
	if len(a.Patterns) > 0 {
		b.heading("Patterns", "", "recognized data layouts; valid, but with costs")
		for _, p := range a.Patterns {
			b.paragraph("  ", fmt.Sprintf("%s (%s), %s of the rows: %s", p.Name, strings.Join(p.Guidelines, ", "), text.Share(p.Share), text.Template(p.Layout)), in.Width)
			b.paragraph("    + ", p.Advantages, in.Width)
			b.paragraph("    - ", p.Costs, in.Width)
			for _, m := range p.Measures {
				b.paragraph("    ", text.Measure(m), in.Width)
			}
		}
	}
	if len(a.Suppressed) > 0 {
		b.heading("Suppressed", "", "")
		for _, s := range a.Suppressed {
			b.paragraph("  ", s.Rule+", "+text.Subject(s.Subject)+": "+text.EscapeString(s.Reason), in.Width)
		}
	}
	for _, r := range reasons(a) {
		if r.reason == reasons(a)[0].reason {
			b.heading("Not evaluated", "", "")
		}
		b.paragraph("  ", text.Template(r.reason)+": "+strings.Join(r.rules, ", "), in.Width)
	}
	return b
}

// instanceLine states what an instance has.
func instanceLine(in *audit.Instance) string {
	return fmt.Sprintf("instance %s/%s: %s, of which %s described", text.EscapeString(in.Project), text.EscapeString(in.Name), text.Count(int64(len(in.Tables)), "table"), text.Integer(int64(len(in.Described))))
}

// auditFinding writes one finding in full.
func auditFinding(b *page, f audit.Finding, width int) {
	known := ""
	if f.Known {
		known = ", in the baseline"
	}
	b.paragraph(severityMark(f.Severity)+" ", fmt.Sprintf("%s: %s  [%s, %s, %s%s]", f.Severity, f.Title, f.Rule, strings.Join(f.Guidelines, " "), text.Subject(f.Subject), known), width)
	for _, m := range f.Measures {
		b.paragraph("    ", text.Measure(m)+", "+text.Certainty(m), width)
	}
	for _, e := range f.Evidence[:min(3, len(f.Evidence))] {
		kind, name := text.EvidenceOf(e)
		if e.Note != "" {
			name += "  (" + e.Note + ")"
		}
		b.paragraph("    "+kind+" ", cutRunes(name, 200), width)
	}
	if n := f.More + max(0, len(f.Evidence)-3); n > 0 {
		b.paragraph("    ", fmt.Sprintf("and %d more", n), width)
	}
	b.paragraph("    ", "Why: "+f.Why, width)
	b.paragraph("    ", "Fix: "+text.Template(f.Fix.Text), width)
	if f.Fix.Paste != "" {
		for line := range strings.SplitSeq(text.Lines(f.Fix.Paste), "\n") {
			fmt.Fprintf(b, "      %s\n", line) // not wrapped: it is to be pasted
		}
	}
	if f.Proposal != nil {
		b.paragraph("    ", "Candidate (try it with simulate or in the Lab): "+text.Proposal(f.Proposal), width)
		fmt.Fprintf(b, "      %s\n", text.Template(f.Proposal.Candidate))
	}
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
func reasons(a AuditInput) []unjudged {
	var out []unjudged
	for _, u := range a.Skipped {
		i := slices.IndexFunc(out, func(x unjudged) bool { return x.reason == u.Reason })
		if i < 0 {
			out = append(out, unjudged{reason: u.Reason})
			i = len(out) - 1
		}
		out[i].rules = append(out[i].rules, u.Rule)
	}
	return out
}
