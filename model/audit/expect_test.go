package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/model/audit"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/value"
)

// orders is a table of 300 orders: all have a state, two thirds an amount, and every tenth a note.
func orders() []row {
	var rows []row
	for i := range 300 {
		cells := []cell{{"o", "state", now, []string{"open", "paid"}[i%2]}, {"log", "by", now, "clerk"}}
		if i%3 > 0 {
			cells = append(cells, cell{"o", "amount", now, fmt.Sprintf("\x00\x00\x00\x00\x00\x00\x01%c", i%100+1)})
		}
		if i%10 == 0 {
			cells = append(cells, cell{"o", fmt.Sprintf("note%d", i%3), now, "text"})
		}
		rows = append(rows, row{fmt.Sprintf("c%02d#%05d", i%20, i), cells})
	}
	return rows
}

func described() sample.Table {
	return sample.Table{Source: "p/i/t", Name: "t", Protected: true, Families: []sample.Family{one("log"), one("o"),
		{Name: "sums", Aggregate: "sum"}}, KeySchema: &rowkey.Schema{Encoding: rowkey.DelimitedBytes,
		Delimiter: []byte("#"), Fields: []rowkey.SchemaField{{Name: "customer", Type: "string", Encoding: "utf8"},
			{Name: "n", Type: "string", Encoding: "utf8"}}}}
}

func expected(t *testing.T) *audit.Expectation {
	t.Helper()
	layout, err := rowkey.Parse("{customer}#{n:pad(5)}")
	if err != nil {
		t.Fatal(err)
	}
	protected, table := true, described()
	return &audit.Expectation{Families: table.Families, KeySchema: table.KeySchema, Layouts: rowkey.Set{layout},
		Protected: &protected, Columns: []audit.ExpectedColumn{
			{Family: "o", Qualifier: "state", Use: audit.Required, Type: value.Text, Share: 1},
			{Family: "o", Qualifier: "amount", Use: audit.Required, Type: value.Int64, Share: 0.6},
			{Family: "o", Qualifier: "note*", Use: audit.Allowed},
			{Family: "o", Qualifier: "card", Use: audit.Forbidden}}}
}

// ofExpectation returns the findings of the rules of expectations.
func ofExpectation(r *audit.Report) []audit.Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f audit.Finding) bool {
		return !strings.HasPrefix(f.Rule, "expect-")
	})
}

// TestPlantedDrifts verifies that each sort of difference from an expectation is named, with evidence, and nothing
// else; and that a table as expected has none.
func TestPlantedDrifts(t *testing.T) {
	type drift struct {
		table func(*sample.Table)
		row   func(i int, r *row)
		want  string // rule, severity, title
		in    int    // rows that are evidence; 0 if that is no row
	}
	add := func(family, qualifier, value string, each int) func(int, *row) {
		return func(i int, r *row) {
			if i%each == 0 {
				r.cells = append(slices.DeleteFunc(r.cells, func(c cell) bool {
					return c.family == family && c.qualifier == qualifier
				}), cell{family, qualifier, now, value})
			}
		}
	}
	drop := func(qualifier string, each int) func(int, *row) {
		return func(i int, r *row) {
			if i%each == 0 {
				r.cells = slices.DeleteFunc(r.cells, func(c cell) bool { return c.qualifier == qualifier })
			}
		}
	}
	for name, d := range map[string]drift{
		"nothing": {},
		"a family is gone": {table: func(t *sample.Table) { t.Families = t.Families[:2] },
			want: "expect-family error An expected family does not exist"},
		"a family is new": {table: func(t *sample.Table) { t.Families = append(t.Families, one("z")) },
			want: "expect-family warning A family that is not expected"},
		"another aggregate": {table: func(t *sample.Table) { t.Families[2].Aggregate = "max" },
			want: "expect-family error A family aggregates in another way than expected"},
		"another policy": {table: func(t *sample.Table) { t.Families[1] = versions("o", 3) },
			want: "expect-policy error A policy is not the one expected"},
		"unprotected": {table: func(t *sample.Table) { t.Protected = false },
			want: "expect-protection error Deletion protection is off"},
		"another schema": {table: func(t *sample.Table) { t.KeySchema.Delimiter = []byte("/") },
			want: "expect-keys error The declared row-key schema is not the one expected"},
		"no schema": {table: func(t *sample.Table) { t.KeySchema = nil },
			want: "expect-keys error The declared row-key schema is not the one expected"},
		"other keys": {row: func(i int, r *row) { r.key = strings.Replace(r.key, "#0010", "#x010", 1) },
			want: "expect-keys error Row keys match no expected layout", in: 10},
		"a column gone": {row: drop("state", 1),
			want: "expect-column error No row has a required column", in: 300},
		"a column rarer": {row: drop("state", 100),
			want: "expect-column error Fewer rows than expected have a required column", in: 3},
		"too few rows": {row: drop("amount", 4),
			want: "expect-column error Fewer rows than expected have a required column", in: 150},
		"forbidden": {row: add("o", "card", "4111", 150),
			want: "expect-column error A forbidden column has cells", in: 2},
		"not allowed": {row: add("o", "stat", "open", 100),
			want: "expect-column error Columns that are not allowed have cells", in: 3},
		"another type": {row: add("o", "amount", "17", 30),
			want: "expect-type error Values are not of the expected type", in: 10},
		"a text of bytes": {row: add("o", "state", "\xff\xfe", 299),
			want: "expect-type warning Values are not of the expected type", in: 2},
	} {
		about, rows := described(), orders()
		if d.table != nil {
			d.table(&about)
		}
		for i := range rows {
			if d.row != nil {
				d.row(i, &rows[i])
			}
		}
		s := tableOf(about, rows)
		found := ofExpectation(audited(t, s, audit.Options{Expected: expected(t)}))
		var got []string
		for _, f := range found {
			got = append(got, fmt.Sprintf("%s %s %s", f.Rule, f.Severity, f.Title))
			if f.Fix.Text == "" || len(f.Evidence) == 0 {
				t.Errorf("%s: without evidence or a fix: %+v", name, f)
			}
			keys := f.More
			for _, e := range f.Evidence {
				if e.Key != nil {
					keys++
				}
			}
			if keys != d.in {
				t.Errorf("%s: %d rows are evidence, want %d", name, keys, d.in)
			}
		}
		if strings.Join(got, "; ") != d.want {
			t.Errorf("%s: found %q, want %q", name, got, d.want)
		}
	}
}

