package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/audit"
	"tabletop/model/sample"
)

// worst returns the most severe severity of some findings as a number that rises with it; 0 if there are none.
func worst(r *audit.Report) int {
	out := 0
	for _, f := range r.Findings {
		out = max(out, len(audit.Severities())-f.Severity.Rank())
	}
	return out
}

// TestWorseIsNeverMilder makes tables worse in one respect in ten steps: no step may be judged more mildly than the
// one before, because a gate in a build would let the worse table pass.
func TestWorseIsNeverMilder(t *testing.T) {
	steps := []int{3, 6, 9, 12, 16, 19, 24, 30, 45, 60}
	events := func(families sample.Family, apart time.Duration) func(n int) *sample.Sample {
		return func(n int) *sample.Sample {
			return table(byDevice(60, func(d int) []cell {
				return often(n, apart, func(i int) string { return fmt.Sprint(i * d % 9973) })
			}), families)
		}
	}
	for name, at := range map[string]func(step int) *sample.Sample{
		"versions without a policy, days apart":    events(sample.Family{Name: "m"}, 24*time.Hour),
		"versions without a policy, seconds apart": events(sample.Family{Name: "m"}, 10*time.Second),
		"versions that a policy keeps":             events(versions("m", 100), 10*time.Second),
		"row size":                                 func(n int) *sample.Sample { return big(n * 6e6) },
		"key length": func(n int) *sample.Sample {
			return table(with(100, func(_ int, r *row) { r.key += "#" + strings.Repeat("x", n*60) }), one("m"))
		},
		"foreign keys": func(n int) *sample.Sample {
			return table(with(400, func(i int, r *row) {
				if i*7919%400 < 4*n {
					r.key = fmt.Sprintf("~%d", i*i)
				}
			}), one("m"))
		},
		"name length": func(n int) *sample.Sample {
			return table(with(100, func(i int, r *row) {
				r.cells = append(r.cells, cell{"m", strings.Repeat("q", n*5), r.cells[0].at, "x"})
			}), one("m"))
		},
		"age of garbage": func(n int) *sample.Sample {
			return table(byDevice(60, func(d int) []cell {
				return often(5, time.Duration(n)*24*time.Hour, func(i int) string { return fmt.Sprint(i*d + 3) })
			}), one("m"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			before := 0
			for _, n := range steps {
				r := audited(t, at(n), audit.Options{}, templatesOf(name)...)
				now := worst(r)
				if now < before {
					t.Errorf("at %d the worst finding is milder than one step before", n)
					for _, f := range r.Findings {
						t.Logf("%s %s", f.Severity, f.ID())
					}
				}
				before = now
			}
			if before < 2 {
				t.Errorf("the worst table has no warning")
			}
		})
	}
}

// templatesOf declares the layout of tables whose keys are the same at all steps but for what makes them worse.
func templatesOf(name string) []string {
	switch name {
	case "key length":
		return []string{goodTemplate + "#{rest}"}
	case "foreign keys", "name length":
		return []string{goodTemplate}
	}
	return nil
}

// TestHistoryIsKept verifies that no policy is proposed that would lose versions with values of their own, and that one
// is where versions repeat within an hour.
func TestHistoryIsKept(t *testing.T) {
	for apart, proposed := range map[time.Duration]bool{24 * time.Hour: false, time.Minute: true} {
		r := audited(t, table(byDevice(60, func(d int) []cell {
			return often(5, apart, func(i int) string { return fmt.Sprint(i*d + 3) })
		}), sample.Family{Name: "m"}), audit.Options{})
		i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == "versions-unlimited" })
		if i < 0 {
			t.Fatalf("%v apart: not found in %+v", apart, r.Findings)
		}
		fix := r.Findings[i].Fix
		if (fix.Paste != "") != proposed || strings.Contains(fix.Text, "may be data") == proposed {
			t.Errorf("%v apart: %+v", apart, fix)
		}
		// what would be lost is shown by the rows that would lose most: 4 of 5 versions
		shown := slices.ContainsFunc(r.Findings[i].Evidence,
			func(e audit.Evidence) bool { return e.Key != nil && e.Note == "would lose 4 cells" })
		if shown != proposed {
			t.Errorf("%v apart: the rows that would lose cells are shown: %v, want %v", apart, shown, proposed)
		}
	}
}

