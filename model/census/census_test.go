package census

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabletop/model/sample"
)

var now = time.Date(2026, 11, 22, 7, 0, 0, 0, time.UTC)

// testPlan counts everything that can be counted of keys such as "t3#d05#20261121".
func testPlan() Plan {
	return Plan{
		Options:  sample.Options{Rows: 10, Seed: 7, Keep: 16},
		Now:      now,
		Layouts:  "{tenant}#{device}#{day:date(20060102)}\nx{number:int}",
		Values:   []NamedValues{{Kind: 0, Segment: "tenant", Values: [][]byte{[]byte("t1"), []byte("t3")}}},
		Borders:  [][]byte{[]byte("t2"), []byte("t3")},
		From:     now.Add(-48 * time.Hour),
		Step:     6 * time.Hour,
		Windows:  7,
		Prefixes: [][]byte{[]byte("t1#"), []byte("t3#"), []byte("t3#d1")},
		Personal: true,
		Families: []sample.Family{{Name: "f", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}},
			{Name: "g", GC: sample.GCRule{Kind: sample.GCMaxAge, Age: 24 * time.Hour}}},
	}
}

// table makes rows of several kinds, some of which no layout decodes.
func table(t *rapid.T) *sample.Sample {
	b := sample.NewBuilder(16)
	keys := map[string]bool{}
	for range rapid.IntRange(0, 60).Draw(t, "rows") {
		keys[rapid.Custom(drawKey).Draw(t, "key")] = true
	}
	var sorted []string
	for k := range keys {
		sorted = append(sorted, k)
	}
	slices.Sort(sorted)
	for _, k := range sorted {
		b.Row([]byte(k))
		for _, column := range []string{"a", "b", "c", fmt.Sprint("rare", len(k)%3)} {
			age := 0 // newest first, as the service sends them
			for v := range rapid.IntRange(0, 3).Draw(t, "versions") {
				age += rapid.IntRange(0, 36).Draw(t, "age")
				family := "f"
				if column == "c" {
					family = "g"
				}
				at := now.Add(-time.Duration(age)*time.Hour - time.Duration(v)*time.Minute*61)
				value := rapid.SampledFrom([]string{"", "x", "17", "ann@example.com",
					"a longer value than is kept"}).Draw(t, "value")
				b.Cell(family, []byte(column), at.UnixMicro(), []byte(value))
			}
		}
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
}

func drawKey(t *rapid.T) string {
	switch rapid.IntRange(0, 9).Draw(t, "form") {
	case 0:
		return rapid.StringMatching(`[a-z]{1,6}`).Draw(t, "odd")
	case 1:
		return "x" + fmt.Sprint(rapid.IntRange(0, 99).Draw(t, "number"))
	}
	return fmt.Sprintf("t%d#d%02d#202611%02d", rapid.IntRange(0, 5).Draw(t, "tenant"),
		rapid.IntRange(0, 99).Draw(t, "device"), rapid.IntRange(1, 22).Draw(t, "day"))
}

// some returns rows from to end of s as a sample of their own.
func some(s *sample.Sample, rows ...int) *sample.Sample {
	b := sample.NewBuilder(16)
	copied := b.CopyFrom(s)
	for _, i := range rows {
		copied.Row(i)
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
}

type fataler interface {
	Fatal(...any)
	Helper()
}

func must[T any](t fataler) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func start(t fataler) *Census { t.Helper(); return must[*Census](t)(New(testPlan())) }

// small makes the room for rows so small that the limit of bytes is reached.
func small(t fataler, room int64) *Census {
	c := start(t)
	c.rows.bytes = room
	return c
}

func written(t fataler, c *Census) []byte { t.Helper(); return must[[]byte](t)(c.MarshalBinary()) }

// TestAnySplitAnyOrderAnyTree verifies that censuses of parts merge into the same bytes as one census of all rows,
// however the rows are split, ordered, written, read, and merged.
func TestAnySplitAnyOrderAnyTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := table(t)
		room := rapid.SampledFrom([]int64{RowBytes, 300, 1000}).Draw(t, "room")
		whole := small(t, room)
		whole.Add(all)
		want := written(t, whole)

		parts := make([]*Census, rapid.IntRange(1, 5).Draw(t, "parts"))
		for i := range parts {
			parts[i] = small(t, room)
		}
		for i := range all.Rows() {
			parts[rapid.IntRange(0, len(parts)-1).Draw(t, "part")].Add(some(all, i))
		}
		parts = rapid.Permutation(parts).Draw(t, "order")
		for len(parts) > 1 {
			i := rapid.IntRange(0, len(parts)-2).Draw(t, "left")
			if rapid.Bool().Draw(t, "sent") {
				var read Census
				if err := read.UnmarshalBinary(written(t, parts[i])); err != nil {
					t.Fatal(err)
				}
				read.rows.bytes = room
				parts[i] = &read
			}
			if err := parts[i].Merge(parts[i+1]); err != nil {
				t.Fatal(err)
			}
			parts = slices.Delete(parts, i+1, i+2)
		}
		if got := written(t, parts[0]); !bytes.Equal(got, want) {
			t.Fatalf("merged parts differ from one census:\n%s\n%s", got, want)
		}
	})
}

