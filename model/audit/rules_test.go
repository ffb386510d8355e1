package audit

import (
	"reflect"
	"slices"
	"testing"
)

// TestRulesAreComplete verifies that a rule is one value: it has texts and an evaluation, no other rule has its ID, the
// rules whose candidate it proposes exist, and every limit but the minimum number of rows is defined by exactly one
// rule.
func TestRulesAreComplete(t *testing.T) {
	ids, definedBy := map[string]bool{}, map[string]string{}
	for _, r := range AllRules() {
		if r.ID == "" || r.Title == "" || r.Why == "" || len(r.Guidelines) == 0 ||
			r.check == nil && r.instance == nil || ids[r.ID] {
			t.Errorf("rule %q is incomplete or not unique: %+v", r.ID, r)
		}
		ids[r.ID] = true
		for _, id := range r.explainedBy {
			if _, ok := FindRule(id); !ok {
				t.Errorf("rule %s proposes the candidate of %q, which does not exist", r.ID, id)
			}
		}
		if r.limits == nil {
			continue
		}
		var l Limits
		r.limits(&l)
		for i, v := 0, reflect.ValueOf(l); i < v.NumField(); i++ {
			if name := v.Type().Field(i).Name; !v.Field(i).IsZero() {
				if definedBy[name] != "" {
					t.Errorf("limit %s is defined by %s and by %s", name, definedBy[name], r.ID)
				}
				definedBy[name] = r.ID
			}
		}
	}
	for i, v := 0, reflect.TypeFor[Limits](); i < v.NumField(); i++ {
		if name := v.Field(i).Name; definedBy[name] == "" && name != "MinRows" {
			t.Errorf("no rule defines limit %s", name)
		}
	}
}

// TestCuresAreShared verifies that for a finding about where writes go the layouts of the finding that explains it are
// tried.
func TestCuresAreShared(t *testing.T) {
	salt, other := []*Proposal{{Candidate: "{salt}"}}, []*Proposal{{Candidate: "{other}"}}
	findings := []Finding{{Rule: "write-hotspot"}, {Rule: "key-long", cures: other},
		{Rule: "id-sequential", cures: salt}, {Rule: "row-large"}}
	shareCures(findings)
	for i, want := range [][]*Proposal{salt, other, salt, nil} {
		if !slices.Equal(findings[i].cures, want) {
			t.Errorf("the layouts of %s are %v", findings[i].Rule, findings[i].cures)
		}
	}
}
