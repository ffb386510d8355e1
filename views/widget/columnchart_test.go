package widget

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// TestColumnChart verifies that the axis of a chart has the labels of its first and last column, that the tallest
// column reaches the line with the greatest value, and that no size draws past its cells.
func TestColumnChart(t *testing.T) {
	st := NewStyles(Dark, colorprofile.ASCII)
	c := ColumnChart{Values: []float64{1, 4, 2, 0, 8}, Top: "8 rows", Mark: 2,
		Label: func(i int) string { return fmt.Sprintf("%d B", i) }}
	drawn := strings.Split(ansi.Strip(strings.Join(c.Draw(st, 30, 5), "\n")), "\n")
	for i := range drawn {
		drawn[i] = strings.TrimRight(drawn[i], " ")
	}
	got := strings.Join(drawn, "\n")
	want := "" +
		"8 rows ┤                ███\n" +
		"       │    ▄▄▄         ███\n" +
		"       │▃▃▃ ███ ▆▆▆     ███\n" +
		"       └────◆───────────────\n" +
		"        0 B     2 B     4 B"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for w := range 40 {
		for h := range 8 {
			for i, l := range c.Draw(st, w, h) {
				if Width(l) > w || i >= h {
					t.Fatalf("%d x %d: line %d is %q", w, h, i, l)
				}
			}
		}
	}
}

// TestBins verifies that every number is counted once, in a bin that begins at or below it and ends at or above it.
func TestBins(t *testing.T) {
	for _, numbers := range [][]float64{{0, 1, 2, 3}, {100, 100, 119, 250}, {1, 1e9}, {7}, {7, 7},
		{157, 158, 159, 160, 161, 162}, {0, 5000}} {
		counts, from := Bins(numbers)
		total := 0.0
		for i := range counts {
			in := 0.0
			for _, v := range numbers {
				if v >= from(i)-1e-9 && (i == len(counts)-1 || v < from(i+1)-1e-9) {
					in++
				}
			}
			if in != counts[i] {
				t.Errorf("%v: bin %d from %v counts %v, has %v", numbers, i, from(i), counts[i], in)
			}
			total += counts[i]
		}
		if total != float64(len(numbers)) {
			t.Errorf("%v: counted %v", numbers, total)
		}
	}
}
