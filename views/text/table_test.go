package text

import (
	"math"
	"testing"

	"tabletop/model/profile"
	"tabletop/model/simulate"
)

// TestTableBytes verifies that each figure of the table shows whether it is exact, an estimate, a bound, or unknown.
func TestTableBytes(t *testing.T) {
	service, exact := profile.Figure{Value: 98e9, Low: 98e9, High: 98e9}, profile.Figure{Value: 98e9, Low: 98e9, High: 98e9, Exact: true}
	estimate := profile.Figure{Value: 12.4e9, Low: 11.3e9, High: 13.49e9}
	for _, c := range []struct {
		f, table       profile.Figure
		bytes, savings string
	}{
		{estimate, service, "≈ 12.4 GB ±1.1 GB", "saves ≈ 12.4 GB ±1.1 GB of 98.0 GB (12.7%)"},
		{profile.Figure{Value: 12.4e9, Low: 12.4e9, High: 12.4e9, Exact: true}, exact, "12.4 GB", "saves 12.4 GB of 98.0 GB (12.7%)"},
		{profile.Figure{Exact: true}, exact, "0 B", "saves nothing of 98.0 GB"},
		{profile.Figure{High: 2e9}, service, "≤ 2.00 GB", "saves ≤ 2.00 GB of 98.0 GB"},
		{estimate, profile.Figure{}, "–", ""},
		{profile.Figure{Value: 2e9, Low: 1e9, High: 6e9}, service, "≈ 2.00 GB (1.00–6.00 GB)", "saves ≈ 2.00 GB (1.00–6.00 GB) of 98.0 GB (2.0%)"},
		{profile.Figure{Value: 2e9, Low: -1e9, High: 5e9}, service, "≈ 2.00 GB (-1.00–5.00 GB)", "saves ≈ 2.00 GB, within sampling error of nothing, of 98.0 GB"},
		{estimate.Minus(), service, "≈ -12.4 GB ±1.1 GB", "keeps ≈ 12.4 GB ±1.1 GB more of 98.0 GB (12.7%)"},
		{profile.Figure{Value: 2e9, High: math.Inf(1)}, service, NoFigure, "what it saves of 98.0 GB cannot be determined from so few key ranges"},
	} {
		if got := TableBytes(c.f, c.table); got != c.bytes {
			t.Errorf("%+v is %q, want %q", c.f, got, c.bytes)
		}
		if got := Savings(c.f, c.table); got != c.savings {
			t.Errorf("saving %+v is %q, want %q", c.f, got, c.savings)
		}
	}
}

// TestLayoutSavings verifies that a layout that takes more bytes is not said to keep them, and that one whose bytes are unknown saves
// nothing that is written down.
func TestLayoutSavings(t *testing.T) {
	service := profile.Figure{Value: 98e9, Low: 98e9, High: 98e9}
	for _, c := range []struct {
		saves profile.Figure
		want  string
	}{
		{profile.Figure{Value: 12.4e9, Low: 11.3e9, High: 13.49e9}, "saves ≈ 12.4 GB ±1.1 GB of 98.0 GB (12.7%)"},
		{profile.Figure{Value: -4e9, Low: -5e9, High: -3e9}, "takes ≈ 4.00 GB ±1 GB more of 98.0 GB (4.1%)"},
		{profile.Figure{Value: -4e9, Low: -9e9, High: 1e9}, "takes ≈ 4.00 GB more, within sampling error of nothing, of 98.0 GB"},
		{profile.Figure{}, ""},
	} {
		if got := LayoutSavings(&simulate.Scale{Saves: c.saves, Table: service}); got != c.want {
			t.Errorf("saving %+v is %q, want %q", c.saves, got, c.want)
		}
	}
}

// TestTableUnit verifies that a heading tells bytes of the table from those of the rows read.
func TestTableUnit(t *testing.T) {
	for _, c := range []struct {
		table profile.Figure
		want  string
	}{
		{profile.Figure{}, "bytes of the rows read"},
		{profile.Figure{Value: 1e6, Low: 1e6, High: 1e6, Exact: true}, "bytes of the table, its total exact"},
		{profile.Figure{Value: 1e6, Low: 0.9e6, High: 1.1e6}, "bytes of the table, estimated"},
		{profile.Figure{Value: 1e6, Low: 1e6, High: 1e6}, "bytes of the table, estimated from the service's count of 1.00 MB"},
	} {
		if got := TableUnit(c.table); got != c.want {
			t.Errorf("%+v is %q, want %q", c.table, got, c.want)
		}
	}
}
