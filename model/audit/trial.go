package audit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/candidate"
	"tabletop/model/estimate"
	"tabletop/model/heat"
	"tabletop/model/simulate"
	"tabletop/model/workload"
)

// maxTrials is the maximum number of candidates that an audit evaluates, and maxSearched how many of the advisor's it
// takes for one finding: each takes a pass over all rows.
const maxTrials, maxSearched = 10, 3

// trials evaluate candidates under the likely queries: those that the advisor generates where none are given.
type trials struct {
	facts   *facts
	index   *access.Index
	queries map[string]*workload.Workload // by record kinds, as fmt prints them
	now     map[string][]access.Cost      // of these, under the current layouts
	made    int
	done    map[string]int // the first candidate of a finding -> the finding
}

func newTrials(ctx context.Context, f *facts) (*trials, error) {
	index, err := f.Queries(ctx)
	if err != nil {
		return nil, err
	}
	return &trials{facts: f, index: index, queries: map[string]*workload.Workload{}, now: map[string][]access.Cost{},
		done: map[string]int{}}, nil
}

// letter names the layouts that were tried by the list that all share. The error is ctx's.
func (t *trials) letter(ctx context.Context, r *Report) error {
	if !slices.ContainsFunc(r.Findings, func(x Finding) bool { return len(x.layouts()) > 0 }) {
		return ctx.Err()
	}
	advice, _ := t.facts.Advice(ctx, 0) // without an answer, the list is that of the rules
	list := NewCandidates(advice, r)
	for i := range r.Findings {
		for _, p := range r.Findings[i].layouts() {
			p.Letter = list.Letter(p.Candidate)
		}
	}
	return ctx.Err()
}

// treat tries the candidates of the most severe findings, and gives each finding the best one and what else was tried.
// The error is ctx's.
func (t *trials) treat(ctx context.Context, findings []Finding) error {
	t.together(ctx, findings)
	shareCures(findings)
	for index := range findings {
		if err := t.retain(ctx, &findings[index]); err != nil {
			return err
		}
	}
	for index := range findings {
		finding := &findings[index]
		all := finding.cures
		if finding.spread {
			all = t.withSearched(ctx, finding)
		}
		if len(all) == 0 {
			continue
		}
		first := all[0].Candidate
		if was, ok := t.done[first]; ok {
			same := &findings[was]
			finding.Proposal, finding.Tried, finding.Fix = same.Proposal, same.Tried, same.Fix
			continue
		}
		if t.made >= maxTrials {
			return nil
		}
		t.done[first] = index
		if err := t.cure(ctx, finding, all); err != nil {
			return err
		}
	}
	return nil
}

// shareCures gives each finding the candidates of a finding that explains it; see Rule.explainedBy.
func shareCures(findings []Finding) {
	for at := range findings {
		rule, _ := FindRule(findings[at].Rule)
		explains := func(x Finding) bool {
			return (len(x.cures) > 0 || x.spread) && slices.Contains(rule.explainedBy, x.Rule)
		}
		if from := slices.IndexFunc(findings, explains); from >= 0 {
			why := &findings[from]
			findings[at].cures, findings[at].spread, findings[at].kinds = why.cures, why.spread, why.kinds
		}
	}
}

// withSearched returns the layouts to try against writes that concentrate: those of the advisor in the order in which
// it ranks them, then those of the rule, so that an audit proposes what the advisor does.
func (t *trials) withSearched(ctx context.Context, x *Finding) []*Proposal {
	var all []*Proposal
	for _, candidate := range slices.Concat(t.searched(ctx, x), x.cures) {
		same := func(o *Proposal) bool { return o.Candidate == candidate.Candidate }
		if i := slices.IndexFunc(x.cures, same); i >= 0 {
			candidate = x.cures[i] // what both have is described as the rule does
		}
		if !slices.ContainsFunc(all, same) {
			all = append(all, candidate)
		}
	}
	return all
}

