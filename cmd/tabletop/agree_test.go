package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabletop/internal/demotest"
	"tabletop/internal/designs"
	"tabletop/internal/slowtest"
	"tabletop/model/audit"
	"tabletop/model/candidate"
	"tabletop/model/demo"
	"tabletop/model/heat"
	"tabletop/model/sample"
	"tabletop/sampler/snapshot"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// TestEverythingAgrees collects what the commands say about tables of known quality and about the demos, and fails where
// two of them contradict each other: a layout proposed that simulate calls no better, or that loses data; a policy
// proposed that gc finds nothing by; a hotspot on the map that the audit calls fine, or the reverse; a layout of the
// audit that has another letter in the advice, or none. Of a fault, one rule must warn; of a good design, none.
func TestEverythingAgrees(t *testing.T) {
	t.Parallel()
	for seed := range uint64(slowtest.Pick(1, 6)) {
		for _, d := range slices.Concat(designs.Faulty(seed), designs.Good(seed)) {
			if d.Sample.NumCells() > 100_000 && !slowtest.On() {
				continue // a table in one row takes as long as all others
			}
			t.Run(d.Name, func(t *testing.T) { namesTheFault(t, stated(t, d.Sample), d.Rules) })
		}
	}
	for _, d := range demo.All() {
		for _, table := range d.Tables {
			t.Run("demo "+table.Name, func(t *testing.T) { stated(t, demotest.Table(table, designs.Now(), slowtest.Pick(1000, 3000))) })
		}
	}
}

// statements are what the commands say about a table.
type statements struct {
	file  string
	audit struct {
		Findings []doc.AuditFinding
		Skipped  []doc.AuditSkipped `json:"unjudged"`
	}
	advise struct {
		Layouts, Others []struct{ Template, Letter string }
	}
	heat struct {
		Pattern string
		Words   string
		Score   doc.HeatScore
	}
}

// printed decodes what a command prints as JSON.
func printed(t *testing.T, into any, args ...string) {
	t.Helper()
	out, errs, code := tabletop(t, nil, append(args, "--format", "json")...)
	if code != exitOK && code != exitCheck {
		t.Fatalf("%q: code %d, %s", args, code, errs)
	}
	if err := json.Unmarshal([]byte(out), into); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
}

// stated asks the commands about a table, and verifies that what they say agrees.
func stated(t *testing.T, table *sample.Sample) *statements {
	s := &statements{file: filepath.Join(t.TempDir(), "d.tabletop")}
	if err := snapshot.SaveFile(s.file, table); err != nil {
		t.Fatal(err)
	}
	printed(t, &s.audit, "audit", s.file, "--redact=false")
	printed(t, &s.heat, "heat", s.file)
	for _, f := range s.audit.Findings {
		t.Logf("%s %s: %s %s %s", f.Severity, f.ID, f.Fix, f.Paste, f.Candidate)
	}
	s.layoutsHelp(t)
	s.lettersAgree(t)
	s.policiesCollect(t)
	s.mapAgrees(t)
	return s
}

// namesTheFault verifies that one warning or error is by one of the rules, or that there is none if there are no rules.
func namesTheFault(t *testing.T, s *statements, rules []string) {
	warned := 0
	for _, f := range s.audit.Findings {
		switch {
		case f.Severity == string(audit.Note):
		case len(rules) == 0:
			t.Errorf("a good design has the warning %s", f.ID)
		case slices.Contains(rules, f.Rule):
			warned++
		}
	}
	if len(rules) > 0 && warned != 1 {
		t.Errorf("%d findings at warning or above name the fault, %v", warned, rules)
	}
}

