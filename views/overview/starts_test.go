package overview

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
)

// TestSectionsReadAtTheirStarts verifies that Overview says of a sample of starts of sections what its intervals do not
// allow for, and says nothing of the kind where all rows were read.
func TestSectionsReadAtTheirStarts(t *testing.T) {
	for _, sampled := range []bool{true, false} {
		s, data := New(), viewtest.Metrics()
		if sampled {
			data = viewtest.Quick(data)
		}
		viewtest.SetData(s, data)
		page, dashboard := ansi.Strip(s.Draw(80, 200, viewtest.Mono())), ansi.Strip(s.Draw(200, 100, viewtest.Mono()))
		got := strings.Join(strings.Fields(page), " ")
		if strings.Contains(got,
			"first rows were kept: intervals do not allow for rows of another kind deeper inside (strategy accurate "+
				"reads there)") != sampled ||
			strings.Contains(dashboard, "of the bytes are in sections of") != sampled {
			t.Errorf("sampled %v:\n%s\n%s", sampled, page, dashboard)
		}
	}
}
