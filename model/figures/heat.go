package figures

import (
	"context"

	"tabletop/model/heat"
)

// Heat returns the map of the writes of the table: of all rows where they were counted and the counts fit the options,
// otherwise of the rows of the sample. It sets Now, Design and Grid of the options. The error is that of heat.NewMap.
func (t *Table) Heat(ctx context.Context, opts heat.Options) (*heat.Map, error) {
	opts.Now, opts.Design, opts.Grid = t.policy.Now, t.rows.Design, nil
	if t.all != nil && t.all.Plan.Windows > 0 {
		plan, grid := &t.all.Plan, &t.all.Grid
		opts.Grid = &heat.Grid{Borders: plan.Borders, Rows: grid.Rows, From: plan.From, Step: plan.Step,
			Windows: plan.Windows, Writes: grid.Writes, Bytes: grid.Bytes, Before: grid.Before, After: grid.After}
	}
	return heat.NewMap(ctx, t.rows.Sample, opts)
}
