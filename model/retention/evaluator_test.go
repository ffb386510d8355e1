package retention

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

var testNow = time.UnixMicro(1_700_000_000_000_000)

// cellsOf is one column of a row for build: its timestamps, newest first, and the size of all its values.
type cellsOf struct {
	family, qualifier string
	times             []int64
	size              int
}

// build makes a complete sample of rows given by key in order.
func build(t sample.Table, keys []string, rows map[string][]cellsOf) *sample.Sample {
	b := sample.NewBuilder(0)
	for _, k := range keys {
		b.Row([]byte(k))
		for _, c := range rows[k] {
			for _, ts := range c.times {
				b.Cell(c.family, []byte(c.qualifier), ts, make([]byte, c.size))
			}
		}
	}
	return sample.Assemble(t, sample.Provenance{Strategy: sample.Everything, Complete: true}, []*sample.Builder{b})
}

// randomSample makes a complete sample of a few families, some without a rule, one that the description lacks.
func randomSample(r *rand.Rand, rows int) *sample.Sample {
	t := sample.Table{Families: []sample.Family{{Name: "a", GC: randomRule(r, 2)}, {Name: "b", GC: randomRule(r, 2)},
		{Name: "sum", GC: randomRule(r, 1), Aggregate: "sum"}, {Name: "unused"}}}
	keys := make([]string, rows)
	cells := map[string][]cellsOf{}
	for i := range keys {
		keys[i] = fmt.Sprintf("row%06d", i)
		for _, f := range []string{"a", "b", "dropped", "sum"} {
			for q := range r.IntN(4) {
				if times := randomTimes(r, testNow); len(times) > 0 {
					cells[keys[i]] = append(cells[keys[i]], cellsOf{f, fmt.Sprintf("q%d", q), times, r.IntN(50)})
				}
			}
		}
		if len(cells[keys[i]]) == 0 {
			cells[keys[i]] = []cellsOf{{"a", "only", []int64{testNow.UnixMicro()}, 3}}
		}
	}
	return build(t, keys, cells)
}

// TestWasteAgreesWithSets counts the waste of random tables once more, cell by cell and from the sets that rules mean.
func TestWasteAgreesWithSets(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		s := randomSample(r, 1+r.IntN(30))
		rules := CurrentRules(&s.Table)
		got, err := NewEvaluator(s, testNow).Garbage(context.Background(), rules)
		if err != nil {
			t.Fatal(err)
		}
		columns := make([]Part, len(s.Columns()))
		families := map[string]Part{}
		var emptied EmptiedRows
		for i := range s.Rows() {
			from, to := s.Cells(i)
			sets := map[sample.ColumnID]map[int64]bool{}
			for c := from; c < to; c++ {
				id := s.Cell(c).Column
				if sets[id] == nil {
					sets[id] = map[int64]bool{}
				}
				sets[id][s.Cell(c).Micros] = true
			}
			left := 0
			for c := from; c < to; c++ {
				id := s.Cell(c).Column
				family := s.Column(id).Family
				one := Amount{1, s.CellBytes(c)}
				gone := Amount{}
				if eligibleTimes(rules[family], sets[id], testNow)[s.Cell(c).Micros] {
					gone = one
				} else {
					left++
				}
				p := &columns[id]
				p.Stored, p.Eligible = p.Stored.Plus(one), p.Eligible.Plus(gone)
				f := families[family]
				f.Stored, f.Eligible = f.Stored.Plus(one), f.Eligible.Plus(gone)
				families[family] = f
			}
			if left == 0 {
				emptied.Rows++
				emptied.KeyBytes += int64(len(s.Key(i)))
			}
		}
		for id := range columns {
			if p := got.Columns[id]; p.Stored != columns[id].Stored || p.Eligible != columns[id].Eligible {
				t.Fatalf("column %v: %+v, want %+v", s.Column(sample.ColumnID(id)), p, columns[id])
			}
		}
		var total Part
		for _, f := range got.Families {
			want := families[f.Name]
			if f.Stored != want.Stored || f.Eligible != want.Eligible || f.Recent.Plus(f.Overdue) != f.Eligible {
				t.Fatalf("family %s by %v: %+v, want %+v", f.Name, f.Rule, f, want)
			}
			total.Stored, total.Eligible = total.Stored.Plus(f.Stored), total.Eligible.Plus(f.Eligible)
		}
		if got.Total.Stored != total.Stored || got.Total.Eligible != total.Eligible {
			t.Fatalf("total %+v, want %+v", got.Total, total)
		}
		if got.EmptiedRows.Rows != emptied.Rows || got.EmptiedRows.KeyBytes != emptied.KeyBytes ||
			!got.EmptiedRows.Share.IsExact() {
			t.Fatalf("emptied %+v, want %+v", got.EmptiedRows, emptied)
		}
	}
}

