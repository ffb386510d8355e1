// Package audit checks a table against the guidelines. It has a rule for each point that data can show. A finding has
// the measurement with its interval, the evidence, and the fix. Packages of views render the findings.
package audit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/heat"
	"tabletop/model/infer"
	"tabletop/model/keyspace"
	"tabletop/model/qualifier"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/simulate"
)

// Severity is the severity of a finding. It follows the interval of what was measured; see grade.
type Severity string

// The severities, the most severe first.
const (
	Error   Severity = "error"   // the entire interval exceeds the limit of an error
	Warning Severity = "warning" // the entire interval exceeds the limit of a warning
	// the figure exceeds a limit, but not its entire interval; or it is for information only
	Note Severity = "note"
)

// Severities returns the severities, the most severe first.
func Severities() []Severity { return []Severity{Error, Warning, Note} }

// Rank returns the position of s in Severities: 0 is the most severe.
func (s Severity) Rank() int { return slices.Index(Severities(), s) }

// AtLeast reports whether s is at least as severe as t.
func (s Severity) AtLeast(t Severity) bool { return s.Rank() <= t.Rank() }

// Unit is the unit of the figure of a Measure.
type Unit string

// The units.
const (
	Share   Unit = "share"   // of 1
	Bytes   Unit = "bytes"   // as sample.RowBytes counts them
	Count   Unit = "count"   // of things
	Seconds Unit = "seconds" // a length of time
	Score   Unit = "score"   // a number without a unit, such as a correlation
)

// Measure is one figure on which a finding is based.
type Measure struct {
	Name   string // what it is, in a few words
	Unit   Unit
	Figure estimate.Figure
	Read   bool // Figure was counted in the rows read; others may have more
	// Limit is the limit that Figure has reached or exceeds; 0 if there is no limit, or Figure is within it.
	Limit float64
	// Binary reports whether bytes are to be written in KiB and MiB, as the documentation writes the limit.
	Binary bool
}

// SubjectKind is the kind of thing that a finding is about.
type SubjectKind string

// The kinds of subject.
const (
	AboutTable    SubjectKind = "table"
	AboutInstance SubjectKind = "instance"
	AboutKeys     SubjectKind = "record kind" // Name is the template of the layout
	AboutSegment  SubjectKind = "segment"     // Name is the segment, Layout the template
	AboutFamily   SubjectKind = "family"      // Name is the family
	AboutColumn   SubjectKind = "column"      // Column
)

// Subject is what a finding is about. Names are raw: a view escapes them.
type Subject struct {
	Kind   SubjectKind
	Name   string
	Layout string
	Column sample.Column
}

// ID returns a unique name of the subject within the table, for baselines and suppressions. It holds no figures of the
// sample, so it is the same in every audit of the table.
func (s Subject) ID() string {
	switch s.Kind {
	case AboutTable:
		return "table"
	case AboutColumn:
		return fmt.Sprintf("column %s:%s", s.Column.Family, s.Column.Qualifier)
	case AboutSegment:
		return fmt.Sprintf("segment %s of %s", s.Name, shape(s.Layout))
	case AboutKeys:
		return fmt.Sprintf("%s %s", s.Kind, shape(s.Name))
	}
	return fmt.Sprintf("%s %s", s.Kind, s.Name)
}

// shape returns a template without the types of its segments, because the words of an enumeration and their order
// differ between samples.
func shape(template string) string {
	return regexp.MustCompile(`\{([A-Za-z0-9_-]+):[^{}]*\}`).ReplaceAllString(template, "{$1}")
}

// Evidence is one example that shows a finding. Exactly one of Key, Column, Family and Table is set.
type Evidence struct {
	Key    []byte         // a row of the sample
	Column *sample.Column // a column
	Family string         // a family
	Table  string         // a table of the instance
	Note   string         // what it shows, without bytes of the table
	// Masked is what to show if the evidence itself identifies people: the key, a value of Column, or the qualifier of
	// a column of Family, with that part masked.
	Masked []byte
}

// Text returns the evidence as raw text, against which suppressions are matched.
func (e Evidence) Text() string {
	switch {
	case e.Column != nil:
		return e.Column.Family + ":" + e.Column.Qualifier
	case e.Family != "":
		return e.Family
	case e.Table != "":
		return e.Table
	}
	return string(e.Key)
}

