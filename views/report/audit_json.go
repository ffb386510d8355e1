package report

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"tabletop/model/audit"
	"tabletop/views/text"
)

// auditDoc is an audit as JSON; docs/json.md lists the fields. It is also what a baseline is read from.
type auditDoc struct {
	Format     string         `json:"format"` // auditFormat
	Source     string         `json:"source"`
	Table      audit.Identity `json:"table"`
	Scope      string         `json:"scope"`
	Complete   bool           `json:"complete"`
	Partial    bool           `json:"partial,omitempty"`
	Stopped    string         `json:"stopped,omitempty"`
	Redacted   string         `json:"redacted,omitempty"`
	Rows       int64          `json:"rows"`
	Counts     map[string]int `json:"counts"`
	Findings   []findingDoc   `json:"findings"`
	Suppressed []findingDoc   `json:"suppressed"`
	Patterns   []patternDoc   `json:"patterns"`
	Passed     []string       `json:"passed"`
	Unjudged   []unjudgedDoc  `json:"unjudged"`
}

// auditFormat tells an audit from other JSON that might be handed in as a baseline.
const auditFormat = "tabletop audit 1"

type findingDoc struct {
	ID         string        `json:"id"`
	Rule       string        `json:"rule"`
	Guidelines []string      `json:"guidelines"`
	Severity   string        `json:"severity"`
	Known      bool          `json:"known,omitempty"`
	Title      string        `json:"title"`
	Subject    subjectDoc    `json:"subject"`
	Measures   []measureDoc  `json:"measures"`
	Evidence   []evidenceDoc `json:"evidence"`
	More       int           `json:"more_evidence,omitempty"`
	Why        string        `json:"why"`
	Fix        string        `json:"fix"`
	Paste      string        `json:"fix_paste,omitempty"`
	Candidate  string        `json:"candidate,omitempty"`
	Gains      []gainDoc     `json:"candidate_gains,omitempty"`
	Reason     string        `json:"suppressed_because,omitempty"`
}

type subjectDoc struct {
	Kind      string `json:"kind"`
	Text      string `json:"text"`
	Name      string `json:"name,omitempty"`
	Layout    string `json:"layout,omitempty"`
	Family    string `json:"family,omitempty"`
	Qualifier string `json:"qualifier,omitempty"`
}

type measureDoc struct {
	Name  string   `json:"name"`
	Unit  string   `json:"unit"`
	Value *float64 `json:"value"`
	Low   *float64 `json:"value_low,omitempty"`
	High  *float64 `json:"value_high,omitempty"`
	Exact bool     `json:"exact"`
	Limit *float64 `json:"limit,omitempty"`
}

type gainDoc struct {
	Name  string   `json:"name"`
	Unit  string   `json:"unit"`
	Today *float64 `json:"today"`
	Then  *float64 `json:"then"`
	Exact bool     `json:"exact"`
}

type evidenceDoc struct {
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Base64 string `json:"text_b64,omitempty"`
	Note   string `json:"note,omitempty"`
}

type patternDoc struct {
	Name       string        `json:"name"`
	Guidelines []string      `json:"guidelines"`
	Template   string        `json:"template"`
	Share      measureDoc    `json:"rows"`
	Advantages string        `json:"advantages"`
	Costs      string        `json:"costs"`
	Measures   []measureDoc  `json:"measures"`
	Evidence   []evidenceDoc `json:"evidence"`
}

type unjudgedDoc struct {
	Rule   string `json:"rule"`
	Reason string `json:"reason"`
}

func auditJSON(w io.Writer, in Input, a AuditInput) error {
	id := audit.IdentityOf(&in.Sample.Table)
	doc := auditDoc{Format: auditFormat, Source: text.EscapeString(in.Source),
		Table: audit.Identity{Project: text.EscapeString(id.Project), Instance: text.EscapeString(id.Instance), Name: text.EscapeString(id.Name)},
		Scope: string(a.Scope), Complete: in.Sample.How.Complete, Partial: in.partial() != "", Stopped: in.stopped(), Redacted: text.EscapeString(in.Sample.How.Redacted), Rows: in.Profile.Rows, Counts: map[string]int{},
		Findings: []findingDoc{}, Suppressed: []findingDoc{}, Patterns: []patternDoc{}, Passed: a.Passed, Unjudged: []unjudgedDoc{}}
	for _, s := range audit.Severities() {
		doc.Counts[string(s)+"s"] = a.Count(s)
	}
	for _, f := range a.Findings {
		doc.Findings = append(doc.Findings, findingOf(f, ""))
	}
	for _, s := range a.Suppressed {
		doc.Suppressed = append(doc.Suppressed, findingOf(s.Finding, s.Reason))
	}
	for _, p := range a.Patterns {
		doc.Patterns = append(doc.Patterns, patternDoc{p.Name, p.Guidelines, text.Template(p.Layout),
			measureOf(audit.Measure{Name: "rows", Unit: audit.Share, Figure: p.Share}), p.Advantages, p.Costs, measuresOf(p.Measures), evidenceOf(p.Evidence)})
	}
	for _, u := range a.Skipped {
		doc.Unjudged = append(doc.Unjudged, unjudgedDoc{u.Rule, text.Template(u.Reason)})
	}
	return writeJSON(w, doc)
}

