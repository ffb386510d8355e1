package text

import (
	"math"
	"strings"
	"testing"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/sample"
	"tabletop/model/simulate"
)

// TestTableBytes verifies that each figure of the table shows whether it is exact, an estimate, a bound, or unknown.
func TestTableBytes(t *testing.T) {
	service, exact := estimate.Point(98e9), estimate.Counted(98e9)
	about := estimate.Within(12.4e9, 11.3e9, 13.49e9)
	for _, c := range []struct {
		f, table       figures.Figure
		bytes, savings string
	}{
		{about, service, "≈ 12.4 GB ±1.1 GB", "saves ≈ 12.4 GB ±1.1 GB of 98.0 GB (12.7%)"},
		{estimate.Counted(12.4e9), exact, "12.4 GB", "saves 12.4 GB of 98.0 GB (12.7%)"},
		{estimate.Counted(0), exact, "0 B", "saves nothing of 98.0 GB"},
		{estimate.Within(0, 0, 2e9), service, "≤ 2.00 GB", "saves ≤ 2.00 GB of 98.0 GB"},
		{about, figures.Figure{}, "–", ""},
		{estimate.Within(2e9, 1e9, 6e9), service, "≈ 2.00 GB (1.00–6.00 GB)",
			"saves ≈ 2.00 GB (1.00–6.00 GB) of 98.0 GB (2.0%)"},
		{estimate.Within(2e9, -1e9, 5e9), service, "≈ 2.00 GB (-1.00–5.00 GB)",
			"saves ≈ 2.00 GB, within sampling error of nothing, of 98.0 GB"},
		{about.Minus(), service, "≈ -12.4 GB ±1.1 GB", "keeps ≈ 12.4 GB ±1.1 GB more of 98.0 GB (12.7%)"},
		{estimate.Within(2e9, 0, math.Inf(1)), service, NoFigure,
			"what it saves of 98.0 GB cannot be determined from so few key ranges"},
	} {
		if got := TableBytes(c.f, c.table); got != c.bytes {
			t.Errorf("%+v is %q, want %q", c.f, got, c.bytes)
		}
		if got := Savings(c.f, c.table); got != c.savings {
			t.Errorf("saving %+v is %q, want %q", c.f, got, c.savings)
		}
	}
}

// TestLayoutSavings verifies that a layout that takes more bytes is not said to keep them, and that one whose bytes are
// unknown saves nothing that is written down.
func TestLayoutSavings(t *testing.T) {
	service := estimate.Point(98e9)
	for _, c := range []struct {
		saves figures.Figure
		want  string
	}{
		{estimate.Within(12.4e9, 11.3e9, 13.49e9), "saves ≈ 12.4 GB ±1.1 GB of 98.0 GB (12.7%)"},
		{estimate.Within(-4e9, -5e9, -3e9), "takes ≈ 4.00 GB ±1 GB more of 98.0 GB (4.1%)"},
		{estimate.Within(-4e9, -9e9, 1e9), "takes ≈ 4.00 GB more, within sampling error of nothing, of 98.0 GB"},
		{estimate.Point(0), "saves nothing of 98.0 GB"},
		{figures.Figure{}, ""},
	} {
		if got := LayoutSavings(&simulate.Scale{Saves: c.saves, Table: service}); got != c.want {
			t.Errorf("saving %+v is %q, want %q", c.saves, got, c.want)
		}
	}
}

// TestTableUnit verifies that a heading distinguishes bytes of the table from those of the rows read.
func TestTableUnit(t *testing.T) {
	for _, c := range []struct {
		table figures.Figure
		want  string
	}{
		{figures.Figure{}, "bytes of the rows read"},
		{estimate.Counted(1e6), "bytes of the table, its total exact"},
		{estimate.Within(1e6, 0.9e6, 1.1e6), "bytes of the table, estimated"},
		{estimate.Point(1e6), "bytes of the table, estimated from the service's count of 1.00 MB"},
	} {
		if got := TableUnit(c.table, sample.Options{}); got != c.want {
			t.Errorf("%+v is %q, want %q", c.table, got, c.want)
		}
		part := strings.Replace(c.want, "of the table", "of this part", 1)
		if got := TableUnit(c.table, sample.Options{Prefix: []byte("a")}); got != part {
			t.Errorf("of a prefix, %+v is %q, want %q", c.table, got, part)
		}
	}
}
