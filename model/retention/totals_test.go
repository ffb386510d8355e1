package retention

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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

// TestCountsOfParts verifies that totals are what the evaluation of all rows at once says, whatever the parts in which
// they were counted, and that an explorer with them, of a sample of a row, shows what that of all rows does.
func TestCountsOfParts(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 6))
	ctx := t.Context()
	for range 100 {
		s := randomSample(r, 2+r.IntN(40))
		totals := countedInParts(t, r, s)
		evaluator := NewEvaluator(s, testNow)
		garbage, err := evaluator.Garbage(ctx, CurrentRules(&s.Table))
		if err != nil {
			t.Fatal(err)
		}
		for id, want := range garbage.Columns {
			got := totals.Column(s.Column(sample.ColumnID(id)))
			if got.Stored != want.Stored || got.Eligible != want.Eligible {
				t.Fatalf("column %+v: %+v, want %+v", s.Column(sample.ColumnID(id)), got, want)
			}
		}
		explorer, err := evaluator.Explore(ctx)
		if err != nil {
			t.Fatal(err)
		}
		few, err := NewEvaluator(sample.Assemble(s.Table, sample.Provenance{Strategy: sample.Everything, Filter: 1,
			RowShare: 0.1}, []*sample.Builder{s.Slice(0, 1)}), testNow, totals.FamilyNames()...).Explore(ctx)
		if err != nil {
			t.Fatal(err)
		}
		counted := few.Counted(totals)
		for _, want := range garbage.Families {
			got := totals.Family(want.Name)
			if got.Stored != want.Stored || got.Eligible != want.Eligible || got.Recent != want.Recent ||
				got.Overdue != want.Overdue || got.Longest != want.Longest {
				t.Fatalf("family %s: %+v, want %+v", want.Name, got, want)
			}
			if diff := cmp.Diff(explorer.Growth(want.Name), counted.Growth(want.Name)); diff != "" {
				t.Fatalf("%s grows: %s", want.Name, diff)
			}
			rule := anyOf(versions(1+r.IntN(4)), maxAge(24*time.Hour))
			if got, want := counted.Kept(want.Name, rule), explorer.Kept(want.Name, rule); got != want {
				t.Fatalf("%v keeps %+v, want %+v", rule, got, want)
			}
		}
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

// TestAddStatesWhatGoes verifies what a counter states of each row: the cells that the policy takes, and that a row is
// emptied only if it has cells and loses all of them; and that the shares of a complete sample are counts of cells.
func TestAddStatesWhatGoes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	seen := map[bool]int{}
	for i := range 30 {
		s := randomSample(r, 5+r.IntN(20))
		if i == 0 { // a row that goes as a whole, one that goes in part, one that stays
			old, fresh := testNow.Add(-30*day).UnixMicro(), testNow.Add(-time.Hour).UnixMicro()
			s = build(sample.Table{Families: []sample.Family{{Name: "a",
				GC: sample.GCRule{Kind: sample.GCMaxAge, Age: 7 * day}}}}, []string{"all", "none", "some"},
				map[string][]cellsOf{"all": {{"a", "q", []int64{old, old - 1000}, 5}}, "none": {{"a", "q", []int64{fresh}, 5}},
					"some": {{"a", "q", []int64{fresh, old}, 5}}})
		}
		gone, err := NewEvaluator(s, testNow).EligibleCells(t.Context(), CurrentRules(&s.Table))
		if err != nil {
			t.Fatal(err)
		}
		NewCounter(&s.Table, testNow).Add(s, func(row int, amount Amount, emptied bool) {
			from, to := s.Cells(row)
			want := int64(0)
			for cell := from; cell < to; cell++ {
				if gone[cell] {
					want++
				}
			}
			if amount.Cells != want || emptied != (want > 0 && want == int64(to-from)) {
				t.Fatalf("row %d of %d cells loses %d: %d are stated, emptied %v", row, to-from, want, amount.Cells, emptied)
			}
			seen[emptied]++
		})
		garbage, err := NewEvaluator(s, testNow).Garbage(t.Context(), CurrentRules(&s.Table))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range garbage.Families {
			want := float64(f.Eligible.Cells) / float64(max(f.Stored.Cells, 1))
			if got := f.CellShare; f.Stored.Cells > 0 && (got.Value != want || !got.IsExact()) {
				t.Fatalf("family %s: %+v of the cells go, want %v exactly", f.Name, got, want)
			}
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("rows emptied and not: %v", seen)
	}
}
