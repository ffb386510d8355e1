package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/model/sample"
)

// runsOf makes a sample of runs of 20 rows, each of which stands for as many bytes, with rows of sizes that size
// returns.
func runsOf(runs int, size func(run, row int) int) *sample.Sample {
	var all []*sample.Builder
	for run := range runs {
		b := sample.NewBuilder(0)
		all = append(all, b)
		b.SetSection(1, 0, false)
		for row := range 20 {
			b.Row([]byte(fmt.Sprintf("%04d#%04d", run, row)))
			b.Cell("f", []byte("q"), 1000, make([]byte, size(run, row)))
		}
	}
	how := sample.Provenance{Strategy: sample.Quick, Filter: 1, Points: runs, TotalBytes: 1 << 30}
	return sample.Assemble(sample.Table{}, how, all)
}

// TestRareLargeRowsDoNotBiasTheNumberOfRows verifies that where one row in 40 is 100 times as large as the others, so
// that half of the runs have none, the mean size of rows is that of all runs, and that its interval holds the truth.
func TestRareLargeRowsDoNotBiasTheNumberOfRows(t *testing.T) {
	held, off, n := 0, 0.0, 60
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		s := runsOf(100, func(int, int) int {
			if r.IntN(40) == 0 {
				return 4000
			}
			return 10
		})
		const truth = 9 + 1 + 1 + 8 + 10 + 3990./40
		mean := NewDesign(s).MeanRow()
		off += (mean.Value/truth - 1) / float64(n)
		if mean.Low <= truth && truth <= mean.High {
			held++
		}
	}
	if math.Abs(off) > 0.06 || held < n*85/100 {
		t.Errorf("the mean size of rows is off by %.1f%% on average, and %d of %d intervals hold it", 100*off, held, n)
	}
}

// TestTenantsAreNoPool verifies that runs of tenants whose rows differ in size are not pooled, however much rows of
// each vary.
func TestTenantsAreNoPool(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	s := runsOf(100, func(run, _ int) int {
		return int(math.Exp(r.NormFloat64()) * []float64{20, 2000}[run/10%2])
	})
	for i, p := range pools(s, s.Runs()) {
		if p != nil && (p.mean < 1000) != (i/10%2 == 0) {
			t.Errorf("run %d is pooled with a mean of %.0f", i, p.mean)
		}
	}
}

// TestSectionsForCertainStandForThemselves verifies that a section larger than the step between points counts with its
// own bytes, however many points fell on it, and that the number of its rows is as uncertain as the selection of rows
// makes it, not as sections are.
func TestSectionsForCertainStandForThemselves(t *testing.T) {
	var all []*sample.Builder
	how := sample.Provenance{Strategy: sample.Accurate, Filter: 0.1, RowShare: 0.1, Points: 20, TotalBytes: 20_000}
	for i := range 11 {
		b, rows, hits, bytes := sample.NewBuilder(0), 20, 1, int64(500)
		if i == 5 {
			rows, hits, bytes = 800, 10, 10_000
		}
		b.SetSection(hits, bytes, true)
		for row := range rows {
			b.Row([]byte(fmt.Sprintf("%04d#%04d", i, row)))
			b.Cell("f", []byte("q"), 1000, make([]byte, 10+10*(i/5%2)))
		}
		all = append(all, b)
		how.Places = append(how.Places, sample.ReadRange{Start: []byte(fmt.Sprintf("%04d", i)),
			End: []byte(fmt.Sprintf("%04d", i+1)), Hits: hits, Bytes: bytes, Rows: int64(rows), Done: true})
	}
	s := sample.Assemble(sample.Table{}, how, all)
	d := NewDesign(s)
	if got := d.stands(s.Runs()[5]); got != 10_000 {
		t.Errorf("a section of half of the table stands for %.0f bytes", got)
	}
	if got := d.stands(s.Runs()[4]); got != 1000 {
		t.Errorf("one of ten sections selected from the other half stands for %.0f bytes", got)
	}
	// 800 rows of those of the large section were kept, one in ten; the other sections are alike.
	half := 1.96 * math.Sqrt(800*0.9) / 0.1
	if rows := d.Rows(); rows.Value != 12_000 || rows.High-rows.Value < half || rows.High-rows.Value > 1.5*half {
		t.Errorf("the table has %+v rows, want 12,000 ± %.0f", rows, half)
	}
}

// TestWeightDoesNotDependOnTheRowsOwnSize verifies that a row weighs by the mean size of other rows of its run, so that
// a large one is not taken for a sign of large ones: by the rows of even place if its own is odd, and the reverse.
func TestWeightDoesNotDependOnTheRowsOwnSize(t *testing.T) {
	weights := func(large int) []float64 {
		s := runsOf(1, func(_, row int) int {
			if row == large {
				return 500
			}
			return 50 + row/2
		})
		out := make([]float64, s.Rows())
		weighRun(out, s, s.Runs()[0], 1000, nil)
		return out
	}
	for _, large := range []int{0, 1, 6, 13} {
		usual, got := weights(-1), weights(large)
		for row := range got {
			// What all rows of the run stand for is divided by their number, so nothing else than the mean differs.
			if sameMean := row%2 == large%2; sameMean != near(got[row], usual[row]) {
				t.Errorf("row %d weighs %g, and %g where row %d is large", row, usual[row], got[row], large)
			}
		}
	}
}

