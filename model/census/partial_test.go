package census

import (
	"fmt"
	"testing"

	"tabletop/model/sample"
)

// TestPartialCountsAreNoResult verifies that counts of a read that was stopped are none of the table, while the census
// that reads on has them.
func TestPartialCountsAreNoResult(t *testing.T) {
	b := sample.NewBuilder(0)
	for i := range 10 {
		b.Row(fmt.Appendf(nil, "row%d", i))
		b.Cell("f", []byte("q"), 1, nil)
	}
	census, err := New(Plan{Options: sample.Options{Rows: 5}})
	if err != nil {
		t.Fatal(err)
	}
	census.Add(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}))
	sections, err := census.Sections()
	if err != nil {
		t.Fatal(err)
	}
	for stopped, want := range map[string]bool{"": true, "the read was interrupted": false} {
		saved := census.Rows().Described(sample.Table{}, sample.Provenance{Strategy: sample.Everything,
			Stopped: stopped}).WithSections(sections...)
		result, err := ReadResult(saved)
		if err != nil || (result != nil) != want || want && result.Totals.Rows != 10 {
			t.Errorf("stopped %q: result %+v, %v", stopped, result, err)
		}
		if again, err := FromSample(saved); err != nil || again == nil || again.totals.Totals().Rows != 10 {
			t.Errorf("stopped %q: no census reads on, %v", stopped, err)
		}
	}
}

// TestExamplesAreValid verifies which examples a file may have: ascending, each of a row at least.
func TestExamplesAreValid(t *testing.T) {
	one := func(hash uint64, rows, bytes int64) Example {
		return Example{Hash: hash, Value: []byte("v"), Amount: Amount{Rows: rows, Bytes: bytes}}
	}
	many := make([]Example, exampleCount+1)
	for i := range many {
		many[i] = one(uint64(i), 1, 0)
	}
	for name, tt := range map[string]struct {
		list []Example
		want bool
	}{
		"none": {nil, true}, "one row": {[]Example{one(1, 1, 0)}, true}, "no row": {[]Example{one(1, 0, 0)}, false},
		"fewer than no bytes": {[]Example{one(1, 1, -1)}, false}, "most": {many[:exampleCount], true},
		"more": {many, false}, "twice": {[]Example{one(1, 1, 0), one(1, 1, 0)}, false},
		"falling": {[]Example{one(2, 1, 0), one(1, 1, 0)}, false},
	} {
		if got := (&Examples{List: tt.list}).valid(); got != tt.want {
			t.Errorf("%s: valid %v", name, got)
		}
	}
}