// Fix is what to change. Text is a sentence; Paste is text to paste, or empty.
type Fix struct {
	Text  string
	Paste string
	What  string // what Paste is: "template", "command"
}

// maxEvidence is the maximum number of pieces of evidence of a finding; More counts the rest.
const maxEvidence = 8

// Finding is one problem, or one fact worth knowing. Title, Why and the names of measures hold no bytes of the table;
// everything else is raw.
type Finding struct {
	Rule       string // the id of the rule
	Guidelines []string
	Severity   Severity
	Title      string // in a sentence
	Subject    Subject
	Measures   []Measure // the first is what Severity follows
	Evidence   []Evidence
	More       int // evidence left out
	Why        string
	Fix        Fix
	Proposal   *Proposal   // the best layout of those tried that fixes it without a loss; nil if none does
	Tried      []*Proposal // the other layouts that were tried
	Policies   []*Policy   // that were tried; Fix has the command of the first that is not withheld
	Known      bool        // it was in the baseline
	// Confidence is the lowest confidence in the inferred segments on which it is based, if one of them is uncertain;
	// else 0.
	Confidence float64

	cures   []*Proposal       // layouts to try, the first of which Fix describes
	spread  bool              // layouts of the advisor are tried too, since it is writes that concentrate
	kinds   []int             // the record kinds that its cures change; nil if that follows from its subject
	columns []sample.ColumnID // for which it recommends something, see precedence
	lead    string            // the first segment of its new key, see oneLead; empty if that stays the same
	folded  []string          // rules whose findings are one with this
	rests   []string          // segments on which it is based besides its subject, see demoteUncertain
	splits  []string          // layouts whose keys are those of its subject, read wrongly
}

// ID returns a name that is the same for the same finding in every audit of a table.
func (f *Finding) ID() string { return f.Rule + " " + f.Subject.ID() }

// Skipped is a rule that was not evaluated, and why.
type Skipped struct{ Rule, Reason string }

// Options configure an audit. The zero value is the default.
type Options struct {
	Limits Limits
	// Neighbors describe the other tables of the instance whose names resemble that of the table, see Resembling. Nil
	// means that the tables of the instance are unknown.
	Neighbors []sample.Table
	// Expected is what the table is expected to be; nil evaluates the guidelines only.
	Expected *Expectation
}

// Input is the data of an audit. All of it is of one sample.
type Input struct {
	*segments.Table
	Inferred *infer.Result // nil if the layouts were declared
	Figures  *figures.Table
	Profile  *figures.Profile
	Review   *figures.Review
	Heat     *heat.Map // of all writes
	Folds    []qualifier.Fold
	Keys     *keyspace.Index
	Base     *simulate.Base // on which proposals are evaluated
	// Queries makes the rows ready for costing queries, and Advice searches for the best layouts for the queries that
	// the keys of a record kind suggest. The errors are those of a context, or say why there is nothing to search.
	Queries func(context.Context) (*access.Index, error)
	Advice  func(ctx context.Context, kind int) (*advise.Advice, error)
}

// Report is the outcome of an audit.
type Report struct {
	Findings   []Finding // the most severe first
	Suppressed []Suppressed
	Passed     []string // ids of rules that passed
	Skipped    []Skipped
	Patterns   []Pattern
	Scope      estimate.Scope
}

// Count returns the number of findings of severity s.
func (r *Report) Count(s Severity) int {
	n := 0
	for i := range r.Findings {
		if r.Findings[i].Severity == s {
			n++
		}
	}
	return n
}

// add adds the findings of a rule.
func (r *Report) add(rule Rule, found []Finding) {
	found = mergeFindings(found)
	if len(found) == 0 {
		r.Passed = append(r.Passed, rule.ID)
	}
	for _, finding := range found {
		finding.Rule, finding.Guidelines = rule.ID, rule.Guidelines
		if finding.Title == "" {
			finding.Title = rule.Title
		}
		if finding.Why == "" {
			finding.Why = rule.Why
		}
		if finding.Confidence > 0 {
			finding.Why += uncertainWhy
		}
		if n := len(finding.Evidence); n > maxEvidence {
			finding.Evidence, finding.More = finding.Evidence[:maxEvidence:maxEvidence], finding.More+n-maxEvidence
		}
		finding.Measures = crossed(finding.Measures)
		r.Findings = append(r.Findings, finding)
	}
}