// layoutsHelp verifies that simulate agrees with the layouts that the audit proposes.
func (s *statements) layoutsHelp(t *testing.T) {
	for _, f := range s.audit.Findings {
		if f.Candidate == "" {
			continue
		}
		type trial struct {
			Collisions doc.Collisions
			Hotspot    doc.Hotspot
		}
		var tried struct {
			Today   trial
			Layouts []trial
		}
		printed(t, &tried, "simulate", s.file, "--layout", string(f.Candidate))
		today, then := tried.Today, tried.Layouts[0]
		if then.Collisions.OverwrittenCells > 0 {
			t.Errorf("%s proposes %s, by which %d cells would be overwritten", f.Rule, f.Candidate,
				then.Collisions.OverwrittenCells)
		}
		ofWrites := strings.Contains(f.Gains[0].Name, "window's writes")
		if ofWrites && then.Hotspot.HotShare >= today.Hotspot.HotShare {
			t.Errorf("%s proposes %s, and simulate has writes concentrate by %v instead of %v", f.Rule, f.Candidate,
				then.Hotspot.HotShare, today.Hotspot.HotShare)
		}
	}
}

// lettersAgree verifies that advise has each layout of the audit under its letter.
func (s *statements) lettersAgree(t *testing.T) {
	letters := map[string]string{}
	for _, f := range s.audit.Findings {
		if f.Candidate != "" {
			letters[string(f.Candidate)] = f.Letter
		}
		for _, c := range f.Tried {
			letters[string(c.Candidate)] = c.Letter
		}
	}
	if len(letters) == 0 {
		return
	}
	printed(t, &s.advise, "advise", s.file)
	advised := map[string]string{}
	for _, l := range slices.Concat(s.advise.Layouts, s.advise.Others) {
		parsed, err := candidate.Parse(l.Template)
		if err != nil {
			t.Fatalf("advise: %s: %v", l.Template, err)
		}
		advised[text.Template(parsed.String())] = l.Letter
	}
	for layout, letter := range letters {
		if letter == "" || advised[layout] != letter {
			t.Errorf("the audit calls %s %q, and advise %q", layout, letter, advised[layout])
		}
	}
}

// policiesCollect verifies that gc computes of each policy that the audit tried what the audit states, and that the
// command is that of the first which is not withheld.
func (s *statements) policiesCollect(t *testing.T) {
	for _, f := range s.audit.Findings {
		at := slices.IndexFunc(f.Policies, func(p doc.AuditPolicy) bool { return !p.Withheld })
		if len(f.Policies) > 0 && (f.Paste != "") != (at >= 0) ||
			at >= 0 && !strings.Contains(string(f.Paste), f.Policies[at].Policy) {
			t.Errorf("%s: the command is %q, of the policies %+v", f.Rule, f.Paste, f.Policies)
		}
		for _, tried := range f.Policies {
			var gc struct {
				Families []struct {
					Family   string
					Cells    int64
					Policies []struct {
						Kept int64 `json:"kept_cells"`
					}
				}
			}
			if strings.HasPrefix(string(f.Paste), "cbt") && strings.Contains(string(f.Paste), "createfamily") {
				continue // of columns of a family
			}
			printed(t, &gc, "gc", s.file, "--policy", tried.Family+"="+tried.Policy)
			for _, family := range gc.Families {
				if family.Family == tried.Family &&
					(len(family.Policies) != 1 || family.Policies[0].Kept != family.Cells-tried.Taken) {
					t.Errorf("%s: %+v, and gc has %+v", f.Rule, tried, family)
				}
			}
		}
	}
}

// mapAgrees verifies that the map of writes and the audit say the same of where writes go.
func (s *statements) mapAgrees(t *testing.T) {
	hot := slices.ContainsFunc(s.audit.Findings, func(f doc.AuditFinding) bool {
		return f.Severity != string(audit.Note) && slices.ContainsFunc(f.Measures, func(m doc.AuditMeasure) bool {
			return strings.Contains(m.Name, "window's writes")
		})
	})
	notJudged := slices.ContainsFunc(s.audit.Skipped, func(s doc.AuditSkipped) bool { return s.Rule == "write-hotspot" })
	switch {
	case hot && s.heat.Pattern == "even":
		t.Errorf("the audit warns of a hotspot, and the map says %q", s.heat.Words)
	case !hot && !notJudged && s.heat.Score.HotShare > 0.7 && s.heat.Pattern != string(heat.Roving):
		t.Errorf("the audit does not warn, and the map says %q", s.heat.Words)
	}
}