// TestMergeRefusesAnotherPlan verifies that no field of a plan can differ between censuses that merge.
func TestMergeRefusesAnotherPlan(t *testing.T) {
	for name, change := range otherPlans() {
		p := testPlan()
		change(&p)
		c, o := start(t), must[*Census](t)(New(p))
		before := written(t, c)
		if err := c.Merge(o); !errors.Is(err, ErrOtherPlan) {
			t.Errorf("%s: error %v", name, err)
		}
		if !bytes.Equal(before, written(t, c)) {
			t.Errorf("%s: the census changed", name)
		}
	}
	c, o := start(t), start(t)
	if err := c.Merge(o); err != nil {
		t.Errorf("equal plans: %v", err)
	}
}

func otherPlans() map[string]func(*Plan) {
	return map[string]func(*Plan){
		"seed":     func(p *Plan) { p.Options.Seed++ },
		"rows":     func(p *Plan) { p.Options.Rows++ },
		"keep":     func(p *Plan) { p.Options.Keep++ },
		"prefix":   func(p *Plan) { p.Options.Prefix = []byte("t") },
		"since":    func(p *Plan) { p.Options.Since = now },
		"clock":    func(p *Plan) { p.Now = p.Now.Add(time.Microsecond) },
		"no clock": func(p *Plan) { p.Now = time.Time{} },
		"layouts":  func(p *Plan) { p.Layouts = "{tenant}#{device}#{day:date(20060102)}\ny{number:int}" },
		"values":   func(p *Plan) { p.Values = nil },
		"borders":  func(p *Plan) { p.Borders = p.Borders[1:] },
		"step":     func(p *Plan) { p.Step++ },
		"from":     func(p *Plan) { p.From = p.From.Add(time.Second) },
		"windows":  func(p *Plan) { p.Windows++ },
		"prefixes": func(p *Plan) { p.Prefixes = p.Prefixes[1:] },
		"personal": func(p *Plan) { p.Personal = false },
		"policy":   func(p *Plan) { p.Families[1].GC.Age++ },
	}
}

// TestKeptRowsAreThoseOfTheSmallestHashes verifies which rows are kept.
func TestKeptRowsAreThoseOfTheSmallestHashes(t *testing.T) {
	b := sample.NewBuilder(16)
	var hashes []uint64
	for i := range 1000 {
		key := fmt.Appendf(nil, "k%04d", i)
		b.Row(key)
		b.Cell("f", []byte("a"), 0, []byte("value"))
		hashes = append(hashes, Hash(7, key))
	}
	c := start(t)
	c.Add(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}))
	slices.Sort(hashes)
	rows := c.Result().Rows
	if rows.Rows() != 10 {
		t.Fatalf("%d rows are kept, not 10", rows.Rows())
	}
	for i := range rows.Rows() {
		if Hash(7, rows.Key(i)) > hashes[9] {
			t.Errorf("row %q is not among the 10 of the smallest hashes", rows.Key(i))
		}
	}
}

