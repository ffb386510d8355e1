package columns

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
)

// TestGarbageBesideBytes verifies the first line and the list: which column holds the most garbage, garbage and
// versions beside the bytes, ages of all columns in one unit, and that the widest bar is that of the most bytes.
func TestGarbageBesideBytes(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	lines := strings.Split(ansi.Strip(s.Draw(160, 40, viewtest.Mono())), "\n")
	for i, want := range []string{
		"d:value holds 100% of the garbage and 65.5% of the bytes. 4 columns in 2 families.",
		"column bytes ▾ share rows cells versions garbage value p50 age type", "26.5 kB 65.5% 90.7%",
		"1–4 (2.49) 5.92 kB 29.8%"} {
		got := strings.Join(strings.Fields(lines[i]), " ")
		if !strings.Contains(got, want) {
			t.Errorf("line %d is %q, want %q", i, got, want)
		}
	}
	bars := 0
	for _, line := range lines[2:8] {
		bars = max(bars, strings.Count(line, "▄"))
	}
	if got := strings.Count(lines[2], "▄"); got != bars || bars < 10 {
		t.Errorf("the bar of the largest family has %d cells, the widest %d", got, bars)
	}
	if strings.Contains(lines[2], "·") {
		t.Errorf("a track of a whole in %q", lines[2])
	}
	for _, line := range lines[2:8] {
		if strings.Contains(line, " y ") && !strings.Contains(line, "(empty)") || strings.Contains(line, " h ") {
			t.Errorf("an age in another unit in %q", line)
		}
	}
}
