package read

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"tabletop/model/sample"
)

// startsOf makes the starts of sections whose rows have these sizes.
func startsOf(sizes ...float64) []Start {
	out := make([]Start, len(sizes))
	for i, size := range sizes {
		out[i] = Start{Rows: startRows, RowBytes: size, log: math.Log(size), spread: 0.01}
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
	start := func(median float64) Start {
		b := sample.NewBuilder(1)
		for i := range startRows {
			b.Row([]byte{byte(i)})
			b.CellPrefix("f", nil, 0, int(median*math.Exp(r.NormFloat64())), nil)
		}
		return newStart(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}))
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
	if one := (Start{Rows: 1, log: 3}); one.unlike(Start{}) || one.unlike(Start{Rows: 1, log: 4}) ||
		!one.unlike(Start{Rows: 1, log: 9}) {
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
