package read

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
)

// TestDistinct counts the users of keys user#number, some with a single row, one with most, and keys that have no user.
func TestDistinct(t *testing.T) {
	table := &fakebt.Table{Name: fakebt.Name("t"), SectionBytes: 700}
	var want []string
	add := func(key string) {
		table.Rows = append(table.Rows,
			fakebt.Row{Key: key, Cells: []fakebt.Cell{{Family: "f", Qualifier: "q", Value: []byte("v")}}})
	}
	for u := range 40 {
		n := 1
		if u == 20 {
			n = 1000
		}
		front := fmt.Sprintf("user%02d#", u)
		want = append(want, front)
		for i := range n {
			add(fmt.Sprintf("%s%04d", front, i))
		}
	}
	for _, odd := range []string{"user20", "zz", "\xff\xff"} { // user20 sorts before user20#
		add(odd)
		want = append(want, odd)
	}
	slices.Sort(want)
	front := func(key []byte) []byte {
		before, _, ok := bytes.Cut(key, []byte("#"))
		if !ok {
			return key
		}
		return key[:len(before)+1]
	}
	server := fakebt.New(t, table)
	bt := open(t, server)
	splits, err := bt.Splits(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		opts  sample.Options
		limit int
		want  []string
		all   bool
	}{
		{sample.Options{}, 1000, want, true},
		{sample.Options{}, len(want), want, true},
		{sample.Options{Prefix: []byte("user1")}, 1000, want[10:20], true},
		{sample.Options{Start: []byte("user20#05"), End: []byte("user21")}, 1000, []string{"user20#"}, true},
		{sample.Options{}, 5, nil, false},
	} {
		before := len(server.Calls())
		got, all, err := bt.DistinctPrefixes(context.Background(), splits, test.opts, front, test.limit)
		if err != nil {
			t.Fatal(err)
		}
		text := make([]string, len(got))
		for i, f := range got {
			text[i] = string(f)
		}
		if all != test.all || test.want != nil && !slices.Equal(text, test.want) ||
			test.want == nil && len(got) != test.limit {
			t.Errorf("%+v: %d fronts %q, all %v", test, len(got), text, all)
		}
		// A read for each front, one for each section that has none, and a few at the seams.
		if calls := len(server.Calls()) - before; calls > len(want)+len(splits)+3*readsAtOnce {
			t.Errorf("%d reads for %d fronts in %d sections", calls, len(got), len(splits))
		}
	}
}
