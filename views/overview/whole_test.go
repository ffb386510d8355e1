package overview

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/views/text"
)

// TestSizeIsOfTheTable verifies that the size of a table of which a share of the rows was read is an estimate of the
// table, marked as such, and what was read is named beside it.
func TestSizeIsOfTheTable(t *testing.T) {
	var rows []viewtest.Row
	for i := range 200 {
		rows = append(rows, viewtest.Row{Key: fmt.Sprintf("k%c#%05d", 'a'+i%2, i), Cells: []viewtest.Cell{
			{Family: "f", Qualifier: "a", At: viewtest.Now, Value: strings.Repeat("x", 100)},
			{Family: "f", Qualifier: "b", At: viewtest.Now, Value: "x"}}})
	}
	how := sample.Provenance{Strategy: sample.Small, RowShare: 0.01, Filter: 0.01, TotalBytes: 98e9,
		Places: []sample.ReadRange{{Bytes: 98e9, Done: true}}}
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Build(sample.Table{Source: "p/i/t", Name: "t"}, how, rows),
		"{kind}#{n:pad(5)}"))
	screen := s.Draw(160, 60, viewtest.Mono())
	for _, want := range []string{"table ≈ 20,000 rows ±", " cells", "≈ 98.0 GB", "read 200 rows"} {
		if !strings.Contains(screen, want) {
			t.Errorf("%q is missing:\n%s", want, screen)
		}
	}
}

// TestDistinctIsWhole verifies that the number of distinct values of a segment is not cut while its line has room.
func TestDistinctIsWhole(t *testing.T) {
	var rows []viewtest.Row
	for i := range 4000 {
		rows = append(rows, viewtest.Row{Key: fmt.Sprintf("%04d#%06d", i%1700, i),
			Cells: []viewtest.Cell{{Family: "f", Qualifier: "q", At: viewtest.Now, Value: "x"}}})
	}
	how := sample.Provenance{Strategy: sample.Small, RowShare: 0.01, Filter: 0.01,
		Places: []sample.ReadRange{{Bytes: 1e6, Done: true}}}
	d := viewtest.Data(viewtest.Build(sample.Table{Source: "p/i/t", Name: "t"}, how, rows), "{user:pad(4)}#{n:pad(6)}")
	s := New()
	viewtest.SetData(s, d)
	frame := ansi.Strip(s.Draw(118, 36, viewtest.Mono()))
	for _, m := range d.Profile.Kinds[0].Segments {
		if want := text.Distinct(m) + " distinct"; !strings.Contains(frame, want) {
			t.Errorf("%q is not on screen:\n%s", want, frame)
		}
	}
}

// TestFirstRowsThatAreAll verifies that the first rows are not called unrepresentative where they are all there are,
// and that one row is not several.
func TestFirstRowsThatAreAll(t *testing.T) {
	for _, complete := range []bool{true, false} {
		rows := []viewtest.Row{{Key: "a#1", Cells: []viewtest.Cell{{Family: "f", Qualifier: "q", At: viewtest.Now,
			Value: "x"}}}}
		how := sample.Provenance{Strategy: sample.Head, Complete: complete}
		s := New()
		viewtest.SetData(s, viewtest.Data(viewtest.Build(sample.Table{Source: "p/i/t", Name: "t"}, how, rows)))
		frame := ansi.Strip(s.Draw(198, 56, viewtest.Mono()))
		if strings.Contains(frame, "these are the first rows: they") == complete ||
			strings.Contains(frame, "the first rows of the table only") == complete ||
			strings.Contains(frame, "1 rows") {
			t.Errorf("complete %t:\n%s", complete, frame)
		}
	}
}
