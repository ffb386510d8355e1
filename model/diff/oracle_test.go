package diff_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/diff"
	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// ledger counts the rows of a whole table one by one, as a slow reference for what a diff of whole tables states.
type ledger struct {
	rows, cells, bytes, keys, columns, values, eligible float64
	kind, tenantRows, tenantBytes                       map[string]float64
	columnRows, columnCells, columnBytes                map[string]float64
}

// mixed makes a whole table of orders and users; more makes it grow in each respect, by n of each.
func mixed(n int) (*sample.Sample, *ledger) {
	type row struct {
		key, kind, tenant string
		cells             map[string][]int // column -> sizes of its versions
	}
	var rows []row
	for i := range 60 + n {
		tenant := []string{"acme", "bolt", "core"}[i%3]
		if n > 0 && i%10 == 9 {
			tenant = "dune"
		}
		cells := map[string][]int{"body": {20 + i%7, 10 + n}}
		if i%4 == 0 {
			cells["note"] = []int{50}
		}
		if n > 0 && i%5 == 0 {
			cells["flag"] = []int{1, 2, 3}
		}
		if n == 0 && i%6 == 0 {
			cells["old"] = []int{9}
		}
		rows = append(rows, row{fmt.Sprintf("%s#%08d", tenant, i*7), "{tenant}#{id:pad(8)}", tenant, cells})
	}
	for i := range 10 + 2*n {
		rows = append(rows, row{fmt.Sprintf("user/%d", 1000+i), "user/{user:int}", "", map[string][]int{"body": {5}}})
	}
	for i := range 3 {
		rows = append(rows, row{fmt.Sprintf("?%d", i), "", "", map[string][]int{"body": {1}}})
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.key, b.key) })
	b := sample.NewBuilder(0)
	l := &ledger{kind: map[string]float64{}, tenantRows: map[string]float64{}, tenantBytes: map[string]float64{},
		columnRows: map[string]float64{}, columnCells: map[string]float64{}, columnBytes: map[string]float64{}}
	for _, r := range rows {
		b.Row([]byte(r.key))
		size := 0.0
		for _, column := range []string{"body", "flag", "note", "old"} {
			for v, n := range r.cells[column] {
				b.Cell("f", []byte(column), now.UnixMicro()-1000*int64(v), make([]byte, n))
				own := float64(sample.CellBytes(1, len(column), n))
				l.cells, l.values = l.cells+1, l.values+float64(n)
				l.columnCells[column], l.columnBytes[column] = l.columnCells[column]+1, l.columnBytes[column]+own
				if size += own; v > 0 {
					l.eligible += own
				}
			}
			if len(r.cells[column]) > 0 {
				l.columnRows[column]++
				l.columns++
			}
		}
		size += float64(len(r.key))
		l.rows, l.bytes, l.keys, l.kind[r.kind] = l.rows+1, l.bytes+size, l.keys+float64(len(r.key)), l.kind[r.kind]+1
		if r.tenant != "" {
			l.tenantRows[r.tenant], l.tenantBytes[r.tenant] = l.tenantRows[r.tenant]+1, l.tenantBytes[r.tenant]+size
		}
	}
	gc := sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}
	return sample.Assemble(sample.Table{Source: "p/i/orders", Name: "orders",
		Families: []sample.Family{{Name: "f", GC: gc}}},
		sample.Provenance{Strategy: sample.Everything, Started: now, Complete: true}, []*sample.Builder{b}), l
}

func kindsOf(t testing.TB) rowkey.Set {
	t.Helper()
	var set rowkey.Set
	for _, template := range []string{"order = {tenant}#{id:pad(8)}", "user = user/{user:int}"} {
		l, err := rowkey.Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		set = append(set, l)
	}
	return set
}