// cure tries layouts against a finding. Of those that improve what the finding is about and lose nothing, it proposes
// the one that the documentation names first, else the first that leaves the likely queries as they are or nearly so,
// or else the first.
func (t *trials) cure(ctx context.Context, x *Finding, all []*Proposal) error {
	var cures []*Proposal
	for _, candidate := range all[:min(len(all), maxTrials-t.made)] {
		t.made++
		helps, err := t.try(ctx, candidate, t.kindsOf(x))
		if err != nil {
			return err
		}
		if helps {
			cures = append(cures, candidate)
		}
		x.Tried = append(x.Tried, candidate)
	}
	if len(cures) == 0 {
		x.Fix.Text += " Of the layouts tried on the rows read none makes it better without a loss."
		x.Fix.Paste = ""
		return nil
	}
	best := slices.IndexFunc(cures, func(c *Proposal) bool { return c.first })
	if best < 0 {
		best = max(0, slices.IndexFunc(cures, func(c *Proposal) bool { return c.slower < muchSlower }))
	}
	x.Proposal = cures[best]
	x.Tried = slices.DeleteFunc(x.Tried, func(c *Proposal) bool { return c == x.Proposal })
	if x.Proposal.fix.Text != "" {
		x.Fix = x.Proposal.fix
	}
	if slices.ContainsFunc(cures, func(c *Proposal) bool { return max(1, c.slower) < x.Proposal.slower }) {
		x.Fix.Text += servesBetter
	}
	return nil
}

// servesBetter is added to a fix whose layout the documentation names first, where another that helps slows the likely
// queries less.
const servesBetter = " For the queries that the key suggests, another layout that was tried and helps is better: " +
	"take it if these are yours."

// muchSlower is how many times as long a query takes that a layout makes much slower: such a layout, and one under
// which a query begins to read the whole table, is proposed only if no other helps. Our own choice: a salt of 16
// buckets takes up to that many scans.
const muchSlower = 20

// kindsOf returns the record kinds whose keys the layouts tried against a finding change; none if it is about no kind.
func (t *trials) kindsOf(x *Finding) []int {
	if x.kinds != nil {
		return x.kinds
	}
	layout := x.Subject.Layout
	if x.Subject.Kind == AboutKeys {
		layout = x.Subject.Name
	}
	for _, k := range t.facts.kinds {
		if k.Layout.String() == layout {
			return []int{k.index}
		}
	}
	return nil
}

// searched returns the layouts that the advisor ranks highest for the likely queries, of one table each.
func (t *trials) searched(ctx context.Context, x *Finding) []*Proposal {
	kinds := t.kindsOf(x)
	if len(kinds) != 1 || !t.facts.writesMeasured() {
		return nil
	}
	advice, err := t.facts.Advice(ctx, kinds[0])
	if err != nil {
		return nil // without an answer, those of the rule remain
	}
	var out []*Proposal
	for _, o := range advice.Options {
		if o.Current || o.Tables > 1 || len(out) == maxSearched {
			continue
		}
		if p := checked(o.Template); p != nil {
			p.fix = advised(o)
			out = append(out, p)
		}
	}
	return out
}

// advised is the fix that a layout of the advisor is.
func advised(o *advise.Candidate) Fix {
	fix := Fix{Text: "Write the keys as the candidate: of what helps, it serves the queries best that the key " +
		"suggests."}
	if strings.Contains(o.Template, "salt(") {
		fix.Text += " Readers that do not know the salt read all buckets: another layout that helps may suit yours " +
			"(G61)."
	}
	return fix
}

// likely returns the queries that the advisor generates for record kinds, nil without any. They are prepared.
func (t *trials) likely(kinds []int) *workload.Workload {
	of := fmt.Sprint(kinds)
	if w, ok := t.queries[of]; ok {
		return w
	}
	t.queries[of] = nil
	all := advise.DefaultQueries(t.facts.Layouts, kinds)
	if len(all.Queries) > 0 && t.index.Prepare(all) == nil {
		t.queries[of] = all
	}
	return t.queries[of]
}

// worth returns the share of the current figure that a candidate must not exceed to be an improvement: the margin by
// which the advisor compares layouts.
func worth() float64 { return math.Exp(-advise.Margin) }

// try measures one candidate, and reports whether it improves what the finding is about and loses nothing. A candidate
// that cannot be measured remains a suggestion. The error is ctx's.
func (t *trials) try(ctx context.Context, c *Proposal, kinds []int) (cures bool, err error) {
	parsed, err := candidate.Parse(c.Candidate)
	if err != nil {
		return true, ctx.Err()
	}
	result, err := simulate.Run(ctx, t.facts.Base, parsed)
	if err != nil {
		return true, ctx.Err() // the candidate does not fit the keys
	}
	aimed, err := t.facts.measure(ctx, c, result)
	if err != nil {
		return true, ctx.Err()
	}
	for _, finding := range result.Findings {
		if finding.Grave {
			c.Lossy = true
			c.Costs = append(c.Costs, finding.Text)
		}
	}
	c.Lossy = c.Lossy || result.DropsMostRows() || result.Collisions.OverwrittenCells > 0
	reads, err := t.reads(ctx, c, result, kinds)
	c.Costs = append(c.Costs, reads...)
	return (c.Better || !aimed || c.corrects) && !c.Lossy, err
}