func TestWasteFamilies(t *testing.T) {
	s := build(sample.Table{Families: []sample.Family{
		{Name: "a", GC: versions(1)}, {Name: "s", GC: maxAge(day), Aggregate: "sum"}, {Name: "z"}}},
		[]string{"k1", "k2"}, map[string][]cellsOf{
			"k1": {{"a", "q", []int64{us(time.Hour), us(10 * day), us(20 * day)}, 100},
				{"s", "n", []int64{us(30 * time.Hour)}, 8}},
			"k2": {{"gone", "q", []int64{us(time.Hour), us(2 * time.Hour)}, 5}},
		})
	w, err := NewEvaluator(s, testNow).Garbage(context.Background(), CurrentRules(&s.Table))
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Name            string
		Declared        bool
		Stored, Elig    Amount
		Recent, Overdue Amount
		Longest         time.Duration
		Share           float64
	}
	var got []row
	for _, f := range w.Families {
		got = append(got, row{f.Name, f.Declared, f.Stored, f.Eligible, f.Recent, f.Overdue, f.Longest, f.Share.Value})
	}
	cell := int64(1 + 1 + 8 + 100)
	want := []row{
		{"a", true, Amount{3, 3 * cell}, Amount{2, 2 * cell}, Amount{1, cell}, Amount{1, cell}, 10 * day, 2. / 3},
		{"gone", false, Amount{2, 2 * 18}, Amount{}, Amount{}, Amount{}, 0, 0},
		{"s", true, Amount{1, 18}, Amount{1, 18}, Amount{1, 18}, Amount{}, 6 * time.Hour, 1},
		{"z", true, Amount{}, Amount{}, Amount{}, Amount{}, 0, 0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("families (-want +got):\n%s", diff)
	}
	if w.Families[2].Aggregate != "sum" {
		t.Errorf("the aggregate family is not told: %+v", w.Families[2])
	}
	if w.EmptiedRows.Rows != 0 {
		t.Errorf("%d rows emptied, want none", w.EmptiedRows.Rows)
	}
	w, err = NewEvaluator(s, testNow).Garbage(context.Background(), CurrentRules(&s.Table).With("gone",
		maxAge(time.Minute)))
	if err != nil {
		t.Fatal(err)
	}
	if w.EmptiedRows.Rows != 1 || w.EmptiedRows.KeyBytes != 2 {
		t.Errorf("with a rule for the last family %+v emptied, want k2", w.EmptiedRows)
	}
}

// TestPoliciesThatKeepAllLeaveNothingForCertain verifies that the eligible share of a family and a column of a sample
// is exact where the policy keeps everything, and an estimate where it does not.
func TestPoliciesThatKeepAllLeaveNothingForCertain(t *testing.T) {
	rows, keys := map[string][]cellsOf{}, []string{}
	for i := range 20 {
		key := fmt.Sprintf("k%02d", i)
		keys = append(keys, key)
		rows[key] = []cellsOf{{"a", "q", []int64{us(day), us(2 * day)}, 5 + i}, {"z", "q", []int64{us(day)}, 5}}
	}
	s := build(sample.Table{Families: []sample.Family{{Name: "a", GC: versions(1)}, {Name: "z"}}}, keys, rows)
	s.How = sample.Provenance{Strategy: sample.Small, RowShare: 0.1, Filter: 0.1}
	garbage, err := NewEvaluator(s, testNow).Garbage(t.Context(), CurrentRules(&s.Table))
	if err != nil {
		t.Fatal(err)
	}
	for at, exact := range []bool{false, true} {
		family, column := garbage.Families[at].Share, garbage.Columns[at].Share
		if family.IsExact() != exact || column.IsExact() != exact || exact && (family.Value != 0 || column.Value != 0) {
			t.Errorf("family %s: %+v, its column %+v, want exact: %t", garbage.Families[at].Name, family, column, exact)
		}
	}
}

// TestTotalIsExactWhereAllIsKept verifies that nothing of a table is eligible, exactly, where the policies of all its
// families keep everything.
func TestTotalIsExactWhereAllIsKept(t *testing.T) {
	s := build(sample.Table{Families: []sample.Family{{Name: "a"}, {Name: "z"}}}, []string{"k1", "k2"},
		map[string][]cellsOf{"k1": {{"a", "q", []int64{us(day), us(2 * day)}, 5}}, "k2": {{"z", "q", []int64{us(day)}, 5}}})
	s.How = sample.Provenance{Strategy: sample.Small, RowShare: 0.1, Filter: 0.1}
	for name, tt := range map[string]struct {
		rules Rules
		want  bool
	}{"all kept": {CurrentRules(&s.Table), true}, "but one": {CurrentRules(&s.Table).With("a", versions(1)), false}} {
		garbage, err := NewEvaluator(s, testNow).Garbage(t.Context(), tt.rules)
		if err != nil {
			t.Fatal(err)
		}
		nothing := estimate.Counted(0)
		if got := garbage.Total; (got.Share == nothing) != tt.want || (got.TableEligible == nothing) != tt.want {
			t.Errorf("%s: eligible are %+v, %+v", name, got.Share, got.TableEligible)
		}
		if got := garbage.EmptiedRows.Share; (got == nothing) != tt.want {
			t.Errorf("%s: emptied rows are %+v", name, got)
		}
	}
}

