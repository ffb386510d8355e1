package retention

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/sample"
)

func TestBucketsCoverEverything(t *testing.T) {
	for b := range 400 {
		first, last := rankStart(b), rankStart(b+1)-1
		if last < first || rankBucket(first) != b || rankBucket(last) != b {
			t.Fatalf("bucket %d is %d..%d, which are in buckets %d and %d", b, first, last, rankBucket(first),
				rankBucket(last))
		}
		if b >= exactRanks && float64(last-first+1) > 0.26*float64(first) {
			t.Fatalf("bucket %d is %d..%d wide", b, first, last)
		}
		if rankStart(b+1) > math.MaxInt32 {
			break
		}
	}
	a := newAgeScale()
	if len(a.edges) < 64 {
		t.Errorf("%d age buckets, want at least 64", len(a.edges))
	}
	for i := range a.edges {
		if i > 0 && a.edges[i] <= a.edges[i-1] {
			t.Errorf("edge %d is %d after %d", i, a.edges[i], a.edges[i-1])
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	ages := []int64{math.MinInt64, -1, 0, 1, math.MaxInt64}
	for _, e := range a.edges {
		ages = append(ages, e-1, e, e+1)
	}
	for range 10000 {
		ages = append(ages, r.Int64()>>r.IntN(63))
	}
	for _, age := range ages {
		b := a.bucket(age)
		if least, greatest := a.bounds(b); age < least || age > greatest {
			t.Fatalf("age %d is in bucket %d of %d..%d", age, b, least, greatest)
		}
	}
}

// spreadSample has columns of many versions with ages over years, so that all buckets are in use.
func spreadSample(r *rand.Rand, rows int) *sample.Sample {
	keys := make([]string, rows)
	cells := map[string][]cellsOf{}
	for i := range keys {
		keys[i] = string(rune('a'+i/26)) + string(rune('a'+i%26))
		for _, q := range []string{"p", "q"} {
			n := 1 + r.IntN(1<<r.IntN(8))
			times := make([]int64, n)
			at := us(time.Duration(r.Int64N(int64(3*day))) - day)
			for k := range times {
				at -= 1 + r.Int64N(1<<(20+r.IntN(22)))
				times[k] = at
			}
			cells[keys[i]] = append(cells[keys[i]], cellsOf{"f", q, times, r.IntN(30)})
		}
	}
	return build(sample.Table{Families: []sample.Family{{Name: "f"}}}, keys, cells)
}

func TestExplorerAgreesWithJudge(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 20 {
		s := spreadSample(r, 40)
		j := NewEvaluator(s, testNow)
		x, err := j.Explore(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		ages := AgeStops()
		stops := x.VersionStops("f")
		planes := map[sample.GCKind][][]float64{sample.GCUnion: x.KeptGrid("f", sample.GCUnion),
			sample.GCIntersection: x.KeptGrid("f", sample.GCIntersection)}
		for range 40 {
			n, a := r.IntN(len(stops)), r.IntN(len(ages))
			two := []sample.GCRule{versions(stops[n]), maxAge(ages[a])}
			// On the edges the table is exact.
			for _, rule := range []sample.GCRule{two[0], two[1], anyOf(two...), allOf(two...),
				anyOf(allOf(two...), maxAge(365*day)), {}} {
				want := keptOf(t, j, rule)
				got := x.Kept("f", rule)
				if !got.Exact() || got.Low != want {
					t.Fatalf("%v keeps %+v, the table says %+v", rule, want, got)
				}
			}
			for kind, plane := range planes {
				rule := sample.GCRule{Kind: kind, Children: two}
				want := float64(keptOf(t, j, rule).Bytes) / float64(x.Kept("f", rule).Stored.Bytes)
				if math.Abs(plane[n][a]-want) > 1e-12 {
					t.Fatalf("%v keeps %v of the bytes, the plane says %v", rule, want, plane[n][a])
				}
			}
			// Between them the truth lies between the bounds.
			rule := anyOf(versions(1+r.IntN(200)), allOf(maxAge(time.Duration(1+r.Int64N(int64(100*day)))),
				versions(1+r.IntN(100))))
			want, got := keptOf(t, j, rule), x.Kept("f", rule)
			if want.Bytes < got.Low.Bytes || want.Bytes > got.High.Bytes || want.Cells < got.Low.Cells ||
				want.Cells > got.High.Cells {
				t.Fatalf("%v keeps %+v, the table says %+v", rule, want, got)
			}
		}
	}
}

func keptOf(t *testing.T, j *Evaluator, rule sample.GCRule) Amount {
	t.Helper()
	w, err := j.Garbage(context.Background(), Rules{"f": rule})
	if err != nil {
		t.Fatal(err)
	}
	return w.Families[0].Kept()
}

func TestUse(t *testing.T) {
	b := sample.NewBuilder(4)
	for i := range 100 {
		b.Row([]byte{byte(i)})
		for v := range 1 + i%3 {
			b.Cell("f", []byte("same"), us(time.Duration(v)*day), []byte("off"))
		}
		for v := range 40 {
			b.Cell("f", []byte("state"), us(time.Duration(v)*time.Hour), []byte{byte(v), 0, 0, 0, 0, 0})
		}
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
	x, err := NewEvaluator(s, testNow).Explore(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	same, state := x.ColumnUsage(0), x.ColumnUsage(1)
	if same.Rows != 100 || same.MaxVersions != 3 || same.Pairs != 33+2*33 || same.Again != same.Pairs || !same.Whole {
		t.Errorf("a column rewritten with one value: %+v", same)
	}
	if state.Again != 0 || state.MaxVersions != 40 || state.Oldest != us(39*time.Hour) || state.Newest != us(0) {
		t.Errorf("a column of changing values: %+v", state)
	}
	for p, want := range map[float64]int{0.1: 1, 0.34: 1, 0.5: 2, 0.67: 2, 0.9: 3, 1: 3} {
		if got := same.VersionsAt(p); got != want {
			t.Errorf("VersionsAt(%v) = %d, want %d", p, got, want)
		}
	}
	if got := state.VersionsAt(0.5); got != 40 {
		t.Errorf("40 versions in every row: VersionsAt(0.5) = %d", got)
	}
}

func TestStamps(t *testing.T) {
	at := testNow.UnixMicro()
	many := func(n int, of func(i int) int64) []int64 {
		out := make([]int64, n)
		for i := range out {
			out[i] = of(i)
		}
		return out
	}
	times := many(100, func(i int) int64 { return us(time.Duration(i) * time.Hour) })
	for _, tt := range []struct {
		name  string
		times []int64
		want  string // part of Artificial; empty when ages mean something
		note  string // part of the one note
	}{
		{"times", times, "", ""},
		{"one cell", times[:1], "", ""},
		{"none", nil, "no cells", ""},
		{"unset", append(many(20, func(int) int64 { return 0 }), times...), "never set", ""},
		{"a few unset", append([]int64{0}, times...), "", "timestamp 0"},
		{"sequence", many(50, func(i int) int64 { return int64(i+1) * 1000 }), "sequence numbers", ""},
		{"milliseconds", many(50, func(i int) int64 { return at/1000 - int64(i) }), "look like milliseconds", ""},
		{"seconds", many(50, func(i int) int64 { return at/1e6 - int64(i) }), "look like seconds", ""},
		{"nanoseconds", many(50, func(i int) int64 { return (at - int64(i)) * 1000 }), "look like nanoseconds", ""},
		{"negative", many(50, func(i int) int64 { return -int64(i) - 1 }), "negative", ""},
		{"expiry", many(50, func(i int) int64 { return us(-time.Duration(i) * time.Hour) }), "future", ""},
		{"a little ahead", many(50, func(i int) int64 { return us(-time.Duration(i) * time.Second) }), "", ""},
		{"one ahead", append([]int64{us(-day)}, times...), "", "future"},
		{"alike", many(50, func(int) int64 { return us(day) }), "one timestamp", ""},
	} {
		var st TimestampStats
		for _, ts := range tt.times {
			st.add(ts, at)
		}
		got := st.Artificial()
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want …%s…", tt.name, got, tt.want)
		}
		notes := st.Notes()
		if tt.note == "" && len(notes) > 0 ||
			tt.note != "" && (len(notes) != 1 || !strings.Contains(notes[0], tt.note)) {
			t.Errorf("%s: notes %q, want …%s…", tt.name, notes, tt.note)
		}
	}
}

func TestGrowth(t *testing.T) {
	// One cell of 100 bytes a day for 400 days; family and qualifier are a byte each, and 8 for the timestamp.
	times := make([]int64, 400)
	for i := range times {
		times[i] = us(time.Duration(i)*day + time.Hour)
	}
	s := build(sample.Table{Families: []sample.Family{{Name: "f"}}}, []string{"k"},
		map[string][]cellsOf{"k": {{"f", "q", times, 90}, {"seq", "q", []int64{3, 2, 1}, 1}}})
	x, err := NewEvaluator(s, testNow).Explore(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	g := x.Growth("f")
	if g.Not != "" || g.PerDay != (Amount{1, 100}) || g.Window != 30*day || math.Abs(g.Share-1./400) > 1e-12 {
		t.Errorf("growth %+v, want 1 cell of 100 bytes a day", g)
	}
	for i, want := range []float64{370. / 400, 310. / 400, 35. / 400} {
		if got := g.Older[i].Share; got.Value != want || !got.IsExact() {
			t.Errorf("older than %v: %+v, want %v exactly", g.Older[i].Age, got, want)
		}
	}
	if g := x.Growth("seq"); g.Not == "" {
		t.Errorf("growth by sequence numbers: %+v", g)
	}
	if g := x.Growth("none"); g.Not == "" {
		t.Errorf("growth of no family: %+v", g)
	}
	s.How.Options.Since = testNow.Add(-10 * day) // of the cells that were read a tenth is of one day
	if x, err = NewEvaluator(s, testNow).Explore(context.Background()); err != nil {
		t.Fatal(err)
	}
	if g := x.Growth("f"); g.Not != PeriodOnly || g.Share != 0 {
		t.Errorf("growth of what was read of a period: %+v", g)
	}
}

func TestClock(t *testing.T) {
	make := func(times ...int64) *sample.Sample {
		s := build(sample.Table{}, []string{"k"}, map[string][]cellsOf{"k": {{"f", "q", times, 1}}})
		s.How.Started, s.How.Took = testNow.Add(-time.Second), time.Second
		return s
	}
	for _, tt := range []struct {
		name    string
		times   []int64
		given   time.Time
		now     time.Time
		source  string
		warning string
	}{
		{"read", []int64{us(day)}, time.Time{}, testNow, "when the rows were read", ""},
		{"given", []int64{us(day)}, testNow.Add(day), testNow.Add(day), "given", ""},
		{"clock behind", []int64{us(-time.Minute), us(day)}, time.Time{}, testNow.Add(time.Minute), "the newest cell",
			"behind"},
		{"ahead on purpose", []int64{us(-day), us(day)}, time.Time{}, testNow, "when the rows were read",
			"1 cell is more than"},
		{"two ahead on purpose", []int64{us(-day), us(-2 * day), us(day)}, time.Time{}, testNow,
			"when the rows were read", "2 cells are more than"},
		{"given and older than cells", []int64{us(0)}, testNow.Add(-time.Minute), testNow.Add(-time.Minute), "given",
			"1 cell is newer than the time given"},
		{"no cells", nil, time.Time{}, testNow, "when the rows were read", ""},
	} {
		c := NewClock(make(tt.times...), tt.given)
		if !c.Now.Equal(tt.now) || c.Source != tt.source {
			t.Errorf("%s: %v, %s, want %v, %s", tt.name, c.Now, c.Source, tt.now, tt.source)
		}
		if w := c.Warning(); tt.warning == "" && w != "" || !strings.Contains(w, tt.warning) {
			t.Errorf("%s: warning %q, want …%s…", tt.name, w, tt.warning)
		}
	}
}

func BenchmarkExploreMillionCells(b *testing.B) {
	j := NewEvaluator(millionCells(), testNow)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := j.Explore(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSliderStep(b *testing.B) {
	x, err := NewEvaluator(millionCells(), testNow).Explore(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	rule := anyOf(versions(2), maxAge(30*day), allOf(versions(1), maxAge(day)))
	b.ReportAllocs()
	for b.Loop() {
		if x.Kept("hist", rule).Stored.Cells == 0 {
			b.Fatal("nothing stored")
		}
	}
}

func BenchmarkPlane(b *testing.B) {
	x, err := NewEvaluator(millionCells(), testNow).Explore(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		x.KeptGrid("hist", sample.GCUnion)
	}
}

// TestWorstRow verifies that the worst row is the one with the most eligible bytes of a column, of equals the one with
// the most bytes, of rows without eligible cells the one with the most bytes, and none if no row has the column.
func TestWorstRow(t *testing.T) {
	day := func(days ...int) []int64 {
		var times []int64
		for _, d := range days {
			times = append(times, testNow.UnixMicro()-int64(d)*24*3600*1e6)
		}
		return times
	}
	for _, tt := range []struct {
		name string
		rows map[string][]cellsOf // the rows a, b, and c
		want int
	}{
		{"most eligible, not most bytes", map[string][]cellsOf{"a": {{"f", "q", day(1, 2, 3), 10}},
			"b": {{"f", "q", day(1), 900}}, "c": {{"f", "q", day(1, 2), 10}}}, 0},
		{"as much eligible, more bytes", map[string][]cellsOf{"a": {{"f", "q", day(1, 2), 10}},
			"b": {{"f", "q", day(1), 10}, {"f", "r", day(1, 2, 3, 4), 99}}, "c": {{"f", "q", day(1, 2), 11}}}, 2},
		{"nothing eligible", map[string][]cellsOf{"a": {{"f", "q", day(1), 10}}, "b": {{"f", "q", day(1), 12}},
			"c": {{"f", "q", day(1), 11}}}, 1},
		{"the first of equals", map[string][]cellsOf{"a": {{"f", "r", day(1), 1}}, "b": {{"f", "q", day(1, 2), 5}},
			"c": {{"f", "q", day(1, 2), 5}}}, 1},
	} {
		rules := Rules{"f": {Kind: sample.GCMaxVersions, Versions: 1}}
		s := build(sample.Table{}, []string{"a", "b", "c"}, tt.rows)
		column := sample.ColumnID(slices.IndexFunc(s.Columns(), func(c sample.Column) bool { return c.Qualifier == "q" }))
		got, err := NewEvaluator(s, testNow).WorstRow(context.Background(), rules, column)
		if err != nil || got != tt.want {
			t.Errorf("%s: row %d, %v, want %d", tt.name, got, err, tt.want)
		}
	}
	s := build(sample.Table{}, []string{"a", "b"}, map[string][]cellsOf{"a": {{"f", "r", day(1), 1}},
		"b": {{"f", "q", day(1), 1}}}).Pick([]int{0})
	for id, column := range s.Columns() {
		got, err := NewEvaluator(s, testNow).WorstRow(context.Background(), Rules{}, sample.ColumnID(id))
		if want := map[string]int{"q": -1, "r": 0}[column.Qualifier]; err != nil || got != want {
			t.Errorf("the worst row of %s is %d, %v, want %d", column.Qualifier, got, err, want)
		}
	}
}
