package columns

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/views/widget"
)

// TestPanesShowTheColumn verifies that the panes below the list show the values of the column under the cursor with
// their counts, and of a family its largest cells.
func TestPanesShowTheColumn(t *testing.T) {
	var rows []viewtest.Row
	for i := range 100 {
		state := "idle"
		if i%4 == 0 {
			state = "busy"
		}
		rows = append(rows, viewtest.Row{Key: fmt.Sprintf("k%05d", i), Cells: []viewtest.Cell{
			{Family: "f", Qualifier: "state", At: viewtest.Now, Value: state},
			{Family: "f", Qualifier: "text", At: viewtest.Now, Value: strings.Repeat("x", 1+i)}}})
	}
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Build(sample.Table{Source: "t"}, sample.Provenance{Complete: true},
		rows), "k{n:pad(5)}"))
	shows := func(wants ...string) {
		t.Helper()
		screen := s.Draw(140, 40, viewtest.Mono())
		for _, want := range wants {
			if !strings.Contains(strings.Join(strings.Fields(screen), " "), want) {
				t.Errorf("%q is missing:\n%s", want, screen)
			}
		}
	}
	shows("FAMILY f", "LARGEST CELLS", "99 text 100 B", "200 counted in 2 columns, 2 per row", "CELLS PER ROW")
	for _, c := range []struct {
		column string
		shows  []string
	}{
		{"text", []string{"f:text", "MOST COMMON VALUES", "100 values, by size and the bytes kept", "VALUE SIZES"}},
		{"state", []string{"f:state", "idle 4 B 75 75.0%", "busy 4 B 25 25.0%", "2 values, by size and the bytes kept",
			"VERSIONS PER ROW"}},
	} {
		viewtest.RunWork(s, s.OpenAt([]byte("f:"+c.column)))
		shows(c.shows...)
	}
	viewtest.Press(t, s, "tab")
	shows("▸ EXAMPLE ROWS", "0 1 busy 4 B")
}

// TestLargestCells verifies that the largest cells are found among many, whatever their order, and are listed largest
// first.
func TestLargestCells(t *testing.T) {
	for name, size := range map[string]func(i int) int{"rising": func(i int) int { return i },
		"falling": func(i int) int { return 500 - i },
		"mixed":   func(i int) int { return i * 7919 % 503 }, "one": func(int) int { return 3 }} {
		d := &detail{}
		n := tally{d: d, values: map[string]int{}}
		most := 0
		for i := range 500 {
			most = max(most, size(i))
			n.large(sized{i, size(i), int32(i)})
		}
		n.rank()
		for k, cell := range d.largest {
			if k > 0 && size(cell) > size(d.largest[k-1]) {
				t.Errorf("%s: %d comes after %d", name, size(cell), size(d.largest[k-1]))
			}
		}
		if len(d.largest) != maxCommon || size(d.largest[0]) != most {
			t.Errorf("%s: %d cells, the first of %d bytes, the largest has %d", name, len(d.largest),
				size(d.largest[0]), most)
		}
	}
}

// TestTitlesSort verifies that a click on a title sorts by its figures, and a second one the other way round.
func TestTitlesSort(t *testing.T) {
	s := open(t, table())
	for _, k := range keyColumns() {
		s.Draw(200, 56, viewtest.Mono())
		line := strings.Split(s.Draw(200, 56, viewtest.Mono()), "\n")[headLines]
		name := s.table().Columns[k].Title
		x := widget.Width(line[:strings.Index(line, name)])
		s.Click(x, headLines)
		if keyColumns()[s.want.sort] != k {
			t.Errorf("a click on %q sorts by %d", name, s.want.sort)
		}
	}
	before := s.want.reverse
	line := strings.Split(s.Draw(200, 56, viewtest.Mono()), "\n")[headLines]
	s.Click(widget.Width(line[:strings.Index(line, "type")]), headLines)
	if s.want.reverse == before {
		t.Error("a second click does not reverse")
	}
}
