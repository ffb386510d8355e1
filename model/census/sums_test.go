package census

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabletop/model/sample"
)

// TestCountsAgainstSums counts a second time in the plainest way.
func TestCountsAgainstSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := table(t)
		c := start(t)
		c.Add(s)
		r := c.Result()
		tenants, days, people := map[string]Counts{}, map[string]bool{}, map[string]int{}
		writes := make([]int64, len(r.Grid.Writes))
		var kinds [2]Counts
		var misfits, prefix Counts
		ranged := make([]int64, len(testPlan().Borders)+1)
		var before, after int64
		for i := range s.Rows() {
			key := string(s.Key(i))
			row := plainly(s, i)
			tenant, rest, ok := strings.Cut(key, "#")
			switch {
			case ok:
				kinds[0] = plus(kinds[0], row)
				tenants[tenant] = plus(tenants[tenant], row)
				days[rest[strings.Index(rest, "#")+1:]] = true
			case strings.HasPrefix(key, "x") && strings.Trim(key[1:], "0123456789") == "" && key != "x":
				kinds[1] = plus(kinds[1], row)
			default:
				misfits = plus(misfits, row)
			}
			if strings.HasPrefix(key, "t3#d1") {
				prefix = plus(prefix, row)
			}
			ranges := 0
			for _, b := range testPlan().Borders {
				if key >= string(b) {
					ranges++
				}
			}
			ranged[ranges]++
			seen := map[int64]bool{}
			from, to := s.Cells(i)
			for j := from; j < to; j++ {
				cell := s.Cell(j)
				if strings.Contains(string(cell.Value), "@") {
					people[s.Column(cell.Column).Family+":"+s.Column(cell.Column).Qualifier]++
				}
				if seen[cell.Micros] {
					continue
				}
				seen[cell.Micros] = true
				w := (cell.Micros - testPlan().From.UnixMicro()) / (6 * 3600 * 1e6)
				switch {
				case cell.Micros < testPlan().From.UnixMicro():
					before++
				case w >= 7:
					after++
				default:
					writes[ranges*7+int(w)]++
				}
			}
		}
		if r.Kinds[0].Counts != kinds[0] || r.Kinds[1].Counts != kinds[1] || r.Misfits.Counts != misfits ||
			r.Prefixes[2] != prefix {
			t.Fatalf("kinds %v and %v, misfits %v, prefix %v; want %v, %v, %v", r.Kinds[0].Counts, r.Kinds[1].Counts,
				r.Misfits.Counts, r.Prefixes[2], kinds, misfits, prefix)
		}
		for _, tenant := range []string{"t1", "t3"} {
			if got, ok := r.Named(0, "tenant", []byte(tenant)); !ok || got != tenants[tenant] {
				t.Fatalf("%s has %v, not %v", tenant, got, tenants[tenant])
			}
		}
		if !slices.Equal(r.Grid.Rows, ranged) || !slices.Equal(r.Grid.Writes, writes) || r.Grid.Before != before ||
			r.Grid.After != after {
			t.Fatalf("writes %v, %d before and %d after; want %v, %d, %d", r.Grid.Writes, r.Grid.Before, r.Grid.After,
				writes, before, after)
		}
		for tenant, want := range tenants {
			rows, exact := r.Count(0, "tenant", []byte(tenant))
			if rows != want.Rows || !exact { // six tenants are all named or examples
				t.Fatalf("%d rows of %s, exact %v; want %d", rows, tenant, exact, want.Rows)
			}
		}
		if got := r.Kinds[0].Segments[2].Distinct.Figure(); len(days) > 0 &&
			(got.Low > float64(len(days)) || got.High < float64(len(days))) {
			t.Fatalf("%v different days, not %d", got, len(days))
		}
		if got := r.Kinds[0].Segments[0].Figure(); !got.IsExact() || got.Value != float64(len(tenants)) {
			t.Fatalf("%v different tenants, not %d", got, len(tenants))
		}
		found := map[string]int{}
		for _, p := range r.Personal {
			for _, v := range p.Found.Verdicts() {
				found[string(p.Family)+":"+string(p.Qualifier)] += v.Texts
			}
		}
		if !maps.Equal(found, people) {
			t.Fatalf("addresses in %v, not %v", found, people)
		}
	})
}

// plainly returns what row i of s comes to by the policies of testPlan: one version in f, 24 hours in g.
func plainly(s *sample.Sample, i int) Counts {
	from, to := s.Cells(i)
	c := Counts{Amount: Amount{Rows: 1, Bytes: int64(len(s.Key(i)))}, Cells: int64(to - from),
		KeyBytes: int64(len(s.Key(i)))}
	for j := from; j < to; j++ {
		size := s.CellBytes(j)
		c.Bytes += size
		name := s.Column(s.Cell(j).Column)
		again := j > from && s.Cell(j-1).Column == s.Cell(j).Column
		if name.Family == "f" && again || name.Family == "g" && s.Cell(j).Micros < now.Add(-24*time.Hour).UnixMicro() {
			c.Garbage += size
			c.GarbageCells++
		}
	}
	if c.Cells > 0 && c.GarbageCells == c.Cells {
		c.Emptied = 1
	}
	c.Largest = c.Bytes
	return c
}

