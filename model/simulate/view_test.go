package simulate

import (
	"strings"
	"testing"

	"tabletop/model/access"
	"tabletop/model/workload"
)

// TestViewAsATable verifies that a view has the rows and the key order of the table that has its keys, that a query
// which the table serves badly goes to the view, and what is stated of rows that it leaves out and of what it takes.
func TestViewAsATable(t *testing.T) {
	rows := table{}
	for _, order := range []struct{ key, by string }{{"o#1#a", "u2"}, {"o#2#b", "u1"}, {"o#3#c", "u2"}, {"o#4#d", ""}} {
		if order.by != "" {
			rows.put(order.key, cell{"f", "by", 1_700_000_000_000_000, order.by})
			rows.put(order.key, cell{"f", "by", 1_600_000_000_000_000, "u9"})
		}
		rows.put(order.key, cell{"f", "v", 1_700_000_000_000_000, strings.Repeat("v", 50)})
	}
	read := rows.sample()
	b := prepare(t, read, "o#{n:int}#{id}")
	r := try(t, b, "view {column(f:by)}")
	views := r.Views()
	if len(r.Tables) != 2 || len(views) != 1 || views[0].LeftOut.Null != 1 || views[0].LeftOut.Rows() != 1 ||
		views[0].Rows != 3 || views[0].Copy != read.Bytes() || r.Tables[1].Cells != 6 {
		t.Fatalf("%+v, %+v", views, r)
	}
	if r.Dropped != 0 || r.Quarantined != 0 || r.Emptied != 0 || r.Rows != 7 {
		t.Errorf("%+v", r)
	}
	var keys []string
	for row := range r.Tables[1].Len() {
		keys = append(keys, string(r.Tables[1].Key(row)))
	}
	if got := strings.Join(keys, " "); got != "u1\x00\x01o#2#b u2\x00\x01o#1#a u2\x00\x01o#3#c" {
		t.Errorf("the keys are %q", got)
	}
	if got, want := r.Stored().Value, float64(r.Bytes+read.Bytes()); got != want {
		t.Errorf("%g bytes are stored, want %g", got, want)
	}
	if got := found(t, b, "view {column(f:by)}"); got != "not in the view: 1!, unconfirmed: 0, versions: 3, view: 0" {
		t.Error(got)
	}
	w, err := workload.Parse([]byte("queries: [{name: of one, where: {f:by: equal}}]"), access.SegmentNames(b.Layouts))
	if err != nil {
		t.Fatal(err)
	}
	index := access.NewIndex(b.Table)
	if err := index.Prepare(w); err != nil {
		t.Fatal(err)
	}
	costs, err := r.Costs(t.Context(), index, w)
	if err != nil || costs[0].Access != access.ByPrefix {
		t.Errorf("%+v, %v", costs, err)
	}
	if costs[0].ByData.RowsRead.Value > 2 {
		t.Errorf("%g rows are read of the view", costs[0].ByData.RowsRead.Value)
	}
}
