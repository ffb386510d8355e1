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

// TestKindsAreCuredTogether verifies that where the writes of two record kinds concentrate, one layout for both is
// proposed against each, and that of one kind a layout of that kind is.
func TestKindsAreCuredTogether(t *testing.T) {
	const order, log = "order = o#{at:ms}#{device:pad(2)}", "log = l/{at:ms}/{device:pad(2)}"
	both := readings(3000, func(i, device int, at time.Time) string {
		return fmt.Sprintf([]string{"o#%d#%02d", "l/%d/%02d"}[i%2], at.UnixMilli(), device)
	})
	single := readings(3000, func(i, device int, at time.Time) string {
		if i%2 == 0 {
			return fmt.Sprintf("o#%08x#%d", uint32(i+1)*2654435761, at.UnixMilli())
		}
		return fmt.Sprintf("l/%d/%02d", at.UnixMilli(), device)
	})
	for _, tt := range []struct {
		name      string
		rows      []row
		templates []string
		kinds     []string // that the layouts proposed change
	}{
		{"both", both, []string{order, log}, []string{"order", "log"}},
		{"one", single, []string{"order = o#{id:hex(8)}#{at:ms}", log}, []string{"log"}},
	} {
		r := audited(t, table(tt.rows, one("m")), audit.Options{}, tt.templates...)
		found := 0
		for _, f := range r.Findings {
			if f.Rule != "time-first" {
				continue
			}
			if found++; f.Proposal == nil || !f.Proposal.Better {
				t.Errorf("%s: %s has no cure", tt.name, f.Subject.Layout)
				continue
			}
			parsed, err := candidate.Parse(f.Proposal.Candidate)
			if err != nil {
				t.Fatal(err)
			}
			var kinds []string
			for _, template := range parsed.Templates {
				kinds = append(kinds, template.Kind)
			}
			if !slices.Equal(kinds, tt.kinds) {
				t.Errorf("%s: %s is cured by %s", tt.name, f.Subject.Layout, f.Proposal.Candidate)
			}
			if together := strings.Contains(f.Fix.Text, "all together"); together != (len(kinds) > 1) {
				t.Errorf("%s: %s", tt.name, f.Fix.Text)
			}
		}
		if found != len(tt.kinds) {
			t.Errorf("%s: %d findings", tt.name, found)
		}
	}
}