func plus(a, b Counts) Counts {
	return Counts{Amount{a.Rows + b.Rows, a.Bytes + b.Bytes}, a.Cells + b.Cells, a.KeyBytes + b.KeyBytes,
		max(a.Largest, b.Largest),
		a.Garbage + b.Garbage, a.GarbageCells + b.GarbageCells, a.Emptied + b.Emptied}
}

// TestExamplesAreExact verifies that the examples are the values with the smallest hashes, each with all its rows, and
// that other values have at least their number of rows, and nearly always not many more.
func TestExamplesAreExact(t *testing.T) {
	plan := testPlan()
	plan.Values = nil
	c := must[*Census](t)(New(plan))
	const values = 5000
	rows := func(v int) int64 { return int64(1 + v%3) }
	b := sample.NewBuilder(8)
	var all []uint64
	total := int64(0)
	for v := range values {
		tenant := fmt.Sprintf("v%05d", v)
		all = append(all, Hash(plan.Options.Seed, []byte(tenant)))
		for i := range rows(v) {
			b.Row(fmt.Appendf(nil, "%s#d%d#20261101", tenant, i))
			total++
		}
	}
	c.Add(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}))
	slices.Sort(all)
	r := c.Result()
	s := r.Kinds[0].Segments[0]
	if len(s.Examples.List) != exampleCount {
		t.Fatalf("%d examples", len(s.Examples.List))
	}
	for i, x := range s.Examples.List {
		var v int
		if _, err := fmt.Sscanf(string(bytes.TrimLeft(x.Value, "v0")), "%d", &v); err != nil &&
			string(x.Value) != "v00000" {
			t.Fatal(err)
		}
		if x.Hash != all[i] || x.Rows != rows(v) {
			t.Errorf("example %s has hash %x and %d rows, not %x and %d", x.Value, x.Hash, x.Rows, all[i], rows(v))
		}
	}
	over := 0
	for v := range values {
		n, exact := r.Count(0, "tenant", fmt.Appendf(nil, "v%05d", v))
		if n < rows(v) || exact && n != rows(v) {
			t.Fatalf("value %d has %d rows (exact %v), not %d", v, n, exact, rows(v))
		}
		if n > rows(v)+s.Others.Error() {
			over++
		}
	}
	if over > values/50 || s.Others.Rows != total {
		t.Errorf("%d of %d counts are over by more than %d of %d rows", over, values, s.Others.Error(), s.Others.Rows)
	}
	if n, exact := r.Count(0, "tenant", []byte("none of them")); exact || n > s.Others.Error() {
		t.Errorf("a value that no row has: %d, exact %v", n, exact)
	}
	if n, exact := r.Count(0, "none", nil); exact || n != 0 {
		t.Errorf("a segment that no layout has: %d, exact %v", n, exact)
	}
}

// TestValuesOfSeveralKinds verifies that rows are counted by the values of a segment over all record kinds that have
// it, and that a value which the plan names in one kind is not listed where rows of another kind may have it.
func TestValuesOfSeveralKinds(t *testing.T) {
	plan := Plan{Options: sample.Options{Seed: 7}, Layouts: "a{user}#{n:int}\nb{user}!{n:int}", Values: []NamedValues{
		{Kind: 0, Segment: "user", Values: [][]byte{[]byte("ann"), []byte("bob")}},
		{Kind: 1, Segment: "user", Values: [][]byte{[]byte("bob")}}}}
	count := func(keys ...string) *Values {
		b := sample.NewBuilder(8)
		for _, k := range keys {
			b.Row([]byte(k))
		}
		c := must[*Census](t)(New(plan))
		c.Add(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}))
		return c.Result().SegmentValues("user")
	}
	named := func(v *Values) string {
		out := ""
		for _, x := range v.Named {
			out += fmt.Sprintf("%s %d, ", x.Raw, x.Rows)
		}
		return out + fmt.Sprintf("others %d of %d, %v values %v", v.Others.Rows, v.Rows, v.Distinct.Value,
			v.Distinct.IsExact())
	}
	for _, c := range []struct {
		want string
		keys []string
	}{
		{"ann 2, bob 3, others 0 of 5, 2 values true", []string{"aann#1", "aann#2", "abob#1", "bbob!1", "bbob!2"}},
		// ann of the second kind is not counted by itself
		{"bob 2, others 3 of 5, 3 values false", []string{"aann#1", "abob#1", "bann!1", "bbob!2", "bcay!1"}},
	} {
		if got := named(count(c.keys...)); got != c.want {
			t.Errorf("%v: %s; want %s", c.keys, got, c.want)
		}
	}
	if v := must[*Census](t)(New(plan)).Result().SegmentValues("none"); v != nil {
		t.Errorf("a segment that no layout has: %+v", v)
	}
}

// TestDistinctIntervals verifies that the interval of a number of distinct values holds the number as often as it
// says, and is no wider than that needs.
func TestDistinctIntervals(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	const values, sketches = 20_000, 200
	held := 0
	for range sketches {
		d := newDistinct()
		for range values {
			d.InsertHash(rng.Uint64())
		}
		got := d.Figure()
		if got.Low <= values && values <= got.High {
			held++
		}
		if width := (got.High - got.Low) / got.Value; width > 0.033 {
			t.Fatalf("the interval is %.1f%% wide: %+v", 100*width, got)
		}
	}
	if held < 180 || held == sketches {
		t.Errorf("%d of %d intervals hold the number of values, want about 190", held, sketches)
	}
}
