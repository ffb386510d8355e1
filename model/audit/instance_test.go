package audit_test

import (
	"fmt"
	"slices"
	"testing"

	"tabletop/model/audit"
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
	in := audit.Instance{Project: "p", Name: "i", Tables: []string{"log_2024", "log_2025", "log_2026", "orders-acme", "orders-bmw", "orders-cisco", "people", "places", "plants"},
		Described: []sample.Table{described("people", "a", "b"), described("places", "a", "b"), described("plants", "a", "b"), described("log_2024", many...), described("log_2025", "measurements_of_it")}}
	r := audit.OfInstance(in, audit.Limits{})
	checkFigures(t, r)
	for rule, want := range map[string]int{"table-per-period": 1, "tables-alike": 2, "families-many": 1, "family-name-long": 1} {
		if n := len(slices.DeleteFunc(slices.Clone(r.Findings), func(f audit.Finding) bool { return f.Rule != rule })); n != want {
			t.Errorf("%s: %d findings, not %d: %+v", rule, n, want, r.Findings)
		}
	}
	if !slices.Equal(r.Passed, []string{"tables-many"}) || len(r.Passed)+len(r.Skipped)+4 != len(audit.Rules()) {
		t.Errorf("passed %v, %d not judged", r.Passed, len(r.Skipped))
	}
	clean := audit.OfInstance(audit.Instance{Tables: []string{"people", "events"}, Described: []sample.Table{described("people", "a", "b"), described("events", "a", "b")}}, audit.Limits{})
	if len(clean.Findings) > 0 || len(clean.Passed) != 5 {
		t.Errorf("%+v, passed %v", clean.Findings, clean.Passed)
	}
}
