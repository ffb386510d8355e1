package audit_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tabletop/model/audit"
	"tabletop/model/sample"
)

// TestPoliciesAreTried verifies what a policy that a rule proposes is said to do to the cells read, and that one which
// takes data, or nothing, is listed with the reason and has no command.
func TestPoliciesAreTried(t *testing.T) {
	idle := sample.Family{Name: "m", GC: sample.GCRule{Kind: sample.GCIntersection, Children: []sample.GCRule{
		{Kind: sample.GCMaxVersions, Versions: 100}, {Kind: sample.GCMaxAge, Age: 5 * day}}}}
	counted := func(n int, step time.Duration, value func(i int) string, family sample.Family) *sample.Sample {
		return table(byDevice(60, func(int) []cell { return often(n, step, value) }), family)
	}
	for _, c := range []struct {
		name, rule                    string
		sample                        *sample.Sample
		cells, takes, changed, newest int64
		proposed                      bool
	}{
		{"repeats", "versions-unlimited", counted(5, time.Minute, func(i int) string { return fmt.Sprint(i / 2) },
			sample.Family{Name: "m"}), 300, 240, 120, 0, true},
		{"a history", "versions-unlimited", counted(5, day, func(i int) string { return fmt.Sprint(i) },
			sample.Family{Name: "m"}), 300, 240, 240, 0, false},
		// 44 of 50 versions are over five days old
		{"old or many", "policy-idle", counted(50, day, func(i int) string { return fmt.Sprint(i) }, idle), 3000, 2640,
			2640, 0, false},
	} {
		r := audited(t, c.sample, audit.Options{})
		at := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == c.rule })
		if at < 0 || len(r.Findings[at].Policies) != 1 {
			t.Errorf("%s: %+v", c.name, r.Findings)
			continue
		}
		f := r.Findings[at]
		p := f.Policies[0]
		if p.Cells != c.cells || p.Takes != c.takes || p.Changed != c.changed || p.Newest != c.newest {
			t.Errorf("%s: %+v", c.name, *p)
		}
		if (p.Withheld == "") != c.proposed || (f.Fix.Paste != "") != c.proposed {
			t.Errorf("%s: withheld because %q, command %q", c.name, p.Withheld, f.Fix.Paste)
		}
	}
}
