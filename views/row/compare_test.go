package row

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/views"
)

// orders is the Row screen on an order: a state of three versions, of which the policy keeps two, and a binary number.
func orders(t *testing.T) *Screen {
	t.Helper()
	at := viewtest.Now
	cell := func(qualifier string, age time.Duration, value string) viewtest.Cell {
		return viewtest.Cell{Family: "bill", Qualifier: qualifier, At: at.Add(-age), Value: value}
	}
	table := sample.Table{Source: "x", Families: []sample.Family{{Name: "bill",
		GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 2}}}}
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Build(table, sample.Provenance{Complete: true, Started: at},
		[]viewtest.Row{{Key: "order#1", Cells: []viewtest.Cell{cell("cents", time.Hour, "\x00\x00\x00\x00\x00\x00:\x0b"),
			cell("state", time.Hour, `{"a":1,"b":2}`), cell("state", 48*time.Hour, `{"a":1,"b":3}`),
			cell("state", 365*24*time.Hour, "open")}}}), "order#{id}"))
	return s
}

// TestCellsComeFirst verifies that a short value leaves the lines that it does not need to the cells, and that why a cell
// is kept is never cut beside them.
func TestCellsComeFirst(t *testing.T) {
	s := orders(t)
	for _, h := range []int{20, 26} {
		frame := ansi.Strip(s.Draw(100, h, viewtest.Mono()))
		if value := s.areas.value.h; value > 5 {
			t.Errorf("a value of two lines has %d of %d lines:\n%s", value, h, frame)
		}
		if strings.Contains(frame, "version …") || strings.Contains(frame, "version o") {
			t.Errorf("why a cell is kept is cut:\n%s", frame)
		}
	}
}

// TestRowInLittleRoom verifies what a list of 80 cells keeps of each version: its number, when it was written, its size,
// its value as its codec reads it, and whether it is kept or garbage, and why.
func TestRowInLittleRoom(t *testing.T) {
	lines := strings.Split(ansi.Strip(orders(t).Draw(80, 21, viewtest.Mono())), "\n")
	written := viewtest.Now.Add(-time.Hour).UTC().Format("01-02 15:04")
	for _, want := range [][]string{{"version", "written UTC", "size", "value", "kept or garbage: why"},
		{"cents", "1/1", written, "8 B", "14,859", "kept: "}, {"state", "1/3", written, "13 B", "kept: "}, {"2/3", "kept: "},
		{"▲3/3", viewtest.Now.Add(-365 * 24 * time.Hour).UTC().Format("2006-01-02"), "4 B", "open", "garbage: third version"}} {
		found := false
		for _, line := range lines {
			at, whole := 0, true
			for _, word := range want {
				next := strings.Index(line[at:], word)
				if whole = whole && next >= 0; next >= 0 {
					at += next
				}
			}
			found = found || whole
		}
		if !found {
			t.Errorf("no line has %q in\n%s", want, strings.Join(lines, "\n"))
		}
	}
}

// TestVersionsAreCompared verifies that c shows a version beside the one before it, of the oldest beside the one after
// it, with what becomes of both, and that it says where there is none.
func TestVersionsAreCompared(t *testing.T) {
	s := orders(t)
	viewtest.Press(t, s, "j")
	for i, want := range [][]string{
		{"− version 2 of 3, ", "+ version 1 of 3, ", `− "b": 3`, `+ "b": 2`, `"a": 1`},
		{"− version 3 of 3, ", "garbage: third version, policy keeps 2", "+ version 2 of 3, ", "− open"},
		{"− version 3 of 3, ", "+ version 2 of 3, "}} {
		if i > 0 {
			viewtest.Press(t, s, "j")
		}
		shown, ok := s.compare().(views.Explain)
		text := strings.Join(strings.Fields(shown.Text), " ")
		for _, words := range want {
			if !ok || !strings.Contains(text, words) {
				t.Errorf("version %d: no %q in\n%s", i+1, words, shown.Text)
			}
		}
	}
	viewtest.Press(t, s, "g", "j")
	for _, b := range s.Bindings() {
		if b.Name == "older" && !strings.Contains(b.DisabledReason, "another version") {
			t.Errorf("a cell of one version is compared: %q", b.DisabledReason)
		}
	}
	if got := strings.Join(lineDiff([]string{"a", "b", "c"}, []string{"b", "x", "c", "d"}), "|"); got !=
		"− a|  b|+ x|  c|+ d" {
		t.Errorf("%q", got)
	}
}
