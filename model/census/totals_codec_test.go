package census

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tabletop/model/estimate"
)

// TestTotalsComeBack verifies that totals of any rows, with names of any bytes, are read as they were written.
func TestTotalsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := count(NewTally(), drawRows(t)...).Totals()
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
		got := count(NewTally(), append(rows, rows...)...).Totals()
		var want []LargeRow
		var cells []LargeCell
		for _, r := range append(rows, rows...) {
			x := LargeRow{Key: []byte(r.key), Bytes: int64(len(r.key)), Cells: int64(len(r.cells))}
			for _, c := range r.cells {
				x.Bytes += int64(len(c.family)+len(c.qualifier)+8) + int64(c.size)
				cells = append(cells, LargeCell{Key: x.Key, Family: []byte(c.family), Qualifier: []byte(c.qualifier),
					Micros: c.micros, Bytes: int64(c.size)})
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
	x, err := count(NewTally(), row{"key", []rowCell{{"f", "q", 5, 100}, {"f", "q", 4, 7}}},
		row{"k2", nil}).Totals().Section()
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

// TestContradictionsAreRefused verifies that totals that contradict themselves are not taken from a file.
func TestContradictionsAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Totals){
		"rows without sizes":       func(s *Totals) { s.RowBytes = estimate.Histogram{} },
		"rows without keys":        func(s *Totals) { s.KeyLength = estimate.Histogram{} },
		"rows without columns":     func(s *Totals) { s.ColumnsPerRow = estimate.Histogram{} },
		"cells without values":     func(s *Totals) { s.ValueSize = estimate.Histogram{} },
		"negative bytes of keys":   func(s *Totals) { s.KeyBytes = -1 },
		"negative bytes of values": func(s *Totals) { s.ValueBytes = -1 },
		"negative times":           func(s *Totals) { s.Negative = -1 },
		"an oldest that is newest": func(s *Totals) { s.Oldest, s.Newest = 2, 1 },
		"more bytes in cells":      func(s *Totals) { s.Bytes = s.Cells*cellHead - 1 },
		"a column of more rows":    func(s *Totals) { s.Columns[0].Rows = s.Rows + 1 },
		"a column of fewer cells":  func(s *Totals) { s.Columns[0].Cells = s.Columns[0].Rows - 1 },
		"a column of more bytes":   func(s *Totals) { s.Columns[0].Bytes = s.Bytes + 1 },
		"more versions than cells": func(s *Totals) { s.Columns[0].Versions = s.Columns[0].Cells + 1 },
		"a distribution below 0":   func(s *Totals) { s.RowBytes.Min = -1 },
		"a distribution reversed":  func(s *Totals) { s.RowBytes.Min = s.RowBytes.Max + 1 },
	} {
		var rows []row
		for i := range 9 {
			rows = append(rows,
				row{string(rune('a' + i)), []rowCell{{"f", "p", int64(1000 + i), i},
					{"f", "q", int64(2000 + i), 2 * i}}})
		}
		totals := count(NewTally(), rows...).Totals()
		if err := totals.validate(); err != nil {
			t.Fatalf("%s: before it: %v", name, err)
		}
		spoil(totals)
		x, err := totals.Section()
		if err != nil {
			continue
		}
		if _, err := DecodeTotals(x.Data); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// TestHistogramsThatContradictThemselves verifies that a distribution whose numbers cannot be is refused.
func TestHistogramsThatContradictThemselves(t *testing.T) {
	good := estimate.Histogram{N: 3, Sum: 6, Min: 1, Max: 3, Counts: []int64{0, 1, 1, 1}}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(h *estimate.Histogram){
		"a negative sum":             func(h *estimate.Histogram) { h.Sum = -1 },
		"a negative least":           func(h *estimate.Histogram) { h.Min = -1 },
		"a least above the greatest": func(h *estimate.Histogram) { h.Min, h.Max = 3, 1 },
		"too many buckets":           func(h *estimate.Histogram) { h.Counts = append(h.Counts, make([]int64, 1<<16)...) },
		"a negative count":           func(h *estimate.Histogram) { h.Counts[1], h.Counts[2] = -1, 3 },
		"more than it says":          func(h *estimate.Histogram) { h.N = 2 },
		"fewer than it says":         func(h *estimate.Histogram) { h.N = 4 },
		"another least":              func(h *estimate.Histogram) { h.Min = 0 },
		"another greatest":           func(h *estimate.Histogram) { h.Max = 4 },
	} {
		bad := good
		bad.Counts = slices.Clone(good.Counts)
		if change(&bad); bad.Validate() == nil {
			t.Errorf("%s is accepted: %+v", name, bad)
		}
	}
}
