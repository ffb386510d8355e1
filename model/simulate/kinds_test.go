package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tabletop/model/access"
	"tabletop/model/workload"
)

// threeKinds is a table of users, orders and logs, and of keys that none of their layouts decodes.
func threeKinds() (rows table, layouts []string) {
	r := rand.New(rand.NewPCG(34, 2))
	rows = table{}
	for i := range 300 {
		tenant, at := fmt.Sprint("t", r.IntN(6)), int64(1_700_000_000+r.IntN(900_000))
		key := fmt.Sprintf("order#%s#%d#%06d", tenant, at, i)
		switch r.IntN(4) {
		case 0:
			key = fmt.Sprintf("user#%s#%04d", tenant, i)
		case 1:
			key = fmt.Sprintf("log/%d/%d", at, i)
		}
		rows.put(key, cell{"d", "v", at * 1e6, fmt.Sprint("value ", i)})
	}
	for i := range 5 {
		rows.put(fmt.Sprint("odd", i), cell{"d", "v", 1_700_000_000_000_000, "?"})
	}
	return rows, []string{"user = user#{tenant}#{id:pad(4)}", "order = order#{tenant}#{at:s}#{id:pad(6)}",
		"log = log/{at:s}/{n:int}"}
}

// TestKindsAsATableOfTheirOwn verifies that a candidate of several record kinds has the rows and bytes, and its queries
// the costs, of the table that it makes, written and decoded anew.
func TestKindsAsATableOfTheirOwn(t *testing.T) {
	rows, now := threeKinds()
	b := prepare(t, rows.sample(), now...)
	for text, then := range map[string][]string{
		"order = {tenant}#o#{at}#{id} | user = {tenant}#u#{id}": {"{tenant}#u#{id:pad(4)}", "{tenant}#o#{at:s}#{id:pad(6)}",
			"log/{at:s}/{n:int}"},
		"order = {id}#{tenant}#{at} | log = drop":                        {"user#{tenant}#{id:pad(4)}", "{id:pad(6)}#{tenant}#{at:s}"},
		"user = drop | order = same | log = quarantine | foreign = same": {"order#{tenant}#{at:s}#{id:pad(6)}", "odd{id:int}"},
	} {
		r := try(t, b, text)
		made, err := r.Tables[0].Sample(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		own := prepare(t, made, then...)
		if r.Rows != int64(made.Rows()) || r.Bytes != made.Bytes() {
			t.Errorf("%s: %d rows, %d bytes; the table has %d and %d", text, r.Rows, r.Bytes, made.Rows(), made.Bytes())
		}
		queries := "queries: [{name: a, where: {tenant: equal}}, {name: b, where: {tenant: equal, id: equal}}, " +
			"{name: c, where: {tenant: equal, at: range 1d}}, {name: d}]"
		costs := func(base *Base, r *Result) []access.Cost {
			w, err := workload.Parse([]byte(queries), access.SegmentNames(base.Layouts))
			if err != nil {
				t.Fatal(err)
			}
			index := access.NewIndex(base.Table)
			if err := index.Prepare(w); err != nil {
				t.Fatal(err)
			}
			costs, err := r.Costs(t.Context(), index, w)
			if err != nil {
				t.Fatal(err)
			}
			return costs
		}
		current, err := Run(t.Context(), own, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range costs(b, r) {
			want := costs(own, current)[i]
			if strings.Contains(text, "drop") && i < 3 { // rows that are gone ask nothing
				continue
			}
			if got.Access != want.Access || math.Abs(got.ByData.RowsRead.Value-want.ByData.RowsRead.Value) > 1e-9 ||
				math.Abs(got.Ranges-want.Ranges) > 1e-9 {
				t.Errorf("%s, query %s: %s, %g rows, %g ranges; the table: %s, %g, %g", text, got.Query.Name, got.Access,
					got.ByData.RowsRead.Value, got.Ranges, want.Access, want.ByData.RowsRead.Value, want.Ranges)
			}
		}
	}
}

// TestFindingsOfKinds verifies what is said of rows that a candidate of several record kinds leaves, drops and sets aside,
// and that a finding about one of several templates names its kind.
func TestFindingsOfKinds(t *testing.T) {
	rows, now := threeKinds()
	b := prepare(t, rows.sample(), now...)
	count := func(prefix string) (n int) {
		for key := range rows {
			if strings.HasPrefix(key, prefix) {
				n++
			}
		}
		return n
	}
	r := try(t, b, "user = {id}{tenant}#{id} | order = {at}#{tenant}#{id} | log = drop")
	var all []string
	for _, f := range r.Findings {
		all = append(all, fmt.Sprintf("%v %s", f.Grave, f.Text))
	}
	said := strings.Join(all, "\n")
	for _, want := range []string{"true " + fmt.Sprint(count("log/")) + " rows in no new table: they would be lost",
		"false 5 rows set aside, in no new table", "false order: the row key starts with at"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	if strings.Contains(said, "unchanged") || r.Dropped != int64(count("log/")) || r.Quarantined != 5 {
		t.Errorf("dropped %d, set aside %d\n%s", r.Dropped, r.Quarantined, said)
	}
	if r.DropsMostRows() || !try(t, b, "order = drop | user = quarantine | log = same").DropsMostRows() {
		t.Error("whether most rows are gone does not follow the rows dropped and set aside")
	}
	r = try(t, b, "order = {id} ++ user = same")
	said = ""
	for _, f := range r.Findings {
		said += f.Text + "\n"
	}
	if !strings.Contains(said, fmt.Sprint(count("user#"), " rows of other kinds, not in this table")) ||
		!strings.Contains(said, fmt.Sprint(count("log/"), " rows of other kinds, unchanged")) {
		t.Error(said)
	}
}
