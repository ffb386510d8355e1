package diff

import (
	"fmt"
	"testing"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// TestGathers verifies that values are compared if they have three rows each on average, of the rows with a value.
func TestGathers(t *testing.T) {
	for _, tt := range []struct {
		rows, with, values int
		want               bool
	}{{30, 30, 10, true}, {29, 29, 10, false}, {100, 30, 10, true}, {100, 29, 10, false}, {10, 0, 0, false}} {
		group := grouping{raw: make([][]byte, tt.values), of: func(row int) (int, bool) { return 0, row < tt.with }}
		if got := group.gathers(tt.rows); got != tt.want {
			t.Errorf("%d values in %d of %d rows: %v", tt.values, tt.with, tt.rows, got)
		}
	}
}

// TestLayoutsAgree verifies that a set of layouts is taken for both sides if it matches the keys of the other but for
// one of a hundred that the other's own set matches.
func TestLayoutsAgree(t *testing.T) {
	parse := func(text string) rowkey.Set {
		set, err := rowkey.ParseSet(text)
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	for odd, want := range map[int]bool{0: true, 9: true, 15: false, 100: false} {
		b := sample.NewBuilder(0)
		for i := range 1000 {
			if i < odd {
				b.Row(fmt.Appendf(nil, "a%04d#x", i))
			} else {
				b.Row(fmt.Appendf(nil, "b%04d#1", i))
			}
		}
		before := &Side{Layouts: parse("{a}#{n:int}"), Sample: sample.Assemble(sample.Table{}, sample.Provenance{}, nil)}
		after := &Side{Layouts: parse("{word}#{text}"), Sample: sample.Assemble(sample.Table{}, sample.Provenance{},
			[]*sample.Builder{b})}
		own := after.Layouts
		agree(before, after)
		if got := after.Layouts.Equal(before.Layouts) && !before.Layouts.Equal(own); got != want {
			t.Errorf("%d of 1,000 keys do not match: the layouts of the other side are taken: %v", odd, got)
		}
	}
}

// TestNote verifies how comparisons are counted: all, those that differ for certain, and those that cannot be judged.
func TestNote(t *testing.T) {
	var d Diff
	for _, verdict := range []Verdict{Same, WithinError, Grew, New, Undetermined, Undetermined, Undetermined, Changed} {
		if got := d.note(Change{Verdict: verdict}); got.Verdict != verdict {
			t.Errorf("%s becomes %s", verdict, got.Verdict)
		}
	}
	if d.Compared != 8 || d.Beyond != 3 || d.Undetermined != 3 {
		t.Errorf("of %d, %d differ and %d are undetermined", d.Compared, d.Beyond, d.Undetermined)
	}
}
