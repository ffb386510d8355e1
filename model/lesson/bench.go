package lesson

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/candidate"
	"tabletop/model/figures"
	"tabletop/model/heat"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/simulate"
	"tabletop/model/verify"
	"tabletop/model/workload"
)

// Workbench measures the open table. It caches each measurement, but not failed or canceled ones. It is safe for
// concurrent use; measurements run one at a time. Errors are those of the context, of a template, query or policy that
// cannot be parsed, and of a layout that the rows do not allow.
type Workbench struct {
	Sample  *sample.Sample
	Layouts rowkey.Set

	mu     sync.Mutex
	of     *analysis.Analysis
	trials map[string]*simulate.Result
	heats  map[string]*heat.Map
	rules  map[string]*figures.Trial
	costs  map[[2]string]access.Cost
	advice map[string][]string
	// audited is the audit without other layouts; nil before it is asked for
	audited *audit.Report
	// verified are the cells of copies that differ, by the layout that is wanted and that of the copy
	verified map[[2]string]map[verify.Kind]int64
	losses   map[string][]simulate.Loss
}

// NewWorkbench returns a workbench for a sample whose keys match set. It measures nothing yet.
func NewWorkbench(s *sample.Sample, set rowkey.Set) *Workbench {
	return &Workbench{Sample: s, Layouts: set, trials: map[string]*simulate.Result{}, heats: map[string]*heat.Map{},
		rules: map[string]*figures.Trial{}, costs: map[[2]string]access.Cost{}, losses: map[string][]simulate.Loss{},
		advice: map[string][]string{}, verified: map[[2]string]map[verify.Kind]int64{}}
}

// exact reports whether the sample has all rows.
func (b *Workbench) exact() bool { return b.Sample.How.Complete }

// Share has the bench take what is known of the sample from of, if the layouts are those of the bench.
func (b *Workbench) Share(of *analysis.Analysis) {
	if of.Sample == b.Sample && of.Layouts.Equal(b.Layouts) {
		b.of = of
	}
}

// analysis returns the analysis of the sample by the layouts of the bench.
func (b *Workbench) analysis(ctx context.Context) (*analysis.Analysis, error) {
	if b.of != nil {
		return b.of, nil
	}
	of, err := analysis.New(ctx, b.Sample, analysis.Options{Layouts: b.Layouts})
	if err == nil {
		b.of = of
	}
	return of, err
}

// Profile describes the rows.
func (b *Workbench) Profile(ctx context.Context) (*figures.Profile, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	of, err := b.analysis(ctx)
	if err != nil {
		return nil, err
	}
	return of.Profile, nil
}

// Trial applies a layout; the empty template is the current one.
func (b *Workbench) Trial(ctx context.Context, template string) (*simulate.Result, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.trial(ctx, template)
}

func (b *Workbench) trial(ctx context.Context, template string) (*simulate.Result, error) {
	if r := b.trials[template]; r != nil {
		return r, nil
	}
	of, err := b.analysis(ctx)
	if err != nil {
		return nil, err
	}
	if template == "" {
		return of.Current(ctx)
	}
	base, err := of.Base(ctx)
	if err != nil {
		return nil, err
	}
	proposed, err := candidate.Parse(template)
	if err != nil {
		return nil, err
	}
	r, err := simulate.Run(ctx, base, proposed)
	if err == nil {
		b.trials[template] = r
	}
	return r, err
}

// Losses lists what a layout does not hold of the table.
func (b *Workbench) Losses(ctx context.Context, template string) ([]simulate.Loss, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if known, ok := b.losses[template]; ok {
		return known, nil
	}
	result, err := b.trial(ctx, template)
	if err != nil {
		return nil, err
	}
	lost, err := result.Losses(ctx)
	if err == nil {
		b.losses[template] = lost
	}
	return lost, err
}

// Heat is the map of writes under a layout.
func (b *Workbench) Heat(ctx context.Context, template string) (*heat.Map, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if m := b.heats[template]; m != nil {
		return m, nil
	}
	result, err := b.trial(ctx, template)
	if err != nil {
		return nil, err
	}
	m, err := result.Hotspot(ctx, heat.Options{Now: b.of.Clock().Now}) // there is an analysis, since there is a trial
	if err == nil {
		b.heats[template] = m
	}
	return m, err
}

// Seen returns the map of writes that the Heat screen uses.
func (b *Workbench) Seen(ctx context.Context) (*heat.Map, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	of, err := b.analysis(ctx)
	if err != nil {
		return nil, err
	}
	return of.Heat(ctx)
}

