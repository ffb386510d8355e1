package retention

import (
	"math"
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/model/figures"
	gc "tabletop/model/retention"
	"tabletop/model/sample"
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

// TestGroupsAreDecoded verifies that values of binary key segments are listed as their codecs read them, and as bytes
// where no row of a group was kept.
func TestGroupsAreDecoded(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Build(sample.Table{Source: "t"}, sample.Provenance{Complete: true},
		[]viewtest.Row{{Key: "\x00\x00\x12\x67#a", Cells: []viewtest.Cell{{Family: "f", Qualifier: "q", At: viewtest.Now}}}}),
		"{device:be(4)}#{name}"))
	group := &figures.Group{Name: []byte("\x00\x00\x12\x67"), First: []byte("\x00\x00\x12\x67#a")}
	if got := s.groupName("device", group, 20); got != "4711" {
		t.Errorf("%q", got)
	}
	group.First = nil
	if got := s.groupName("device", group, 20); got != `\x00\x00\x12g` {
		t.Errorf("%q", got)
	}
}
