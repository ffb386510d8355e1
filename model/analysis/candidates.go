package analysis

import (
	"context"
	"maps"

	"tabletop/model/advise"
	"tabletop/model/audit"
	"tabletop/model/workload"
)

// Candidates returns the list of layouts to try, with the advice for some queries; nil stands for those that the keys
// suggest. The layouts of an advice for other queries, or under other options, stand behind those for the likely
// queries and those of the audit, so that a layout has one letter whoever asks. The error is ctx's, or states why there
// is nothing to search.
func (a *Analysis) Candidates(ctx context.Context, queries *workload.Workload, opts advise.Options) (
	*audit.Candidates, error) {
	var first, other *advise.Advice
	var err error
	asked := queries != nil || opts.Rows > 0 || opts.Rates != nil
	switch {
	case len(a.Layouts) == 0:
		_, err = a.search(ctx, &workload.Workload{}, opts)
		return nil, err
	case asked:
		if queries == nil {
			queries = advise.DefaultWorkload(a.Layouts, 0)
		}
		if other, err = a.search(ctx, queries, opts); err != nil {
			return nil, err
		}
		opts.Progress = nil // it is done
	}
	if first, err = a.likely(ctx, 0, opts); err != nil && !asked || ctx.Err() != nil {
		return nil, err
	}
	audited, err := a.Audit(ctx, audit.Limits{})
	if err != nil {
		return nil, err
	}
	list := audit.NewCandidates(first, audited)
	if asked {
		list = list.With(other)
	}
	return list, nil
}

// likely returns the advice for the queries that the keys of a record kind suggest, which it keeps. The options state
// no more than where progress is reported.
func (a *Analysis) likely(ctx context.Context, kind int, opts advise.Options) (*advise.Advice, error) {
	all, err := a.advice.update(ctx,
		func(ctx context.Context, known map[int]*advise.Advice) (map[int]*advise.Advice, error) {
			if known[kind] != nil {
				return known, nil
			}
			found, err := a.search(ctx, advise.DefaultWorkload(a.Layouts, kind),
				advise.Options{Progress: opts.Progress})
			if err != nil {
				return known, err
			}
			next := maps.Clone(known) // others may read known meanwhile
			if next == nil {
				next = map[int]*advise.Advice{}
			}
			next[kind] = found
			return next, nil
		})
	return all[kind], err
}

func (a *Analysis) search(ctx context.Context, queries *workload.Workload, opts advise.Options) (*advise.Advice,
	error) {
	index, err := a.Queries(ctx)
	if err != nil {
		return nil, err
	}
	if err := index.Prepare(queries); err != nil {
		return nil, err
	}
	return advise.Search(ctx, index, queries, opts)
}
