package audit

import (
	"slices"
	"strconv"

	"tabletop/model/advise"
	"tabletop/model/candidate"
)

// Candidates is the one list of layouts to try on a table: those of the advice for the queries that its keys suggest,
// the best first; then those that rules try beyond these, in the order of the findings; then those of advice for other
// queries. The audit, advise and the Lab call a layout by its letter in this list.
type Candidates struct {
	Advice  *advise.Advice // for the queries that were asked about; nil if there is nothing to search
	Audited *Report        // by which layouts are in the list beside those of advice
	layouts []string       // as candidates are written
}

// NewCandidates returns the list for the queries that the keys suggest.
func NewCandidates(advice *advise.Advice, audited *Report) *Candidates {
	list := &Candidates{Audited: audited}
	list.advised(advice)
	for i := range audited.Findings {
		for _, p := range audited.Findings[i].layouts() {
			list.add(p.Candidate)
		}
	}
	return list
}

// With returns the list with the layouts of an advice for other queries behind those that it has.
func (c *Candidates) With(advice *advise.Advice) *Candidates {
	next := &Candidates{Audited: c.Audited, layouts: slices.Clone(c.layouts)}
	next.advised(advice)
	return next
}

func (c *Candidates) advised(advice *advise.Advice) {
	c.Advice = advice
	if advice == nil {
		return
	}
	for _, option := range advice.Options {
		if !option.Current {
			c.add(option.Template)
		}
	}
	if advice.Set != nil && advice.Set.Template != "" {
		c.add(advice.Set.Template)
	}
}

func (c *Candidates) add(layout string) {
	if layout = asWritten(layout); !slices.Contains(c.layouts, layout) {
		c.layouts = append(c.layouts, layout)
	}
}

// asWritten returns a candidate as they are all written, so that two are the same if their texts are.
func asWritten(layout string) string {
	if parsed, err := candidate.Parse(layout); err == nil {
		return parsed.String()
	}
	return layout
}

// Letter returns the letter of a layout: A to Z, and from the 27th on A1 to Z1. It is empty for a layout that is not in
// the list.
func (c *Candidates) Letter(layout string) string {
	if c != nil {
		if at := slices.Index(c.layouts, asWritten(layout)); at >= 0 {
			return letter(at)
		}
	}
	return ""
}

// Behind returns the letter of layout n, counted from 0, of those that are not in the list. A list may be nil.
func (c *Candidates) Behind(n int) string {
	if c == nil {
		return letter(n)
	}
	return letter(len(c.layouts) + n)
}

func letter(at int) string {
	const letters = 26
	if at < letters {
		return string(rune('A' + at))
	}
	return string(rune('A'+at%letters)) + strconv.Itoa(at/letters)
}

// Cure returns the layout that the most severe finding proposes of those that propose one; empty if none does.
func (c *Candidates) Cure() string {
	for _, finding := range c.Audited.Findings {
		if finding.Proposal != nil {
			return finding.Proposal.Candidate
		}
	}
	return ""
}

// Others returns the layouts that rules tried and that are none of the advice, each with the finding that it was first
// tried for, in the order of their letters.
func (c *Candidates) Others() []Other {
	var out []Other
	for i := range c.Audited.Findings {
		finding := &c.Audited.Findings[i]
		for _, p := range finding.layouts() {
			same := func(o Other) bool { return o.Proposal.Candidate == p.Candidate }
			if !c.advises(p.Candidate) && !slices.ContainsFunc(out, same) {
				out = append(out, Other{finding, p})
			}
		}
	}
	return out
}

// Other is a layout of an audit that is none of an advice.
type Other struct {
	Finding  *Finding
	Proposal *Proposal
}

// advises reports whether the advice has a layout.
func (c *Candidates) advises(layout string) bool {
	return c.Advice != nil && slices.ContainsFunc(c.Advice.Options,
		func(o *advise.Candidate) bool { return !o.Current && asWritten(o.Template) == asWritten(layout) })
}

// layouts returns the layouts that were tried against a finding, the one that is proposed first.
func (f *Finding) layouts() []*Proposal {
	if f.Proposal == nil {
		return f.Tried
	}
	return append([]*Proposal{f.Proposal}, f.Tried...)
}
