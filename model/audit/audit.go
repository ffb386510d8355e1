// Package audit holds a table against the guidelines: a rule for each point that data can show, what each found, what
// was measured with its interval, and what to change. It only judges; drawing and writing is the business of views.
package audit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"

	"tabletop/model/census"
	"tabletop/model/heat"
	"tabletop/model/infer"
	"tabletop/model/keyspace"
	"tabletop/model/profile"
	"tabletop/model/profile/estimate"
	"tabletop/model/qualifier"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/simulate"
)

// Severity is how grave a finding is. It follows the interval of what was measured, see grade.
type Severity string

// The severities, the gravest first.
const (
	Error   Severity = "error"   // the whole interval is past the limit of an error
	Warning Severity = "warning" // the whole interval is past the limit of a warning
	Note    Severity = "note"    // the figure is past a limit, but its interval is not; or it is only worth knowing
)

// Severities lists them, the gravest first.
func Severities() []Severity { return []Severity{Error, Warning, Note} }

// Rank orders severities: 0 is the gravest.
func (s Severity) Rank() int { return slices.Index(Severities(), s) }

// AtLeast reports whether s is as grave as t or graver.
func (s Severity) AtLeast(t Severity) bool { return s.Rank() <= t.Rank() }

// Unit states how the figure of a Measure is to be written.
type Unit string

// The units.
const (
	Share   Unit = "share"   // of 1
	Bytes   Unit = "bytes"   // as sample.RowBytes counts them
	Count   Unit = "count"   // of things
	Seconds Unit = "seconds" // a length of time
	Score   Unit = "score"   // a number without a unit, such as a correlation
)

// Measure is one figure that a finding rests on.
type Measure struct {
	Name   string // what it is, in a few words
	Unit   Unit
	Figure estimate.Figure
	Read   bool // Figure was counted in the rows read; others may have more
	// Limit is what Figure has reached or is past; 0 where there is no limit, or Figure is within it.
	Limit float64
	// Binary reports whether bytes are to be written in KiB and MiB, as the documentation writes the limit.
	Binary bool
}

// SubjectKind states what a finding is about.
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

// ID names the subject with bytes that tell it from every other one of the table, for baselines and suppressions. It
// holds no sample figures, so that it is the same in every audit of the table.
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

// shape is a template without the types of its segments: which words of an enumeration were seen, and in what order, is
// different in every sample.
func shape(template string) string {
	return regexp.MustCompile(`\{([A-Za-z0-9_-]+):[^{}]*\}`).ReplaceAllString(template, "{$1}")
}

// Evidence is one thing a person can look at. Exactly one of Key, Column and Table is set.
type Evidence struct {
	Key    []byte         // a row of the sample
	Column *sample.Column // a column
	Family string         // a family
	Table  string         // a table of the instance
	Note   string         // what is to be seen there, without bytes of the table
	// Masked is what to show where the thing itself points at people: the key with that blotted out, a value of Column or
	// the qualifier of a column of Family.
	Masked []byte
}

// Text is the evidence as raw text, which suppressions are matched against.
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

// Fix is what to change. Text is a sentence; Paste is ready to be pasted, empty where there is nothing such.
type Fix struct {
	Text  string
	Paste string
	What  string // Paste in a word: "template", "command"
}

// maxEvidence bounds the evidence of a finding; More counts the rest.
const maxEvidence = 8

// Finding is one thing that is wrong, or worth knowing. Title, Why and the names of measures hold no bytes of the
// table; everything else is raw.
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
	Proposal   *Proposal // a layout that would mend it; nil where none is known
	Known      bool      // it was in the baseline
	// Confidence is the least confidence in the inferred segments that it rests on, if one of them is in doubt; else 0.
	Confidence float64

	columns []sample.ColumnID // that it states what to do about, see precedence
	lead    string            // the segment that its new key begins with, see oneLead; empty where that stays
	rests   []string          // segments that it rests on besides its subject, see doubted
}

// ID is the same for the same finding in every audit of a table.
func (f *Finding) ID() string { return f.Rule + " " + f.Subject.ID() }

// Skipped is a rule that could not judge, and why.
type Skipped struct{ Rule, Reason string }

