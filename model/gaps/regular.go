package gaps

import (
	"context"

	"tabletop/model/segments"
)

// leastRegular is the least share of the rows that must be in groups of regular values, for a segment to be one in
// which values can be missing.
const leastRegular = 0.5

// aboutAsMany is the ratio up to which two segments have about as many regular values.
const aboutAsMany = 1.1

// MostRegular finds the gaps of the segment whose values follow each other at regular steps in most rows, times before
// numbers, grouped by the segment with which that is so and the least is missing. The result is nil if no
// segment is regular. Where gaps cannot be told from the sample, the result has only the reason. The error is ctx's.
func MostRegular(ctx context.Context, t *segments.Table) (best *Result, err error) {
	if why := refused(&t.Sample.How); why != "" {
		return &Result{Refused: why}, nil
	}
	better := func(found *Result) bool {
		switch {
		case float64(found.inRegular) < leastRegular*float64(t.Sample.Rows()):
			return false
		case best == nil || found.Time && !best.Time:
			return true
		}
		had, has := float64(best.inRegular), float64(found.inRegular)
		if has > aboutAsMany*had || had > aboutAsMany*has {
			return found.Time == best.Time && has > had
		}
		return found.Time == best.Time && found.Missing < best.Missing // a wrong group has many
	}
	for _, name := range t.Names {
		if _, err := numbers(t.Column(name)); err != nil {
			continue
		}
		for _, by := range append([]string{""}, t.Names...) {
			if by == name {
				continue
			}
			found, err := Find(ctx, t, name, by)
			if err != nil {
				return nil, err
			}
			if found.Refused != "" { // as of any other segment
				return &Result{Refused: found.Refused}, nil
			}
			if better(found) {
				best = found
			}
		}
	}
	return best, nil
}
