package lab

import (
	"context"
	"fmt"

	"tabletop/model/access"
	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/simulate"
	"tabletop/model/workload"
	"tabletop/views"
)

// answer is what became of a layout.
type answer struct {
	slot    *slot
	text    string
	bench   *bench
	queries *workload.Workload
	result  *simulate.Result
	costs   []access.Cost // nil where there are no queries
	err     error
	out     *projection // of this answer, or until it is there of the one before; nil when there is none
}

// projection is what takes longer than a key press: where the writes of an answer would land, and how its rows would
// grow.
type projection struct {
	of     *answer
	heat   *heat.Map
	table  *simulate.Table // that the map is of
	future *simulate.Projection
	today  bool // the layout makes the current keys
	drawn  shrunk
}

// same reports whether two answers are of one layout.
func (a *answer) same(o *answer) bool {
	return a.result.Template == o.result.Template || a.current() && o.current() && a.out.today && o.out.today
}

// scale is what the sample says of the whole table, or carries of it; nil while that is not known, and where all rows
// were read.
func (a *answer) scale() *simulate.Scale {
	if !a.current() || a.bench.base.Design.IsExact() && a.result.Counts() == nil {
		return nil
	}
	return a.result.Scale()
}

// current reports whether the projection is there, and of this answer.
func (a *answer) current() bool { return a.out != nil && a.out.of == a }

// answer tries a layout on the rows.
func (b *bench) answer(ctx context.Context, text string, queries *workload.Workload) *answer {
	answer := &answer{text: text, bench: b, queries: queries}
	if answer.result, answer.err = b.try(ctx, text); answer.err != nil {
		return answer
	}
	answer.costs, answer.err = b.costs(ctx, answer.result, queries)
	return answer
}

// try evaluates a layout; the current one, whose text is empty, is evaluated already.
func (b *bench) try(ctx context.Context, text string) (*simulate.Result, error) {
	if text == "" {
		return b.today, nil
	}
	parsed, err := candidate.Parse(text)
	if err != nil {
		return nil, err
	}
	return simulate.Run(ctx, b.base, parsed)
}

// look asks for the projection of the answer of a slot.
func (s *Screen) look(i int) views.Request {
	looked := s.slots[i].answer
	return views.Work{Name: fmt.Sprintf("lab/%d/projection", i), Run: func(ctx context.Context) any {
		if looked.bench.turn.Acquire(ctx, 1) != nil {
			return nil
		}
		defer looked.bench.turn.Release(1)
		o, err := looked.project(ctx)
		if err != nil {
			return nil // it was given up
		}
		return o
	}}
}

// project projects the writes and the growth of an answer.
func (a *answer) project(ctx context.Context) (*projection, error) {
	projection := &projection{of: a}
	var err error
	projection.today = a.result.Candidate == nil || a.result.SameLayout(a.bench.today)
	a.result.Scale() // so that it is known when it is asked for in the loop
	if projection.heat, projection.table, err = a.result.Hottest(ctx, heat.Options{Now: a.bench.now}); err != nil {
		return nil, err
	}
	projection.table.KeyAt(0) // finds where rows are, which a frame has no time for
	projection.future, err = a.result.Project(ctx, a.bench.now, simulate.Year)
	return projection, err
}

// costs are those of the queries; nil when there are none.
func (b *bench) costs(ctx context.Context, r *simulate.Result, queries *workload.Workload) ([]access.Cost, error) {
	if queries == nil || len(queries.Queries) == 0 {
		return nil, nil
	}
	if err := b.facts.Prepare(queries); err != nil {
		return nil, err
	}
	return r.Costs(ctx, b.facts, queries)
}
