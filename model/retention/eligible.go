package retention

import "context"

// EligibleCells reports for every cell of the sample whether it is GC-eligible by the policies. The error is ctx's.
func (e *Evaluator) EligibleCells(ctx context.Context, rules Rules) ([]bool, error) {
	ready := e.ready(rules)
	out := make([]bool, e.s.NumCells())
	for i := range e.s.Rows() {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		from, to := e.s.Cells(i)
		for c := from; c < to; {
			end := e.s.Versions(c, to)
			keep := ready[e.familyOf[e.s.CellColumn(c)]].Keep(e.s.Times(c, end))
			for k := c + keep; k < end; k++ {
				out[k] = true
			}
			c = end
		}
	}
	return out, nil
}
