package report

import (
	"strings"
	"testing"

	"tabletop/model/advise"
	"tabletop/model/audit"
)

// TestAdviceOfAllKinds verifies what is written of a layout of all record kinds, and of a table in which all should stay.
func TestAdviceOfAllKinds(t *testing.T) {
	order := &advise.Advice{Verdict: "Take it.", Options: []*advise.Candidate{{Template: "order = {b}#{a}"}}}
	user := &advise.Advice{Verdict: "Keep it.", KeepCurrent: true, Options: []*advise.Candidate{{Current: true}}}
	for _, tt := range []struct {
		kinds       []advise.KindAdvice
		want, lacks string
	}{
		{[]advise.KindAdvice{{Kind: "order", Advice: order}, {Kind: "user", Advice: user}, {Kind: "log"}},
			"ALL RECORD KINDS\n  order  Take it.\n  user  Keep it.\n  log  No query asks for rows of this kind.\n" +
				"  A    order = {b}#{a}\n  This is one layout of all of them: tabletop simulate and plan take it as --layout.",
			"stay"},
		{[]advise.KindAdvice{{Kind: "user", Advice: user}, {Kind: "log"}}, "All should stay as they are.", "--layout"},
		{nil, "", "RECORD KINDS"},
	} {
		advice := &advise.Advice{}
		if tt.kinds != nil {
			advice.Set = advise.NewSet(tt.kinds)
		}
		list := (&audit.Candidates{Audited: &audit.Report{}}).With(advice)
		made := &page{}
		adviceSet(made, adviceSetDoc(list), 120)
		if got := made.String(); !strings.Contains(got, tt.want) || strings.Contains(got, tt.lacks) {
			t.Errorf("%q, want %q, not %q", got, tt.want, tt.lacks)
		}
	}
}
