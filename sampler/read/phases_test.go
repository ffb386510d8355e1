package read

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
)

// startsOf makes the starts of sections whose rows have these sizes.
func startsOf(sizes ...float64) []Start {
	out := make([]Start, len(sizes))
	for i, size := range sizes {
		out[i].summary = summary{Rows: startRows, RowBytes: size, log: math.Log(size), spread: 0.01}
	}
	return out
}

// TestSectionsOfSeveralKindsAreReadWhole verifies that a section whose ends differ is read by a share of all its rows,
// stands for itself, and that the sections beside it stand for nothing of it.
func TestSectionsOfSeveralKindsAreReadWhole(t *testing.T) {
	sizes := make([]float64, 60)
	for i := range sizes {
		if sizes[i] = 100; i > 20 {
			sizes[i] = 10_000
		}
	}
	const each = 10_000_000
	plan := Plan(PlanInput{Splits: evenSplits(60, each), RowBytes: 100, Starts: startsOf(sizes...)},
		sample.Options{Strategy: sample.Quick, Rows: 6000})
	var stands float64
	for _, p := range plan.Places {
		stands += p.Stands
		if mixed := p.Filter > 0; mixed != (string(p.Start) == string(evenSplits(60, each)[19].Key)) {
			t.Errorf("the section from %q has filter %v", p.Start, p.Filter)
		} else if mixed && (p.Limit != 0 || p.Stands != each || p.Filter > 0.1) {
			t.Errorf("the section of several kinds is read as %+v", p)
		}
	}
	if math.Abs(stands-60*each) > 1 {
		t.Errorf("runs stand for %v bytes of %v", stands, 60*each)
	}
	if len(plan.Notes) != 1 || plan.Scan <= each {
		t.Errorf("notes %q, scan %d", plan.Notes, plan.Scan)
	}
}

// TestUnlike verifies that rows of one kind with widely spread sizes are seldom taken for two kinds, and that rows of
// very different sizes always are.
func TestUnlike(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	start := func(median float64) summary {
		b := sample.NewBuilder(1)
		for i := range startRows {
			b.Row([]byte{byte(i)})
			b.CellPrefix("f", nil, 0, int(median*math.Exp(r.NormFloat64())), nil)
		}
		return summarized(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}))
	}
	wrong, found := 0, 0
	for range 1000 {
		if start(300).unlike(start(300)) {
			wrong++
		}
		if start(300).unlike(start(30_000)) {
			found++
		}
	}
	if wrong > 10 || found < 990 {
		t.Errorf("of 1000 pairs %d were wrongly told apart, and %d rightly", wrong, found)
	}
	if one := (summary{Rows: 1, log: 3}); one.unlike(summary{}) || one.unlike(summary{Rows: 1, log: 4}) ||
		!one.unlike(summary{Rows: 1, log: 9}) {
		t.Error("single rows are compared wrongly")
	}
}

// TestRunsStandForTheTable verifies that the bytes which runs stand for are those of the table: exactly where all
// starts are read, and on average where only some are.
func TestRunsStandForTheTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(fewSections, 200).Draw(t, "sections")
		sizes := rapid.SliceOfN(rapid.Float64Range(10, 1e5), n, n).Draw(t, "sizes")
		rows := rapid.Int64Range(100, 20_000).Draw(t, "rows")
		const each, draws = 5_000_000, 30
		var stands float64
		for seed := range uint64(draws) {
			plan := Plan(PlanInput{Splits: evenSplits(n, each), RowBytes: 100, Starts: startsOf(sizes...)},
				sample.Options{Strategy: sample.Quick, Rows: rows, Seed: seed})
			points := 0
			for _, p := range plan.Places {
				stands += p.Stands / draws
				points += p.Hits
				if p.Hits < 1 || p.Stands <= 0 || p.Filter > 1 || p.Limit == 0 && p.Filter == 0 {
					t.Fatalf("%+v", p)
				}
			}
			if points != plan.Points {
				t.Fatalf("%d points, %d in all", plan.Points, points)
			}
		}
		if total := float64(n) * each; math.Abs(stands/total-1) > 0.25 {
			t.Fatalf("runs stand for %v bytes of %v", stands, total)
		}
	})
}

// TestExtendLengthensRuns verifies that more rows of a plan with a run at every start lengthen those that can be.
func TestExtendLengthensRuns(t *testing.T) {
	h := &sample.Provenance{Strategy: sample.Quick, Points: 3, Filter: 1, Places: []sample.ReadRange{
		{Hits: 1, Stands: 10, Limit: 50, Rows: 50, Done: true},
		{Hits: 1, Stands: 10, Limit: 50, Rows: 7, Done: true}, // read to its end
		{Hits: 1, Stands: 10, Filter: 0.1, Rows: 300, Done: true},
	}}
	plan, ok := ExtendPlan(h, nil, 100)
	if p := plan.Places; !ok || p[0].Limit != 150 || p[0].Done || !p[1].Done || !p[2].Done || plan.Points != 3 {
		t.Errorf("%v, %+v", ok, plan)
	}
	h.Places = h.Places[1:]
	if _, ok := ExtendPlan(h, nil, 100); ok {
		t.Error("a table that was read to its end has more")
	}
}

// TestRowsWithinSectionsAreSeen verifies that a section that begins and ends with rows of one kind, and has many small
// rows between, is read by a share of all its rows.
func TestRowsWithinSectionsAreSeen(t *testing.T) {
	table := &fakebt.Table{Name: fakebt.Name("t"), SectionBytes: 400_000}
	for i := range 20_000 {
		size := 2000
		if i%1000 > 300 && i%1000 < 700 {
			size = 20
		}
		table.Rows = append(table.Rows, fakebt.Row{Key: fmt.Sprintf("%06d", i),
			Cells: []fakebt.Cell{{Family: "f", Qualifier: "q", Value: make([]byte, size)}}})
	}
	opened := open(t, fakebt.New(t, table))
	splits, err := opened.Splits(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	opts := sample.Options{Strategy: sample.Quick, Rows: 2000}
	starts, err := opened.Starts(t.Context(), splits, opts)
	if err != nil {
		t.Fatal(err)
	}
	plan := Plan(PlanInput{Splits: splits, RowBytes: 100, Starts: starts}, opts)
	mixed := 0
	for _, place := range plan.Places {
		if place.Filter > 0 {
			mixed++
		}
	}
	// Some 70 sections; each of the 20 groups of small rows lies within one, but for those that a border cuts.
	if mixed < 19 || mixed > 40 {
		t.Errorf("%d of %d sections are read by a share of their rows", mixed, len(splits))
	}
}

// TestKeyWithin verifies that a key within a range is at its share of numbers written as digits, and within the range
// whatever its ends are.
func TestKeyWithin(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"user#1000", "user#9000", "user#5000"},
		{"a", "c", "b"},
		{"", "\x80", "@"},
	} {
		if got := string(keyWithin([]byte(c.from), []byte(c.to), 0.5)); !strings.HasPrefix(got, c.want) {
			t.Errorf("between %q and %q: %q", c.from, c.to, got)
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 10_000 {
		ends := [][]byte{nil, nil}
		for i := range ends {
			for range r.IntN(12) {
				ends[i] = append(ends[i], byte(r.IntN(3)*127))
			}
		}
		slices.SortFunc(ends, bytes.Compare)
		if bytes.Equal(ends[0], ends[1]) {
			continue
		}
		if got := keyWithin(ends[0], ends[1], r.Float64()); bytes.Compare(got, ends[1]) >= 0 {
			t.Fatalf("between %q and %q: %q", ends[0], ends[1], got)
		}
	}
}
