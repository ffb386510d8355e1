package diff

import (
	"testing"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/model/sample"
)

// TestFindFamily verifies what is compared of a family, and that one that a side lacks is not found there.
func TestFindFamily(t *testing.T) {
	rule := sample.GCRule{Kind: sample.GCMaxVersions, Versions: 2}
	side := &Side{
		Profile: &figures.Profile{Families: []figures.Family{{Name: "a"}, {Name: "b", GC: rule,
			ByteShare: estimate.Counted(0.25)}}},
		Garbage: &retention.Garbage{Families: []retention.Family{
			{Name: "b", Part: retention.Part{Share: estimate.Counted(0.5)}}}},
	}
	b, found := findFamily(side, "b")
	if !found || b.bytes != estimate.Counted(0.25) || b.garbage != estimate.Counted(0.5) || b.rule.Versions != 2 {
		t.Errorf("b is found %v: %+v", found, b)
	}
	if _, found := findFamily(side, "c"); found {
		t.Error("a family that is not there is found")
	}
}

// TestRank verifies the order of what is listed: what differs for certain, what may, and what is the same.
func TestRank(t *testing.T) {
	for want, verdicts := range [][]Verdict{{Grew, Shrank, New, Gone, Changed}, {Undetermined}, {Same, WithinError}} {
		for _, v := range verdicts {
			if got := rank(v); got != want {
				t.Errorf("%s is listed in group %d, want %d", v, got, want)
			}
		}
	}
}
