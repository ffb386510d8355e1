package overview

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
)

// TestSizeIsOfTheTable verifies that the size of a table of which a share of the rows was read is an estimate of the table, marked as such,
// and what was read is named beside it.
func TestSizeIsOfTheTable(t *testing.T) {
	var rows []viewtest.Row
	for i := range 200 {
		rows = append(rows, viewtest.Row{Key: fmt.Sprintf("k%c#%05d", 'a'+i%2, i), Cells: []viewtest.Cell{
			{Family: "f", Qualifier: "a", At: viewtest.Now, Value: strings.Repeat("x", 100)}, {Family: "f", Qualifier: "b", At: viewtest.Now, Value: "x"}}})
	}
	how := sample.Provenance{Strategy: sample.Small, RowShare: 0.01, Filter: 0.01, TotalBytes: 98e9, Places: []sample.ReadRange{{Bytes: 98e9, Done: true}}}
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Build(sample.Table{Source: "p/i/t", Name: "t"}, how, rows), "{kind}#{n:pad(5)}"))
	screen := s.Draw(160, 60, viewtest.Mono())
	for _, want := range []string{"table ≈ 20,000 rows ±", " cells", "≈ 98.0 GB", "read 200 rows"} {
		if !strings.Contains(screen, want) {
			t.Errorf("%q is missing:\n%s", want, screen)
		}
	}
}
