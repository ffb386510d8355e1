package figures

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/retention"
	"tabletop/model/sample"
)

// TestAheadIsWhatTheReviewSaysThen verifies on random tables that what becomes eligible within a time is what a review
// says when it has come, in all and by family, and that what all rows were counted to become holds it.
func TestAheadIsWhatTheReviewSaysThen(t *testing.T) {
	random := rand.New(rand.NewPCG(34, 61))
	for range 60 {
		s := randomVersions(random)
		now := reviewOf(t, s, nil, ReviewOptions{Now: reviewNow})
		ahead, err := now.Ahead(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		one, totals := few(s)
		counted, err := reviewOf(t, one, totals, ReviewOptions{}).Ahead(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i, in := range Horizons() {
			then := reviewOf(t, s, nil, ReviewOptions{Now: reviewNow.Add(in)}).Garbage
			if diff := cmp.Diff(then.Total, ahead[i].Garbage.Total); diff != "" {
				t.Fatalf("in %v: %s", in, diff)
			}
			if then.EmptiedRows != ahead[i].Garbage.EmptiedRows {
				t.Fatalf("in %v: %+v is left of rows, not %+v", in, ahead[i].Garbage.EmptiedRows, then.EmptiedRows)
			}
			more := then.Total.Eligible.Bytes - now.Garbage.Total.Eligible.Bytes
			if got := ahead[i].More; !got.IsExact() || int64(got.Value) != more || ahead[i].In != in {
				t.Fatalf("in %v: %+v becomes eligible, not %d", in, got, more)
			}
			if got := counted[i].More; got.Low > float64(more) || got.High < float64(more) {
				t.Fatalf("in %v: %+v was counted to become eligible, not %d", in, got, more)
			}
			for f, family := range then.Families {
				more := family.Eligible.Bytes - now.Garbage.Families[f].Eligible.Bytes
				if got := ahead[i].Families[f]; int64(got.Value) != more {
					t.Fatalf("in %v: %+v of %s, not %d", in, got, family.Name, more)
				}
			}
		}
	}
}

// TestTierIsWhatIsOlder verifies on random tables that a tier holds the cells that are older, of a sample of all rows
// and by their counts, and which timestamps tell nothing.
func TestTierIsWhatIsOlder(t *testing.T) {
	random := rand.New(rand.NewPCG(34, 62))
	for range 60 {
		s := randomVersions(random)
		age := time.Duration(30+random.IntN(70)) * 24 * time.Hour
		var older retention.Amount
		for cell := range s.NumCells() {
			if s.Cell(cell).Micros < reviewNow.Add(-age).UnixMicro() {
				older = older.Plus(retention.Amount{Cells: 1, Bytes: s.CellBytes(cell)})
			}
		}
		tier, others, err := reviewOf(t, s, nil, ReviewOptions{Now: reviewNow}).Tiers(t.Context(), age)
		if err != nil {
			t.Fatal(err)
		}
		if got := tier.Older.Total.Eligible; got != older || tier.Artificial != "" || tier.Age != age {
			t.Fatalf("older than %v: %+v, not %+v, %q", age, got, older, tier.Artificial)
		}
		if len(others) < 3 || others[0].Older.Total.Eligible.Bytes < others[1].Older.Total.Eligible.Bytes {
			t.Fatalf("other ages: %+v", others)
		}
		one, totals := few(s)
		if tier, err = reviewOf(t, one, totals, ReviewOptions{}).Tier(t.Context(), age); err != nil {
			t.Fatal(err)
		}
		share := float64(older.Bytes) / float64(tier.Older.Total.Stored.Bytes)
		sum := 0.0
		for _, f := range tier.Older.Families {
			low, high := f.Share.Low, f.Share.High
			if f.Share.IsExact() {
				low, high = f.Share.Value, f.Share.Value
			}
			sum += (high - low) * float64(f.Stored.Bytes) / float64(tier.Older.Total.Stored.Bytes)
		}
		if got := tier.Older.Total.Share.Value; got < share-sum-1e-9 || got > share+sum+1e-9 {
			t.Fatalf("%v of the bytes was counted to be older than %v, not %v", got, age, share)
		}
	}
	builder := sample.NewBuilder(0)
	for row := range 30 {
		builder.Row([]byte{byte('a' + row)})
		builder.Cell("f", []byte("q"), int64(row), nil)
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{builder})
	tier, err := reviewOf(t, s, nil, ReviewOptions{Now: reviewNow}).Tier(t.Context(), MinTierAge)
	if err != nil || tier.Artificial == "" || tier.Family != "f" {
		t.Errorf("of numbers for timestamps: %+v, %v", tier, err)
	}
}
