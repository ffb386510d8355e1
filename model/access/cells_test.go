package access

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

const day = 24 * time.Hour

// cellsNow is the moment of the tests of cells.
var cellsNow = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// readings makes a table of three devices with a row for each of 40 days. Of each row, family m has two columns of three
// versions an hour apart, n a note of one version; s is an aggregate, and seq has numbers for timestamps.
func readings(t *testing.T) *Index {
	t.Helper()
	b := sample.NewBuilder(64)
	for device := range 3 {
		for ago := 39; ago >= 0; ago-- {
			at := cellsNow.Add(-time.Duration(ago) * day)
			b.Row(fmt.Appendf(nil, "d%d#%s", device, at.Format("20060102")))
			for _, name := range []string{"a", "b"} {
				for version := range 3 {
					b.Cell("m", []byte(name), at.Add(-time.Duration(version)*time.Hour).UnixMicro(), []byte{byte(version)})
				}
			}
			b.Cell("n", []byte("note"), at.UnixMicro(), []byte("typed"))
			b.Cell("s", []byte("sum"), at.UnixMicro(), []byte("12345678"))
			b.Cell("seq", []byte("log"), int64(1000+ago), []byte("first"))
		}
	}
	table := sample.Table{Families: []sample.Family{
		{Name: "m", GC: sample.GCRule{Kind: sample.GCMaxAge, Age: 30 * day}}, {Name: "n"},
		{Name: "s", Aggregate: "sum"}, {Name: "seq"}}}
	layout, err := rowkey.Parse("{device}#{day:date(20060102)}")
	if err != nil {
		t.Fatal(err)
	}
	index, err := indexOf(sample.Assemble(table, sample.Provenance{Complete: true, Strategy: sample.Everything,
		Started: cellsNow}, []*sample.Builder{b}), rowkey.Set{layout})
	if err != nil {
		t.Fatal(err)
	}
	return index
}

func queriesOf(t *testing.T, index *Index, lines ...string) *workload.Workload {
	t.Helper()
	w, err := workload.Parse([]byte("queries: ["+strings.Join(lines, ", ")+"]"), index.Names)
	if err != nil {
		t.Fatal(err)
	}
	if err := index.Prepare(w); err != nil {
		t.Fatal(err)
	}
	return w
}

