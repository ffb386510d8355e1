package infer

import (
	"fmt"
	"slices"
	"testing"

	"tabletop/internal/keygrammar"
	"tabletop/model/confidence"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/rowkey"
)

// TestOthersAreOthers verifies that the layouts that were not chosen are others that read most keys of their kind, the
// most likely first, that a sure table has none, and that they are saved with their kind.
func TestOthersAreOthers(t *testing.T) {
	some := 0
	for i, tt := range tables() {
		w := newWorld(uint64(i))
		rs := rows(120, tt.make(w))
		res := inferred(t, rs)
		for _, k := range res.Kinds {
			some += len(k.Others)
			if least, _ := res.LeastSure(); len(k.Others) > 0 && least.Confidence >= confidence.Sure && res.Explained() {
				t.Errorf("%s: a sure table has others", tt.name)
			}
			checkOthers(t, k, rs)
			data, err := k.MarshalJSON()
			var again Kind
			if err == nil {
				err = again.UnmarshalJSON(data)
			}
			if err != nil || fmt.Sprint(again.Others) != fmt.Sprint(k.Others) {
				t.Errorf("%s: saved and read again, the others are %v: %v", tt.name, again.Others, err)
			}
		}
	}
	if some == 0 {
		t.Error("no table has others")
	}
}

func checkOthers(t *testing.T, k Kind, rs []row) {
	t.Helper()
	if len(k.Others) > mostShown || !slices.IsSortedFunc(k.Others, func(a, b Other) int {
		return int(1000*b.Confidence) - int(1000*a.Confidence)
	}) {
		t.Errorf("%s: others %v", k.Layout, k.Others)
	}
	for _, o := range k.Others {
		both, all := 0, 0
		for _, r := range rs {
			if _, err := k.Layout.Decode(nil, []byte(r.key)); err != nil {
				continue
			}
			all++
			if _, err := o.Layout.Decode(nil, []byte(r.key)); err == nil {
				both++
			}
		}
		if o.Layout.String() == k.Layout.String() || o.Layout.Name() != k.Layout.Name() || 2*both < all {
			t.Errorf("%s: other %s reads %d of %d keys", k.Layout, o.Layout, both, all)
		}
	}
}

// TestChoiceIsMoreLikely verifies that what is chosen instead of the cheapest layouts is expected to read more keys
// right and explains nearly as many, that others than the cheapest are chosen somewhere, and that trying them ends.
func TestChoiceIsMoreLikely(t *testing.T) {
	// Names filled up to one width: whether what fills them is theirs takes about as many bits.
	grammar := keygrammar.Load("packed")
	filled := slices.IndexFunc(grammar.Productions, func(p keygrammar.Production) bool { return p.Name == "filled names" })
	chosen := 0
	for seed := range uint64(12) {
		s := grammar.NewTable(grammar.Productions[filled], seed, 800).Sample()
		c := chooser{ctx: t.Context(), sample: s, keys: keyset.Pick(s, keyset.DefaultKeys)}
		kinds := c.explain()
		first, set := c.tried[0], make(rowkey.Set, len(kinds))
		for i, k := range kinds {
			set[i] = k.Layout
		}
		at := slices.IndexFunc(c.tried, func(r *reading) bool { return r.Set().Equal(set) })
		if at < 0 {
			t.Fatalf("%s: %v was not tried", s.Table.Source, set)
		}
		if at == 0 {
			continue
		}
		chosen++
		if r := c.tried[at]; r.expected() <= first.expected() || !r.covers(first) || first.sure() {
			t.Errorf("%s: %v has %.3f and leaves %d keys, instead of %v with %.3f and %d", s.Table.Source, set, r.expected(),
				r.Unexplained, first.Set(), first.expected(), first.Unexplained)
		}
		if c.read > mostRead+2*len(first.forms) {
			t.Errorf("%s: %d kinds were judged", s.Table.Source, c.read)
		}
	}
	if chosen == 0 {
		t.Error("the cheapest layouts were always chosen")
	}
}
