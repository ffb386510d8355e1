package report

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/views/report/doc"
)

// testFleet is the audit of all tables worth a report, and of one that could not be read.
func testFleet(t *testing.T) (FleetInput, map[string]Input) {
	tables := auditTables(t)
	out := FleetInput{Source: "p/i", Width: 120, Failed: []doc.FleetFailure{{Source: "p/i/\x1b[31m<b>", Reason: "den\nied"}}}
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		in := tables[name]
		in.Source = "p/i/" + name
		a := audited(t, in)
		out.Tables = append(out.Tables, NewAudited(in, a,
			audit.NewStanding(in.Source, a.Report, &in.Sample.Table, in.Layouts)))
		tables[name] = in
	}
	return out, tables
}

func writtenFleet(t *testing.T, f FleetInput, format Format) string {
	t.Helper()
	var b bytes.Buffer
	if err := Fleet(&b, f, format); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return b.String()
}

// TestFleetFormats verifies that the audit of several tables has each format of that of one, as text that its readers
// can read, with every finding of every table, and names what could not be read.
func TestFleetFormats(t *testing.T) {
	f, _ := testFleet(t)
	for _, format := range AuditFormats() {
		out := writtenFleet(t, f, format)
		for _, r := range out {
			if !unicode.IsPrint(r) && r != '\n' && r != '\t' {
				t.Fatalf("%s holds %U", format, r)
			}
		}
		if err := readable(format, out); err != nil {
			t.Errorf("%s: %v", format, err)
		}
		if format != OpenMetrics && !strings.Contains(out, "ied") {
			t.Errorf("%s does not say why a table could not be read", format)
		}
		if format == Summary {
			continue
		}
		for _, table := range f.Tables {
			for _, finding := range table.review.Findings {
				if !strings.Contains(out, finding.Rule) {
					t.Errorf("%s has no %s of %s", format, finding.Rule, table.review.Source)
				}
			}
		}
	}
}

// TestFleetIsMadeOfItsTables verifies that what the report of several tables has of one is what the report of this table
// alone has.
func TestFleetIsMadeOfItsTables(t *testing.T) {
	f, tables := testFleet(t)
	junit, whole := writtenFleet(t, f, JUnit), writtenFleet(t, f, Markdown)
	for name, in := range tables {
		a := audited(t, in)
		alone := written(t, in, a, JUnit)
		suite := alone[strings.Index(alone, "<testsuite "):strings.Index(alone, "</testsuites>")]
		if !strings.Contains(junit, suite) {
			t.Errorf("JUnit: the suite of %s is another", name)
		}
		for _, line := range strings.Split(written(t, in, a, Markdown), "\n")[1:] {
			if line = strings.TrimLeft(line, "#"); !strings.Contains(whole, line) {
				t.Errorf("Markdown of %s: no line %q", name, line)
			}
		}
	}
	if n := strings.Count(junit, "<testsuite "); n != len(tables)+1 {
		t.Errorf("%d suites", n)
	}
}

// TestFleetBaselineOfEachTable verifies that the JSON of several tables is a baseline for each of them.
func TestFleetBaselineOfEachTable(t *testing.T) {
	f, tables := testFleet(t)
	base, err := ReadBaseline([]byte(writtenFleet(t, f, JSON)))
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range tables {
		r, err := base.Known(audited(t, in).Report, in)
		if err != nil || name == "empty" && r.Failing(audit.Note) > 0 {
			t.Errorf("%s: %v, %d new", name, err, r.Failing(audit.Note))
		}
	}
	of := tables["empty"]
	moved := *of.Sample
	moved.Table.Name = "moved"
	if _, err := base.Known(audited(t, of).Report, Input{Analysis: &analysis.Analysis{Sample: &moved}}); err == nil {
		t.Error("a table that the baseline does not have is compared with it")
	}
}