func comparedBy(t testing.TB, a, b *sample.Sample, set rowkey.Set, opts diff.Options) *diff.Diff {
	t.Helper()
	ctx := context.Background()
	var sides [2]*diff.Side
	for i, s := range []*sample.Sample{a, b} {
		var err error
		if sides[i], err = newSide(ctx, "p/i/orders", s, set, now); err != nil {
			t.Fatal(err)
		}
	}
	d, err := diff.Compare(ctx, sides[0], sides[1], opts)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestFiguresOfWholeTables verifies every figure of two whole tables against counting their rows.
func TestFiguresOfWholeTables(t *testing.T) {
	a, x := mixed(0)
	b, y := mixed(12)
	d := comparedBy(t, a, b, kindsOf(t), diff.Options{})
	if !d.Exact || d.Undetermined != 0 || len(d.Notes) != 0 {
		t.Errorf("exact %t, %d undetermined, remarks %q", d.Exact, d.Undetermined, d.Notes)
	}
	beyond, compared := 0, 0
	check := func(what string, c diff.Change, before, after float64) {
		t.Helper()
		want := diff.Same
		switch {
		case before == 0 && after > 0:
			want = diff.New
		case after == 0 && before > 0:
			want = diff.Gone
		case math.Abs(after-before) < 1e-9:
		case after > before:
			want = diff.Grew
		case after < before:
			want = diff.Shrank
		}
		for _, f := range []struct {
			figure estimate.Figure
			want   float64
		}{{c.Before, before}, {c.After, after}, {c.Delta, after - before}} {
			if math.Abs(f.figure.Value-f.want) > 1e-9*(1+math.Abs(f.want)) || !f.figure.IsExact() ||
				f.figure.Low != f.figure.Value || f.figure.High != f.figure.Value {
				t.Errorf("%s: %+v, want %g exactly", what, f.figure, f.want)
			}
		}
		if c.Verdict != want {
			t.Errorf("%s: %s, want %s", what, c.Verdict, want)
		}
	}
	count := func(v diff.Verdict) {
		if compared++; v.Significant() {
			beyond++
		}
	}
	totals := map[string][2]float64{
		"rows": {x.rows, y.rows}, "cells": {x.cells, y.cells}, "bytes": {x.bytes, y.bytes},
		"bytes of keys": {x.keys, y.keys},
		"mean row":      {x.bytes / x.rows, y.bytes / y.rows}, "mean key": {x.keys / x.rows, y.keys / y.rows},
		"cells a row":   {x.cells / x.rows, y.cells / y.rows},
		"columns a row": {x.columns / x.rows, y.columns / y.rows},
		"mean value":    {x.values / x.cells, y.values / y.cells},
		"garbage":       {x.eligible / (x.bytes - x.keys), y.eligible / (y.bytes - y.keys)},
	}
	for _, total := range d.Totals {
		if count(total.Verdict); total.Name == "row p95" {
			continue
		}
		want, ok := totals[total.Name]
		if delete(totals, total.Name); !ok {
			t.Errorf("an unknown total %s", total.Name)
		}
		check(total.Name, total.Change, want[0], want[1])
	}
	if len(totals) > 0 {
		t.Errorf("missing: %v", totals)
	}
	for _, l := range d.Layouts {
		check("kind "+l.Before, l.Share, x.kind[l.Before]/x.rows, y.kind[l.After]/y.rows)
		count(l.Verdict)
		count(l.Share.Verdict)
	}
	for _, c := range d.Columns {
		name := c.Qualifier
		check("rows of "+name, c.Rows, x.columnRows[name]/x.rows, y.columnRows[name]/y.rows)
		check("cells of "+name, c.Cells, x.columnCells[name]/x.rows, y.columnCells[name]/y.rows)
		check("bytes of "+name, c.Bytes, x.columnBytes[name]/x.rows, y.columnBytes[name]/y.rows)
		check("total of "+name, c.Total, x.columnBytes[name], y.columnBytes[name])
		if count(c.Verdict); c.Verdict != c.Bytes.Verdict {
			t.Errorf("%s: %s, its bytes %s", name, c.Verdict, c.Bytes.Verdict)
		}
	}
	if len(d.Columns) != 4 || d.MoreColumns != 0 || len(d.Layouts) != 3 || len(d.Segments) != 1 {
		t.Fatalf("%d columns and %d more, %d kinds, %d segments", len(d.Columns), d.MoreColumns, len(d.Layouts),
			len(d.Segments))
	}
	if s := d.Segments[0]; s.Name != "tenant" || s.Distinct != [2]int{3, 4} || len(s.Values)+s.More+s.Same != 4 {
		t.Errorf("%+v", s)
	}
	for i, v := range d.Segments[0].Values {
		name := string(v.Raw)
		check("rows of "+name, v.Rows, x.tenantRows[name]/x.rows, y.tenantRows[name]/y.rows)
		check("bytes of "+name, v.Bytes, x.tenantBytes[name]/x.bytes, y.tenantBytes[name]/y.bytes)
		check("total of "+name, v.Total, x.tenantRows[name], y.tenantRows[name])
		if v.Verdict != v.Total.Verdict {
			t.Errorf("%s: %s, its rows %s", name, v.Verdict, v.Total.Verdict)
		}
		if i > 0 && math.Abs(v.Rows.Delta.Value) > math.Abs(d.Segments[0].Values[i-1].Rows.Delta.Value) {
			t.Errorf("%s stands behind a smaller difference", name)
		}
	}
	if d.Beyond < beyond || d.Compared < compared+len(d.Families) {
		t.Errorf("%d of %d beyond, counted at least %d of %d", d.Beyond, d.Compared, beyond, compared+len(d.Families))
	}
	few := comparedBy(t, a, b, kindsOf(t), diff.Options{Top: 1})
	if s := few.Segments[0]; len(s.Values) != 1 || s.More != len(d.Segments[0].Values)-1+d.Segments[0].More ||
		string(s.Values[0].Raw) != string(d.Segments[0].Values[0].Raw) {
		t.Errorf("one value at most: %d and %d more", len(s.Values), s.More)
	}
}

// TestMirrored verifies that the same two samples in the other order give the same differences the other way around,
// for whole tables, samples drawn apart, and samples of the same sections.
func TestMirrored(t *testing.T) {
	changed := usual()
	changed.extra, changed.tenants = 0.6, map[string]int{"acme": 900, "bolt": 2500, "core": 600, "echo": 500}
	whole, _ := mixed(0)
	grown, _ := mixed(12)
	for name, pair := range map[string][2]*sample.Sample{
		"whole":    {whole, grown},
		"drawn":    {usual().draw(1, 0.3), changed.draw(2, 0.3)},
		"sections": {sections{growth: 1, more: 0.2}.draw(1), sections{growth: 1.3, more: 0.5}.draw(1)},
	} {
		a, b := comparedBy(t, pair[0], pair[1], kindsOf(t), diff.Options{}), comparedBy(t, pair[1], pair[0], kindsOf(t),
			diff.Options{})
		if a.Compared != b.Compared || a.Beyond != b.Beyond || a.Undetermined != b.Undetermined ||
			a.Paired != b.Paired || a.Paired != (name == "sections") || a.Beyond == 0 {
			t.Errorf("%s: %d of %d beyond, mirrored %d of %d", name, a.Beyond, a.Compared, b.Beyond, b.Compared)
		}
		opposite := map[diff.Verdict]diff.Verdict{diff.Grew: diff.Shrank, diff.Shrank: diff.Grew, diff.New: diff.Gone,
			diff.Gone: diff.New}
		check := func(what string, x, y diff.Change) {
			t.Helper()
			near := func(p, q float64) bool { return math.Abs(p-q) <= 1e-9*(math.Abs(p)+math.Abs(q))+1e-12 }
			want := x.Verdict
			if o, ok := opposite[want]; ok {
				want = o
			}
			if y.Verdict != want || !near(x.Before.Value, y.After.Value) || !near(x.Delta.Value, -y.Delta.Value) ||
				!near(x.Delta.Low, -y.Delta.High) || !near(x.Delta.High, -y.Delta.Low) {
				t.Errorf("%s, %s: %+v, mirrored %+v", name, what, x, y)
			}
			if x.Delta.Low > x.Delta.Value || x.Delta.High < x.Delta.Value {
				t.Errorf("%s, %s: %+v is outside of its interval", name, what, x.Delta)
			}
		}
		for i := range a.Totals {
			check(a.Totals[i].Name, a.Totals[i].Change, b.Totals[i].Change)
		}
		for _, x := range a.Columns {
			i := slices.IndexFunc(b.Columns,
				func(y diff.Column) bool { return x.Qualifier == y.Qualifier && x.Pattern == y.Pattern })
			if i < 0 {
				t.Fatalf("%s: %s is missing", name, x.Qualifier)
			}
			check("rows of "+x.Qualifier, x.Rows, b.Columns[i].Rows)
			check("cells of "+x.Qualifier, x.Cells, b.Columns[i].Cells)
			check("bytes of "+x.Qualifier, x.Bytes, b.Columns[i].Bytes)
			check("total of "+x.Qualifier, x.Total, b.Columns[i].Total)
		}
		for k, s := range a.Segments {
			for _, x := range s.Values {
				i := slices.IndexFunc(b.Segments[k].Values,
					func(y diff.Value) bool { return string(x.Raw) == string(y.Raw) })
				if i < 0 {
					t.Fatalf("%s: %s is missing", name, x.Raw)
				}
				check("rows of "+string(x.Raw), x.Rows, b.Segments[k].Values[i].Rows)
				check("bytes of "+string(x.Raw), x.Bytes, b.Segments[k].Values[i].Bytes)
				check("total of "+string(x.Raw), x.Total, b.Segments[k].Values[i].Total)
			}
		}
	}
}

// TestPrefixesWithoutLayouts verifies that keys without structure are compared by as many first bytes as make several
// groups.
func TestPrefixesWithoutLayouts(t *testing.T) {
	of := func(prefixes ...string) *sample.Sample {
		b := sample.NewBuilder(0)
		for _, p := range prefixes {
			for i := range 20 {
				b.Row(fmt.Appendf(nil, "%s%02d", p, i))
			}
		}
		return sample.Assemble(sample.Table{Source: "p/i/orders", Name: "orders"},
			sample.Provenance{Complete: true, Started: now}, []*sample.Builder{b})
	}
	for _, tt := range []struct {
		a, b []string
		want string
	}{
		{[]string{"aa", "bb", "cc", "dd", "ee"}, []string{"aa", "bb", "cc", "dd"}, "first 1 bytes"},
		{[]string{"aa", "ab", "ac", "ad"}, []string{"aa", "ab", "ac", "ad", "ae"}, "first 2 bytes"},
		{[]string{"aa", "ab", "ac", "ad"}, []string{"aa", "ab", "ac"}, "first 3 bytes"}, // seven groups are not several
		{[]string{"aa", "ab", "ac", "ad"}, []string{"aa", "ab", "ac", "ad"}, "first 3 bytes"},
	} {
		d := comparedBy(t, of(tt.a...), of(tt.b...), rowkey.Set{}, diff.Options{})
		if len(d.Segments) != 1 || d.Segments[0].Name != tt.want {
			t.Errorf("%v and %v: %+v, want %s", tt.a, tt.b, d.Segments, tt.want)
		}
	}
}

// TestRemarksSayWhatLimits verifies that each difference in how two samples were read is remarked, and no other.
func TestRemarksSayWhatLimits(t *testing.T) {
	for _, tt := range []struct {
		change func(a, b *sample.Sample)
		want   string
	}{
		{func(a, b *sample.Sample) {}, ""},
		{func(a, b *sample.Sample) { b.Table.Source = "p/i/others" }, "different tables, p/i/orders and p/i/others"},
		{func(a, b *sample.Sample) { b.Table.Name = "others" }, "different tables, orders and others"},
		{func(a, b *sample.Sample) { b.Table.Source, b.How.Redacted = "orders", "all" }, "One of them is redacted"},
		{func(a, b *sample.Sample) { a.How.Redacted, b.How.Redacted = "all", "all" }, "Both are redacted"},
		{func(a, b *sample.Sample) { b.How.Started = now.Add(-time.Hour) }, "The second was taken before the first"},
		{func(a, b *sample.Sample) { b.How.Started = now.Add(time.Hour) }, ""},
		{func(a, b *sample.Sample) { b.How.Started = time.Time{} }, ""},
		{func(a, b *sample.Sample) { b.How.Options.Prefix = []byte("a") }, "different filters (prefix)"},
		{func(a, b *sample.Sample) { b.How.Options.Start, a.How.Options.End = []byte("a"), []byte("b") },
			"different filters (start, end)"},
		{func(a, b *sample.Sample) { b.How.Options.KeyRegex = "a" }, "(key expression)"},
		{func(a, b *sample.Sample) { b.How.Options.Families = []string{"f"} }, "(families)"},
		{func(a, b *sample.Sample) { b.How.Options.Since, a.How.Options.Until = now, now }, "(since, until)"},
		{func(a, b *sample.Sample) { b.Table.Emulator = true }, "One is of an emulator"},
		{func(a, b *sample.Sample) { a.Table.Emulator, b.Table.Emulator = true, true }, ""},
		{func(a, b *sample.Sample) { b.How.Strategy, b.How.Complete = sample.Head, false },
			"The second has only the first rows"},
		{func(a, b *sample.Sample) { a.How.Strategy, a.How.Complete = sample.Head, false },
			"The first has only the first rows"},
		{func(a, b *sample.Sample) { b.How.Strategy = sample.Head }, ""},
	} {
		a, _ := mixed(0)
		b, _ := mixed(1)
		x, y := *a, *b
		tt.change(&x, &y)
		d := comparedBy(t, &x, &y, kindsOf(t), diff.Options{})
		if tt.want == "" && len(d.Notes) > 0 ||
			tt.want != "" && (len(d.Notes) != 1 || !strings.Contains(d.Notes[0], tt.want)) {
			t.Errorf("remarks %q, want one with %q", d.Notes, tt.want)
		}
	}
}
