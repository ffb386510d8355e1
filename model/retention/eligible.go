package retention

import "context"

// EligibleCells reports for every cell of the sample whether it is GC-eligible by the policies. The error is ctx's.
func (j *Evaluator) EligibleCells(ctx context.Context, rules Rules) ([]bool, error) {
	ready := j.ready(rules)
	out := make([]bool, j.s.NumCells())
	for i := range j.s.Rows() {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		from, to := j.s.Cells(i)
		for c := from; c < to; {
			end := j.s.Versions(c, to)
			keep := ready[j.familyOf[j.s.ColumnOf(c)]].Keep(j.s.Times(c, end))
			for k := c + keep; k < end; k++ {
				out[k] = true
			}
			c = end
		}
	}
	return out, nil
}