// Options steer an audit. The zero value is the default.
type Options struct {
	Limits Limits
	// Neighbors describe the other tables of the instance whose names resemble that of the table, see Resembling. Nil means
	// that the tables of the instance are not known.
	Neighbors []sample.Table
}

// Input is what an audit looks at. All of it is of one sample.
type Input struct {
	*segments.Table
	Inferred *infer.Result // nil if the layouts were declared
	Profile  *profile.Profile
	Review   *retention.Review
	Heat     *heat.Map // of all writes
	Folds    []qualifier.Fold
	Keys     *keyspace.Index
	Base     *simulate.Base // on which proposals are tried
	Census   *census.Result // what all rows come to; nil if they were not counted
}

// Report is the outcome of an audit.
type Report struct {
	Findings   []Finding // the gravest first
	Suppressed []Suppressed
	Passed     []string // ids of rules that looked and found nothing
	Skipped    []Skipped
	Patterns   []Pattern
	Scope      estimate.Scope
}

// Count is the number of findings of severity s.
func (r *Report) Count(s Severity) int {
	n := 0
	for i := range r.Findings {
		if r.Findings[i].Severity == s {
			n++
		}
	}
	return n
}

// add takes what a rule found.
func (r *Report) add(rule Rule, found []Finding) {
	found = mergeFindings(found)
	if len(found) == 0 {
		r.Passed = append(r.Passed, rule.ID)
	}
	for _, x := range found {
		x.Rule, x.Guidelines = rule.ID, rule.Guidelines
		if x.Title == "" {
			x.Title = rule.Title
		}
		if x.Why == "" {
			x.Why = rule.Why
		}
		if x.Confidence > 0 {
			x.Why += uncertainWhy
		}
		if n := len(x.Evidence); n > maxEvidence {
			x.Evidence, x.More = x.Evidence[:maxEvidence:maxEvidence], x.More+n-maxEvidence
		}
		x.Measures = crossed(x.Measures)
		r.Findings = append(r.Findings, x)
	}
}

// crossed returns the measures of a finding, each with a limit only if its figure has reached it, and all with the unit of
// these limits: one line never mixes MB and MiB.
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

// maxOfRule bounds the findings of one rule: nobody reads the same of a hundred columns.
const maxOfRule = 12

// mergeFindings makes one finding about the table of very many by one rule: as grave as the gravest, with the measures of that
// and the evidence of all.
func mergeFindings(found []Finding) []Finding {
	if len(found) <= maxOfRule {
		return found
	}
	all := slices.MinFunc(found, func(a, b Finding) int { return cmp.Compare(a.Severity.Rank(), b.Severity.Rank()) })
	all.Measures = append([]Measure{{Name: "times this was found; the following is for " + subjectWord(all.Subject), Unit: Count, Figure: seen(float64(len(found)))}}, all.Measures...)
	all.Subject, all.Evidence, all.More = Subject{Kind: AboutTable}, nil, 0
	for _, x := range found {
		all.Evidence = append(all.Evidence, x.Evidence[:min(1, len(x.Evidence))]...)
	}
	return []Finding{all}
}

// subjectWord tells a subject from others of its kind without bytes of the table.
func subjectWord(s Subject) string { return "one " + string(s.Kind) }

// Run audits. The error is ctx's.
func Run(ctx context.Context, in Input, opts Options) (*Report, error) {
	f, err := gather(ctx, in, opts)
	if err != nil {
		return nil, err
	}
	r := &Report{Scope: in.Profile.Scope}
	rules := Rules()
	found := map[string][]Finding{}
	for _, rule := range inOrderOfCause(rules) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if rule.needs.missing(f) == "" {
			found[rule.ID] = f.demoteUncertain(rule, rule.check(f))
			f.claim(found[rule.ID])
		}
	}
	reconciled(found)
	for _, rule := range rules {
		if reason := rule.needs.missing(f); reason != "" {
			r.Skipped = append(r.Skipped, Skipped{rule.ID, reason})
			continue
		}
		r.add(rule, found[rule.ID])
	}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return cmp.Compare(a.Severity.Rank(), b.Severity.Rank()) })
	r.Patterns = patterns(f)
	if err := f.evaluateProposals(ctx, r.Findings); err != nil {
		return nil, err
	}
	return r, ctx.Err()
}
