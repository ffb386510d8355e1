package retention

import (
	"context"

	"tabletop/model/sample"
)

// WorstRow returns the row with the most eligible bytes in one column or, if no cell is eligible, the row with the most
// bytes in it. It returns -1 if no row has the column. The error is ctx's.
func (e *Evaluator) WorstRow(ctx context.Context, rules Rules, column sample.ColumnID) (int, error) {
	rule := NewRule(rules[e.s.Column(column).Family], e.now)
	row := -1
	var mostGone, most int64
	for index := range e.s.Rows() {
		if index%1024 == 0 && ctx.Err() != nil {
			return -1, ctx.Err()
		}
		from, to := e.s.Cells(index)
		for position := from; position < to; {
			end := e.s.Versions(position, to)
			if e.s.CellColumn(position) == column {
				keep := rule.Keep(e.s.Times(position, end))
				var gone, all int64
				for k, n := range e.s.Sizes(position, end) {
					all += e.head[column] + int64(n)
					if k >= keep {
						gone += e.head[column] + int64(n)
					}
				}
				if row < 0 || gone > mostGone || gone == mostGone && all > most {
					row, mostGone, most = index, gone, all
				}
			}
			position = end
		}
	}
	return row, nil
}
