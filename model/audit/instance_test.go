package audit_test

import (
	"fmt"
	"slices"
	"testing"

	"tabletop/model/audit"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// TestOfInstance judges an instance without a row: the names of its tables, and their families.
func TestOfInstance(t *testing.T) {
	described := func(name string, families ...string) sample.Table {
		out := sample.Table{Name: name}
		for _, f := range families {
			out.Families = append(out.Families, one(f))
		}
		return out
	}
	var many []string
	for i := range 101 {
		many = append(many, fmt.Sprintf("f%d", i))
	}
	in := audit.Instance{Project: "p", Name: "i", Described: []sample.Table{described("people", "a", "b"),
		described("places", "a", "b"), described("plants", "a", "b"),
		described("log_2024", "m"), described("log_2025", "m"), described("log_2026", "m"),
		described("orders-acme", "o"), described("orders-bmw", "o"), described("orders-cisco", "o"),
		// of other families each: three tables
		described("hits_2024", "a"), described("hits_2025", "b"), described("hits_2026", "c"),
		described("wide", many...), described("long", "measurements_of_it")}}
	for _, t := range in.Described {
		in.Tables = append(in.Tables, t.Name)
	}
	r := audit.OfInstance(in, audit.Limits{})
	checkFigures(t, r)
	for rule, want := range map[string]int{"table-per-period": 1, "tables-alike": 2, "families-many": 1,
		"family-name-long": 1} {
		if n := len(slices.DeleteFunc(slices.Clone(r.Findings), func(f audit.Finding) bool {
			return f.Rule != rule
		})); n != want {
			t.Errorf("%s: %d findings, not %d: %+v", rule, n, want, r.Findings)
		}
	}
	if !slices.Equal(r.Passed, []string{"tables-many"}) || len(r.Passed)+len(r.Skipped)+4 != len(audit.Rules()) {
		t.Errorf("passed %v, %d not judged", r.Passed, len(r.Skipped))
	}
	clean := audit.OfInstance(audit.Instance{Tables: []string{"people", "events"},
		Described: []sample.Table{described("people", "a", "b"), described("events", "a", "b")}}, audit.Limits{})
	if len(clean.Findings) > 0 || len(clean.Passed) != 5 {
		t.Errorf("%+v, passed %v", clean.Findings, clean.Passed)
	}
}

// TestTablesOfAnInstance verifies that the number of tables is graded by the limit of an instance, and that the limit
// shown is the one reached.
func TestTablesOfAnInstance(t *testing.T) {
	for n, want := range map[int]struct {
		severity audit.Severity
		limit    float64
	}{900: {}, 901: {audit.Warning, 900}, 999: {audit.Warning, 900}, 1000: {audit.Error, 1000}} {
		r := audit.OfInstance(audit.Instance{Tables: make([]string, n)}, audit.Limits{})
		if want.severity == "" && len(r.Findings) > 0 ||
			want.severity != "" &&
				(len(r.Findings) != 1 || r.Findings[0].Severity != want.severity ||
					r.Findings[0].Measures[0].Limit != want.limit) {
			t.Errorf("%d tables: %+v", n, r.Findings)
		}
	}
}

// TestAuditOfATableIsOfThatTable verifies that the audit of a table reports tables that could be one only where this
// table is among them: by its name, its families, and its declared row-key schema.
func TestAuditOfATableIsOfThatTable(t *testing.T) {
	schema := func(field string) *rowkey.Schema {
		return &rowkey.Schema{Encoding: rowkey.Singleton,
			Fields: []rowkey.SchemaField{{Name: field, Type: "string", Encoding: "utf8"}}}
	}
	changed := func(change func(i int, n *sample.Table)) func([]sample.Table) {
		return func(all []sample.Table) {
			for i := range all {
				change(i, &all[i])
			}
		}
	}
	for name, tt := range map[string]struct {
		own    string
		others []string
		change func([]sample.Table)
		want   string
	}{
		"one of three periods":   {"log_2024", []string{"log_2025", "log_2026"}, nil, "table-per-period"},
		"one of three customers": {"orders-a", []string{"orders-b", "orders-c"}, nil, "tables-alike"},
		"beside three periods":   {"clean", []string{"log_2024", "log_2025", "log_2026"}, nil, ""},
		"beside three customers": {"clean", []string{"orders-a", "orders-b", "orders-c"}, nil, ""},
		"families of other names": {"log_2024", []string{"log_2025", "log_2026"},
			changed(func(_ int, n *sample.Table) { n.Families = []sample.Family{one("n")} }), ""},
		"families of other rules": {"log_2024", []string{"log_2025", "log_2026"},
			changed(func(_ int, n *sample.Table) { n.Families = []sample.Family{versions("m", 7)} }), ""},
		"one neighbor less": {"log_2024", []string{"log_2025", "log_2026"},
			changed(func(i int, n *sample.Table) { n.Families = n.Families[:1-i] }), ""},
		"one schema": {"log_2024", []string{"log_2025", "log_2026"},
			changed(func(_ int, n *sample.Table) { n.KeySchema = schema("id") }), "table-per-period"},
		"schemas that differ": {"log_2024", []string{"log_2025", "log_2026"},
			changed(func(i int, n *sample.Table) { n.KeySchema = schema([]string{"id", "who"}[i]) }), ""},
		"enough with the same schema": {"log_2024", []string{"log_2025", "log_2026", "log_2027"},
			changed(func(i int, n *sample.Table) { n.KeySchema = schema([]string{"id", "id", "who"}[i]) }),
			"table-per-period"},
	} {
		s := named(table(readings(60, good), one("m")), tt.own)
		others := neighbors(s, tt.others...)
		if tt.change != nil {
			tt.change(others)
		}
		r := audited(t, s, audit.Options{Neighbors: others}, goodTemplate)
		found := ""
		for _, f := range r.Findings {
			if found += f.Rule; !slices.ContainsFunc(f.Evidence, func(e audit.Evidence) bool {
				return e.Table == tt.own
			}) {
				t.Errorf("%s: %s does not list the table itself", name, f.Rule)
			}
		}
		if found != tt.want {
			t.Errorf("%s: found %q, not %q", name, found, tt.want)
		}
	}
}

// TestResembling verifies which tables an audit has to describe: those whose names are like that of the table.
func TestResembling(t *testing.T) {
	all := []string{"log_2024", "log_2025", "hits_2024", "orders-a", "orders-b", "orders", "users"}
	for name, want := range map[string][]string{"log_2024": {"log_2025"}, "orders-a": {"orders-b"}, "users": {},
		"log_2023": {"log_2024", "log_2025"}} {
		if got := audit.Resembling(name, all); got == nil || !slices.Equal(got, want) {
			t.Errorf("%s resembles %q, not %q", name, got, want)
		}
	}
}