// Untimed returns why the timestamps of the cells do not state when keys are written, or "" if they may: rows that were
// imported have the times of the import.
func (b *Workbench) Untimed(ctx context.Context) (string, error) {
	seen, err := b.Seen(ctx)
	if err != nil {
		return "", err
	}
	if seen.Artificial != "" {
		return seen.Artificial, nil
	}
	profile, err := b.Profile(ctx)
	if err != nil {
		return "", err
	}
	if times := profile.Times; times.Newest-times.Oldest < audit.Loading.Microseconds() {
		return "all cells were written within an hour, as an import writes them", nil
	}
	return "", nil
}

// Cost returns the cost of a query, written as QueryText does, under a layout; of several tables, that of the best one.
func (b *Workbench) Cost(ctx context.Context, template, query string) (access.Cost, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := [2]string{template, query}
	if c, ok := b.costs[id]; ok {
		return c, nil
	}
	asked, err := parseQuery(query)
	if err != nil {
		return access.Cost{}, err
	}
	queries := &workload.Workload{Queries: []*workload.Query{asked}}
	result, err := b.trial(ctx, template)
	if err != nil {
		return access.Cost{}, err
	}
	index, err := b.of.Queries(ctx) // there is an analysis, since there is a trial
	if err != nil {
		return access.Cost{}, err
	}
	if err := index.Prepare(queries); err != nil {
		return access.Cost{}, err
	}
	costs, err := result.Costs(ctx, index, queries)
	if err != nil {
		return access.Cost{}, err
	}
	b.costs[id] = costs[0]
	return costs[0], nil
}

// Advised lists the layouts that the advisor finds for queries, by how often they run, the best first; the empty
// template is the current layout.
func (b *Workbench) Advised(ctx context.Context, queries *workload.Workload) ([]string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := ""
	for _, q := range queries.Queries {
		id += q.OneLine() + "\n"
	}
	if known, ok := b.advice[id]; ok {
		return known, nil
	}
	of, err := b.analysis(ctx)
	if err != nil {
		return nil, err
	}
	advice, err := of.Search(ctx, queries, advise.Options{})
	if err != nil {
		return nil, err
	}
	b.advice[id] = advice.Templates()
	return b.advice[id], nil
}

// Audit is an audit of the table that tries no other layouts.
func (b *Workbench) Audit(ctx context.Context) (*audit.Report, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.audited != nil {
		return b.audited, nil
	}
	of, err := b.analysis(ctx)
	if err != nil {
		return nil, err
	}
	report, err := of.Judge(ctx)
	if err == nil {
		b.audited = report
	}
	return report, err
}

// Finding is the rule of the most severe finding of an audit of the table; empty if there is none.
func (b *Workbench) Finding(ctx context.Context) (string, error) {
	report, err := b.Audit(ctx)
	if err != nil || len(report.Findings) == 0 {
		return "", err
	}
	return report.Findings[0].Rule, nil
}

// Review evaluates the cells by the current policies.
func (b *Workbench) Review(ctx context.Context) (*figures.Review, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.reviewed(ctx)
}

func (b *Workbench) reviewed(ctx context.Context) (*figures.Review, error) {
	of, err := b.analysis(ctx)
	if err != nil {
		return nil, err
	}
	return of.Review(ctx)
}

// Rule evaluates the cells of a family by a policy in cbt syntax; an empty text is the current policy.
func (b *Workbench) Rule(ctx context.Context, family, text string) (retention.Part, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	review, err := b.reviewed(ctx)
	if err != nil {
		return retention.Part{}, err
	}
	if text == "" {
		for _, f := range review.Garbage.Families {
			if f.Name == family {
				return f.Part, nil
			}
		}
		return retention.Part{}, fmt.Errorf("the table has no family %q", family)
	}
	id := family + "=" + text
	if t := b.rules[id]; t != nil {
		return t.Part(), nil
	}
	rule, err := retention.Parse(text)
	if err != nil {
		return retention.Part{}, err
	}
	t, err := review.Try(ctx, retention.Proposal{Family: family, Rule: rule})
	if err != nil {
		return retention.Part{}, err
	}
	b.rules[id] = t
	return t.Part(), nil
}

// QueryText returns the conditions of a query in the form that measures parse: "user equal, at range 1d".
func QueryText(q *workload.Query) string { return q.String() }

// parseQuery parses what QueryText returns.
func parseQuery(s string) (*workload.Query, error) {
	query := &workload.Query{Name: s, Frequency: 1}
	for _, part := range strings.Split(s, ", ") {
		if rest, ok := strings.CutPrefix(part, "latest "); ok {
			n, by, _ := strings.Cut(rest, " by ")
			if _, err := fmt.Sscan(n, &query.Latest); err != nil {
				return nil, fmt.Errorf("query %q: %q is not a number", s, n)
			}
			query.By = by
			continue
		}
		segment, how, _ := strings.Cut(part, " ")
		c, err := workload.ParseCondition(segment, how)
		if err != nil {
			return nil, fmt.Errorf("query %q: %w", s, err)
		}
		query.Where = append(query.Where, c)
	}
	return query, nil
}
