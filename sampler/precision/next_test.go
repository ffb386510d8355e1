package precision

import (
	"context"
	"fmt"
	"testing"

	"tabletop/model/sample"
)

// planned is a table of so many rows, of which only plans are asked.
type planned struct {
	sample.Planner
	rows int64
}

func (p planned) Plan(context.Context, sample.Options) (sample.Plan, error) {
	return sample.Plan{Rows: p.rows}, nil
}

// TestNextStep verifies how many rows the next step reads after one of 1,000: by the square law with a margin of a
// fifth, at least half as many again and at most twenty times as many, within the limit, and all rows where that is more
// than half of the table.
func TestNextStep(t *testing.T) {
	b := sample.NewBuilder(0)
	for i := range 1000 {
		b.Row(fmt.Appendf(nil, "%04d", i))
	}
	read := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Quick}, []*sample.Builder{b})
	const huge = 1 << 40
	for name, tt := range map[string]struct {
		half     float64 // of the interval, 0 if unknown; wanted is 0.1
		table    int64
		limit    int64
		stuck    bool
		strategy sample.Strategy // of the options; empty for auto
		rows     int64           // 0 if there is no next step
		next     sample.Strategy
	}{
		"twice as wide":      {half: 0.2, table: huge, rows: 4800},
		"nearly there":       {half: 0.101, table: huge, rows: 1500},
		"far off":            {half: 10, table: huge, rows: 20_000},
		"unknown":            {table: huge, rows: 4000},
		"half of the table":  {half: 0.2, table: 9600, rows: 4800},
		"more than half":     {half: 0.2, table: 9598, rows: keptOfAll, next: sample.Everything},
		"more, but asked":    {half: 0.2, table: 9598, strategy: sample.Quick, rows: 4800},
		"limit":              {half: 0.2, table: huge, limit: 3000, rows: 3000},
		"near the limit":     {half: 0.2, table: huge, limit: 1111},
		"below the limit":    {half: 0.2, table: huge, limit: 1112, rows: 1112},
		"no narrower":        {half: 0.2, table: huge, stuck: true, rows: 4800, next: sample.Accurate},
		"no narrower, asked": {half: 0.2, table: huge, stuck: true, strategy: sample.Quick},
	} {
		r := &reading{target: Target{Bytes, 0.1}, src: planned{rows: tt.table}, half: tt.half, known: tt.half > 0,
			limits: sample.Options{Rows: tt.limit, Strategy: tt.strategy}}
		goesOn := r.next(t.Context(), read, tt.stuck)
		if goesOn != (tt.rows > 0) || goesOn && (r.rows != tt.rows || r.strategy != tt.next) || !goesOn && r.why == "" {
			t.Errorf("%s: %v, %d rows by %q (%s), want %d by %q", name, goesOn, r.rows, r.strategy, r.why, tt.rows,
				tt.next)
		}
	}
	blocks := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Blocks}, []*sample.Builder{b})
	r := &reading{target: Target{Bytes, 0.1}, src: planned{rows: huge}, half: 0.2, known: true, strategy: sample.Quick,
		limits: sample.Options{Strategy: sample.Quick}}
	if r.next(t.Context(), blocks, true) || r.strategy != sample.Everything || r.why != "no more blocks of an export are read" {
		t.Errorf("after all blocks that are read, %s is advised: %s", r.strategy, r.why)
	}
}
