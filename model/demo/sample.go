package demo

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"tabletop/model/sample"
)

// Sample returns all rows that a generator makes of a table, as if they were read at a time, with the first keep bytes
// of each value; 0 is sample.DefaultKeep. The table is described without a place. Each row is made twice, so that no
// more than the keys of all are in memory beside the sample. The error is ctx's.
func (t *Table) Sample(ctx context.Context, rows Generator, at time.Time, keep int) (*sample.Sample, error) {
	type numbered struct {
		key []byte
		row int
	}
	order := make([]numbered, rows.Rows)
	for i := range order {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		order[i] = numbered{rows.Row(i).Key, i}
	}
	slices.SortFunc(order, func(a, b numbered) int { return bytes.Compare(a.key, b.key) })
	builder := sample.NewBuilder(keep)
	for _, one := range order {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		builder.Row(one.key)
		cells := rows.Row(one.row).Cells
		slices.SortStableFunc(cells, func(x, y Cell) int {
			return cmp.Or(cmp.Compare(x.Family, y.Family), cmp.Compare(x.Qualifier, y.Qualifier),
				cmp.Compare(y.Micros, x.Micros))
		})
		for _, c := range cells {
			builder.Cell(c.Family, []byte(c.Qualifier), c.Micros, c.Value)
		}
	}
	about := sample.Table{Name: t.Name, Families: t.Families, Emulator: true, Micros: t.Micros}
	how := sample.Provenance{Strategy: sample.Everything, Complete: true, Started: at, RowShare: 1, Filter: 1,
		RowsSeen: int64(rows.Rows)}
	return sample.Finish(about, how, []*sample.Builder{builder}), nil
}
