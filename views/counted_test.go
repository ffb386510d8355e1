package views_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/demotest"
	"tabletop/internal/viewtest"
	"tabletop/model/audit"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/columns"
	"tabletop/views/findings"
	"tabletop/views/heat"
	"tabletop/views/keys"
	"tabletop/views/large"
	"tabletop/views/overview"
	"tabletop/views/retention"
	"tabletop/views/space"
)

const (
	countedRows = 2000
	keptRows    = 60
	countedKey  = "{tenant}#{device}#{day:date(20060102)}"
)

// countedTable is a table of 2,000 rows with figures that no 60 of them have: 1,370 rows of tenant t0, five keys that
// no layout decodes, addresses in 40 cells, and a row of 40 kB. 1,000 of the cells are GC-eligible.
func countedTable() []viewtest.Row {
	var rows []viewtest.Row
	for i := range countedRows {
		tenant := 0
		if i%200 >= 137 {
			tenant = 1 + i%3
		}
		at := viewtest.Now.Add(-time.Duration(i) * time.Minute)
		r := viewtest.Row{Key: fmt.Sprintf("t%d#d%04d#%s", tenant, i, at.Format("20060102")),
			Cells: []viewtest.Cell{{Family: "f", Qualifier: "v", At: at, Value: "some value"}}}
		if i%400 == 399 {
			r.Key = fmt.Sprintf("odd%d", i)
		}
		if i%2 == 0 {
			r.Cells = append(r.Cells, viewtest.Cell{Family: "f", Qualifier: "v", At: at.Add(-time.Hour),
				Value: "some value"})
		}
		note := "no text"
		if i%50 == 7 {
			note = fmt.Sprintf("user%d@example.com", i)
		}
		r.Cells = append(r.Cells, viewtest.Cell{Family: "g", Qualifier: "note", At: at, Value: note})
		if i == 1234 {
			r.Cells = append(r.Cells, viewtest.Cell{Family: "g", Qualifier: "rare", At: at,
				Value: strings.Repeat("x", 40_000)})
		}
		rows = append(rows, r)
	}
	return rows
}

// countedData returns what a file of a census of all rows opens as.
func countedData(t *testing.T) *views.Data {
	t.Helper()
	table := sample.Table{Source: "p/i/t", Name: "t",
		Families: []sample.Family{{Name: "f", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}}, {Name: "g"}}}
	all := viewtest.Build(table, sample.Provenance{Strategy: sample.Everything, Complete: true, Started: viewtest.Now,
		RowShare: 1, Filter: 1}, countedTable())
	plan, err := viewtest.Data(all, countedKey).CensusPlan(t.Context(), sample.Options{Rows: keptRows, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := demotest.Counted(all, plan)
	if err != nil {
		t.Fatal(err)
	}
	d := viewtest.Data(kept, countedKey)
	if d.Sample.Rows() != keptRows || !d.Profile.Unexplained.Share.IsExact() {
		t.Fatalf("%d rows are kept, keys counted %v", d.Sample.Rows(), d.Profile.Unexplained.Share.IsExact())
	}
	in, err := d.AuditInput(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	report, err := d.Audit(t.Context(), audit.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	d.Summary = &views.Summary{Of: d.Analysis, Input: in, Audit: report}
	return d
}

// TestScreensShowCounts holds what the source of each figure is: where all rows of the table were counted, every screen
// shows the count, which the sample does not have, and says over how many rows it counts.
func TestScreensShowCounts(t *testing.T) {
	d := countedData(t)
	below := findings.New() // on the second finding
	viewtest.SetData(below, d)
	below.Draw(200, 60, viewtest.Mono())
	viewtest.Press(t, below, "j")
	by := retention.New()
	viewtest.SetData(by, d)
	by.Draw(200, 60, viewtest.Mono())
	viewtest.Press(t, by, "b")
	under := columns.New() // on family g
	viewtest.SetData(under, d)
	under.Draw(200, 60, viewtest.Mono())
	viewtest.Press(t, under, "j")
	viewtest.Press(t, under, "j")
	for _, c := range []struct {
		screen views.Screen
		figure string
		want   string
	}{
		{overview.New(), "rows of the table", "2,000 rows counted"},
		{overview.New(), "keys that fit the layout: 1,995 of 2,000", "99.8% of the keys fit"},
		{overview.New(), "keys that do not", "0.25% of keys unexplained"},
		{overview.New(), "largest row, of all", "the largest row has 40.1 kB"},
		{overview.New(), "distinct devices, of a sketch", "1,976"},
		{overview.New(), "columns", "3 columns counted"},
		{overview.New(), "bytes of f:v", "60.0 kB"},
		{overview.New(), "garbage", "20.0 kB of 174 kB (11.5%) is garbage"},
		{overview.New(), "personal data", "E-mail addresses in values"},
		{space.New(), "rows of tenant t0, 1,370 of 2,000", "68.5%"},
		{space.New(), "over how many rows", "counted over 2,000 rows"},
		{large.New(), "the largest row, which is not kept", "d1234"},
		{columns.New(), "the columns, of which the rows kept lack g:rare",
			"3 columns counted over 2,000 rows, 1 of them in none of the 60 rows kept"},
		{columns.New(), "rows that have f", "2,000 of 2,000"},
		{columns.New(), "cells of f", "3,000 counted"},
		{columns.New(), "the largest cells of the table, of which f has none", "by value, of those read"},
		{under, "the largest cell, which is not kept", "among the 20 of all rows"},
		{keys.New(), "keys of tenant t0, 1,370 of 2,000", "keys counted   of them"},
		{keys.New(), "keys of tenant t0, 1,370 of 2,000", "1,370     68.7%"},
		{keys.New(), "keys with a tenant", "1,995 counted have it"},
		{overview.New(), "the order of tenants, by rows counted", "2,000 rows counted, 60 kept"},
		{retention.New(), "garbage of f: 1,000 of 3,000", "33.3%"},
		{retention.New(), "bytes of the table", "20.0 kB of 174 kB (11.5%) is garbage"},
		{retention.New(), "of what they are", "bytes of the table, its total exact"},
		{heat.New(), "over how many rows", "counted over 2,000 rows"},
		{keys.New(), "keys of no layout", "0.25%"},
		{findings.New(), "addresses in values, of 40 of 2,000 cells", "E-mail addresses in values"},
		{findings.New(), "the pattern of all writes, which 60 rows do not show",
			"Writes concentrate on one key range that moves"},
		{below, "cells with addresses, 40 of 2,000", "share of cells with e-mail addresses: 2.0%, exact"},
		{space.New(), "garbage of tenant t0: 685 of its 1,370 rows have a second version", "68.6%      10.4%"},
		{by, "garbage by tenant, of all rows", "4 values in all rows"},
		{by, "rows of tenant t0, 1,370 of 2,000", "1,370"},
		{heat.New(), "the pattern of all writes, which 60 rows do not show", "oving hotspot"},
	} {
		viewtest.SetData(c.screen, d)
		frame := ansi.Strip(c.screen.Draw(200, 60, viewtest.Mono()))
		if !strings.Contains(frame, c.want) {
			t.Errorf("%s: no %q for %s:\n%s", c.screen.ID(), c.want, c.figure, frame)
		}
	}
}