// crossed returns the measures of a finding. A measure has a limit only if its figure has reached it. All have the unit
// of these limits, so that one line never mixes MB and MiB.
func crossed(all []Measure) []Measure {
	out := slices.Clone(all)
	binary := false
	for i := range out {
		m := &out[i]
		if m.Figure.Value < m.Limit {
			m.Limit = 0
		}
		binary = binary || m.Unit == Bytes && inBinary(m.Limit)
	}
	for i := range out {
		out[i].Binary = binary && out[i].Unit == Bytes
	}
	return out
}

// inBinary reports whether a limit in bytes is a round number of KiB and not of kB.
func inBinary(limit float64) bool {
	return limit >= 1024 && math.Mod(limit, 1024) == 0 && math.Mod(limit, 1000) != 0
}

// maxOfRule is the maximum number of findings of one rule; more are merged into one.
const maxOfRule = 12

// mergeFindings merges very many findings of one rule into one about the table. It has the severity and the measures of
// the most severe one, and the evidence of all.
func mergeFindings(found []Finding) []Finding {
	if len(found) <= maxOfRule {
		return found
	}
	all := slices.MinFunc(found, func(a, b Finding) int { return cmp.Compare(a.Severity.Rank(), b.Severity.Rank()) })
	all.Measures = append([]Measure{{Name: "times this was found; the following is for " + subjectWord(all.Subject),
		Unit: Count, Figure: seen(float64(len(found)))}}, all.Measures...)
	all.Subject, all.Evidence, all.More = Subject{Kind: AboutTable}, nil, 0
	for _, x := range found {
		all.Evidence = append(all.Evidence, x.Evidence[:min(1, len(x.Evidence))]...)
	}
	return []Finding{all}
}

// subjectWord names a subject without bytes of the table.
func subjectWord(s Subject) string { return "one " + string(s.Kind) }

// isFolded reports whether the findings of a rule are one with those of another.
func isFolded(found map[string][]Finding, rule string) bool {
	for _, findings := range found {
		if slices.ContainsFunc(findings, func(f Finding) bool { return slices.Contains(f.folded, rule) }) {
			return true
		}
	}
	return false
}

// Run audits the table of in, and tries layouts against what it finds. The error is ctx's.
func Run(ctx context.Context, in Input, opts Options) (*Report, error) {
	facts := gather(in, opts)
	report, err := judge(ctx, facts)
	if err != nil {
		return nil, err
	}
	tried, err := newTrials(ctx, facts)
	if err != nil {
		return nil, err
	}
	if err := tried.treat(ctx, report.Findings); err != nil {
		return nil, err
	}
	return report, tried.letter(ctx, report)
}

// Judge is Run without trials: it is much faster, and what a finding has to say of layouts was not tried. The error is
// ctx's.
func Judge(ctx context.Context, in Input, opts Options) (*Report, error) {
	return judge(ctx, gather(in, opts))
}

func judge(ctx context.Context, facts *facts) (*Report, error) {
	in := facts.Input
	report := &Report{Scope: in.Profile.Scope}
	rules := facts.rules()
	found := map[string][]Finding{}
	for _, rule := range inOrderOfCause(rules) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if facts.unjudged(rule) == "" {
			found[rule.ID] = facts.demoteUncertain(rule, rule.check(facts))
			facts.claim(found[rule.ID])
		}
	}
	reconciled(found)
	for _, rule := range rules {
		reason := facts.unjudged(rule)
		if reason == "" && len(found[rule.ID]) == 0 && isFolded(found, rule.ID) {
			continue // it has not passed
		}
		if reason == "" && len(found[rule.ID]) == 0 {
			reason = facts.unsure(rule)
		}
		if reason != "" {
			report.Skipped = append(report.Skipped, Skipped{rule.ID, reason})
			continue
		}
		report.add(rule, found[rule.ID])
	}
	slices.SortStableFunc(report.Findings,
		func(a, b Finding) int { return cmp.Compare(a.Severity.Rank(), b.Severity.Rank()) })
	report.Patterns = patterns(facts)
	return report, ctx.Err()
}
