package retention

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// countedInParts counts s in parts that are merged in any order.
func countedInParts(t *testing.T, r *rand.Rand, s *sample.Sample) *Totals {
	t.Helper()
	counters := make([]*Counter, 1+r.IntN(4))
	for i := range counters {
		counters[i] = NewCounter(&s.Table, testNow)
	}
	for from := 0; from < s.Rows(); {
		to := min(s.Rows(), from+1+r.IntN(10))
		counters[r.IntN(len(counters))].Add(sample.Assemble(sample.Table{}, sample.Provenance{},
			[]*sample.Builder{s.Slice(from, to)}), nil)
		from = to
	}
	r.Shuffle(len(counters), func(i, j int) { counters[i], counters[j] = counters[j], counters[i] })
	for _, c := range counters[1:] {
		counters[0].Merge(c)
	}
	x, err := counters[0].Totals().Section()
	if err != nil {
		t.Fatal(err)
	}
	back, err := DecodeTotals(x.Data)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// TestGarbageOfAllRows verifies that a sample of a few rows that carries the counts of all says of garbage, sizes and
// other policies what the whole table says, whatever the parts in which it was counted.
func TestGarbageOfAllRows(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 6))
	ctx := context.Background()
	for range 100 {
		s := randomSample(r, 2+r.IntN(40))
		s.How.Started = testNow
		try := []Proposal{{"a", versions(1 + r.IntN(3))}, {"b", anyOf(versions(2), maxAge(24*time.Hour))},
			{"unused", versions(1)}}
		want, err := NewReview(ctx, s, Options{Now: testNow, Try: try})
		if err != nil {
			t.Fatal(err)
		}
		totals := countedInParts(t, r, s)
		how := sample.Provenance{Strategy: sample.Everything, Filter: 1, RowShare: 0.1, RowsSeen: int64(s.Rows()),
			CountedAsOf: totals.Now, Started: testNow}
		few := sample.Assemble(s.Table, how, []*sample.Builder{s.Slice(0, 1)})
		got, err := NewReview(ctx, few, Options{Try: try, Totals: totals})
		if err != nil {
			t.Fatal(err)
		}
		if got.Garbage.Scope != estimate.All || got.Clock.Source != "when counting began" ||
			!got.Clock.Now.Equal(testNow) {
			t.Fatalf("of %v rows, as of %+v", got.Garbage.Scope, got.Clock)
		}
		for i := range got.Garbage.Columns {
			id := sample.ColumnID(i)
			at := slices.Index(s.Columns(), few.Column(id))
			if diff := cmp.Diff(want.Garbage.Columns[at], got.Garbage.Columns[i]); diff != "" {
				t.Fatalf("column %+v: %s", few.Column(id), diff)
			}
		}
		want.Garbage.Columns, got.Garbage.Columns = nil, nil
		exact := cmpopts.IgnoreFields(Spread{}, "P50", "P95") // which are known to within 1/64
		for _, d := range []string{cmp.Diff(want.Garbage, got.Garbage), cmp.Diff(want.Sizes, got.Sizes, exact)} {
			if d != "" {
				t.Fatal(d)
			}
		}
		for i := range try {
			if diff := cmp.Diff(want.Trials[i].Part(), got.Trials[i].Part()); diff != "" {
				t.Fatalf("%s %v: %s", try[i].Family, try[i].Rule, diff)
			}
		}
		for _, f := range want.Garbage.Families {
			if diff := cmp.Diff(want.Explorer.Growth(f.Name), got.Explorer.Growth(f.Name)); diff != "" {
				t.Fatalf("%s grows: %s", f.Name, diff)
			}
		}
	}
}

// TestOtherMomentNeedsCells verifies that counts as of one moment are not taken for another, and that the review says
// so.
func TestOtherMomentNeedsCells(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 7))
	s := randomSample(r, 20)
	totals := countedInParts(t, r, s)
	s.How.Complete, s.How.CountedAsOf = false, testNow
	got, err := NewReview(context.Background(), s, Options{Now: testNow.Add(time.Hour), Totals: totals})
	if err != nil {
		t.Fatal(err)
	}
	if got.Garbage.Scope == estimate.All || len(got.Notes) == 0 || got.Clock.Source != "given" {
		t.Errorf("of %v rows, notes %q, %+v", got.Garbage.Scope, got.Notes, got.Clock)
	}
}

// TestTooManyColumns verifies that columns are counted one by one in all parts or in none.
func TestTooManyColumns(t *testing.T) {
	table := sample.Table{Families: []sample.Family{{Name: "f"}}}
	part := func(from, to int) *Counter {
		b := sample.NewBuilder(0)
		b.Row([]byte("row"))
		for i := from; i < to; i++ {
			b.Cell("f", []byte{byte(i), byte(i >> 8), byte(i >> 16)}, 1, nil)
		}
		c := NewCounter(&table, testNow)
		c.Add(sample.Assemble(table, sample.Provenance{}, []*sample.Builder{b}), nil)
		return c
	}
	a, b := part(0, 40_000), part(40_000, 65_536)
	a.Merge(b)
	a.Merge(part(0, 10))
	a.Merge(part(65_536, 65_537))
	if got := a.Totals(); !got.ColumnsCut || len(got.Columns) != 0 || got.Families[0].Stored.Cells != 65_547 {
		t.Errorf("columns cut %v, %d of them, %+v", got.ColumnsCut, len(got.Columns), got.Families[0].Stored)
	}
	if got := part(0, 65_536).Totals(); got.ColumnsCut || len(got.Columns) != 65_536 {
		t.Errorf("columns cut %v, %d of them", got.ColumnsCut, len(got.Columns))
	}
}
