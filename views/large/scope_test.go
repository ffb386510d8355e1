package large

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/estimate"
	"tabletop/model/retention"
	"tabletop/views"
)

// TestFiguresSayWhatTheyAreOf verifies that the largest rows and cells are of all rows only where all were read or
// counted, and that growth is marked as an estimate.
func TestFiguresSayWhatTheyAreOf(t *testing.T) {
	counted := viewtest.Quick(viewtest.Metrics())
	counted.Profile.LargestOf = estimate.All
	for want, d := range map[string]*views.Data{"of all rows": viewtest.Metrics(),
		"of the rows read": viewtest.Quick(viewtest.Metrics()), "of all rows ": counted} {
		s := New()
		viewtest.SetData(s, d)
		for i := range s.growth.rows { // else when they reach the limit is not listed
			s.growth.rows[i] = retention.RowGrowth{Window: time.Hour, PerDay: 1e6, Level: math.Inf(1)}
		}
		got := ansi.Strip(s.Draw(140, 40, viewtest.Mono()))
		if want = strings.TrimSpace(want); !strings.Contains(got, "LARGEST ROWS  "+want) ||
			!strings.Contains(got, "LARGEST CELLS  "+want) || strings.Count(got, "≈") < 5 {
			t.Errorf("the largest are not called %s, or their growth no estimate:\n%s", want, got)
		}
		said, ok := viewtest.Press(t, s, "w")[0].(views.Explain)
		if all := want == "of all rows"; !ok || strings.Contains(said.Text, "there is no larger one") != all ||
			strings.Contains(said.Text, "may be among those") == all {
			t.Errorf("of the largest %s: %q", want, said.Text)
		}
	}
}