// TestOlderCountsWhatIsReturned verifies the share of rows and bytes that a query returns from before a time: of all
// rows, of the newest, of the newest of each, of one value, and of one column.
func TestOlderCountsWhatIsReturned(t *testing.T) {
	index := readings(t)
	w := queriesOf(t, index, "{name: all, columns: ['n:note']}", "{name: newest, latest: 30 by day, columns: ['n:note']}",
		"{name: each, latest: 20 per device by day, columns: ['n:note']}",
		"{name: of one, where: {device: equal}, latest: 12 by day, columns: ['n:note']}",
		"{name: fixed, where: {device: = d1, day: range = 20261012 .. 20261105}, columns: ['n:note']}",
		"{name: versions, where: {day: = 20261105}, columns: ['m:a']}",
		"{name: asked for a value, where: {'n:note': = typed}, columns: ['m:a']}")
	touched, err := index.Older(w, cellsNow.Add(-15*day).UnixMicro())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, one := range touched {
		got = append(got, fmt.Sprintf("%s %.3f %.3f", one.Query.Name, one.Rows, one.Bytes))
	}
	want := []string{"all 0.600 0.600", "newest 0.000 0.000", "each 0.200 0.200", "of one 0.000 0.000",
		"fixed 0.960 0.960", "versions 1.000 0.667", "asked for a value 0.625 0.611"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestNeededKeepsWhatQueriesReturn verifies the policy that a workload needs of each family, and why there is none; that
// it takes no cell that a query returns; and that none of the rules of versions and ages that keep these cells, and
// would keep them however old they become, takes more.
func TestNeededKeepsWhatQueriesReturn(t *testing.T) {
	index := readings(t)
	review, err := figures.NewTable(index.Table, nil, figures.Policy{}).Review(t.Context(), figures.ReviewOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const aggregate = "it is an aggregate family: each cell is a state of its own, not a version of a value"
	for _, c := range []struct {
		query string
		want  []string // of m, n, s, seq
	}{
		{"{name: q, where: {device: equal}}", []string{"maxversions=1 || maxage=30d",
			"the policy in force takes all that the queries do not return", aggregate, "numbers"}},
		{"{name: q, where: {device: equal}, latest: 3 by day}", []string{"maxversions=1 || maxage=4d",
			"maxversions=1 || maxage=4d", aggregate, "numbers"}},
		{"{name: q, where: {device: equal}, latest: 3 by day, columns: ['m:a']}", []string{"maxversions=1 || maxage=4d",
			"no query of the workload reads it", aggregate, "numbers"}},
	} {
		w := queriesOf(t, index, c.query)
		needed, err := index.Needed(t.Context(), w, review)
		if err != nil {
			t.Fatal(err)
		}
		returned, err := index.Returned(w.Queries[0])
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range needed {
			got := n.Withheld
			if got == "" {
				got = n.Rule.String()
				verifyNeeded(t, index, review, returned, n)
			}
			if !strings.HasPrefix(got, c.want[i]) && !(i == 3 && strings.Contains(got, "cells may be data")) {
				t.Errorf("%s, family %s: %q, not %q", c.query, n.Family, got, c.want[i])
			}
		}
	}
}

// verifyNeeded compares a policy with those of all pairs of versions and ages.
func verifyNeeded(t *testing.T, index *Index, review *figures.Review, returned *Returned, n Needed) {
	t.Helper()
	takes, lost := lostOf(t, index, review, returned, n.Family, n.Rule)
	if lost > 0 {
		t.Errorf("%s of %s takes %d cells that the query returns", n.Rule, n.Family, lost)
	}
	for _, versions := range []int{1, 2, 3} {
		for _, age := range append(retention.AgeStops(), 0) {
			rule := sample.GCRule{Kind: sample.GCMaxVersions, Versions: versions}
			if age > 0 && (n.Oldest == 0 || age < agesAhead*n.Oldest) {
				continue // what the query returns comes to be older
			}
			if age > 0 {
				rule = sample.GCRule{Kind: sample.GCUnion, Children: []sample.GCRule{rule, {Kind: sample.GCMaxAge, Age: age}}}
			}
			rule = retention.Tightened(review.Rules[n.Family], rule)
			more, lost := lostOf(t, index, review, returned, n.Family, rule)
			if lost == 0 && more > takes {
				t.Errorf("%s of %s takes %d cells, %s takes %d", n.Rule, n.Family, takes, rule, more)
			}
		}
	}
}

// lostOf returns how many cells of a family a rule takes, and how many of them a query returns.
func lostOf(t *testing.T, index *Index, review *figures.Review, returned *Returned, family string,
	rule sample.GCRule) (takes, lost int) {
	t.Helper()
	inForce, err := review.Explorer.EligibleCells(t.Context(), review.Rules)
	if err != nil {
		t.Fatal(err)
	}
	eligible, err := review.Explorer.EligibleCells(t.Context(), review.Rules.With(family, rule))
	if err != nil {
		t.Fatal(err)
	}
	s := index.Sample
	for row := range s.Rows() {
		for from, to := s.Cells(row); from < to; {
			end := s.Versions(from, to)
			if id := s.CellColumn(from); s.Column(id).Family == family {
				takes += len(slices.DeleteFunc(slices.Clone(eligible[from:end]), func(gone bool) bool { return !gone }))
				if returned.rows[row] && returned.columns[id] && eligible[from] && !inForce[from] {
					lost++
				}
			}
			from = end
		}
	}
	return takes, lost
}
