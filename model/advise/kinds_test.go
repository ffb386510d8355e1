package advise_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/model/advise"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// TestQueryOfTwoKindsIsNoted verifies that a query that finds rows of a record kind which is not searched says that they are not counted,
// and how one range would hold both kinds; and that one which finds none does not.
func TestQueryOfTwoKindsIsNoted(t *testing.T) {
	b := sample.NewBuilder(16)
	add := func(key string, at int64) {
		b.Row([]byte(key))
		b.Cell("f", []byte("q"), at, []byte("x"))
	}
	for u := range 50 {
		for k := range 6 {
			at := now.UnixMilli() - int64(u*6+k)*3_600_000
			add(fmt.Sprintf("order#u%03d#%d", u, at), at*1000)
		}
	}
	for u := range 50 {
		add(fmt.Sprintf("profile#u%03d", u), now.UnixMicro()-int64(u)*3_600_000_000)
	}
	var set rowkey.Set
	for _, text := range []string{"order = order#{user}#{at:ms}", "profile = profile#{user}"} {
		l, err := rowkey.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		set = append(set, l)
	}
	f, err := indexOf(sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true}, []*sample.Builder{b}), set)
	if err != nil {
		t.Fatal(err)
	}
	a := asked(t, f, "{name: both, where: {user: equal}}, {name: one, where: {user: equal}, latest: 3 by at}", advise.Options{})
	noted := slices.IndexFunc(a.Notes, func(n string) bool { return strings.HasPrefix(n, `"both" also finds rows of profile`) })
	if noted < 0 || !strings.Contains(a.Notes[noted], "with those of order, begin the keys of all these kinds with {user} and put the kind behind it (G20)") {
		t.Errorf("the notes are %q", a.Notes)
	}
	if slices.ContainsFunc(a.Notes, func(n string) bool { return strings.HasPrefix(n, `"one"`) }) {
		t.Errorf("a query that finds no other kind is noted: %q", a.Notes)
	}
}
