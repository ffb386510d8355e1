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
		_, err = a.Search(ctx, &workload.Workload{}, opts)
		return nil, err
	case asked:
		if queries == nil {
			queries = advise.DefaultWorkload(a.Layouts, 0)
		}
		if other, err = a.Search(ctx, queries, opts); err != nil {
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
	switch {
	case asked:
		if other, err = a.together(ctx, other, queries, opts); err != nil {
			return nil, err
		}
		return list.With(other), nil
	case len(a.Layouts) > 1:
		if first, err = a.together(ctx, first, nil, opts); err != nil {
			return nil, err
		}
		return list.With(first), nil
	}
	return list, nil
}

// together returns an advice with what becomes of all record kinds, each of which is searched for its queries; nil
// stands for those that its keys suggest. The error is ctx's.
func (a *Analysis) together(ctx context.Context, main *advise.Advice, queries *workload.Workload, opts advise.Options) (
	*advise.Advice, error) {
	if len(a.Layouts) < 2 || main == nil {
		return main, nil
	}
	var kinds []advise.KindAdvice
	for kind := range a.Layouts {
		of := advise.KindAdvice{Kind: a.Layouts.KindName(kind)}
		var err error
		if queries == nil {
			of.Advice, err = a.likely(ctx, kind, opts)
		} else if own := advise.OfKind(queries, a.Layouts, kind); own != nil {
			if of.Advice = main; len(own.Queries) < len(queries.Queries) {
				of.Advice, err = a.Search(ctx, own, opts)
			}
		}
		if err != nil && ctx.Err() != nil {
			return nil, err
		}
		kinds = append(kinds, of) // a kind that cannot be searched stays as it is
	}
	with := *main
	with.Set = advise.NewSet(kinds)
	return &with, nil
}

// Likely returns the beginning of the list of Candidates of a table with one record kind: the advice for the queries
// that the keys suggest. What an audit tries, which takes longer, comes behind it. The error is ctx's, or states why
// there is nothing to search.
func (a *Analysis) Likely(ctx context.Context, opts advise.Options) (*audit.Candidates, error) {
	first, err := a.likely(ctx, 0, opts)
	if err != nil {
		return nil, err
	}
	return audit.NewCandidates(first, &audit.Report{}), nil
}

// likely returns the advice for the queries that the keys of a record kind suggest, which it keeps. The options state
// no more than where progress is reported.
func (a *Analysis) likely(ctx context.Context, kind int, opts advise.Options) (*advise.Advice, error) {
	all, err := a.advice.update(ctx,
		func(ctx context.Context, known map[int]*advise.Advice) (map[int]*advise.Advice, error) {
			if known[kind] != nil {
				return known, nil
			}
			found, err := a.Search(ctx, advise.DefaultWorkload(a.Layouts, kind),
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

// Search returns the advice for queries alone, without what an audit tries beside it. The error is ctx's, or states why
// there is nothing to search.
func (a *Analysis) Search(ctx context.Context, queries *workload.Workload, opts advise.Options) (*advise.Advice,
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