// us is the timestamp of a cell of age d.
func us(d time.Duration) int64 { return testNow.UnixMicro() - d.Microseconds() }

func TestEmptySample(t *testing.T) {
	s := build(sample.Table{Families: []sample.Family{{Name: "a", GC: versions(1)}}}, nil, nil)
	w, err := NewEvaluator(s, testNow).Garbage(context.Background(), CurrentRules(&s.Table))
	if err != nil || w.Rows != 0 || w.Total.Stored != (Amount{}) || len(w.Families) != 1 {
		t.Errorf("an empty table gave %+v, %v", w, err)
	}
}

func TestWasteStopsWhenCanceled(t *testing.T) {
	s := randomSample(rand.New(rand.NewPCG(1, 1)), 5)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewEvaluator(s, testNow).Garbage(ctx, nil); err != context.Canceled {
		t.Errorf("err = %v, want context.Canceled", err)
	}
}

// TestMillionVersions judges one column of a million versions: the figures must be right, and take no memory by
// version.
func TestMillionVersions(t *testing.T) {
	const n = 1_000_000
	b := sample.NewBuilder(1)
	b.Row([]byte("k"))
	for v := range n {
		b.CellPrefix("f", []byte("q"), us(time.Duration(v)*time.Second), 90, []byte{byte(v)})
	}
	s := sample.Assemble(sample.Table{Families: []sample.Family{{Name: "f",
		GC: anyOf(versions(1000), maxAge(time.Hour))}}}, sample.Provenance{Complete: true}, []*sample.Builder{b})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	j := NewEvaluator(s, testNow)
	w, err := j.Garbage(context.Background(), CurrentRules(&s.Table))
	if err != nil {
		t.Fatal(err)
	}
	x, err := j.Explore(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if f := w.Families[0]; f.Eligible != (Amount{n - 1000, (n - 1000) * 100}) {
		t.Errorf("%+v", f)
	}
	if a := x.Kept("f", maxAge(day)); !a.Exact() || a.Low.Cells != 86_401 {
		t.Errorf("a day of seconds: %+v", a)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 1<<20 {
		t.Errorf("judging took %d bytes of memory", took)
	}
}

// TestTimestampsFarAway verifies that timestamps at the ends of what 64 bits hold break no sum.
func TestTimestampsFarAway(t *testing.T) {
	s := build(sample.Table{Families: []sample.Family{{Name: "f", GC: maxAge(day)}}}, []string{"k"},
		map[string][]cellsOf{"k": {{"f", "q", []int64{math.MaxInt64, us(time.Hour), -1, math.MinInt64}, 1}}})
	evaluator := NewEvaluator(s, testNow)
	garbage, err := evaluator.Garbage(t.Context(), CurrentRules(&s.Table))
	if err != nil {
		t.Fatal(err)
	}
	x, err := evaluator.Explore(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f := garbage.Families[0]
	if f.Eligible.Cells != 2 || f.Overdue.Cells != 2 || f.Longest != math.MaxInt64 {
		t.Errorf("%+v", f)
	}
	if a := x.Kept("f", maxAge(day)); !a.Exact() || a.Low != f.Kept() {
		t.Errorf("the table says %+v", a)
	}
}

// millionCells is 1,000,000 cells in 50,000 rows of two families: a column of ten versions, one of six, and four of
// one.
func millionCells() *sample.Sample {
	b := sample.NewBuilder(8)
	r := rand.New(rand.NewPCG(2, 2))
	for i := range 50_000 {
		b.Row(fmt.Appendf(nil, "device%04d#%010d", i/50, i))
		ts := us(time.Duration(r.IntN(300*24)) * time.Hour)
		for v := range 10 {
			b.CellPrefix("hist", []byte("state"), ts-int64(v)*3_600_000_000*5, 40+r.IntN(200), []byte("12345678"))
		}
		for v := range 6 {
			b.CellPrefix("hist", []byte("temperature"), ts-int64(v)*3_600_000_000*24*9, 8, []byte("12345678"))
		}
		for q := range 4 {
			b.CellPrefix("meta", []byte{'m', byte('0' + q)}, ts, 20, []byte("12345678"))
		}
	}
	t := sample.Table{Families: []sample.Family{{Name: "hist", GC: anyOf(versions(3), maxAge(90*day))},
		{Name: "meta", GC: maxAge(200 * day)}}}
	return sample.Assemble(t, sample.Provenance{Complete: true}, []*sample.Builder{b})
}

func BenchmarkWasteMillionCells(b *testing.B) {
	s := millionCells()
	j := NewEvaluator(s, testNow)
	rules := CurrentRules(&s.Table)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := j.Garbage(context.Background(), rules); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNewJudgeMillionCells(b *testing.B) {
	s := millionCells()
	for b.Loop() {
		NewEvaluator(s, testNow)
	}
}
