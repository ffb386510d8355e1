package simulate

import (
	"context"

	"tabletop/model/heat"
)

// Heat draws where the writes of the source would have landed in the table. Where all rows were read the map is that of
// the table with its own rows and cells; of a sample it is that of today's writes at their new places, by the weights of
// opts.Draw or else those of the base.
func (t *Table) Heat(ctx context.Context, opts heat.Options) (*heat.Map, error) {
	b := t.base
	if opts.Draw == nil {
		opts.Draw = b.Draw
	}
	switch {
	case t.bound == nil:
		return heat.Of(ctx, b.Sample, opts)
	case b.Sample.How.Complete || t.bound.perCell || t.bound.time != nil:
		opts.Draw = nil
		return heat.Of(ctx, t.Sample(), opts)
	}
	opts.Order = t.Order()
	return heat.Of(ctx, b.Sample, opts)
}

// Order gives each row of the source its place among all of them under the new keys, as heat.Options takes it. Rows that
// share a key have neighbouring places; those that are in no new row come last.
func (t *Table) Order() []uint32 {
	order := make([]uint32, t.base.Sample.Rows())
	for i := range order {
		order[i] = none
	}
	place := uint32(0)
	for i := range t.Len() {
		for _, row := range t.Sources(i) {
			if order[row] == none {
				order[row] = place
				place++
			}
		}
	}
	for i := range order {
		if order[i] == none {
			order[i] = place
			place++
		}
	}
	return order
}

// Hotspot is the table whose writes are the most concentrated, as far as a pattern can be told.
func (r *Result) Hotspot(ctx context.Context, opts heat.Options) (*heat.Map, error) {
	var worst *heat.Map
	for _, t := range r.Tables {
		m, err := t.Heat(ctx, opts)
		if err != nil {
			return nil, err
		}
		if worst == nil || Concentration(m.Score) > Concentration(worst.Score) {
			worst = m
		}
	}
	return worst, nil
}

// Concentration is how far the hottest part's share of the writes lies between what chance makes it and all, 0 to 1.
func Concentration(s heat.Score) float64 { return max(0, (s.Hot-s.Chance)/max(1-s.Chance, 1e-9)) }
