package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/audit"
	"tabletop/model/candidate"
)

// TestCures tries what would mend each planted fault of keys: the candidate can be read, has been tried, and its first
// figure that speaks of the fault is better than today's.
func TestCures(t *testing.T) {
	about := map[string]string{"time-first": "hottest 5%", "id-sequential": "hottest 5%",
		"number-unpadded": "tenth of the numbers",
		"domain-forward":  "registered domain", "tenant-behind": "of a tenant", "granular-first": "value of the second",
		"hash-first":      "what follows the hash",
		"row-overwritten": "largest row", "events-as-versions": "largest row"}
	better := map[string]bool{}
	for _, p := range slices.Concat(plantedKeys(), plantedTimes()) {
		name := about[p.rule]
		if name == "" || better[p.rule] {
			continue
		}
		r := audited(t, p.sample, audit.Options{}, p.templates...)
		i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == p.rule })
		c := r.Findings[i].Proposal
		if c == nil {
			continue // where nothing follows the time, only a column could lead
		}
		if _, err := candidate.Parse(c.Candidate); err != nil {
			t.Errorf("%s: %s: %v", p.rule, c.Candidate, err)
		}
		for _, g := range c.Gains {
			if strings.Contains(g.Name, name) {
				better[p.rule] = g.Proposed.Value < 0.7*g.Current.Value
				t.Logf("%s by %s: %s from %v to %v", p.rule, c.Candidate, g.Name, g.Current.Value, g.Proposed.Value)
			}
		}
	}
	for rule := range about {
		if !better[rule] {
			t.Errorf("%s has no candidate that makes it better", rule)
		}
	}
}

// TestCureMends verifies that the candidate for a key that begins with a time takes the hotspot away, and that the
// order of the segments or a column that is promoted is tried too: they do as well, but queries by time read the table.
func TestCureMends(t *testing.T) {
	promotable := readings(3000, func(_, _ int, at time.Time) string { return fmt.Sprintf("LOG#%d", at.UnixMilli()) })
	for i := range promotable {
		promotable[i].cells = append(promotable[i].cells, cell{"m", "who", promotable[i].cells[0].at,
			fmt.Sprintf("user%02d", i*7%40)})
	}
	reordered := readings(3000, func(_, device int, at time.Time) string {
		return fmt.Sprintf("%d#%08x", at.UnixMilli(), uint32(device+1)*2654435761)
	})
	for name, tt := range map[string]struct {
		rows     []row
		template string
		want     string
	}{
		"promotion": {promotable, "LOG#{at:ms}", "LOG#{column(m:who)}#{at}"},
		"order":     {reordered, "{at:ms}#{device:hex(8)}", "{device}#{at}"},
	} {
		r := audited(t, table(tt.rows, one("m")), audit.Options{}, tt.template)
		f := r.Findings[0]
		if f.Rule != "time-first" || f.Proposal == nil || !strings.Contains(f.Proposal.Candidate, "salt(16, at)") {
			t.Fatalf("%s: %s, cure %+v", name, f.Rule, f.Proposal)
		}
		i := slices.IndexFunc(f.Tried, func(p *audit.Proposal) bool { return p.Candidate == tt.want })
		if i < 0 {
			t.Fatalf("%s: %s was not tried", name, tt.want)
		}
		for _, p := range []*audit.Proposal{f.Proposal, f.Tried[i]} {
			hot := p.Gains[0]
			if !p.Better || hot.Unit != audit.Share || hot.Proposed.Value > hot.Current.Value/2 {
				t.Errorf("%s: %s: %+v", name, p.Candidate, hot)
			}
		}
		if c := f.Tried[i].Costs; len(c) != 1 || !strings.Contains(c[0], `"at" reads the whole table`) {
			t.Errorf("%s: it is said to cost %q", name, c)
		}
	}
}
