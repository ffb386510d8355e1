package advise

import (
	"context"

	"tabletop/model/access"
	"tabletop/model/workload"
)

// RowPerEvent reports whether a row for each version is significantly better than the current layout, which keeps
// events as versions: the judgment of Search on these two, by which an audit decides whether to recommend it. The error
// is ctx's, or why there is nothing to search.
func RowPerEvent(ctx context.Context, f *access.Index, w *workload.Workload) (bool, error) {
	space, err := newSpace(f, w)
	if err != nil {
		return false, err
	}
	cube, err := newCube(ctx, space, w, Options{})
	if err != nil {
		return false, err
	}
	e := newSearch(space, cube)
	today := e.judge(&space.today)
	e.today = today.kept()
	p := space.today.clone()
	p.tall = byTime
	rows := e.judge(&p)
	return shareBetter(e.bootstrap([]*found{rows.kept(), e.today}), 0, 1) >= sure, nil
}
