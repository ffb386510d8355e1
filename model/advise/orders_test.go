package advise

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tabletop/model/access"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// TestOneOrderStandsForAll verifies that no order which the search leaves out would be better than the one that stands
// for it: all orders and forms of tables of five segments, two of which may move with time, under every pair of a list
// of queries.
func TestOneOrderStandsForAll(t *testing.T) {
	queries := []string{
		"where: {a: equal}", "where: {b: equal, at: range 1d}", "where: {a: equal, c: equal}, latest: 3 by at",
		"latest: 1 per b by at", "where: {c: equal}, limit: 2",
		"where: {id: equal}", "where: {at: range 1h}",
	}
	for _, id := range []string{"{id}", "{id:int}"} { // names, or numbers that rise
		f := fiveSegments(t, id)
		for i, one := range queries {
			for _, two := range queries[i+1:] {
				w, err := workload.Parse(fmt.Appendf(nil, "queries: [{name: one, %s}, {name: two, %s}]", one, two),
					f.Names)
				if err != nil {
					t.Fatal(err)
				}
				all, pruned := newOrders(t, f, w), newOrders(t, f, w)
				if err := pruned.orders(context.Background()); err != nil {
					t.Fatal(err)
				}
				everyOrder(all, slices.Clone(all.space.today.order), 0)
				for key, want := range all.best {
					if got := pruned.best[key]; got == nil || got.score > want.least+tie {
						t.Errorf("%s; %s: %s with the score %.3f is left out for %+v", one, two,
							all.space.template(&want.plan), want.score, got)
					}
				}
				// variants start from these: what comes second matters only where a query reads it
				for _, want := range all.bases {
					if !slices.ContainsFunc(slices.Collect(maps.Values(pruned.bases)), func(got *found) bool {
						return got.order[0] == want.order[0] && pruned.still(got) <= all.still(want)+tie
					}) {
						t.Errorf("%s; %s: %s is left out as a base", one, two, all.space.template(&want.plan))
					}
				}
				if pruned.searched >= all.searched {
					t.Errorf("%s; %s: %d orders of %d are judged", one, two, pruned.searched, all.searched)
				}
			}
		}
	}
}

// everyOrder judges all orders.
func everyOrder(e *search, in []int, k int) {
	if k == len(in) {
		e.order(in, k)
		return
	}
	for i := k; i < len(in); i++ {
		in[k], in[i] = in[i], in[k]
		everyOrder(e, in, k+1)
		in[k], in[i] = in[i], in[k]
	}
}

func newOrders(t *testing.T, f *access.Index, w *workload.Workload) *search {
	t.Helper()
	s, err := newSpace(f, w)
	if err != nil {
		t.Fatal(err)
	}
	c, err := newCube(context.Background(), s, w, Options{Rows: 1e6})
	if err != nil {
		t.Fatal(err)
	}
	e := newSearch(s, c)
	today := e.judge(&s.today)
	e.today, e.bases = today.kept(), map[signature]*found{}
	e.searched = 0
	return e
}

// fiveSegments is a table of a, b, id, at, and c, written as fast as ids are handed out.
func fiveSegments(t *testing.T, id string) *access.Index {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 9))
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	micros := map[string]int64{}
	var keys []string
	for i := range 300 {
		at := start.Add(time.Duration(i) * time.Hour)
		key := fmt.Sprintf("a%d#b%02d#%d#%d#c%d", rng.IntN(4), rng.IntN(30), 100+i, at.UnixMilli(), rng.IntN(9))
		keys, micros[key] = append(keys, key), at.UnixMicro()
	}
	slices.Sort(keys)
	b := sample.NewBuilder(16)
	for _, k := range keys {
		b.Row([]byte(k))
		b.Cell("f", []byte("v"), micros[k], []byte("some value"))
	}
	l, err := rowkey.Parse("{a}#{b}#" + id + "#{at:ms}#{c}")
	if err != nil {
		t.Fatal(err)
	}
	f, err := indexOf(sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b}), rowkey.Set{l})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
