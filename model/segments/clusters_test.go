package segments

import (
	"fmt"
	"slices"
	"testing"

	"tabletop/model/sample"
)

// TestRowsAreInTheirClusters verifies that rows are numbered by the section that they were sampled in, from 0 on, and
// are all of one cluster where all rows were read.
func TestRowsAreInTheirClusters(t *testing.T) {
	build := func(prefix string, n int) *sample.Builder {
		b := sample.NewBuilder(0)
		for i := range n {
			b.Row(fmt.Appendf(nil, "%s%d", prefix, i))
		}
		b.SetSection(1, 1000, false)
		return b
	}
	builders := []*sample.Builder{build("a", 2), build("b", 1), build("c", 3)}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Quick, Points: 3, TotalBytes: 9000,
		RowShare: 1, Filter: 1}, builders)
	if got := mustNew(t, s, nil); !slices.Equal(got.Cluster, []uint32{0, 0, 1, 2, 2, 2}) {
		t.Errorf("clusters are %v", got.Cluster)
	}
	s = sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{build("a", 2), build("b", 1)})
	if got := mustNew(t, s, nil); !slices.Equal(got.Cluster, []uint32{0, 0, 0}) {
		t.Errorf("of all rows clusters are %v", got.Cluster)
	}
}

// TestColumnsOfKinds verifies the segments of each kind, the rows that lack one, and where each value begins.
func TestColumnsOfKinds(t *testing.T) {
	got := mustNew(t, table("x#bob#7", "y#bob", "y#carl", "z"), layouts(t, "one = x#{user}#{n:int}", "two = y#{user}"))
	if a, b := got.KindSegments(0), got.KindSegments(1); !slices.Equal(a, []string{"user", "n"}) ||
		!slices.Equal(b, []string{"user"}) || !slices.Equal(got.Names, []string{"user", "n"}) {
		t.Errorf("segments %v, %v of %v", a, b, got.Names)
	}
	user, n := got.Column("user"), got.Column("n")
	if !user.Lacks || !n.Lacks || got.Column("z") != nil || user.At(3) != nil || string(user.At(1).Raw) != "bob" ||
		user.Start[0] != 2 || n.Start[0] != 6 || n.At(1) != nil || user.IsTime() {
		t.Errorf("%+v, %+v", user, n)
	}
	of, values := user.ByBytes()
	if !slices.Equal(of, []uint32{0, 0, 1, None}) || len(values) != 2 || len(user.Values) != 3 {
		t.Errorf("by bytes: %v of %d values", of, len(values))
	}
	if got := mustNew(t, table("bob", "carl"), layouts(t, "{user}")).Column("user"); got.Lacks {
		t.Error("all rows have the segment, and some lack it")
	}
}
