package analysis

import (
	"fmt"
	"testing"
	"time"

	"tabletop/internal/demotest"
	"tabletop/model/census"
	"tabletop/model/demo"
	"tabletop/model/sample"
)

// TestPlansBoundTheRowsKept verifies that the plan of a census has a bound by the number of rows that its sample shows,
// with which as many are kept as are wanted, and none where the number is not known.
func TestPlansBoundTheRowsKept(t *testing.T) {
	_, table, err := demo.Find("tenants")
	if err != nil {
		t.Fatal(err)
	}
	all := demotest.Table(table, time.Unix(1_790_000_000, 0), 5000)
	plan := func(s *sample.Sample, rows int64) census.Plan {
		of, err := New(t.Context(), s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := of.CensusPlan(t.Context(), sample.Options{Rows: rows})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if got, want := plan(all, 300).Bound, census.Bound(300, 5000); got != want || got == 0 {
		t.Errorf("bound %x, want %x", got, want)
	}
	kept, err := demotest.Counted(all, plan(all, 300))
	if err != nil || kept.Rows() != 300 {
		t.Errorf("%d rows are kept, %v", kept.Rows(), err)
	}
	// Of a third of the rows the table has between so many with an interval: the bound is by the least.
	third := all.Described(all.Table, sample.Provenance{Strategy: sample.Small, Filter: 1. / 3, RowShare: 1. / 3,
		Started: all.How.Started})
	if got := plan(third, 300).Bound; got <= census.Bound(300, 15_000) || got > census.Bound(300, 10_000) {
		t.Errorf("bound %x, by 15,000 rows %x", got, census.Bound(300, 15_000))
	}
	head := all.Described(all.Table, sample.Provenance{Strategy: sample.Head, Started: all.How.Started})
	if got := plan(head, 300).Bound; got != 0 {
		t.Errorf("the first rows make a bound of %x", got)
	}
	// Rows of 50 kB find room for about a thousand in memory, however many are wanted.
	b := sample.NewBuilder(60_000)
	for i := range 100 {
		b.Row(fmt.Appendf(nil, "row%03d", i))
		b.Cell("f", []byte("q"), 1_790_000_000_000_000, make([]byte, 50_000))
	}
	large := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Small, Filter: 0.01, RowShare: 0.01,
		Started: all.How.Started}, []*sample.Builder{b})
	if got := plan(large, 5000).Bound; got < census.Bound(950, 10_000) || got > census.Bound(1050, 7000) {
		t.Errorf("of large rows the bound is %x, for 1000 of 10,000 rows it is %x", got, census.Bound(1000, 10_000))
	}
}

// TestPlanHasTwoWindowsForOne verifies that a census counts writes in windows of half the length of those of the map of
// verdicts, over the same time, and names no segment without values.
func TestPlanHasTwoWindowsForOne(t *testing.T) {
	_, table, err := demo.Find("meters")
	if err != nil {
		t.Fatal(err)
	}
	of, err := New(t.Context(), demotest.Table(table, time.Unix(1_790_000_000, 0), 2000), Options{})
	if err != nil {
		t.Fatal(err)
	}
	grid, err := of.Heat(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	plan, err := of.CensusPlan(t.Context(), sample.Options{Rows: 100})
	if err != nil {
		t.Fatal(err)
	}
	if plan.Windows != 2*grid.Windows || 2*plan.Step < grid.Step || 2*plan.Step > grid.Step+2*time.Microsecond ||
		!plan.From.Equal(grid.From.Truncate(time.Microsecond)) {
		t.Errorf("%d windows of %v from %v, the map has %d of %v from %v", plan.Windows, plan.Step, plan.From,
			grid.Windows, grid.Step, grid.From)
	}
	for _, named := range plan.Values {
		if len(named.Values) == 0 {
			t.Errorf("segment %s has no values", named.Segment)
		}
	}
}
