package space

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
)

// TestFiguresAreOfTheTable verifies that a sample is shown in bytes of the table, marked as estimates, and that the
// heading names the unit.
func TestFiguresAreOfTheTable(t *testing.T) {
	var rows []viewtest.Row
	for i := range 200 {
		rows = append(rows, viewtest.Row{Key: fmt.Sprintf("k%c#%05d", 'a'+i%2, i), Cells: []viewtest.Cell{
			{Family: "f", Qualifier: "a", At: viewtest.Now, Value: strings.Repeat("x", 100+i)},
			{Family: "f", Qualifier: "b", At: viewtest.Now, Value: strings.Repeat("x", 30)}}})
	}
	how := sample.Provenance{Strategy: sample.Small, RowShare: 0.01, Filter: 0.01, TotalBytes: 98e9,
		Places: []sample.ReadRange{{Bytes: 98e9, Done: true}}}
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Build(sample.Table{Source: "p/i/t", Name: "t"}, how, rows),
		"{kind}#{n:pad(5)}"))
	screen := s.Draw(160, 30, viewtest.Mono())
	for _, want := range []string{"bytes of the table, estimated from the service's count of 98.0 GB", "≈ ", " GB",
		"±"} {
		if !strings.Contains(screen, want) {
			t.Errorf("%q is missing:\n%s", want, screen)
		}
	}
	if strings.Contains(screen, " kB") {
		t.Errorf("there are bytes of the sample:\n%s", screen)
	}
}
