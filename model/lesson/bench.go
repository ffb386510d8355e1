package lesson

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/profile"
	"tabletop/model/profile/estimate"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/simulate"
	"tabletop/model/workload"
)

// Workbench measures the open table. It caches each measurement, but not failed or canceled ones. It is safe for concurrent
// use; measurements run one at a time. Errors are those of the context, of a template, query or policy that cannot be
// parsed, and of a layout that the rows do not allow.
type Workbench struct {
	Sample  *sample.Sample
	Layouts rowkey.Set

	mu     sync.Mutex
	table  *segments.Table
	base   *simulate.Base
	facts  *workload.Index
	prof   *profile.Profile
	review *retention.Review
	trials map[string]*simulate.Result
	heats  map[string]*heat.Map
	seen   *heat.Map
	rules  map[string]*retention.Trial
	costs  map[[2]string]workload.Cost
}

// NewWorkbench returns a workbench for a sample whose keys match set. It measures nothing yet.
func NewWorkbench(s *sample.Sample, set rowkey.Set) *Workbench {
	return &Workbench{Sample: s, Layouts: set, trials: map[string]*simulate.Result{}, heats: map[string]*heat.Map{},
		rules: map[string]*retention.Trial{}, costs: map[[2]string]workload.Cost{}}
}

// exact reports whether the sample has all rows.
func (b *Workbench) exact() bool { return b.Sample.How.Complete }

func (b *Workbench) now() time.Time { return retention.ClockOf(b.Sample, time.Time{}).Now }

func (b *Workbench) decoded(ctx context.Context) (*segments.Table, error) {
	if b.table != nil {
		return b.table, nil
	}
	t, err := segments.New(ctx, b.Sample, b.Layouts)
	if err == nil {
		b.table = t
	}
	return t, err
}

// Profile describes the rows.
func (b *Workbench) Profile(ctx context.Context) (*profile.Profile, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.prof != nil {
		return b.prof, nil
	}
	t, err := b.decoded(ctx)
	if err != nil {
		return nil, err
	}
	p, err := profile.New(ctx, t, profile.Options{Now: b.now()})
	if err == nil {
		b.prof = p
	}
	return p, err
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
	if b.base == nil {
		t, err := b.decoded(ctx)
		if err != nil {
			return nil, err
		}
		b.base = simulate.NewBase(t)
	}
	var c *candidate.Candidate
	if template != "" {
		var err error
		if c, err = candidate.Parse(template); err != nil {
			return nil, err
		}
	}
	r, err := simulate.Run(ctx, b.base, c, simulate.Options{})
	if err == nil {
		b.trials[template] = r
	}
	return r, err
}

// Heat is the map of writes under a layout.
func (b *Workbench) Heat(ctx context.Context, template string) (*heat.Map, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if m := b.heats[template]; m != nil {
		return m, nil
	}
	r, err := b.trial(ctx, template)
	if err != nil {
		return nil, err
	}
	m, err := r.Hotspot(ctx, heat.Options{Now: b.now()})
	if err == nil {
		b.heats[template] = m
	}
	return m, err
}

// Seen is the map of writes as the Heat screen judges it.
func (b *Workbench) Seen(ctx context.Context) (*heat.Map, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.seen != nil {
		return b.seen, nil
	}
	m, err := heat.NewMap(ctx, b.Sample, heat.Options{Now: b.now(), Draw: estimate.NewDesign(b.Sample)})
	if err == nil {
		b.seen = m
	}
	return m, err
}

// Cost returns the cost of a query, written as QueryText does, under a layout; of several tables, that of the best one.
func (b *Workbench) Cost(ctx context.Context, template, query string) (workload.Cost, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := [2]string{template, query}
	if c, ok := b.costs[id]; ok {
		return c, nil
	}
	q, err := parseQuery(query)
	if err != nil {
		return workload.Cost{}, err
	}
	w := &workload.Workload{Queries: []*workload.Query{q}}
	r, err := b.trial(ctx, template)
	if err != nil {
		return workload.Cost{}, err
	}
	if b.facts == nil {
		b.facts = workload.NewIndex(b.table) // a trial has decoded it
	}
	if err := b.facts.Prepare(w); err != nil {
		return workload.Cost{}, err
	}
	best, err := b.cheapest(ctx, r, w)
	if err == nil {
		b.costs[id] = best
	}
	return best, err
}

func (b *Workbench) cheapest(ctx context.Context, r *simulate.Result, w *workload.Workload) (best workload.Cost, err error) {
	layouts := []*workload.Layout{b.facts.CurrentLayout()}
	if r.Candidate != nil {
		layouts = layouts[:0]
		for _, t := range r.Tables {
			if l := t.Layout(); l != nil {
				layouts = append(layouts, l)
			}
		}
	}
	if len(layouts) == 0 {
		return best, fmt.Errorf("under %s a current row becomes several rows, so queries have no cost", r.Template)
	}
	for i, l := range layouts {
		costs, err := b.facts.Costs(ctx, w, l)
		if err != nil {
			return best, err
		}
		if i == 0 || costs[0].Millis() < best.Millis() {
			best = costs[0]
		}
	}
	return best, nil
}

// Review evaluates the cells by the current policies.
func (b *Workbench) Review(ctx context.Context) (*retention.Review, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.reviewed(ctx)
}

func (b *Workbench) reviewed(ctx context.Context) (*retention.Review, error) {
	if b.review != nil {
		return b.review, nil
	}
	r, err := retention.NewReview(ctx, b.Sample, retention.Options{})
	if err == nil {
		b.review = r
	}
	return r, err
}

// Rule evaluates the cells of a family by a policy in cbt syntax; an empty text is the current policy.
func (b *Workbench) Rule(ctx context.Context, family, text string) (retention.Part, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, err := b.reviewed(ctx)
	if err != nil {
		return retention.Part{}, err
	}
	if text == "" {
		for _, f := range r.Waste.Families {
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
	t, err := r.Try(ctx, retention.Proposal{Family: family, Rule: rule})
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
	q := &workload.Query{Name: s, Frequency: 1}
	for _, part := range strings.Split(s, ", ") {
		if rest, ok := strings.CutPrefix(part, "latest "); ok {
			n, by, _ := strings.Cut(rest, " by ")
			if _, err := fmt.Sscan(n, &q.Latest); err != nil {
				return nil, fmt.Errorf("query %q: %q is not a number", s, n)
			}
			q.By = by
			continue
		}
		segment, how, _ := strings.Cut(part, " ")
		c, err := workload.ParseCondition(segment, how)
		if err != nil {
			return nil, fmt.Errorf("query %q: %w", s, err)
		}
		q.Where = append(q.Where, c)
	}
	return q, nil
}
