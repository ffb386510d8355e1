package lesson

import (
	"context"

	"tabletop/model/workload"
)

// design is what a layout of the user's own is to serve: queries by how often they run, beside the writes that the
// table shows. A layout is held against the best one that the advisor finds for it.
type design struct {
	queries workload.Workload
	within  float64 // how many times what the best one takes is accepted
	strict  []Cond  // what the best one must meet as well
}

// gap is how many times as much a layout takes of something as the best one.
type gap struct {
	reads, writes, bytes float64
	query                string // of those that take more time than under the best, the one that takes most of it
}

// largest is the largest of the gaps.
func (g gap) largest() float64 { return max(g.reads, g.writes, g.bytes) }

// best is the first layout in the advisor's order that loses nothing and meets what else the step asks of every layout.
func (d *design) best(ctx context.Context, b *Workbench) (string, error) {
	advised, err := b.Advised(ctx, &d.queries)
	if err != nil {
		return "", err
	}
next:
	for _, template := range advised {
		for _, cond := range d.strict {
			if ok, err := cond.Met(ctx, b, template); err != nil {
				return "", err
			} else if !ok {
				continue next
			}
		}
		return template, nil
	}
	return "", nil // the current layout
}

// gap measures a layout against the best one.
func (d *design) gap(ctx context.Context, b *Workbench, text string) (out gap, err error) {
	best, err := d.best(ctx, b)
	if err != nil {
		return out, err
	}
	var mine, least, most float64 // time of reads, in ms; the most that one query takes more
	for _, query := range d.queries.Queries {
		made, err := b.Cost(ctx, text, query.Name)
		if err != nil {
			return out, err
		}
		other, err := b.Cost(ctx, best, query.Name)
		if err != nil {
			return out, err
		}
		mine, least = mine+query.Frequency*made.Millis(), least+query.Frequency*other.Millis()
		if more := query.Frequency * (made.Millis() - other.Millis()); more > most || out.query == "" {
			most, out.query = more, query.Name
		}
	}
	out.reads = ratio(mine, least)
	for to, of := range map[*float64]Of{&out.writes: Busiest, &out.bytes: Size} {
		made, err := of(text)(ctx, b)
		if err != nil {
			return out, err
		}
		other, err := of(best)(ctx, b)
		if err != nil {
			return out, err
		}
		*to = ratio(made.Value, other.Value)
	}
	return out, nil
}

// ratio is how many times than mine is; 1 where there is nothing to compare with.
func ratio(mine, than float64) float64 {
	if than == 0 {
		return 1
	}
	return mine / than
}

// conds accept a layout that is within the stated factor of the best one in all gaps; else the reply names the largest.
func (d *design) conds() []Cond {
	best := func(of func(template, query string) Measure) Of {
		return d.measured(func(ctx context.Context, b *Workbench, _ string, g gap) (Figure, error) {
			template, err := d.best(ctx, b)
			if err != nil {
				return Figure{}, err
			}
			return of(template, g.query)(ctx, b)
		})
	}
	query := d.measured(func(_ context.Context, _ *Workbench, _ string, g gap) (Figure, error) {
		return word(g.query), nil
	})
	rows := d.measured(func(ctx context.Context, b *Workbench, text string, g gap) (Figure, error) {
		return Read(g.query)(text)(ctx, b)
	})
	times := func(of func(gap) float64) Of {
		return d.measured(func(_ context.Context, b *Workbench, _ string, g gap) (Figure, error) {
			return number(of(g), Count, b.exact()), nil
		})
	}
	reads := func(g gap) float64 { return g.reads }
	writes := func(g gap) float64 { return g.writes }
	bytes := func(g gap) float64 { return g.bytes }
	return []Cond{
		d.cond(reads, "{made}: the largest gap is in reads, {times} × the time of the best layout. {query} reads "+
			"{rows} rows, there {fewest}.",
			map[string]Of{"times": times(reads), "query": query, "rows": rows,
				"fewest": best(func(t, q string) Measure { return Read(q)(t) })}),
		d.cond(writes, "{made}: the largest gap is in writes. The busiest tablet takes {busiest} of them, {spread} "+
			"under the best layout.",
			map[string]Of{"busiest": Busiest, "spread": best(func(t, _ string) Measure { return Busiest(t) })}),
		d.cond(bytes, "{made}: the largest gap is in bytes. {stored} are stored, {fewer} under the best layout.",
			map[string]Of{"stored": Size, "fewer": best(func(t, _ string) Measure { return Size(t) })}),
		Shows(map[string]Of{"best": best(func(t, _ string) Measure {
			return func(context.Context, *Workbench) (Figure, error) { return word(t), nil }
		})}),
	}
}

// measured is a figure of a layout that needs its gaps.
func (d *design) measured(of func(context.Context, *Workbench, string, gap) (Figure, error)) Of {
	return func(text string) Measure {
		return func(ctx context.Context, b *Workbench) (Figure, error) {
			g, err := d.gap(ctx, b, text)
			if err != nil {
				return Figure{}, err
			}
			return of(ctx, b, text, g)
		}
	}
}

// cond refuses a layout of which one gap is the largest, and more than what is accepted.
func (d *design) cond(of func(gap) float64, say string, shown map[string]Of) Cond {
	return Cond{Say: say, Figures: shown, Met: func(ctx context.Context, b *Workbench, text string) (bool, error) {
		g, err := d.gap(ctx, b, text)
		return of(g) <= d.within || of(g) < g.largest(), err
	}}
}
