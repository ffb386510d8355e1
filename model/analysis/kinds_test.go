package analysis

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/simulate"
	"tabletop/model/workload"
)

// kindsOf analyzes a table of orders and visits that both lead with what nobody asks for, and of users.
func kindsOf(t *testing.T) *Analysis {
	t.Helper()
	const layouts = "order = order#{order}#{customer}\nuser = user#{user}\nvisit = visit#{visit}#{page}"
	set, err := rowkey.ParseSet(layouts)
	if err != nil {
		t.Fatal(err)
	}
	rng, b := rand.New(rand.NewPCG(34, 5)), sample.NewBuilder(64)
	add := func(key string) {
		b.Row([]byte(key))
		b.Cell("f", []byte("v"), 1_790_000_000_000_000-rng.Int64N(1e12), []byte("value"))
	}
	for i := range 900 {
		add(fmt.Sprintf("order#%06d#c%03d", i*1000+rng.IntN(999), rng.IntN(60)))
	}
	for i := range 200 {
		add(fmt.Sprintf("user#u%04d", i))
	}
	for i := range 700 {
		add(fmt.Sprintf("visit#%06d#p%02d", i*1000+rng.IntN(999), rng.IntN(40)))
	}
	a, err := New(t.Context(), sample.Assemble(sample.Table{Name: "t", Families: []sample.Family{{Name: "f"}}},
		sample.Provenance{Strategy: sample.Everything, Complete: true, Started: time.Unix(1_790_000_000, 0)},
		[]*sample.Builder{b}), Options{Layouts: set})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestAllKindsAreSearched verifies that each record kind is searched for the queries that ask for it, that the best
// layouts of all are one layout with a letter of its own, and that all queries together cost less under it; a kind that
// nothing is asked of stays as it is.
func TestAllKindsAreSearched(t *testing.T) {
	a := kindsOf(t)
	index, err := a.Queries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"[{name: o, where: {customer: equal}}, {name: v, kind: visit, where: {page: equal}}]": "order visit",
		"[{name: o, where: {customer: equal}}, {name: u, where: {user: equal}}]":              "order",
		"[{name: u, where: {user: equal}}]":                                                   "",
	} {
		queries, err := workload.Parse([]byte("queries: "+text), access.SegmentNames(a.Layouts))
		if err != nil {
			t.Fatal(err)
		}
		list, err := a.Candidates(t.Context(), queries, advise.Options{})
		if err != nil {
			t.Fatal(err)
		}
		set := list.Advice.Set
		if set == nil || len(set.Kinds) != 3 {
			t.Fatalf("%s: %+v", text, set)
		}
		if got := kindsIn(t, set.Template); got != want || (list.Letter(set.Template) == "") != (want == "") {
			t.Errorf("%s: %s, letter %q", text, set.Template, list.Letter(set.Template))
			continue
		}
		if want == "" {
			continue
		}
		base, err := a.Base(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		now, then := total(t, base, index, queries, ""), total(t, base, index, queries, set.Template)
		if then > now/2 {
			t.Errorf("%s: %g ms under %s, %g now", text, then, set.Template, now)
		}
	}
	likely, err := a.Candidates(t.Context(), nil, advise.Options{})
	if err != nil || likely.Advice.Set == nil || likely.Advice.Set.Template != "" {
		t.Errorf("what the keys suggest they serve: %+v, %v", likely.Advice.Set, err)
	}
}

// kindsIn names the record kinds of a layout.
func kindsIn(t *testing.T, layout string) string {
	t.Helper()
	if layout == "" {
		return ""
	}
	parsed, err := candidate.Parse(layout)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, template := range parsed.Templates {
		kinds = append(kinds, template.Kind)
	}
	return strings.Join(kinds, " ")
}

// total is the time of all queries under a layout; empty is the current one.
func total(t *testing.T, base *simulate.Base, index *access.Index, w *workload.Workload, layout string) float64 {
	t.Helper()
	var proposed *candidate.Candidate
	var err error
	if layout != "" {
		if proposed, err = candidate.Parse(layout); err != nil {
			t.Fatal(err)
		}
	}
	made, err := simulate.Run(t.Context(), base, proposed)
	if err != nil {
		t.Fatal(err)
	}
	if err := index.Prepare(w); err != nil {
		t.Fatal(err)
	}
	costs, err := made.Costs(t.Context(), index, w)
	if err != nil {
		t.Fatal(err)
	}
	return access.Total(costs)
}