// TestRunsCountedNeedNoPool verifies that a run is pooled with others only where its rows vary too much for a mean of
// their own, and neither if it was read whole, nor if its rows were kept one by one, nor if it has none.
func TestRunsCountedNeedNoPool(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*sample.Run)
		want   bool
	}{
		{"some rows of a section", func(*sample.Run) {}, true},
		{"read whole", func(r *sample.Run) { r.Whole = true }, false},
		{"row by row", func(r *sample.Run) { r.Share, r.SectionBytes = 0.5, 1000 }, false},
		{"no rows", func(r *sample.Run) { r.Rows = 0 }, false},
	} {
		s := runsOf(80, func(run, row int) int {
			if (20*run+row)%40 == 7 {
				return 10_000
			}
			return 100
		})
		runs := slices.Clone(s.Runs())
		tt.change(&runs[40])
		if got := pools(s, runs)[40] != nil; got != tt.want {
			t.Errorf("%s: has a pool: %t, want %t", tt.name, got, tt.want)
		}
	}
}

// TestSectionsWithoutRowsCount verifies that a section of which no row was kept counts among those beside it as one of
// zeros, wherever it is, so that numbers of rows are less, and less certain.
func TestSectionsWithoutRowsCount(t *testing.T) {
	const sections = 12
	design := func(empty ...int) *Design {
		var all []*sample.Builder
		how := sample.Provenance{Strategy: sample.Accurate, Filter: 0.1, RowShare: 0.1, Points: sections,
			TotalBytes: 100_000}
		for i := range sections {
			b, rows := sample.NewBuilder(0), 20
			if slices.Contains(empty, i) {
				rows = 0
			}
			b.SetSection(1, 1000, true)
			for row := range rows {
				b.Row([]byte(fmt.Sprintf("%04d#%04d", i, row)))
				b.Cell("f", []byte("q"), 1000, make([]byte, 10))
			}
			if rows > 0 {
				all = append(all, b)
			}
			how.Places = append(how.Places, sample.ReadRange{Start: []byte(fmt.Sprintf("%04d", i)),
				End: []byte(fmt.Sprintf("%04d", i+1)), Hits: 1, Bytes: 1000, Rows: int64(rows), Done: true})
		}
		return NewDesign(sample.Assemble(sample.Table{}, how, all))
	}
	full := design()
	for _, empty := range [][]int{{0}, {5}, {5, 6}, {2, 7}, {11}, {10, 11}} {
		got := design(empty...)
		want := full.Rows().Value * float64(sections-len(empty)) / sections
		if len(got.systematic) != sections {
			t.Errorf("%v without rows: %d clusters, want %d", empty, len(got.systematic), sections)
		}
		if rows := got.Rows(); !near(rows.Value, want) || rows.High-rows.Low <= full.Rows().High-full.Rows().Low {
			t.Errorf("%v without rows: the table has %+v rows, want %g", empty, rows, want)
		}
	}
}

// TestWeightsOfWholeSections verifies that all rows of a section that was read whole weigh as often as it was to be
// drawn: by its bytes where these are known, else by the bytes of its rows; and which samples are of such sections only.
func TestWeightsOfWholeSections(t *testing.T) {
	for _, tt := range []struct {
		name  string
		run   func(*sample.Run)
		want  float64 // of each row, in a run that stands for 10,000 bytes; 0 of rows that weigh by the mean of others
		whole bool
	}{
		{"of known size", func(r *sample.Run) { r.Whole, r.SectionBytes = true, 500 }, 20, true},
		{"of unknown size", func(r *sample.Run) { r.Whole = true }, 10_000.0 / (20 * 114), false},
		{"drawn by rows too", func(r *sample.Run) { r.Whole, r.SectionBytes, r.Stands = true, 500, 2 }, 20, false},
		{"in part", func(r *sample.Run) { r.SectionBytes = 500 }, 0, false},
	} {
		s := runsOf(2, func(_, row int) int { return 90 + 10*(row%2) })
		for i := range s.Runs() {
			s.Runs()[i].SectionBytes, s.Runs()[i].Whole = 500, true
		}
		run := &s.Runs()[1]
		*run = sample.Run{First: run.First, Rows: run.Rows, Hits: run.Hits}
		tt.run(run)
		if got := wholeSections(s); got != tt.whole {
			t.Errorf("%s: of whole sections: %t, want %t", tt.name, got, tt.whole)
		}
		weights := make([]float64, run.Rows)
		weighRun(weights, s, *run, 10_000, nil)
		for row, got := range weights {
			if tt.want > 0 && !near(got, tt.want) || tt.want == 0 && (row%2 == 0) == (got > 10_000.0/(20*114)) {
				t.Errorf("%s: row %d weighs %g, want %g", tt.name, row, got, tt.want)
			}
		}
	}
}
