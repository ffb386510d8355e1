package retention

import (
	"context"

	"tabletop/model/sample"
)

// WorstRow returns the row with the most eligible bytes in one column or, if no cell is eligible, the row with the most bytes
// in it. It returns -1 if no row has the column. The error is ctx's.
func (j *Evaluator) WorstRow(ctx context.Context, rules Rules, column sample.ColumnID) (int, error) {
	rule := NewRule(rules[j.s.Column(column).Family], j.now)
	row := -1
	var mostGone, most int64
	for i := range j.s.Rows() {
		if i%1024 == 0 && ctx.Err() != nil {
			return -1, ctx.Err()
		}
		from, to := j.s.Cells(i)
		for c := from; c < to; {
			end := j.s.Versions(c, to)
			if j.s.ColumnOf(c) == column {
				keep := rule.Keep(j.s.Times(c, end))
				var gone, all int64
				for k, n := range j.s.Sizes(c, end) {
					all += j.head[column] + int64(n)
					if k >= keep {
						gone += j.head[column] + int64(n)
					}
				}
				if row < 0 || gone > mostGone || gone == mostGone && all > most {
					row, mostGone, most = i, gone, all
				}
			}
			c = end
		}
	}
	return row, nil
}
