package report

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"tabletop/model/diff"
	"tabletop/model/estimate"
	"tabletop/model/redact"
)

// differs compares two tables that were made for tests.
func differs(t testing.TB, a, b Input) *diff.Diff {
	t.Helper()
	ctx := context.Background()
	var sides [2]*diff.Side
	for i, in := range []Input{a, b} {
		var err error
		if sides[i], err = diff.NewSide(ctx, in.Source, in.Analysis); err != nil {
			t.Fatal(err)
		}
	}
	d, err := diff.Compare(ctx, sides[0], sides[1], diff.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDiff(t *testing.T) {
	tables := auditTables(t)
	for _, f := range DiffFormats() {
		var b bytes.Buffer
		if err := Diff(&b, differs(t, tables["all"], tables["sample"]), 80, f); err != nil {
			t.Fatal(err)
		}
		golden(t, "diff_"+string(f), b.Bytes())
	}
}

// TestDiffNamesWhatOneSideLacks verifies that every format names a column that only one of two tables has, which side
// has it, how many rows have it, and whether that is certain.
func TestDiffNamesWhatOneSideLacks(t *testing.T) {
	tables := auditTables(t)
	d := differs(t, tables["all"], tables["sample"])
	d.Presences = []diff.Presence{{Subject: diff.OfColumn, Family: "m", Qualifier: "note", Now: true,
		Verdict: diff.New, Seen: 32,
		Rows: diff.Change{Before: estimate.Counted(0), After: estimate.Within(0.045, 0.03, 0.07)}}}
	for format, want := range map[Format]string{
		Text:     "  column m:note       0  ≈ 4.5%, 32 rows  new\n",
		Markdown: "| column m:note | 0 | ≈ 4.5%, 32 rows | new |\n",
		HTML: "<tr><td>column m:note</td><td class=\"r\">0</td><td class=\"r\">≈ 4.5%, 32 rows</td>" +
			"<td>new</td></tr>\n",
		JSON: `"qualifier": "note"`,
	} {
		var out bytes.Buffer
		if err := Diff(&out, d, 80, format); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s does not say %q:\n%s", format, want, out.String()[:min(1500, out.Len())])
		}
	}
	if got := diffDoc(d).OneSided[0]; got.Verdict != "new" || got.Side != "after" || got.Rows != 32 ||
		got.Subject != "column" || !got.RowShare.Before.Exact || *got.RowShare.After.High != 0.07 {
		t.Errorf("in JSON: %+v", got)
	}
}

// Whatever the tables hold, reports are safe to show; text keeps to its width and JSON to its form.
func TestDiffIsSafe(t *testing.T) {
	tables := auditTables(t)
	for a := range tables {
		for b := range tables {
			d := differs(t, tables[a], tables[b])
			for _, redacted := range []bool{false, true} {
				if redacted {
					d.Redact(redact.NewStrings(redact.Options{}))
				}
				for _, f := range DiffFormats() {
					var out bytes.Buffer
					if err := Diff(&out, d, 80, f); err != nil {
						t.Fatal(err)
					}
					if i := strings.IndexFunc(out.String(), func(r rune) bool {
						return r != '\n' && !unicode.IsPrint(r)
					}); i >= 0 {
						t.Errorf("%s to %s, %s: unsafe %q", a, b, f, out.String()[max(0, i-20):min(out.Len(), i+20)])
					}
					if f == JSON && !json.Valid(out.Bytes()) {
						t.Errorf("%s to %s: not JSON", a, b)
					}
				}
			}
		}
	}
}
