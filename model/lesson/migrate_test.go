package lesson_test

import (
	"context"
	"testing"

	"tabletop/model/lesson"
)

// TestCopiesAreVerified verifies that a copy is equal only if it holds every cell under the keys that are wanted, and
// that what it lacks is counted and named: versions that were not read, columns that were dropped, times that were cut,
// rows that met.
func TestCopiesAreVerified(t *testing.T) {
	t.Parallel()
	b, err := open(now)(context.Background(), lesson.Table{Source: "demo:stocks/closings",
		Layout: "{ticker:text}#{day:date(20060102)}"})
	if err != nil {
		t.Fatal(err)
	}
	const wanted = "{ticker}#{reverse(day)}"
	cells := float64(b.Sample.NumCells())
	kept, err := lesson.KeptCells("STOCK")("")(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	newest, err := lesson.KeptCells("STOCK")("maxversions=1 || maxage=365d")(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		wanted, made string
		cells        float64 // that differ; -1 for any but none
		kind         string
	}{
		{wanted, wanted, 0, lesson.NoDifference},
		{wanted, "{ticker}#{reverse(day, 10^8-1)}", 0, lesson.NoDifference},
		{wanted, wanted + " => STOCK -> STOCK:{qualifier()}", 0, lesson.NoDifference},
		{wanted + ", read with never", wanted, 0, lesson.NoDifference},
		{wanted + ", read with maxversions=1", wanted, kept.Value - newest.Value, "missing"},
		{wanted, wanted + " => drop STOCK", kept.Value, "missing"},
		{wanted, wanted + " => drop STOCK:VOLUME", -1, "missing"},
		{wanted, wanted + " => STOCK -> json STOCK:all", -1, "missing"},
		{wanted, wanted + " => time {celltime(day)}", -1, "retimed"},
		{wanted, "{ticker}#{day}", 2 * kept.Value, ""},
		{"{ticker}#{day}", "", 0, lesson.NoDifference},
	} {
		differ, err := lesson.Unlike(tt.wanted)(tt.made)(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		kind, err := lesson.Difference(tt.wanted)(tt.made)(context.Background(), b)
		if err != nil || tt.cells >= 0 && differ.Value != tt.cells || tt.cells < 0 && differ.Value == 0 ||
			tt.kind != "" && kind.Word != tt.kind {
			t.Errorf("%s of %s: %v cells of %v are %q, want %v %q: %v", tt.made, tt.wanted, differ.Value, cells, kind.Word,
				tt.cells, tt.kind, err)
		}
	}
	for _, wrong := range []string{"unlike [{ticker]", "unlike [{ticker}, read with maxversions]", "unlike"} {
		if _, err := lesson.ParseQuantity(wrong, lesson.OfLayout); err == nil {
			t.Errorf("%q is a measure", wrong)
		}
	}
}
