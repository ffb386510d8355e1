package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"
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
			rows, hits, bytes = 400, 10, 10_000
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
	if rows := d.Rows(); rows.Value != 8000 || rows.High-rows.Low > 0.2*rows.Value {
		t.Errorf("the table has %+v rows", rows)
	}
}
