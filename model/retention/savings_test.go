package retention

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// drawnTable is a sample of 40 of 400 sections of a table of 400 MB. All cells of a row have one size, which differs a
// hundredfold between sections, and each row has four versions.
func drawnTable(seed uint64) *sample.Sample {
	r := rand.New(rand.NewPCG(seed, 1))
	how := sample.Provenance{Strategy: sample.Quick, Points: 40, TotalBytes: 400_000_000, Filter: 1, RowShare: 1,
		Started: time.Unix(1_000_000, 0)}
	var parts []*sample.Builder
	for section := range 40 {
		b := sample.NewBuilder(0)
		size := 100 + r.IntN(10_000)
		for i := range 20 {
			b.Row(fmt.Appendf(nil, "%03d#%03d", section, i))
			for v := range 4 {
				b.CellPrefix("f", []byte("q"), int64(9-v)*1000, size, nil)
			}
		}
		b.SetSection(1, 1_000_000, false)
		how.Places = append(how.Places, sample.ReadRange{Start: fmt.Appendf(nil, "%03d", section),
			End: fmt.Appendf(nil, "%03d~", section), Hits: 1, Bytes: 1_000_000, Done: true})
		parts = append(parts, b)
	}
	return sample.Assemble(sample.Table{Families: []sample.Family{{Name: "f",
		GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 3}}}}, how, parts)
}

// TestSavingsAreOfTheTable verifies that what a policy saves is told in bytes of the table and judged on the same rows:
// here it is a quarter of all cells in every row, whatever the rows weigh.
func TestSavingsAreOfTheTable(t *testing.T) {
	r, err := NewReview(context.Background(), drawnTable(1), Options{Try: []Proposal{
		{"f", sample.GCRule{Kind: sample.GCMaxVersions, Versions: 2}},
		{"f", sample.GCRule{Kind: sample.GCMaxVersions, Versions: 4}},
		{"f", sample.GCRule{Kind: sample.GCMaxVersions, Versions: 3}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Garbage.Table.Value != 400_000_000 || r.Garbage.Table.IsExact() {
		t.Fatalf("the table has %+v", r.Garbage.Table)
	}
	eligible := r.Garbage.Total.TableEligible
	if eligible.Value < 99_000_000 || eligible.High > 101_000_000 || !eligible.Interval() ||
		r.Garbage.Families[0].TableEligible != eligible {
		t.Errorf("eligible are %+v, of the family %+v", eligible, r.Garbage.Families[0].TableEligible)
	}
	less, more, same := r.Trials[0].Saves, r.Trials[1].Saves, r.Trials[2].Saves
	if less.Low > less.Value || less.Value < 99_000_000 || less.High-less.Low > 2_000_000 || less.IsExact() {
		t.Errorf("two versions save %+v", less)
	}
	if more.Value > -99_000_000 || more.Low > more.Value || more.High < more.Value || more.High-more.Low > 2_000_000 {
		t.Errorf("four versions save %+v", more)
	}
	if same.Value != 0 || same.IsExact() || same.High <= 0 {
		t.Errorf("the policy in force saves %+v", same)
	}
}

// TestSavingsOfAllRowsAreExact verifies that savings are counted where all rows were read.
func TestSavingsOfAllRowsAreExact(t *testing.T) {
	s := drawnTable(2)
	s.How = sample.Provenance{Strategy: sample.Everything, Complete: true, Started: s.How.Started}
	r, err := NewReview(context.Background(), s,
		Options{Try: []Proposal{{"f", sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	saved := r.Trials[0].Part().Eligible.Bytes - r.Garbage.Total.Eligible.Bytes
	if got := r.Trials[0].Saves; got != estimate.Counted(saved) || saved == 0 ||
		r.Garbage.Table != estimate.Counted(s.Bytes()) {
		t.Errorf("saves %+v of %+v, want %d of %d", got, r.Garbage.Table, saved, s.Bytes())
	}
}
