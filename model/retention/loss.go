package retention

import (
	"context"
	"slices"

	"tabletop/model/sample"
)

// Loss is what a rule does to the cells of some columns of the rows of a sample, compared with the rules in force.
type Loss struct {
	Cells int64 // that were evaluated
	Takes int64 // of Cells, those that the rule collects; Old of these are collected by the rules in force too
	Old   int64
	Keeps int64 // that the rules in force collect and the rule does not
	// Changed are those of Takes that hold another value than the next newer version, and Newest those that are the
	// newest of their column.
	Changed, Newest int64
	// Lost are those of Takes that the rules in force keep; LostChanged and LostNewest are the parts of Changed and
	// Newest that are of these.
	Lost, LostChanged, LostNewest int64
	Rows                          []RowLoss // by Takes, the most first
}

// RowLoss is how many cells of a row a rule collects, and the first of them that the rules in force keep.
type RowLoss struct {
	Row, Takes int
	Lost       int // index of a cell; -1 if the rules in force collect them all
}

// Losses evaluates every cell of the wanted columns by rules, and compares them with those in force. The error is
// ctx's.
func (e *Evaluator) Losses(ctx context.Context, inForce, rules Rules,
	wanted func(sample.ColumnID) bool) (*Loss, error) {
	now, then := e.ready(inForce), e.ready(rules)
	loss := &Loss{}
	for row := range e.s.Rows() {
		if row%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		of := RowLoss{Row: row, Lost: -1}
		for from, to := e.s.Cells(row); from < to; {
			end := e.s.Versions(from, to)
			if id := e.s.CellColumn(from); wanted(id) {
				times, family := e.s.Times(from, end), e.familyOf[id]
				loss.column(e.s, &of, from, end, now[family].Keep(times), then[family].Keep(times))
			}
			from = end
		}
		if of.Takes > 0 {
			loss.Rows = append(loss.Rows, of)
		}
	}
	slices.SortStableFunc(loss.Rows, func(a, b RowLoss) int { return b.Takes - a.Takes })
	return loss, ctx.Err()
}

// column adds the versions of a column in a row, cells [from, end), of which the rules in force keep the first kept and
// the rule the first keep.
func (l *Loss) column(s *sample.Sample, of *RowLoss, from, end, kept, keep int) {
	l.Cells += int64(end - from)
	l.Keeps += int64(max(keep-kept, 0))
	if keep < kept && of.Lost < 0 {
		of.Lost = from + keep
	}
	for cell := from + keep; cell < end; cell++ {
		newest, changed, lost := int64(0), int64(0), int64(0)
		if cell == from {
			newest = 1
		} else if !s.Cell(cell).SameValue(s.Cell(cell - 1)) {
			changed = 1
		}
		if cell < from+kept {
			lost = 1
		}
		of.Takes++
		l.Takes, l.Newest, l.Changed = l.Takes+1, l.Newest+newest, l.Changed+changed
		l.Old, l.Lost = l.Old+1-lost, l.Lost+lost
		l.LostNewest, l.LostChanged = l.LostNewest+lost*newest, l.LostChanged+lost*changed
	}
}
