package lab

import (
	"fmt"
	"testing"
	"time"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
)

// BenchmarkKeyPress is what the loop pays for a letter of a layout that is typed, with its frame: 100,000 rows, five
// layouts. The trial itself is outside the loop.
func BenchmarkKeyPress(b *testing.B) {
	var rows []viewtest.Row
	for i := range 100_000 {
		at := viewtest.Now.Add(-time.Duration(i) * time.Second)
		rows = append(rows, viewtest.Row{Key: fmt.Sprintf("u%05d#%d", i%3000, at.UnixMilli()),
			Cells: []viewtest.Cell{{Family: "f", Qualifier: "q", At: at, Value: "v"}}})
	}
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Build(sample.Table{Source: "x"},
		sample.Provenance{Strategy: sample.Everything, Complete: true}, rows), "{user}#{at:ms}"))
	viewtest.Press(b, s, "c", "c", "c", "c", "i")
	st := viewtest.Colors()
	letters := []string{"a", "backspace"}
	i := 0
	for b.Loop() {
		s.Press(viewtest.Key(letters[i%2]))
		i++
		s.Draw(160, 50, st)
	}
}
