package retention

import (
	"context"
	"slices"

	"tabletop/model/estimate"
)

// Savings returns the bytes of the table that rules free beyond what those in force free. Both are evaluated on the
// same rows, so variation between rows does not make the difference uncertain. The error is ctx's.
func (e *Evaluator) Savings(ctx context.Context, inForce, rules Rules) (estimate.Figure, error) {
	differs := func(family string) bool { return rules[family].String() != inForce[family].String() }
	if !slices.ContainsFunc(e.names, differs) {
		return estimate.Counted(0), nil // of any rows, so also of those that were not read
	}
	now, then := e.ready(inForce), e.ready(rules)
	less, more := false, false
	saved := e.design.EstimateRatio(e.s, func(i int) (y, z float64) {
		if ctx.Err() != nil {
			return 0, 0
		}
		stored, gone := e.amounts(i, then)
		_, before := e.amounts(i, now)
		less, more = less || gone.Bytes > before.Bytes, more || gone.Bytes < before.Bytes
		return float64(gone.Bytes - before.Bytes), float64(int64(len(e.s.Key(i))) + stored.Bytes)
	})
	if ctx.Err() != nil {
		return estimate.Figure{}, ctx.Err()
	}
	var share estimate.Figure
	switch {
	case e.design.IsExact():
		return estimate.Counted(int64(saved.Y)), nil
	case less && more:
		share = saved.Mean(e.design)
	case more:
		share = saved.Negative().Share(e.design).Minus()
	default:
		share = saved.Share(e.design)
	}
	return share.Of(e.design.Bytes()), nil
}
