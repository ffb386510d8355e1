package retention

import (
	"math"
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	gc "tabletop/model/retention"
)

// TestPoliciesEqualTrials verifies that what the list of policies says a policy would free is what judging every cell
// by it finds, and that the policy in force stands first.
func TestPoliciesEqualTrials(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	for i := range s.review.Garbage.Families {
		s.families.SetCursor(i)
		viewtest.RunWork(s, s.settle())
		f := s.family()
		all := s.policies()
		if all[0].rule.String() != f.Rule.String() {
			t.Errorf("%s: the first policy is %s, in force is %s", f.Name, all[0].rule, f.Rule)
		}
		for _, p := range all {
			trial, err := s.review.Try(t.Context(), gc.Proposal{Family: f.Name, Rule: p.rule})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := 1-p.kept.Share, trial.Part().Share.Value; f.Stored.Cells > 0 && math.Abs(got-want) > 1e-9 {
				t.Errorf("%s by %s: %v can go, the list says %v", f.Name, p.rule, want, got)
			}
		}
		screen := s.Draw(200, 56, viewtest.Mono())
		for _, want := range []string{"WHAT OTHER POLICIES WOULD FREE", "◆ " + f.Rule.String(), "in force"} {
			if !strings.Contains(strings.NewReplacer("\x1b[1m", "", "\x1b[m", "").Replace(screen), want) {
				t.Errorf("%s: %q is missing:\n%s", f.Name, want, screen)
			}
		}
	}
}
