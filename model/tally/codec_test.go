package tally

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// TestTotalsComeBack verifies that totals of any rows, with names of any bytes, are read as they were written.
func TestTotalsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := count(New(), drawRows(t)...).Totals()
		x, err := want.Section()
		if err != nil {
			t.Fatal(err)
		}
		got, err := DecodeTotals(x.Data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestLargestOfAllRows verifies that the largest rows and cells are those of all rows, with their keys.
func TestLargestOfAllRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t)
		got := count(New(), append(rows, rows...)...).Totals()
		var want []LargeRow
		var cells []LargeCell
		for _, r := range append(rows, rows...) {
			x := LargeRow{Key: []byte(r.key), Bytes: int64(len(r.key)), Cells: int64(len(r.cells))}
			for _, c := range r.cells {
				x.Bytes += int64(len(c.family)+len(c.qualifier)+8) + int64(c.size)
				cells = append(cells, LargeCell{Key: x.Key, Family: []byte(c.family), Qualifier: []byte(c.qualifier), Micros: c.micros, Bytes: int64(c.size)})
			}
			want = append(want, x)
		}
		slices.SortFunc(want, compareRows)
		slices.SortFunc(cells, compareCells)
		want, cells = want[:min(len(want), MaxLargest)], cells[:min(len(cells), MaxLargest)]
		if diff := cmp.Diff(want, got.LargestRows, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(cells, got.LargestCells, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func FuzzDecodeTotals(f *testing.F) {
	x, err := count(New(), row{"key", []rowCell{{"f", "q", 5, 100}, {"f", "q", 4, 7}}}, row{"k2", nil}).Totals().Section()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(x.Data)
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := DecodeTotals(data)
		if err != nil {
			return
		}
		for _, h := range s.histograms() {
			if low, high := h.Quantile(0.5); low > high || h.N > 0 && (low < h.Min || high > h.Max) {
				t.Fatalf("median of %+v is %d to %d", h, low, high)
			}
		}
		again, err := s.Section()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := DecodeTotals(again.Data); err != nil {
			t.Fatalf("what was read cannot be read again: %v", err)
		}
	})
}