// FuzzUnmarshal verifies that damaged bytes are refused, or read as a census that can be used.
func FuzzUnmarshal(f *testing.F) {
	c := start(f)
	b := sample.NewBuilder(16)
	b.Row([]byte("t1#d01#20261121"))
	b.Cell("f", []byte("a"), now.UnixMicro(), []byte("value"))
	c.Add(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}))
	f.Add(written(f, c))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		var c Census
		if c.UnmarshalBinary(data) != nil {
			return
		}
		if err := c.Merge(must[*Census](t)(New(c.plan))); err != nil {
			t.Fatal(err)
		}
		c.Result()
		written(t, &c)
	})
}

// TestFromSampleWithoutCounts verifies that a sample without a census has none, and that this is no error.
func TestFromSampleWithoutCounts(t *testing.T) {
	b := sample.NewBuilder(0)
	b.Row([]byte("k"))
	if c, err := FromSample(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})); c != nil ||
		err != nil {
		t.Errorf("%v, %v", c, err)
	}
}

// TestCountersAreOneCensus verifies that 1, 2, and 8 counters of a census, which are used at the same time, come to the
// bytes of one census, whichever rows each of them is given.
func TestCountersAreOneCensus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := table(t)
		room := rapid.SampledFrom([]int64{RowBytes, 300, 1000}).Draw(t, "room")
		whole := small(t, room)
		whole.Add(all)
		want := written(t, whole)
		for _, n := range []int{1, 2, 8} {
			into := small(t, room)
			counters := make([]*Census, n)
			given := make([][]int, n)
			for i := range all.Rows() {
				to := rapid.IntRange(0, n-1).Draw(t, "counter")
				given[to] = append(given[to], i)
			}
			var wg sync.WaitGroup
			for i := range counters {
				counters[i] = must[*Census](t)(into.Counter())
				wg.Go(func() {
					for _, row := range given[i] {
						counters[i].Add(some(all, row))
					}
				})
			}
			wg.Wait()
			for _, counter := range counters {
				if err := into.Merge(counter); err != nil {
					t.Fatal(err)
				}
			}
			if got := written(t, into); !bytes.Equal(got, want) {
				t.Fatalf("%d counters differ from one census:\n%s\n%s", n, got, want)
			}
		}
	})
}

// TestPlansCountWhatTheyName verifies that prefixes are counted with and without windows of time, and the reverse, and
// that nothing of either is counted where the plan has neither.
func TestPlansCountWhatTheyName(t *testing.T) {
	b := sample.NewBuilder(16)
	for i, key := range []string{"t1#a", "t1#b", "t2#a"} {
		b.Row([]byte(key))
		b.Cell("f", []byte("q"), now.Add(time.Duration(i)*time.Hour).UnixMicro(), []byte("value"))
	}
	rows := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
	for _, tt := range []struct {
		prefixes []string
		windows  int
		want     []int64 // rows with each prefix
		writes   int64
	}{
		{nil, 0, nil, 0},
		{[]string{"t1#", "t2#"}, 0, []int64{2, 1}, 0},
		{nil, 2, nil, 2},
		{nil, 3, nil, 3},
		{[]string{"t", "t1#a"}, 2, []int64{3, 1}, 2},
	} {
		plan := Plan{Now: now, From: now, Step: time.Hour, Windows: tt.windows}
		for _, prefix := range tt.prefixes {
			plan.Prefixes = append(plan.Prefixes, []byte(prefix))
		}
		counts, err := New(plan)
		if err != nil {
			t.Fatal(err)
		}
		counts.Add(rows)
		var got []int64
		for _, c := range counts.Result().Prefixes {
			got = append(got, c.Rows)
		}
		writes := int64(0)
		for _, n := range counts.Result().Grid.Writes {
			writes += n
		}
		if !slices.Equal(got, tt.want) || writes != tt.writes {
			t.Errorf("prefixes %q, %d windows: rows %v, want %v; %d writes, want %d", tt.prefixes, tt.windows, got,
				tt.want, writes, tt.writes)
		}
	}
}