// reads returns what the likely queries read more under a candidate, in words, and sets how many times as long the one
// takes that gets slower most. The error is ctx's.
func (t *trials) reads(ctx context.Context, c *Proposal, result *simulate.Result, kinds []int) (worse []string,
	err error) {
	queries := t.likely(kinds)
	if queries == nil {
		return nil, nil
	}
	of := fmt.Sprint(kinds)
	if _, ok := t.now[of]; !ok {
		t.now[of], _ = t.index.Costs(ctx, queries, t.index.CurrentLayouts()...)
	}
	now := t.now[of]
	then, _ := result.Costs(ctx, t.index, queries)
	if len(now) == 0 || len(then) != len(now) {
		return nil, ctx.Err()
	}
	for i := range now {
		if before := now[i].Millis(); before > 0 {
			c.slower = max(c.slower, then[i].Millis()/before)
		}
		if then[i].Access == access.FullScan && now[i].Access != access.FullScan {
			c.slower = max(c.slower, muchSlower) // it gets slower as the table grows
		}
		if words := readsMore(&now[i], &then[i]); words != "" {
			worse = append(worse, words)
		}
	}
	return worse, ctx.Err()
}

// readsMore returns in words by how much a query costs more than now; empty if it does not.
func readsMore(now, then *access.Cost) string {
	change := advise.Change{Aspect: advise.OfQuery, Name: now.Query.Name, Now: now.Millis(), Then: then.Millis(),
		NowCount: now.ByData.RowsRead.Value, ThenCount: then.ByData.RowsRead.Value,
		Scan: then.Access == access.FullScan}
	switch {
	case then.Access == access.NoAccess:
		return fmt.Sprintf("%q cannot be answered", change.Name)
	case change.Side() <= 0:
		return ""
	case !change.Scan && change.ThenCount <= change.NowCount*advise.Tie:
		return fmt.Sprintf("%q takes %.3g times as long", change.Name, change.Then/change.Now)
	}
	return change.Phrase()
}

// writesMeasured reports whether the map of the writes shows how they concentrate in the rows read.
func (f *facts) writesMeasured() bool {
	return f.Heat.Artificial == "" && f.Heat.ScoreRead.Pattern != heat.Unknown
}

// measure sets the effects of a candidate, and reports whether one is on what the finding is about. The error is ctx's.
func (f *facts) measure(ctx context.Context, c *Proposal, result *simulate.Result) (aimed bool, err error) {
	gain := func(name string, unit Unit, current, proposed float64) {
		of := func(v float64) estimate.Figure {
			return estimate.CountedIf(v, f.design.IsExact())
		}
		c.Gains = append(c.Gains, Effect{name, unit, of(current), of(proposed)})
	}
	if c.asks != nil {
		if current, proposed, ok := f.read(c.asks, result); ok {
			gain(c.asks.name, Count, current, proposed)
			aimed = true
		}
	}
	cells := func() {
		gain("cells of the largest row", Count, float64(f.Profile.CellsPerRow.Max),
			float64(result.RowCells.Quantile(1)))
	}
	if c.size {
		cells()
		aimed = true
	}
	if f.writesMeasured() {
		grid, err := result.Hotspot(ctx, heat.Options{Windows: f.Heat.Windows, Buckets: f.Heat.Buckets,
			Now: f.Profile.Now})
		if err != nil {
			return aimed, err
		}
		if grid != nil && grid.Score.Pattern != heat.Unknown {
			gain("share of a window's writes in the hottest 5% of the key space", Share, f.Heat.ScoreRead.Hot,
				grid.Score.Hot)
			if c.asks == nil && !c.size {
				aimed, c.Heat = true, grid
			}
		}
	}
	c.Better = aimed && c.Gains[0].Proposed.Value < worth()*c.Gains[0].Current.Value
	if then := result.RowCells.Quantile(1); !c.size && then != f.Profile.CellsPerRow.Max {
		cells()
	}
	gain("bytes of the rows read", Bytes, float64(f.Profile.Bytes), float64(result.Bytes))
	if n := result.Collisions.OverwrittenCells; n > 0 {
		gain("cells that would overwrite others", Count, 0, float64(n))
	}
	return aimed, nil
}
