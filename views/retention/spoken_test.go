package retention

import (
	"strings"
	"testing"

	"tabletop/internal/viewtest"
)

// TestCurveIsTold verifies that a screen reader is told in figures what the chart shows: what each number of versions
// frees, and which is in force.
func TestCurveIsTold(t *testing.T) {
	s := New()
	viewtest.SetData(s, history())
	goTo(t, s, "state")
	drawn := s.Draw(99, 40, viewtest.Mono().ForSpeech())
	if !strings.Contains(drawn, "freed of state: 1: ") || !strings.Contains(drawn, " in force, 11: ") {
		t.Errorf("the curve is told as\n%s", drawn)
	}
	if drawn = s.Draw(99, 40, viewtest.Mono()); strings.Contains(drawn, "freed of state: 1: ") {
		t.Error("the curve is told to those who see it")
	}
}
