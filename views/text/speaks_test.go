package text

import (
	"math"
	"strings"
	"testing"

	"tabletop/model/estimate"
	"tabletop/model/figures"
)

// TestFiguresThatCannotBeTold verifies that a figure of which a sample says nothing is never written as a number with a
// wide interval, and that the notes say what would tell it and how long that takes.
func TestFiguresThatCannotBeTold(t *testing.T) {
	known := estimate.Within(100, 90, 112)
	vague := estimate.Within(100, 0, math.Inf(1))
	table := estimate.Point(66e9)
	p := &figures.Profile{Scope: estimate.Sample, Rows: 1000, RowBytes: figures.Distribution{N: 1, Mean: known,
		P50: known, P90: known, P95: known, P99: known},
		Whole: figures.Whole{Rows: known, Bytes: 66e9, Table: table, Places: 60, Cells: known}}
	about := func() string { return strings.Join(SampleNotes(p), " ") }
	if s := about(); strings.Contains(s, "cannot be") {
		t.Errorf("all can be told, and the notes are %q", s)
	}
	const advice = "use --strategy accurate, which takes up to 5.02 min per node"
	p.Columns = []figures.Column{{TableCells: vague}}
	if s := about(); !strings.Contains(s, "cannot be determined from so few key ranges") ||
		!strings.Contains(s, advice) {
		t.Errorf("a column's cells cannot be determined, and the notes are %q", s)
	}
	p.Columns, p.RowBytes.P95 = nil, vague
	if s := about(); !strings.Contains(s, "cannot be determined") {
		t.Errorf("p95 cannot be determined, and the notes are %q", s)
	}
	p.RowBytes.Mean, p.Whole.Rows = vague, vague
	if s := about(); !strings.Contains(s, "The mean row size cannot be estimated") ||
		!strings.Contains(s, "The number of rows cannot be estimated") || !strings.Contains(s, advice) {
		t.Errorf("nothing can be told, and the notes are %q", s)
	}
	if s := TableBytes(vague.Of(table), table); s != NoFigure {
		t.Errorf("bytes of which nothing is known are %q", s)
	}
	if s, interval := TableCountParts(vague); s != NoFigure || interval != "" {
		t.Errorf("cells of which nothing is known are %q %q", s, interval)
	}
	for _, f := range []figures.Figure{estimate.Within(2, 0.3, 120), estimate.Within(2, 0, 120),
		estimate.Within(2, 1, math.Inf(1)), vague} {
		if s := PlusMinus(f.Value, f.Low, f.High, Number); strings.Contains(s, "±") && s != "± unknown" {
			t.Errorf("%+v is %q", f, s)
		}
	}
	if f := (estimate.Within(0.1, 0.01, 0.2)).Of(estimate.Within(100, 10, 400)); f.Low < 0 {
		t.Errorf("a part is at least %v", f.Low)
	}
}

// TestRowsAgainstTheServicesCount verifies that the number of rows times their mean size is held against the service's
// count, and what a difference beyond the interval means.
func TestRowsAgainstTheServicesCount(t *testing.T) {
	for _, tt := range []struct {
		made figures.Figure
		want string
	}{
		{estimate.Within(402e6, 395e6, 410e6), " Number × mean size of the rows is 402 MB, 84.5% of the service's count: " +
			"there are rows much larger than those read, or data that is deleted but still stored."},
		{estimate.Within(460e6, 455e6, 465e6), " Number × mean size of the rows is 460 MB, 96.6% of the service's count."},
		{estimate.Within(402e6, 300e6, 460e6), " Number × mean size of the rows is 402 MB, 84.5% of the service's count."},
		{estimate.Counted(952e6), " Number × mean size of the rows is 952 MB, 200.0% of the service's count: the service " +
			"counts other bytes, such as those of compressed rows."},
		{figures.Figure{}, ""},
	} {
		w := figures.Whole{Rows: estimate.Counted(4e5), Bytes: 476e6, Made: tt.made}
		if got := WholeTable(w); got != "The table has 400,000 rows."+tt.want {
			t.Errorf("%v: %q, want %q", tt.made, got, tt.want)
		}
	}
	if got := made(figures.Whole{Made: estimate.Counted(5)}); got != "" {
		t.Errorf("without a count of the service: %q", got)
	}
}

// TestLargeSectionsAreExplained verifies what is said of sections that stand out: that they may hold large rows, that
// they hold none, or that rows like those read do not fill them.
func TestLargeSectionsAreExplained(t *testing.T) {
	for want, w := range map[string]figures.Whole{
		"(the largest: 67.0 MB), which may contain very large rows.":      {},
		"(the largest: 67.0 MB), which the rows read there account for.":  {LargeKnown: true},
		"(the largest: 67.0 MB); rows like those read do not fill 1 of t": {LargeKnown: true, Uneven: 1},
	} {
		w.LargeSections, w.LargestSection = 0.14, 67e6
		p := &figures.Profile{Scope: estimate.Sample, Rows: 10, Whole: w}
		if got := strings.Join(SampleNotes(p), " "); !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}

// TestRange: an interval has two ends, unless both are written the same.
func TestRange(t *testing.T) {
	f := figures.Figure{Low: 551, High: 624}
	if got := Range(f, Bytes); got != "551–624 B" {
		t.Errorf("%q", got)
	}
	if f.High = 551.1; Range(f, Bytes) != "551 B" {
		t.Errorf("%q", Range(f, Bytes))
	}
}
