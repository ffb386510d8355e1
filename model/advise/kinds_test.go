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

// TestQueryOfTwoKindsIsNoted verifies that a query that finds rows of a record kind which is not searched says that
// they are not counted, and how one range would hold both kinds; and that one which finds none does not.
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
	f, err := indexOf(sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b}), set)
	if err != nil {
		t.Fatal(err)
	}
	a := asked(t, f, "{name: both, where: {user: equal}}, {name: one, where: {user: equal}, latest: 3 by at}",
		advise.Options{})
	noted := slices.IndexFunc(a.Notes,
		func(n string) bool { return strings.HasPrefix(n, `"both" also finds rows of profile`) })
	if noted < 0 || !strings.Contains(a.Notes[noted],
		"with those of order, begin the keys of all these kinds with {user} and put the kind behind it (G20)") {
		t.Errorf("the notes are %q", a.Notes)
	}
	if slices.ContainsFunc(a.Notes, func(n string) bool { return strings.HasPrefix(n, `"one"`) }) {
		t.Errorf("a query that finds no other kind is noted: %q", a.Notes)
	}
}

// TestLatestOfTwoKinds verifies that the newest rows by a part of the key can be wanted where a query also finds rows
// of a record kind without that part, or with one of its own: these rows are in no candidate.
func TestLatestOfTwoKinds(t *testing.T) {
	for _, other := range []string{"profile = profile#{user}", "profile = profile#{user}#{day:date(20060102)}"} {
		b := sample.NewBuilder(16)
		add := func(key string, tenant int) {
			b.Row([]byte(key))
			b.Cell("o", []byte("tenant"), now.UnixMicro(), fmt.Appendf(nil, "t%d", tenant))
		}
		for u := range 30 {
			for k := range 8 {
				add(fmt.Sprintf("order#u%03d#%s", u, now.AddDate(0, 0, k-20*(u%5)).Format("20060102")), 1+(u*8+k)/3%60)
			}
		}
		for u := range 30 {
			key := fmt.Sprintf("profile#u%03d", u)
			if strings.Contains(other, "day") {
				key += "#" + now.AddDate(0, 0, 30-u).Format("20060102")
			}
			add(key, 1+u/6) // six of them, and three orders
		}
		set, err := rowkey.ParseSet("order = order#{user}#{day:date(20060102)}\n" + other)
		if err != nil {
			t.Fatal(err)
		}
		f, err := indexOf(sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything,
			Complete: true}, []*sample.Builder{b}), set)
		if err != nil {
			t.Fatal(err)
		}
		a := asked(t, f, `{name: newest, where: {"o:tenant": equal}, latest: 5 by day}`, advise.Options{})
		if len(a.Options) < 2 {
			t.Errorf("%s: %d candidates", other, len(a.Options))
		}
	}
}
