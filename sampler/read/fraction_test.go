package read

import (
	"context"
	"testing"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
)

// TestFractionFollowsWhatArrives verifies that the share done is judged by the key ranges that are done, not by an
// expectation that was wrong, and is unknown where only that expectation is left.
func TestFractionFollowsWhatArrives(t *testing.T) {
	ranges := func(n int, each int64) []sample.ReadRange {
		list := make([]sample.ReadRange, n)
		for i := range list {
			list[i].Bytes = each
		}
		return list
	}
	for name, c := range map[string]struct {
		expected  int64
		places    int
		done      int   // ranges, of 6,000 rows each
		active    int64 // rows of the next one
		low, high float64
	}{
		"nothing yet":                    {4000, 10, 0, 0, 0, 0},
		"one range, as expected":         {4000, 1, 0, 2000, 0.5, 0.5},
		"one range, fewer than expected": {4000, 1, 0, 3990, 0.9, 0.95},
		"one range, more than expected":  {4000, 1, 0, 60_000, -1, -1},
		"first of ten ranges":            {4000, 10, 0, 6000, 0.05, 0.1},
		"three of ten ranges":            {4000, 10, 3, 3000, 0.34, 0.36},
		"a longer range":                 {4000, 10, 3, 60_000, 0.3, 0.4},
		"nothing was expected":           {0, 10, 5, 0, 0.5, 0.5},
		"all":                            {4000, 10, 10, 0, 1, 1},
	} {
		plan := sample.Plan{Strategy: sample.Everything, Places: ranges(c.places, 100),
			TotalBytes: int64(c.places) * 100, Rows: c.expected}
		x := newCollector(Job{Plan: plan}, nil)
		for i := range c.done {
			x.how.Places[i].Done, x.how.Places[i].Rows = true, 6000
			x.how.RowsSeen += 6000
		}
		if c.done < c.places {
			x.how.Places[c.done].Rows = c.active
			x.how.RowsSeen += c.active
		}
		if got := x.fraction(); got < c.low-1e-9 || got > c.high+1e-9 {
			t.Errorf("%s: %.3f, want %v to %v", name, got, c.low, c.high)
		}
	}
}

// TestExpectedRowsWhereSizesVary verifies that the plan of a table whose rows differ in size by 100 expects about as
// many rows as there are.
func TestExpectedRowsWhereSizesVary(t *testing.T) {
	rows := numbered(60_000).Rows
	for i := range rows { // three quarters of the bytes are large rows
		size := 20
		if i%24 == 0 {
			size = 2000
		}
		if i < 30_000 {
			size = 40
		}
		rows[i].Cells[0].Value = make([]byte, size)
	}
	server := fakebt.New(t, &fakebt.Table{Name: fakebt.Name("t"), Rows: rows, SectionBytes: 40_000})
	table := open(t, server)
	ctx := context.Background()
	splits, err := table.Splits(ctx)
	if err != nil {
		t.Fatal(err)
	}
	size, err := table.EstimateRowSize(ctx, splits, sample.Options{})
	if err != nil {
		t.Fatal(err)
	}
	plan := Plan(PlanInput{Splits: splits, RowBytes: size.PerRow, RowBytesAtPoints: size.AtPoints},
		sample.Options{Strategy: sample.Everything})
	if plan.Rows < 30_000 || plan.Rows > 120_000 {
		t.Errorf("%d rows are expected of 60,000", plan.Rows)
	}
}
