package diff

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"tabletop/internal/demotest"
	"tabletop/model/analysis"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// usersTable is a table of tenants with rows of two record kinds, rare columns and qualifiers that are data; more is
// how many rows the last tenant has.
func usersTable(more int) *sample.Sample {
	b := sample.NewBuilder(16)
	at := int64(1_790_000_000_000_000)
	row := func(key string, i int) {
		b.Row([]byte(key))
		for v := range 1 + i%3 {
			b.Cell("f", []byte("state"), at-int64(v)*3600e6, make([]byte, 1+i%9))
		}
		if i%300 == 13 {
			b.Cell("f", fmt.Appendf(nil, "rare%d", more), at, make([]byte, 60))
		}
	}
	for i := range 200 {
		row(fmt.Sprintf("config/%03d", i), i)
	}
	for tenant := range 3 {
		n := 300 << tenant
		if tenant == 2 {
			n = more
		}
		for i := range n {
			row(fmt.Sprintf("t%d#%06d", tenant, i), i)
		}
	}
	table := sample.Table{Source: "p/i/t",
		Families: []sample.Family{{Name: "f", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}}}}
	return sample.Assemble(table, sample.Provenance{Strategy: sample.Everything, Complete: true, RowShare: 1,
		Filter: 1}, []*sample.Builder{b})
}

// sides returns a table with all rows, and with a few kept and the counts of all.
func sides(t *testing.T, all *sample.Sample) (whole, few *Side) {
	t.Helper()
	set, err := rowkey.ParseSet("config/{n:pad(3)}\n{tenant}#{id:pad(6)}")
	if err != nil {
		t.Fatal(err)
	}
	side := func(s *sample.Sample) (*analysis.Analysis, *Side) {
		a, err := analysis.New(t.Context(), s, analysis.Options{Layouts: set})
		if err != nil {
			t.Fatal(err)
		}
		x, err := NewSide(t.Context(), "t", a)
		if err != nil {
			t.Fatal(err)
		}
		return a, x
	}
	a, whole := side(all)
	const keep = 150
	plan, err := a.CensusPlan(t.Context(), sample.Options{Rows: keep, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := demotest.Counted(all, plan)
	if err != nil {
		t.Fatal(err)
	}
	_, few = side(kept)
	return whole, few
}

// TestComparesCounts verifies, for totals, record kinds, columns, and values of segments, that the comparison of files
// that keep few rows with the counts of all has the exact figures and verdicts of a comparison of all rows; and that a
// table does not differ from itself.
func TestComparesCounts(t *testing.T) {
	wholeA, fewA := sides(t, usersTable(1200))
	wholeB, fewB := sides(t, usersTable(1500))
	want, err := Compare(t.Context(), wholeA, wholeB, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Compare(t.Context(), fewA, fewB, Options{})
	if err != nil {
		t.Fatal(err)
	}
	figures := func(d *Diff) map[string]Change {
		all := map[string]Change{}
		for _, x := range d.Totals {
			if x.Name != "row p95" { // known to within a bucket of the histogram
				all[x.Name] = x.Change
			}
		}
		for _, x := range d.Layouts {
			all["layout "+x.Before+x.After] = x.Share
		}
		for _, x := range d.Columns {
			name := "column " + x.Qualifier + x.Pattern
			all[name+", cells"], all[name+", bytes"], all[name+", total"] = x.Cells, x.Bytes, x.Total
			all[name+", rows"] = x.Rows
		}
		for _, s := range d.Segments {
			for _, v := range s.Values {
				name := s.Name + " " + string(v.Raw)
				all[name+", rows"], all[name+", bytes"], all[name+", total"] = v.Rows, v.Bytes, v.Total
			}
		}
		return all
	}
	have := figures(got)
	for name, w := range figures(want) {
		g, ok := have[name]
		if !ok || g.Verdict != w.Verdict || !g.Before.IsExact() || !g.After.IsExact() ||
			math.Abs(g.Before.Value-w.Before.Value) > 1e-9 || math.Abs(g.After.Value-w.After.Value) > 1e-9 {
			t.Errorf("%s: %+v, there %v; of all rows %+v", name, g, ok, w)
		}
	}
	for _, must := range []string{"column rare1200, bytes", "column rare1500, rows", "tenant t2, total",
		"layout config/{n:pad(3)}config/{n:pad(3)}"} {
		if _, ok := have[must]; !ok {
			t.Errorf("no %s among %v", must, have)
		}
	}
	if text := strings.Join(got.Notes, "\n"); !strings.Contains(text, "All 2,600 rows of the second were counted") {
		t.Errorf("remarks: %s", text)
	}
	_, again := sides(t, usersTable(1200))
	same, err := Compare(t.Context(), fewA, again, Options{})
	if err != nil || same.Beyond != 0 {
		t.Errorf("a table differs from itself in %d figures: %v", same.Beyond, err)
	}
	mixed, err := Compare(t.Context(), wholeA, fewB, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if c := figures(mixed)["tenant t2, total"]; !c.Delta.IsExact() || c.Delta.Value != 300 {
		t.Errorf("all rows before, and counts after: %+v", c)
	}
}
