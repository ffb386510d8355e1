package audit_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tabletop/model/audit"
	"tabletop/model/candidate"
)

// TestCures tries what would mend each planted fault of keys: the candidate can be read, and has been measured.
func TestCures(t *testing.T) {
	want := map[string]bool{"time-first": true, "id-sequential": true, "number-unpadded": true, "domain-forward": true, "tenant-behind": true,
		"granular-first": true, "row-overwritten": true, "events-as-versions": true}
	for _, p := range slices.Concat(plantedKeys(), plantedTimes()) {
		if !want[p.rule] {
			continue
		}
		want[p.rule] = p.rule == "time-first" // once is enough for the others
		r := audited(t, p.sample, audit.Options{}, p.templates...)
		i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == p.rule })
		c := r.Findings[i].Cure
		if c == nil {
			if p.rule != "time-first" { // where nothing follows the time, only a column could lead
				t.Errorf("%s has no cure", p.rule)
			}
			continue
		}
		if _, err := candidate.Parse(c.Candidate); err != nil || len(c.Measures) < 2 {
			t.Errorf("%s: %s: %v, measured %+v", p.rule, c.Candidate, err, c.Measures)
		}
	}
}

// TestCureMends holds that the candidate for a key that begins with a time takes the hot spot away, by the order of the
// segments or by a column that is promoted.
func TestCureMends(t *testing.T) {
	promotable := readings(3000, func(_, _ int, at time.Time) string { return fmt.Sprintf("LOG#%d", at.UnixMilli()) })
	for i := range promotable {
		promotable[i].cells = append(promotable[i].cells, cell{"m", "who", promotable[i].cells[0].at, fmt.Sprintf("user%02d", i*7%40)})
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
		if f.Rule != "time-first" || f.Cure == nil || f.Cure.Candidate != tt.want {
			t.Fatalf("%s: %s, cure %+v", name, f.Rule, f.Cure)
		}
		then, before := f.Cure.Measures[0].Figure.Value, f.Cure.Measures[1].Figure.Value
		if f.Cure.Measures[0].Unit != audit.Share || then > before/2 {
			t.Errorf("%s: the hottest twentieth takes %v of the writes, and took %v", name, then, before)
		}
	}
}
