package lab

import (
	"testing"

	"tabletop/model/candidate"
	"tabletop/model/simulate"
)

// TestCollisionsCount verifies that one collision is in the singular.
func TestCollisionsCount(t *testing.T) {
	for want, c := range map[string]simulate.Collisions{
		"✖ 1 cell lost":               {OverwrittenCells: 1},
		"✖ 2 cells lost":              {OverwrittenCells: 2},
		"1 cell becomes a version":    {VersionCells: 1},
		"1,200 cells become versions": {VersionCells: 1200},
		"1 row merges":                {MergedRows: 1},
		"2 rows merge":                {MergedRows: 2},
		"none seen":                   {},
	} {
		a := &answer{bench: metrics(t).slots[0].answer.bench,
			result: &simulate.Result{Candidate: &candidate.Candidate{}, Collisions: c}}
		if got := collisions(a); got != want {
			t.Errorf("%+v is shown as %q, want %q", c, got, want)
		}
	}
}