// TestSampleProvesNoAbsence verifies that what no row of a sample has is a note and no error, as is what a restricted
// read lacks, while what a sample does have is a fact.
func TestSampleProvesNoAbsence(t *testing.T) {
	want := expected(t)
	want.Columns = append(want.Columns, audit.ExpectedColumn{Family: "o", Qualifier: "late", Use: audit.Required})
	for name, how := range map[string]sample.Provenance{
		"sample": {Strategy: sample.Quick, Points: 40, TotalBytes: 40 << 20, RowShare: 1, Filter: 1},
		"range":  {Strategy: sample.Everything, Complete: true, Options: sample.Options{Prefix: []byte("c0")}},
	} {
		rows := orders()
		for i := range rows {
			rows[i].cells = append(rows[i].cells, cell{"o", "card", now, "4111"})
		}
		s := tableOf(described(), rows)
		s.How = how
		r := audited(t, s, audit.Options{Expected: want})
		for _, f := range ofExpectation(r) {
			if missing := f.Subject.Column.Qualifier == "late"; missing != (f.Severity == audit.Note) {
				t.Errorf("%s: %s: %s is of severity %s", name, f.Title, f.ID(), f.Severity)
			}
		}
		if n := len(ofExpectation(r)); n != 2 {
			t.Errorf("%s: %d findings, want 2", name, n)
		}
	}
}

// TestExpectationOfOtherFamilies verifies that columns whose family was not read are not missing, that equal policies
// written in another order do not differ, and that a source that states no families is not one without any.
func TestExpectationOfOtherFamilies(t *testing.T) {
	either := func(a, b sample.GCRule) sample.GCRule {
		return sample.GCRule{Kind: sample.GCUnion, Children: []sample.GCRule{a, b}}
	}
	two := sample.GCRule{Kind: sample.GCMaxVersions, Versions: 2}
	month := sample.GCRule{Kind: sample.GCMaxAge, Age: 30 * 24 * 3600e9}
	about, want := described(), expected(t)
	want.Families = slices.Clone(want.Families)
	about.Families[0].GC, want.Families[0].GC = either(two, month), either(month, two)
	s := tableOf(about, orders())
	s.How.Options.Families = []string{"log"}
	want.Columns = append(want.Columns, audit.ExpectedColumn{Family: "o", Qualifier: "late", Use: audit.Required})
	if found := ofExpectation(audited(t, s, audit.Options{Expected: want})); len(found) > 0 {
		t.Errorf("found %+v", found)
	}
	about.Families = nil
	r := audited(t, tableOf(about, orders()), audit.Options{Expected: expected(t)})
	var skipped []string
	for _, x := range r.Skipped {
		if strings.HasPrefix(x.Rule, "expect-") {
			skipped = append(skipped, x.Rule+": "+x.Reason)
		}
	}
	if len(skipped) != 2 || !strings.Contains(skipped[0], "states no families") {
		t.Errorf("not evaluated: %q", skipped)
	}
}

// TestWithoutExpectation verifies that rules of expectations are no part of an audit without one.
func TestWithoutExpectation(t *testing.T) {
	r := audited(t, tableOf(described(), orders()), audit.Options{})
	for _, x := range r.Skipped {
		if strings.HasPrefix(x.Rule, "expect-") {
			t.Errorf("%s is listed as not evaluated", x.Rule)
		}
	}
	if slices.ContainsFunc(r.Passed, func(id string) bool { return strings.HasPrefix(id, "expect-") }) {
		t.Error("a rule of expectations passed without one")
	}
}
