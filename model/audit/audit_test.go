package audit_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// TestLines walks the guidelines as they are documented: each has a rule, a pattern, or a reason why it has none.
func TestLines(t *testing.T) {
	doc, err := os.ReadFile("../../docs/guidelines.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]audit.Line{}
	for _, l := range audit.Lines() {
		lines[l.ID] = l
	}
	documented := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\| (G\d\d) \|`).FindAllStringSubmatch(string(doc), -1) {
		documented[m[1]] = true
		l, ok := lines[m[1]]
		if !ok {
			t.Errorf("%s has no rule, no pattern and no reason for that", m[1])
		}
		if covered := len(l.Rules)+len(l.Patterns) > 0; covered == (l.Why != "") && ok {
			t.Errorf("%s must have either rules or a reason: %+v", m[1], l)
		}
	}
	if len(documented) < 50 {
		t.Fatalf("only %d guidelines were found: the test has lost sight of the document", len(documented))
	}
	for _, r := range audit.AllRules() {
		for _, g := range r.Guidelines {
			if !documented[g] {
				t.Errorf("rule %s comes from %s, which is not documented", r.ID, g)
			}
		}
	}
	for id := range lines {
		if !documented[id] {
			t.Errorf("%s is not documented", id)
		}
	}
}

// TestDocs holds docs/audit.md to the registry: the tables of rules, patterns, guidelines without a rule, and limits.
func TestDocs(t *testing.T) {
	doc, err := os.ReadFile("../../docs/audit.md")
	if err != nil {
		t.Fatal(err)
	}
	has := func(line string) {
		if !strings.Contains(string(doc), "\n"+line+"\n") {
			t.Errorf("docs/audit.md lacks the line\n%s", line)
		}
	}
	for _, r := range audit.AllRules() {
		has(fmt.Sprintf("| `%s` | %s | %s. %s |", r.ID, strings.Join(r.Guidelines, " "), r.Title, r.Why))
	}
	for _, l := range audit.Lines() {
		if l.Why != "" {
			has(fmt.Sprintf("| %s | %s |", l.ID, l.Why))
		}
	}
	limits := reflect.ValueOf(audit.DefaultLimits())
	for i := range limits.NumField() {
		name := limits.Type().Field(i).Tag.Get("yaml")
		if !regexp.MustCompile("(?m)^\\| `" + name + "` \\| " + regexp.QuoteMeta(fmt.Sprint(limits.Field(i))) +
			" \\| .+ \\|$").Match(doc) {
			t.Errorf("docs/audit.md does not tell limit %s, which is %v", name, limits.Field(i))
		}
	}
}

func TestRuleIDs(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range audit.AllRules() {
		if seen[r.ID] || !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(r.ID) {
			t.Errorf("rule id %q is taken, or is no id", r.ID)
		}
		seen[r.ID] = true
		if !strings.HasSuffix(r.Why, ".") || strings.HasSuffix(r.Title, ".") || r.Title == "" {
			t.Errorf("rule %s: %q %q", r.ID, r.Title, r.Why)
		}
	}
}

// TestCannotJudge verifies that a rule says so when the sample does not let it judge, and that facts are told all the
// same.
func TestCannotJudge(t *testing.T) {
	head := table(readings(300, func(_, _ int, at time.Time) string { return fmt.Sprint(at.UnixMilli()) }), one("m"))
	head.How.Strategy, head.How.Complete = sample.Head, false
	for _, tt := range []struct {
		name   string
		sample *sample.Sample
		reason string
	}{
		{"empty", table(nil, one("m")), "no rows"},
		{"tiny", table(readings(7, good), one("m")), "rows read: 7"},
		{"head", head, "first rows"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := audited(t, tt.sample, audit.Options{Neighbors: []sample.Table{}})
			i := slices.IndexFunc(r.Skipped, func(u audit.Skipped) bool { return u.Rule == "time-first" })
			if i < 0 || !strings.Contains(r.Skipped[i].Reason, tt.reason) {
				t.Errorf("time-first should not be judged: %+v", r.Skipped)
			}
			for _, f := range r.Findings {
				if f.Severity == audit.Error {
					t.Errorf("an error from no more than this: %+v", f)
				}
			}
			if n := len(r.Passed) + len(r.Skipped) + len(r.Findings); n < len(audit.Rules()) {
				t.Errorf("%d rules of %d are accounted for", n, len(audit.Rules()))
			}
		})
	}
}

// TestSeverityFollowsTheInterval reads a table with a fault in part of its rows at few places and at all: with few
// places the interval is wide, so it is no error yet.
func TestSeverityFollowsTheInterval(t *testing.T) {
	rows := readings(2000, good)
	for i := range rows {
		if i%100 < 56 { // of the error's 50%
			rows[i].key = "t" + strings.SplitN(rows[i].key, "#", 2)[1]
		}
	}
	whole := table(rows, one("m"))
	severity := func(s *sample.Sample) audit.Severity {
		r := audited(t, s, audit.Options{}, goodTemplate, "t{at:ms}")
		for _, f := range r.Findings {
			if f.Rule == "time-first" {
				if m := f.Measures[0]; f.Severity == audit.Error != (m.Figure.Low > 0.5) ||
					f.Severity == audit.Error != (m.Limit == 0.5) {
					t.Errorf("%s at %+v", f.Severity, m)
				}
				return f.Severity
			}
		}
		return ""
	}
	if got := severity(whole); got != audit.Error {
		t.Errorf("all rows were read: %q", got)
	}
	var parts []*sample.Builder
	for i := 0; i+5 < whole.Rows(); i += 200 {
		b := whole.Slice(i, i+5)
		b.SetSection(1, 1000, false)
		parts = append(parts, b)
	}
	some := sample.Assemble(whole.Table, sample.Provenance{Strategy: sample.Quick, Started: now, Points: len(parts),
		TotalBytes: 1000 * int64(len(parts)), RowShare: 1, Filter: 1}, parts)
	if got := severity(some); got != audit.Warning {
		t.Errorf("few rows were read: %q", got)
	}
}

func TestConfig(t *testing.T) {
	for _, tt := range []struct{ name, yaml, says string }{
		{"empty", "", ""},
		{"limits", "limits:\n  families: 20\n", ""},
		{"suppression", "suppress:\n- rule: time-first\n  evidence: ^segment day\n  reason: it is a log\n", ""},
		{"unknown rule", "suppress:\n- rule: time-last\n  reason: x\n", `no rule "time-last"`},
		{"no reason", "suppress:\n- rule: time-first\n", "without a reason"},
		{"pattern", "suppress:\n- rule: time-first\n  evidence: '('\n  reason: x\n", "evidence"},
		{"unknown limit", "limits:\n  familes: 20\n", "familes"},
		{"negative", "limits: {waste: -1}\n", "waste is -1"},
		{"not a number", "limits: {hot_share: .nan}\n", "hot_share"},
		{"no yaml", "{", "yaml"},
	} {
		c, err := audit.ParseConfig([]byte(tt.yaml))
		if (err == nil) != (tt.says == "") || err != nil && !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err == nil && c.Limits.RowBytesError != 256<<20 {
			t.Errorf("%s: limits that are left out are the default: %+v", tt.name, c.Limits)
		}
	}
	if c, _ := audit.ParseConfig([]byte("limits:\n  families: 20\n")); c.Limits.Families != 20 {
		t.Errorf("%+v", c.Limits)
	}
}

func TestSuppress(t *testing.T) {
	r := audited(t, table(readings(300, func(_, _ int, at time.Time) string { return fmt.Sprint(at.UnixMilli()) }),
		one("m")), audit.Options{})
	for evidence, accepted := range map[string]bool{"": true, "^segment ": true, "^1[67]": true,
		"nothing like it": false} {
		c, err := audit.ParseConfig([]byte("suppress:\n- rule: time-first\n  evidence: '" + evidence +
			"'\n  reason: a log\n"))
		if err != nil {
			t.Fatal(err)
		}
		got := r.Suppress(c.Suppress)
		left := slices.ContainsFunc(got.Findings, func(f audit.Finding) bool { return f.Rule == "time-first" })
		if left == accepted || accepted && (len(got.Suppressed) != 1 || got.Suppressed[0].Reason != "a log") {
			t.Errorf("%q: left %v, suppressed %+v", evidence, left, got.Suppressed)
		}
	}
	if len(r.Suppressed) > 0 {
		t.Error("the report itself was changed")
	}
}

// TestSuppressionOf verifies that what a finding's suppression is written as accepts it when read back, and no other.
func TestSuppressionOf(t *testing.T) {
	for _, name := range []string{"day", "a+b (c)", "x\x00\xff'\n", "ключ: #1"} {
		f := audit.Finding{Rule: "family-unused", Subject: audit.Subject{Kind: audit.AboutFamily, Name: name}}
		other := audit.Finding{Rule: "family-unused", Subject: audit.Subject{Kind: audit.AboutFamily, Name: name + "2"}}
		c, err := audit.ParseConfig([]byte(audit.NewSuppression(&f, "agreed: 'yes'\n").YAML()))
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		r := (&audit.Report{Findings: []audit.Finding{f, other}}).Suppress(c.Suppress)
		if len(r.Suppressed) != 1 || r.Suppressed[0].Subject.Name != name ||
			r.Suppressed[0].Reason != "agreed: 'yes'\n" {
			t.Errorf("%q: %+v", name, r.Suppressed)
		}
	}
}

// TestStableID audits halves of a table: the same findings have the same ids, whichever rows were read.
func TestStableID(t *testing.T) {
	rows := readings(1200, func(i, d int, at time.Time) string {
		// in the halves
		regions := [][]string{{"eu", "eu", "eu", "us", "us", "ap", "sa"}, {"us", "us", "us", "sa", "sa", "ap", "af"}}
		return fmt.Sprintf("%s#%d#%08x", regions[i/600][i%7], at.UnixMilli(), d)
	})
	ids := map[string]int{}
	for half := range 2 {
		r := audited(t, table(slices.Clone(rows[half*600:half*600+600]), one("m")), audit.Options{})
		for _, f := range r.Findings {
			ids[f.ID()]++
		}
	}
	for id, n := range ids {
		if n != 2 {
			t.Errorf("%s was found in one half only", id)
		}
	}
	if len(ids) == 0 {
		t.Error("nothing was found")
	}
}

func TestBaseline(t *testing.T) {
	r := audited(t, table(readings(300, func(_, _ int, at time.Time) string { return fmt.Sprint(at.UnixMilli()) }),
		one("m")), audit.Options{})
	all := map[string]audit.Severity{}
	for _, f := range r.Findings {
		all[f.ID()] = f.Severity
	}
	id := audit.Identity{Project: "p", Instance: "i", Name: "t"}
	got, err := r.CompareBaseline(audit.Baseline{Table: id, Findings: all}, audit.Identity{Name: "t"})
	if err != nil || got.Failing(audit.Note) != 0 || r.Failing(audit.Note) != len(r.Findings) || len(r.Findings) == 0 {
		t.Errorf("%v: %d of %d fail", err, got.Failing(audit.Note), r.Failing(audit.Note))
	}
	all["time-first "+r.Findings[0].Subject.ID()] = audit.Note
	if got, _ = r.CompareBaseline(audit.Baseline{Table: id, Findings: all}, id); got.Failing(audit.Note) != 1 {
		t.Errorf("what is graver than before is new: %d", got.Failing(audit.Note))
	}
	if _, err := r.CompareBaseline(audit.Baseline{Table: audit.Identity{Name: "other"}}, id); err == nil ||
		!strings.Contains(err.Error(), "other") {
		t.Errorf("a baseline of another table: %v", err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a, err := analysis.New(context.Background(), table(readings(300, good), one("m")), analysis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in, err := a.AuditInput(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := audit.Run(ctx, in, audit.Options{}); err == nil {
		t.Error("a canceled audit says nothing")
	}
}

// checkFigures verifies that what is exact has no interval, that no figure is nonsense, and that evidence is bounded.
func checkFigures(t *testing.T, r *audit.Report) {
	t.Helper()
	for _, f := range r.Findings {
		for _, m := range f.Measures {
			checkFigure(t, f.ID()+" "+m.Name, m.Unit, m.Figure)
		}
		if f.Proposal != nil {
			for _, g := range f.Proposal.Gains {
				checkFigure(t, f.ID()+" "+g.Name+" today", g.Unit, g.Current)
				checkFigure(t, f.ID()+" "+g.Name+" then", g.Unit, g.Proposed)
			}
		}
		if len(f.Evidence) > 8 {
			t.Errorf("%s: %d pieces of evidence", f.ID(), len(f.Evidence))
		}
	}
}

func checkFigure(t *testing.T, name string, unit audit.Unit, f estimate.Figure) {
	t.Helper()
	if math.IsNaN(f.Value) || f.Low > f.Value || f.High < f.Value || f.IsExact() && f.Interval() ||
		unit == audit.Share && (f.Value < 0 || f.Value > 1) {
		t.Errorf("%s: %+v", name, f)
	}
}

// TestCards tells card numbers from numbers that are as long: of these one in ten passes the check.
func TestCards(t *testing.T) {
	card := func(n int) string { // 15 digits and the one that makes the check pass
		digits := fmt.Sprintf("4%014d", n*7919)
		for last := range 10 {
			number, sum := digits+fmt.Sprint(last), 0
			for i, c := range number {
				d := int(c - '0')
				if i%2 == 0 {
					if d *= 2; d > 9 {
						d -= 9
					}
				}
				sum += d
			}
			if sum%10 == 0 {
				return number
			}
		}
		panic("no digit passes")
	}
	for name, key := range map[string]func(i, device int, at time.Time) string{
		"cards": func(i, _ int, _ time.Time) string { return "pay#" + card(i) },
		"ids":   func(i, _ int, _ time.Time) string { return fmt.Sprintf("pay#4%015d", i*7919) },
	} {
		r := audited(t, table(readings(500, key), one("m")), audit.Options{})
		found := slices.ContainsFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == "personal-data" })
		if found != (name == "cards") {
			t.Errorf("%s: found %v", name, found)
		}
	}
}