// TestRestrictedIsNotJudged verifies that what a read was restricted to is not held against the table, nor taken for
// a rule that passed, while what some rows show is reported as ever.
func TestRestrictedIsNotJudged(t *testing.T) {
	whole := table(readings(3000, func(i, d int, at time.Time) string {
		return fmt.Sprintf("machine_%d#%d", d%50, at.UnixMilli())
	}), one("m"), one("old"))
	for _, tt := range []struct {
		name   string
		opts   sample.Options
		judged map[string]bool
	}{
		{"all", sample.Options{}, map[string]bool{"time-first": true, "family-unused": true, "garbage-kept": true}},
		{"prefix", sample.Options{Prefix: []byte("machine_7#")},
			map[string]bool{"time-first": false, "family-unused": true, "garbage-kept": true}},
		{"range", sample.Options{Start: []byte("machine_7#"), End: []byte("machine_7$")},
			map[string]bool{"time-first": false, "family-unused": true, "garbage-kept": true}},
		{"expression", sample.Options{KeyRegex: "machine_7#.*"},
			map[string]bool{"time-first": false, "family-unused": true, "garbage-kept": true}},
		{"family", sample.Options{Families: []string{"m"}},
			map[string]bool{"time-first": true, "family-unused": false, "garbage-kept": true}},
		{"period", sample.Options{Since: now.Add(-15 * 24 * time.Hour)},
			map[string]bool{"time-first": true, "family-unused": false, "garbage-kept": false}},
	} {
		s, err := whole.Filter(tt.opts)
		if err != nil {
			t.Fatal(err)
		}
		r := audited(t, s, audit.Options{}, "machine_{machine:int}#{at:ms}")
		for rule, want := range tt.judged {
			skipped := slices.ContainsFunc(r.Skipped, func(s audit.Skipped) bool { return s.Rule == rule })
			if skipped == want {
				t.Errorf("%s: %s is not judged: %v", tt.name, rule, skipped)
			}
			if !want && slices.ContainsFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == rule }) {
				t.Errorf("%s: %s is found all the same", tt.name, rule)
			}
		}
	}
}

// TestOneCauseIsOneFinding verifies that a hotspot which the order of the key explains is part of that finding: it is
// neither found beside it nor taken for a rule that passed, and its evidence is there.
func TestOneCauseIsOneFinding(t *testing.T) {
	r := audited(t, table(readings(3000, func(i, _ int, at time.Time) string {
		return fmt.Sprintf("%d#%08x", at.UnixMilli(), i*7919)
	}), one("m")), audit.Options{})
	var rules []string
	for _, f := range r.Findings {
		rules = append(rules, f.Rule)
	}
	if !slices.Equal(rules, []string{"time-first"}) || slices.Contains(r.Passed, "write-hotspot") {
		t.Errorf("found %v, passed %v", rules, r.Passed)
	}
	if !slices.ContainsFunc(r.Findings[0].Evidence,
		func(e audit.Evidence) bool { return strings.HasPrefix(e.Note, "start of the hottest key range") }) {
		t.Errorf("the hottest range is no evidence: %+v", r.Findings[0].Evidence)
	}
}

// TestNothingOutlivesThePolicy verifies that a policy in force that spares no cell of a family is an error, on an
// emulator and without a backlog too, and that one cell which stays makes it another finding.
func TestNothingOutlivesThePolicy(t *testing.T) {
	day := 24 * time.Hour
	for name, c := range map[string]struct {
		policy   time.Duration
		emulator bool
		want     bool
	}{
		"all cells are past the age": {2 * day, false, true},
		"on an emulator":             {2 * day, true, true},
		"since less than a week":     {9 * day, false, true},
		"one cell is not old enough": {15 * day, false, false},
		"nothing is old enough":      {400 * day, false, false},
	} {
		rows := readings(400, good)
		for i := range rows {
			for j := range rows[i].cells {
				rows[i].cells[j].at = now.Add(-10*day - time.Duration(i)*time.Minute*20)
			}
		}
		s := tableOf(sample.Table{Source: "p/i/t", Name: "t", Emulator: c.emulator, Families: []sample.Family{
			{Name: "m", GC: sample.GCRule{Kind: sample.GCMaxAge, Age: c.policy}}}}, rows)
		r := audited(t, s, audit.Options{}, "{device}#{at:s}")
		found := slices.ContainsFunc(r.Findings, func(f audit.Finding) bool {
			return f.Title == "The policy deletes all of this family" && f.Severity == audit.Error &&
				f.Subject == audit.Subject{Kind: audit.AboutFamily, Name: "m"}
		})
		if found != c.want {
			t.Errorf("%s: reported as deleted whole: %v, want %v: %+v", name, found, c.want, r.Findings)
		}
	}
}

// TestNumbersAsTimestampsKeepTheirVersions verifies that one version is not proposed for a family whose timestamps are
// running numbers if the versions have values of their own, and is if they repeat one.
func TestNumbersAsTimestampsKeepTheirVersions(t *testing.T) {
	for _, differ := range []bool{false, true} {
		rows := byDevice(60, func(device int) []cell {
			var cells []cell
			for i := range 4 {
				value := "same"
				if differ {
					value = fmt.Sprint("value ", device*i)
				}
				cells = append(cells, cell{"m", "v", time.UnixMicro(int64(i+1) * 1000), value})
			}
			return cells
		})
		r := audited(t, table(rows, sample.Family{Name: "m", GC: sample.GCRule{Kind: sample.GCMaxAge, Age: 24 * time.Hour}}),
			audit.Options{})
		i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == "timestamps-artificial" })
		if i < 0 {
			t.Fatalf("no finding: %+v", r.Findings)
		}
		if proposed := r.Findings[i].Fix.Paste != ""; proposed == differ {
			t.Errorf("values differ: %v, a command is proposed: %v", differ, proposed)
		}
	}
}