// writeJSON writes v indented, and characters of HTML as they are.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func findingOf(f audit.Finding, reason string) findingDoc {
	s := f.Subject
	d := findingDoc{ID: findingID(f), Rule: f.Rule, Guidelines: f.Guidelines, Severity: string(f.Severity), Known: f.Known, Title: f.Title,
		Subject:  subjectDoc{string(s.Kind), text.Subject(s), text.Template(s.Name), text.Template(s.Layout), text.EscapeString(s.Column.Family), text.EscapeString(s.Column.Qualifier)},
		Measures: measuresOf(f.Measures), Evidence: evidenceOf(f.Evidence), More: f.More, Why: f.Why,
		Fix: text.Template(f.Fix.Text), Paste: text.Lines(f.Fix.Paste), Reason: text.EscapeString(reason)}
	if f.Proposal != nil {
		d.Candidate = text.Template(f.Proposal.Candidate)
		for _, g := range f.Proposal.Gains {
			d.Gains = append(d.Gains, gainDoc{g.Name, string(g.Unit), finite(g.Current.Value), finite(g.Proposed.Value), g.Proposed.Exact})
		}
	}
	return d
}

// findingID is the id of a finding as every format writes it: escaped, so that it can be compared as text.
func findingID(f audit.Finding) string { return text.EscapeString(f.ID()) }

func measuresOf(all []audit.Measure) []measureDoc {
	out := []measureDoc{}
	for _, m := range all {
		out = append(out, measureOf(m))
	}
	return out
}

func measureOf(m audit.Measure) measureDoc {
	d := measureDoc{Name: m.Name, Unit: string(m.Unit), Value: finite(m.Figure.Value), Exact: m.Figure.Exact}
	if m.Figure.Interval() {
		d.Low, d.High = finite(m.Figure.Low), finite(m.Figure.High)
	}
	if m.Limit != 0 {
		d.Limit = finite(m.Limit)
	}
	return d
}

// finite is v, or nothing where JSON has no such number.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func evidenceOf(all []audit.Evidence) []evidenceDoc {
	out := []evidenceDoc{}
	for _, e := range all {
		kind, name := text.EvidenceOf(e)
		d := evidenceDoc{Kind: kind, Text: name, Note: e.Note}
		if raw := []byte(e.Text()); e.Masked == nil && !text.IsClean(raw) {
			d.Base64 = base64.StdEncoding.EncodeToString(raw)
		}
		out = append(out, d)
	}
	return out
}

// Baseline is an earlier audit, read back.
type Baseline struct {
	table    audit.Identity
	findings map[string]audit.Severity
}

// ReadBaseline reads what Audit wrote as JSON.
func ReadBaseline(data []byte) (Baseline, error) {
	var doc auditDoc
	if err := json.Unmarshal(data, &doc); err != nil {
		return Baseline{}, err
	}
	if doc.Format != auditFormat {
		return Baseline{}, fmt.Errorf("it is no audit: its format is %q, not %q", doc.Format, auditFormat)
	}
	b := Baseline{doc.Table, map[string]audit.Severity{}}
	for _, f := range append(doc.Findings, doc.Suppressed...) {
		if audit.Severity(f.Severity).Rank() < 0 || strings.TrimSpace(f.ID) == "" {
			return Baseline{}, fmt.Errorf("a finding has the severity %q and the id %q", f.Severity, f.ID)
		}
		b.findings[f.ID] = audit.Severity(f.Severity)
	}
	return b, nil
}

// Known marks the findings of r that the baseline has. The error is that it is of another table.
func (b Baseline) Known(r *audit.Report, in Input) (*audit.Report, error) {
	findings := map[string]audit.Severity{}
	for _, f := range r.Findings {
		if s, ok := b.findings[findingID(f)]; ok {
			findings[f.ID()] = s
		}
	}
	id := audit.IdentityOf(&in.Sample.Table)
	id = audit.Identity{Project: text.EscapeString(id.Project), Instance: text.EscapeString(id.Instance), Name: text.EscapeString(id.Name)}
	return r.CompareBaseline(audit.Baseline{Table: b.table, Findings: findings}, id)
}
