package heat

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/views"
)

// readings is a table of a reading an hour of three devices, of which the second lacks ten and the third two.
func readings(how sample.Provenance) *views.Data {
	var rows []viewtest.Row
	for device := range 3 {
		for hour := range 100 {
			at := time.Date(2026, 11, 1, hour, 0, 0, 0, time.UTC)
			if device == 1 && hour >= 40 && hour < 50 || device == 2 && hour >= 7 && hour < 9 {
				continue
			}
			rows = append(rows, viewtest.Row{Key: fmt.Sprintf("d%d#%s", device, at.Format("2006010215")),
				Cells: []viewtest.Cell{{Family: "f", Qualifier: "q", At: at, Value: "v"}}})
		}
	}
	return viewtest.Data(viewtest.Build(sample.Table{Source: "t"}, how, rows), "{device}#{at:date(2006010215)}")
}

// TestGaps verifies that V lists what is missing, longest first, with the keys around it, that enter leads to the row
// before, that the list can be written, and that V and esc show the map again.
func TestGaps(t *testing.T) {
	s := New()
	viewtest.SetData(s, readings(sample.Provenance{Complete: true, Strategy: sample.Everything}))
	if viewtest.Press(t, s, "V"); !s.gaps.open {
		t.Fatal("V does not show the gaps")
	}
	for _, size := range [][2]int{{80, 20}, {160, 40}} {
		lines := strings.Split(ansi.Strip(s.Draw(size[0], size[1], viewtest.Mono())), "\n")
		got := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
		for _, want := range []string{
			"Gaps in at by device: 12 values at the usual steps are missing, in 2 gaps of 3 groups at regular steps.",
			"10 d1 2026-11-02 15:00", "2 d2 2026-11-01 06:00"} {
			if !strings.Contains(got, want) {
				t.Errorf("%v: no %q in\n%s", size, want, strings.Join(lines, "\n"))
			}
		}
	}
	opened, ok := viewtest.Press(t, s, "enter")[0].(views.OpenScreen)
	if !ok || string(opened.Key) != "d1#2026110215" || string(s.Location().Key) != "d1#2026110215" {
		t.Errorf("enter opens %+v, the cursor is at %+v", opened, s.Location())
	}
	var out bytes.Buffer
	if err := s.List().WriteCSV(&out); err != nil || !strings.Contains(out.String(),
		"\n10,d1,2026-11-02 15:00:00Z,") && !strings.Contains(out.String(), "\n10,d1,") {
		t.Errorf("%v:\n%s", err, out.String())
	}
	for _, key := range []string{"V", "esc"} {
		s.gaps.open = true
		if viewtest.Press(t, s, key); s.gaps.open {
			t.Errorf("%s does not show the map", key)
		}
	}
}

// TestGapsOfASample verifies that nothing is said to be missing of rows that were not all read, but what must be read.
func TestGapsOfASample(t *testing.T) {
	s := New()
	viewtest.SetData(s, readings(sample.Provenance{}))
	viewtest.Press(t, s, "V")
	got := strings.Join(strings.Fields(ansi.Strip(s.Draw(100, 20, viewtest.Mono()))), " ")
	for _, want := range []string{"Gaps cannot be shown: no range of keys was read whole", "use --strategy everything"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if strings.Contains(got, "d1") || s.List() != nil {
		t.Errorf("gaps are claimed: %s", got)
	}
}
