package audit_test

import (
	"testing"

	"tabletop/model/audit"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// TestRankFleet verifies that tables are ordered by their most severe findings and then by name, that those of one
// schema stand together at the place of the worst of them, and that a schema of one table has no letter.
func TestRankFleet(t *testing.T) {
	standing := func(source, schema string, errors, warnings, notes int) audit.Standing {
		return audit.Standing{Source: source, Schema: schema, Counts: map[audit.Severity]int{audit.Error: errors,
			audit.Warning: warnings, audit.Note: notes}}
	}
	all := []audit.Standing{standing("clean", "1", 0, 0, 0), standing("b", "2", 0, 1, 0), standing("a", "3", 0, 1, 0),
		standing("alike", "4", 0, 0, 0), standing("notes", "5", 0, 0, 9), standing("bad", "4", 1, 0, 0)}
	order, letters := audit.RankFleet(all)
	got := ""
	for _, i := range order {
		got += all[i].Source + letters[i] + string(all[i].Severity()) + " "
	}
	if want := "badAerror alikeA awarning bwarning notesnote clean "; got != want {
		t.Errorf("the order is %q, not %q", got, want)
	}
	if order, letters := audit.RankFleet(nil); len(order)+len(letters) != 0 {
		t.Errorf("without tables: %v, %v", order, letters)
	}
}

// TestStandingOfATable verifies that the schema of a standing is the same if families, policies, and layouts are,
// whatever the words of an enumeration, and another one if any of them differs.
func TestStandingOfATable(t *testing.T) {
	schemas := map[string]string{}
	for name, of := range map[string]struct {
		family   sample.Family
		template string
	}{
		"first": {one("m"), "{kind:enum(a, b)}#{id}"}, "same": {one("m"), "{kind:enum(a, c)}#{id}"},
		"family": {one("n"), "{kind:enum(a, b)}#{id}"}, "policy": {versions("m", 3), "{kind:enum(a, b)}#{id}"},
		"layout": {one("m"), "{kind:enum(a, b)}#{number}"},
	} {
		layouts, err := rowkey.ParseSet(of.template)
		if err != nil {
			t.Fatal(err)
		}
		s := audit.NewStanding(name, &audit.Report{Findings: []audit.Finding{{Title: "Bad", Severity: audit.Note}}},
			&sample.Table{Families: []sample.Family{of.family}}, layouts)
		if schemas[name] = s.Schema; s.Worst != "Bad" || s.Severity() != audit.Note {
			t.Errorf("%+v", s)
		}
	}
	for name, schema := range schemas {
		if same := name == "first" || name == "same"; (schema == schemas["first"]) != same {
			t.Errorf("%s has the schema %q, and the first %q", name, schema, schemas["first"])
		}
	}
}
